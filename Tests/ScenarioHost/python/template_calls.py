"""Definitions of templates, through the package `personalize`."""

import ctypes
import json
from collections.abc import Callable
from functools import partial
from typing import Any

from arguments import Given, raw, text
from host import Host, Step
from personalize import Engine, PersonalizeError, TemplateBuilder

Call = Callable[[Host, Step, Given], Any]


def run_step(builder: TemplateBuilder, step: Given) -> None:
    if "set_presenter" in step:
        builder.set_presenter()
    elif "set_name" in step:
        builder.set_name(step["set_name"])
    elif "value" in step:
        builder.add(step["add"], step["type"], step["value"])
    else:
        builder.add(step["add"], step["type"])


def template_build(_: Host, __: Step, given: Given) -> Any:
    refused: list[dict[str, Any]] = []
    definition = None

    def attempt(step: int | str, body: Callable[[], Any]) -> Any:
        try:
            return body()
        except PersonalizeError as error:
            refusal = {"code": error.name, "reason": error.reason, "path": error.path}
            refused.append({"step": step} | refusal)
            return None

    with TemplateBuilder(given["kind"], visual=given.get("visual") is not False) as builder:
        for number, step in enumerate(given["program"]):
            attempt(number, partial(run_step, builder, step))
        definition = attempt("build", builder.build)
    return {"definition": definition, "refused": refused}


def resolved(host: Host, value: Any) -> Any:
    """What an earlier builder gave, for its name."""
    if isinstance(value, str) and value.startswith("$"):
        return host.names[value[1:]]["definition"]
    return value


def templates_define(host: Host, step: Step, given: Given) -> Any:
    engine, request = host.engine(step), given.get("request")
    if raw(request) is not None or not isinstance(request, dict):
        return native(engine, "templates_define", given, "request")
    definitions: Any = request.get("definitions")
    if isinstance(definitions, list):
        definitions = [resolved(host, each) for each in definitions]
    known = {"definitions"} <= set(request) <= {"definitions", "presenters", "vendor"}
    if not known or not isinstance(request.get("presenters", []), list):
        return native(engine, "templates_define", given, "request")
    return engine.define_templates(
        definitions, presenters=request.get("presenters", ()), vendor=request.get("vendor")
    )


def native(engine: Engine, name: str, given: Given, argument: str) -> Any:
    output = ctypes.c_char_p()
    arguments = [*text(given, argument), ctypes.byref(output)]
    engine._call(f"personalize_{name}", *arguments)
    return json.loads(output.value or b"null")


def templates_payload(host: Host, step: Step, given: Given) -> Any:
    return host.engine(step).templates_payload(given.get("vendor"))


TEMPLATE_CALLS: dict[str, Call] = {
    "template_build": template_build,
    "templates_define": templates_define,
    "templates_payload": templates_payload,
}
