"""The handle behind an engine: calls, borrowed texts, callbacks, fork."""

import ctypes
import json
import os
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self

from . import _callbacks, _fork
from ._abi import NONE, DropFunction, EngineHandle
from ._calls import attempt, perform, raise_any, take_owned
from ._library import library
from .documents import encode
from .errors import closed_error
from .placement import Placement


class NativeEngine:
    """What all calls of an engine have in common."""

    def __init__(
        self,
        configuration: Mapping[str, Any] | str | bytes,
        *,
        child_storage: str | os.PathLike[str] | None = None,
    ) -> None:
        self._handle: Any = None
        self._receivers: dict[int, _callbacks.Receiver] = {}
        self._child_storage = None if child_storage is None else os.fspath(child_storage)
        self._inherited = False
        self._started = False
        self._registrations: dict[str, Callable[[], None]] = {}
        self._placements: dict[int, Placement] = {}
        self._kept: dict[str, deque[bytes]] = {}
        self._borrowing = threading.RLock()
        self._library = library()
        handle = EngineHandle()
        text = encode(configuration)
        perform(self._library, "personalize_open", text, len(text), ctypes.byref(handle))
        self._handle = handle
        _fork.watch(self)

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
        state = "closed" if self.closed else "inherited" if self._inherited else "open"
        return f"<{type(self).__name__} {state} at {id(self):#x}>"

    def __del__(self) -> None:
        if getattr(self, "_handle", None) is None or self._inherited or sys.is_finalizing():
            return
        warnings.warn(f"unclosed {self!r}", ResourceWarning, stacklevel=1, source=self)
        self.close()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._handle is None

    def start(self) -> None:
        """Let it work; configure, hook and consent before. Starting twice does nothing."""
        self._call("personalize_start")
        self._started = True

    def close(self) -> None:
        """Close it; twice does nothing. What was accepted goes out after the next opening."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        _fork.unwatch(self)
        self._registrations.clear()
        self._placements.clear()
        if self._inherited:
            # Only the parent may close what the parent opened.
            self._receivers.clear()
            return
        perform(self._library, "personalize_close", handle)

    def reopen(self, storage: str | os.PathLike[str]) -> None:
        """In a child process: open again with a storage of its own.

        Placements are gone; callbacks and hooks are registered anew. Call
        `start` next.
        """
        path = os.fsencode(storage)
        if self._handle is None:
            raise closed_error("engine")
        perform(self._library, "personalize_reopen", self._handle, path, len(path))
        self._inherited = False
        self._started = False
        for register in list(self._registrations.values()):
            register()

    def _call(self, name: str, *arguments: object) -> int:
        """Call a function of the header on this engine; returns OK or NONE."""
        return perform(self._library, name, self._usable(), *arguments)

    def _usable(self) -> Any:
        if self._handle is None:
            raise closed_error("engine")
        if self._inherited and self._child_storage is not None:
            start = self._started
            self.reopen(self._child_storage)
            if start:
                self.start()
        return self._handle

    def _inherit(self) -> None:
        """In the child, right after a fork: no other thread exists here."""
        self._inherited = True
        self._borrowing = threading.RLock()
        self._placements.clear()
        self._kept.clear()

    def _owned(self, name: str, *arguments: object) -> Any:
        """The JSON of a text the caller owns."""
        text = ctypes.c_char_p()
        code, raised, failure = attempt(
            self._library, name, self._usable(), *arguments, ctypes.byref(text)
        )
        value = take_owned(self._library, text) if code >= 0 else b""
        raise_any(raised, failure)
        return json.loads(value)

    def _owned_text(self, name: str, *arguments: object) -> str | None:
        """A text the caller owns; None when there is none."""
        text = ctypes.c_char_p()
        code, raised, failure = attempt(
            self._library, name, self._usable(), *arguments, ctypes.byref(text)
        )
        value = take_owned(self._library, text) if code >= 0 and code != NONE else None
        raise_any(raised, failure)
        return None if value is None else value.decode("utf-8")

    def _take(self, name: str) -> bytes | None:
        """A text that is borrowed until the next call of the same function.

        It is copied before another thread may ask for the next, and kept for
        the next call if a callback failed meanwhile.
        """
        text = ctypes.c_char_p()
        length = ctypes.c_size_t()
        with self._borrowing:
            kept = self._kept.get(name)
            if kept:
                return kept.popleft()
            code, raised, failure = attempt(
                self._library, name, self._usable(), ctypes.byref(text), ctypes.byref(length)
            )
            taken = code >= 0 and code != NONE
            raw = ctypes.string_at(text, length.value) if taken else None
            if raised is not None and raw is not None:
                self._kept.setdefault(name, deque()).append(raw)
            raise_any(raised, failure)
            return raw

    def _register(
        self,
        slot: str,
        name: str,
        leading: tuple[object, ...],
        trampoline: tuple[Any, _callbacks.Receiver] | None,
        nothing: Any,
    ) -> None:
        if trampoline is None:
            self._call(name, *leading, nothing, None, DropFunction())
            self._registrations.pop(slot, None)
            return
        function, receiver = trampoline

        def register() -> None:
            number = _callbacks.register(self, receiver)
            code, raised, failure = attempt(
                self._library,
                name,
                self._usable(),
                *leading,
                function,
                number,
                _callbacks.on_drop,
            )
            if code < 0:
                _callbacks.release(number)
            else:
                self._registrations[slot] = register
            raise_any(raised, failure)

        register()
