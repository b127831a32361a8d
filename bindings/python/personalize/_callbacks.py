"""Calls that go from the library to Python.

An exception cannot cross the library, so it is kept until the call during
which it happened returns to Python, and raised there.
"""

import contextlib
import ctypes
import itertools
import threading
import weakref
from collections.abc import Callable
from typing import Any, Final, Protocol

from ._abi import DropFunction, HookFunction, LogFunction, UpdateFunction

Receiver = Callable[..., None]


class Owner(Protocol):
    """Who registered callbacks: an engine."""

    _receivers: dict[int, Receiver]


# The library keeps a number as its `user` pointer. Looking the owner up weakly
# lets an engine that was forgotten be collected although its callbacks refer
# to it, and then say that it was not closed.
_owners: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
_numbers = itertools.count(1)
_numbers_lock = threading.Lock()


class _Frames(threading.local):
    def __init__(self) -> None:
        self.stack: list[list[BaseException]] = []


_frames = _Frames()


def register(owner: Owner, receiver: Receiver) -> int:
    """A number for the library to hand back; `release` ends it."""
    with _numbers_lock:
        number = next(_numbers)
    owner._receivers[number] = receiver
    _owners[number] = owner
    return number


def release(number: int) -> None:
    """Forget a callback."""
    owner = _owners.pop(number, None)
    if owner is not None:
        owner._receivers.pop(number, None)


def call(function: Any, *arguments: object) -> tuple[int, BaseException | None]:
    """Call into the library: its result, and what callbacks raised meanwhile."""
    raised: list[BaseException] = []
    stack = _frames.stack
    stack.append(raised)
    try:
        code: int = function(*arguments)
    finally:
        stack.pop()
    if len(raised) > 1:
        return code, BaseExceptionGroup("several callbacks failed", raised)
    return code, raised[0] if raised else None


def _deliver(user: int | None, *arguments: object) -> None:
    owner = _owners.get(user or 0)
    receiver = None if owner is None else owner._receivers.get(user)
    if receiver is None:
        return
    try:
        receiver(*arguments)
    except BaseException as error:
        if _frames.stack:
            _frames.stack[-1].append(error)


def _on_update(user: int | None, text: int, length: int) -> None:
    """Receivers get the JSON text as bytes."""
    _deliver(user, ctypes.string_at(text, length))


def _on_log(user: int | None, level: int, vendor: bytes | None, message: bytes | None) -> None:
    """Receivers get level, vendor and message."""
    texts = [(each or b"").decode("utf-8", "replace") for each in (vendor, message)]
    _deliver(user, level, *texts)


def _on_hook(user: int | None, token: int, text: int, length: int) -> None:
    """Receivers get the token and the question's JSON text as bytes."""
    _deliver(user, token, ctypes.string_at(text, length))


def _on_drop(user: int | None) -> None:
    """The library let go of a callback."""
    with contextlib.suppress(AttributeError, TypeError):
        # Module globals may be gone while the interpreter shuts down.
        release(user or 0)


# Made once and never freed: the library may call one as long as it is loaded.
on_update: Final = UpdateFunction(_on_update)
on_log: Final = LogFunction(_on_log)
on_hook: Final = HookFunction(_on_hook)
on_drop: Final = DropFunction(_on_drop)
