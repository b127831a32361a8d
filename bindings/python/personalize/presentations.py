"""Overlays: what is presented, and the one place for them."""

from __future__ import annotations

import ctypes
import json
from typing import Any, Protocol

from ._abi import NONE
from ._calls import object_argument, text_argument
from .templates import TemplateCalls


class Caller(Protocol):
    """What a presentation needs of its engine."""

    def _call(self, name: str, *arguments: object) -> int: ...
    def _owned(self, name: str, *arguments: object) -> Any: ...
    def _owned_text(self, name: str, *arguments: object) -> str | None: ...


class Presentation:
    """One invocation of a template or function; made by `Engine.presentation`.

    ::

        for update in engine.updates():
            if update.name == "presentation.wanted":
                card = engine.presentation(update["presentation_id"])
                draw(card.string("title"), card.file("style.image"))
                card.presented()

    The calls that say something answer whether it had an effect: once it was
    dismissed nothing has, while its arguments can still be read, of the last
    64. After that, and after `release`, they raise HandleError.
    """

    def __init__(self, engine: Caller, number: int) -> None:
        self._engine = engine
        self._number = number

    @property
    def id(self) -> int:
        """The number that updates carry."""
        return self._number

    def __repr__(self) -> str:
        return f"<Presentation {self._number}>"

    def presented(self) -> bool:
        """Say that the customer sees it; False when that was said before."""
        return self._say("presented")

    def dismissed(self) -> bool:
        """Say that it is gone, so that the next one comes."""
        return self._say("dismissed")

    def trigger(self, argument: str) -> bool:
        """Have the action of an argument carried out; False when it has none."""
        return self._say("trigger", *text_argument(argument))

    def failed(self, message: str = "") -> bool:
        """Say that it cannot be presented, so that the next one comes."""
        return self._say("failed", *text_argument(message))

    def release(self) -> None:
        """Let the engine forget it; it is dismissed if that was not done."""
        self._say("release")

    def string(self, name: str) -> str | None:
        """A text; None when there is no text of this name."""
        return self._text("string", name)

    def boolean(self, name: str) -> bool | None:
        """A truth value."""
        value = ctypes.c_int()
        found = self._read("boolean", name, ctypes.byref(value))
        return bool(value.value) if found else None

    def integer(self, name: str) -> int | None:
        """A number without its fraction, within 64 bits."""
        value = ctypes.c_int64()
        return value.value if self._read("integer", name, ctypes.byref(value)) else None

    def number(self, name: str) -> float | None:
        """A number."""
        value = ctypes.c_double()
        return value.value if self._read("number", name, ctypes.byref(value)) else None

    def file(self, name: str) -> str | None:
        """The absolute path of a file."""
        return self._text("file", name)

    def map(self, name: str) -> dict[str, Any] | None:
        """Everything within a map, with nested maps; None when there is nothing."""
        text = self._text("map", name)
        value: dict[str, Any] | None = None if text is None else json.loads(text)
        return value

    def arguments(self) -> dict[str, Any]:
        """All arguments by whole name; None for what has no value."""
        value: dict[str, Any] = self._engine._owned(
            "personalize_presentation_arguments", self._number
        )
        return value

    def describe(self) -> str:
        """The whole as a text for a log."""
        return self._engine._owned_text("personalize_presentation_describe", self._number) or ""

    def _say(self, name: str, *arguments: object) -> bool:
        call = f"personalize_presentation_{name}"
        return self._engine._call(call, self._number, *arguments) != NONE

    def _read(self, name: str, argument: str, output: object) -> bool:
        return self._say(name, *text_argument(argument), output)

    def _text(self, name: str, argument: str) -> str | None:
        return self._engine._owned_text(
            f"personalize_presentation_{name}", self._number, *text_argument(argument)
        )


class PresentationCalls(TemplateCalls):
    """The calls of an engine about overlays."""

    def presentation(self, number: int) -> Presentation:
        """The presentation of an id, as `presentation.wanted` has it."""
        return Presentation(self, number)

    def find_presentation(self, template: str, *, vendor: str | None = None) -> Presentation | None:
        """The newest presentation of a template that is not dismissed, if any."""
        number = ctypes.c_uint64()
        code = self._call(
            "personalize_presentation_find",
            *text_argument(vendor),
            *text_argument(template),
            ctypes.byref(number),
        )
        return None if code == NONE else self.presentation(number.value)

    def display(self, command: str = "state", *, dismiss: bool = False) -> dict[str, Any]:
        """Steer the place for overlays: "suspend", "discard", "resume" or "state".

        With `dismiss`, "discard" also asks for the overlay on show to be closed.
        The answer says what is on show, what waits, and for what.
        """
        request: dict[str, Any] = {"command": command}
        request |= {"dismiss": True} if dismiss else {}
        state: dict[str, Any] = self._owned("personalize_display", *object_argument(request))
        return state

    def clear_files(self, vendor: str | None = None, *, expired_only: bool = False) -> int:
        """Remove the files of overlays; how many went."""
        removed = ctypes.c_int64()
        self._call(
            "personalize_clear_files",
            *text_argument(vendor),
            int(expired_only),
            ctypes.byref(removed),
        )
        return removed.value
