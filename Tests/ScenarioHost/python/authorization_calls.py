"""Tokens, segments and the end, through the package `personalize`."""

import ctypes
import json
from collections.abc import Callable
from typing import Any

import personalize
from arguments import Given, is_raw, raw, text
from host import Host, Step

Call = Callable[[Host, Step, Given], Any]


def authorization_set(host: Host, step: Step, given: Given) -> None:
    engine, vendor, token = host.engine(step), given.get("vendor"), given.get("token")
    if isinstance(vendor, str) and (token is None or isinstance(token, str)):
        engine.set_authorization(vendor, token)
    else:
        arguments = [*text(given, "vendor"), *text(given, "token")]
        engine._call("personalize_authorization_set", *arguments)


def identify_with(host: Host, step: Step, given: Given) -> None:
    engine, options = host.engine(step), given.get("options")
    if is_raw(given) or not isinstance(options, dict) or not set(options) <= {"key", "tokens"}:
        arguments = [*text(given, "ids"), *text(given, "properties"), *text(given, "options")]
        engine._call("personalize_identify_with", *arguments)
    else:
        tokens = options.get("tokens", {})
        engine.identify(
            given["ids"], given.get("properties"), key=options.get("key"), tokens=tokens
        )


def segments(host: Host, step: Step, given: Given) -> Any:
    engine, options = host.engine(step), given.get("options")
    if isinstance(options, dict) and {"category"} <= set(options) <= {"category", "force", "key"}:
        return engine.segments(vendor=given.get("vendor"), **options)
    output = ctypes.c_char_p()
    arguments = [*text(given, "vendor"), *text(given, "options"), ctypes.byref(output)]
    engine._call("personalize_segments", *arguments)
    return json.loads(output.value or b"null")


def clear_local_data(_: Host, __: Step, given: Given) -> None:
    configuration = given["configuration"]
    text_given = raw(configuration)
    personalize.clear_local_data(configuration if text_given is None else text_given)


AUTHORIZATION_CALLS: dict[str, Call] = {
    "authorization_set": authorization_set,
    "identify_with": identify_with,
    "segments": segments,
    "stop": lambda host, step, _: host.engine(step).stop(),
    "clear_local_data": clear_local_data,
}
