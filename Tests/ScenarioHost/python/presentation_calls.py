"""Overlays, through the package `personalize`."""

import json
import os
from collections.abc import Callable
from typing import Any

from arguments import Given, is_raw, raw, text
from host import Host, Step
from personalize import Presentation
from template_calls import native

Call = Callable[[Host, Step, Given], Any]


def stripped(value: Any) -> Any:
    """Without the directory the host runs in, which is another each time."""
    written = json.dumps(value, ensure_ascii=False)
    return json.loads(written.replace(os.getcwd() + "/", ""))


def presentation(host: Host, step: Step, given: Given) -> Presentation:
    return host.engine(step).presentation(host.number(given.get("presentation")))


def saying(name: str, argument: str | None = None) -> Call:
    """What a host says of a presentation; gives whether it had an effect."""

    def call(host: Host, step: Step, given: Given) -> Any:
        card = presentation(host, step, given)
        if argument is None:
            answer = getattr(card, name)()
        elif is_raw(given) or argument not in given:
            answer = card._say(name, *text(given, argument))
        else:
            answer = getattr(card, name)(given[argument])
        return True if answer is None else answer

    return call


def reading(name: str) -> Call:
    """The value of an argument."""

    def call(host: Host, step: Step, given: Given) -> Any:
        return stripped(getattr(presentation(host, step, given), name)(given.get("name")))

    return call


def reading_all(name: str) -> Call:
    def call(host: Host, step: Step, given: Given) -> Any:
        return stripped(getattr(presentation(host, step, given), name)())

    return call


def find(host: Host, step: Step, given: Given) -> Any:
    found = host.engine(step).find_presentation(given["template"], vendor=given.get("vendor"))
    return None if found is None else found.id


def display(host: Host, step: Step, given: Given) -> Any:
    command = given.get("command")
    engine = host.engine(step)
    if raw(command) is not None or not isinstance(command, dict):
        return native(engine, "display", given, "command")
    if not {"command"} <= set(command) <= {"command", "dismiss"}:
        return native(engine, "display", given, "command")
    return engine.display(command["command"], dismiss=command.get("dismiss", False))


def clear_files(host: Host, step: Step, given: Given) -> Any:
    expired_only = given.get("expired_only", False)
    return host.engine(step).clear_files(given.get("vendor"), expired_only=expired_only)


PRESENTATION_CALLS: dict[str, Call] = {
    "presentation_presented": saying("presented"),
    "presentation_dismissed": saying("dismissed"),
    "presentation_trigger": saying("trigger", "argument"),
    "presentation_failed": saying("failed", "message"),
    "presentation_release": saying("release"),
    "presentation_string": reading("string"),
    "presentation_boolean": reading("boolean"),
    "presentation_integer": reading("integer"),
    "presentation_number": reading("number"),
    "presentation_file": reading("file"),
    "presentation_map": reading("map"),
    "presentation_arguments": reading_all("arguments"),
    "presentation_describe": reading_all("describe"),
    "presentation_find": find,
    "display": display,
    "clear_files": clear_files,
}
