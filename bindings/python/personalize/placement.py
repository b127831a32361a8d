"""A placement of an engine."""

import ctypes
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Protocol, Self

from ._abi import NONE
from ._calls import object_argument, text_argument
from .documents import Content, encode
from .errors import LimitError, closed_error


class Caller(Protocol):
    """What a placement needs of its engine."""

    def _call(self, name: str, *arguments: object) -> int: ...
    def _owned(self, name: str, *arguments: object) -> Any: ...
    def _forget_placement(self, number: int) -> None: ...


class _Buffer(threading.local):
    """Where content is copied to: one per thread, growing as needed."""

    def __init__(self) -> None:
        self.memory = ctypes.create_string_buffer(1 << 16)


_buffer = _Buffer()


class Placement:
    """A named place in the host's interface; made by `Engine.open_placement`."""

    def __init__(self, engine: Caller, number: int, name: str) -> None:
        self._engine = engine
        self._number = number
        self._name = name
        self._closed = False

    @property
    def id(self) -> int:
        """The number that updates carry."""
        return self._number

    @property
    def name(self) -> str:
        """The placement's name."""
        return self._name

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._closed

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Placement {self._name!r} {self._number}{' closed' if self._closed else ''}>"

    def content(self) -> Content | None:
        """What it shows now, None for nothing. A copy, whatever other threads do."""
        while True:
            memory = _buffer.memory
            needed = ctypes.c_size_t()
            try:
                code = self._call(
                    "personalize_placement_content_copy",
                    memory,
                    len(memory),
                    ctypes.byref(needed),
                )
            except LimitError:
                if needed.value <= len(memory):
                    raise
                _buffer.memory = ctypes.create_string_buffer(needed.value * 2)
                continue
            if code == NONE:
                return None
            return Content(ctypes.string_at(memory, needed.value - 1))

    def reload(self, *, force: bool = False, key: str | None = None) -> None:
        """Load it again; `force` asks the vendor even for what is fresh."""
        options: dict[str, Any] = {"force": True} if force else {}
        if key is not None:
            options["key"] = key
        self._call("personalize_placement_reload", *object_argument(options or None))

    def click(self, url: str) -> None:
        """Say that the customer followed a link of the content."""
        self._call("personalize_placement_click", *text_argument(url))

    def invoke(self, url: str) -> None:
        """The same for a button the host draws; the log says so."""
        self._call("personalize_placement_invoke", *text_argument(url))

    def dismiss(self) -> None:
        """Say that the customer closed the content by a control of the host's."""
        self._call("personalize_placement_dismiss")

    def report(
        self,
        *,
        attached: bool | None = None,
        visible: bool | None = None,
        height: float | None = None,
        width: float | None = None,
        failed: str | None = None,
    ) -> None:
        """Tell about the drawing: whether it can be, or be seen, its size, or that it failed."""
        given = {
            "attached": attached,
            "visible": visible,
            "height": height,
            "width": width,
            "failed": failed,
        }
        text = encode({name: value for name, value in given.items() if value is not None})
        self._call("personalize_placement_report", text, len(text))

    def track(
        self,
        event: str,
        *,
        url: str | None = None,
        action: Mapping[str, Any] | None = None,
        message: str | None = None,
        campaign: str | None = None,
        without_consent: bool = False,
        attributes: Mapping[str, Any] | None = None,
    ) -> None:
        """Track `show`, `click`, `close` or `error` by hand; nothing else happens."""
        given = {
            "event": event,
            "url": url,
            "action": None if action is None else dict(action),
            "message": message,
            "campaign": campaign,
            "without_consent": without_consent or None,
            "attributes": None if attributes is None else dict(attributes),
        }
        text = encode({name: value for name, value in given.items() if value is not None})
        self._call("personalize_placement_track", text, len(text))

    def select(self, part: str, index: int = 0) -> None:
        """Say that the customer used a part of content that is drawn from its parts.

        Parts are `container`, `image`, `title`, `description` and `button`.
        """
        text = encode({"part": part} | ({"index": index} if index else {}))
        self._call("personalize_placement_select", text, len(text))

    def configure(self, **options: float | bool | None) -> None:
        """Change options: `track_actions`, `override_default_behavior`,
        `maximum_count`, `scroll_delay_ms`, `custom_height`, `expected_height`."""
        text = encode(options)
        self._call("personalize_placement_configure", text, len(text))

    def state(self) -> dict[str, Any]:
        """What there is to know: campaign, size, options, last problem, index and count."""
        if self._closed:
            raise closed_error("placement")
        value: dict[str, Any] = self._engine._owned("personalize_placement_state", self._number)
        return value

    def prepare(self) -> bool:
        """For a cell about to be drawn: whether it shows something."""
        return self._call("personalize_cell_prepare") != NONE

    def next(self) -> None:
        """Turn a carousel to its next campaign."""
        self._call("personalize_carousel_next")

    def previous(self) -> None:
        """Turn a carousel to the campaign before."""
        self._call("personalize_carousel_previous")

    def pause(self) -> None:
        """Stop a carousel's timer and keep what is left of its period."""
        self._call("personalize_carousel_pause")

    def resume(self) -> None:
        """Let a carousel's timer go on with what was left."""
        self._call("personalize_carousel_resume")

    def release(self) -> None:
        """Let go of everything a carousel shows; twice does nothing."""
        self._call("personalize_carousel_release")

    def close(self) -> None:
        """Close it; twice does nothing."""
        if not self._closed:
            self._call("personalize_placement_close")
            self._closed = True
            self._engine._forget_placement(self._number)

    def _call(self, name: str, *arguments: object) -> int:
        if self._closed:
            raise closed_error("placement")
        return self._engine._call(name, self._number, *arguments)
