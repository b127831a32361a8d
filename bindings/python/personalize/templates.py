"""Templates and functions that the host presents."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

from ._abi import BuilderHandle
from ._calls import object_argument, perform, take_owned, text_argument
from ._library import library
from ._native_engine import NativeEngine
from .errors import closed_error

JSONObject = Mapping[str, Any]

_NOT_GIVEN: Final = object()


class TemplateBuilder:
    """Puts a definition together, by the rules of docs/templates.md.

    ::

        promo = (
            TemplateBuilder("template")
            .set_presenter()
            .set_name("Promo card")
            .string("title", "Hello")
            .map("style", {"color": "#ffffff", "border": {"width": 1}})
            .file("style.image")
            .action("onAccept")
        )
        engine.define_templates([promo.build()])

    What is refused raises with the rule as its `reason`; it was not added, and
    the builder goes on.
    """

    def __init__(self, kind: str = "template", *, visual: bool = True) -> None:
        self._handle: Any = None
        self._library = library()
        handle = BuilderHandle()
        perform(
            self._library,
            "personalize_template_builder_new",
            *text_argument(kind),
            int(visual),
            ctypes.byref(handle),
        )
        self._handle = handle

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Free it before it is collected; twice does nothing."""
        handle, self._handle = getattr(self, "_handle", None), None
        if handle is not None:
            self._library.personalize_template_builder_free(handle)

    def set_name(self, name: str) -> Self:
        """Name the definition, once."""
        return self._call("set_name", *text_argument(name))

    def set_presenter(self) -> Self:
        """Declare that the host presents it, and looks at `presentation.wanted`."""
        return self._call("set_presenter")

    def add(self, name: str, type_name: str, value: Any = _NOT_GIVEN) -> Self:
        """Add an argument by the word of its type, with its default if it has one."""
        default = None if value is _NOT_GIVEN else json.dumps(value, separators=(",", ":"))
        texts = [*text_argument(name), *text_argument(type_name), *text_argument(default)]
        return self._call("add", *texts)

    def string(self, name: str, default: str) -> Self:
        """Add a text."""
        return self.add(name, "string", default)

    def boolean(self, name: str, default: bool) -> Self:
        """Add a truth value."""
        return self.add(name, "boolean", default)

    def number(self, name: str, default: float) -> Self:
        """Add a number."""
        return self.add(name, "number", default)

    def map(self, name: str, default: JSONObject) -> Self:
        """Add what is in a map; further members may be added by dots."""
        return self.add(name, "map", default)

    def file(self, name: str) -> Self:
        """Add a file, which a campaign gives."""
        return self.add(name, "file")

    def action(self, name: str) -> Self:
        """Add an action, which a campaign gives; for templates alone."""
        return self.add(name, "action")

    def build(self) -> dict[str, Any]:
        """The definition, for `Engine.define_templates`. The builder can go on."""
        text = ctypes.c_char_p()
        self._call("build", ctypes.byref(text))
        value: dict[str, Any] = json.loads(take_owned(self._library, text))
        return value

    def _call(self, name: str, *arguments: object) -> Self:
        if self._handle is None:
            raise closed_error("builder")
        perform(self._library, f"personalize_template_builder_{name}", self._handle, *arguments)
        return self


class TemplateCalls(NativeEngine):
    """The calls of an engine about templates."""

    def define_templates(
        self,
        definitions: JSONObject | str | Sequence[JSONObject | str],
        *,
        presenters: Sequence[str] = (),
        vendor: str | None = None,
    ) -> dict[str, Any]:
        """Register what the host presents, before the start.

        `definitions` is a document of the cross-platform SDKs, as an object or
        as text, or a list of documents and of what builders gave; `presenters`
        are the kinds ("template", "function") that the host presents, needed
        for documents. The answer says what was `defined` and how many instances
        had started and are `unaffected`.
        """
        request: dict[str, Any] = {"definitions": definitions, "presenters": list(presenters)}
        request |= {} if vendor is None else {"vendor": vendor}
        answer: dict[str, Any] = self._owned(
            "personalize_templates_define", *object_argument(request)
        )
        return answer

    def templates_payload(self, vendor: str | None = None) -> dict[str, Any]:
        """What a vendor's dashboard is to know of the definitions; nothing is sent."""
        payload: dict[str, Any] = self._owned(
            "personalize_templates_payload", *text_argument(vendor)
        )
        return payload
