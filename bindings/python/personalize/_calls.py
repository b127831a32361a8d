"""Calling the library: results, errors, texts."""

import ctypes
from collections.abc import Mapping
from typing import Any

from . import _callbacks
from ._abi import ErrorHandle
from .documents import encode
from .errors import take_error


def perform(native: ctypes.CDLL, name: str, *arguments: object) -> int:
    """Call a function that ends in an error parameter; returns OK or NONE.

    Raises what callbacks raised meanwhile, else the library's error.
    """
    code, raised, failure = attempt(native, name, *arguments)
    raise_any(raised, failure)
    return code


def attempt(
    native: ctypes.CDLL, name: str, *arguments: object
) -> tuple[int, BaseException | None, BaseException | None]:
    """The same without raising: result, callbacks' exception, library's error.

    For calls whose output must not be lost when a callback fails.
    """
    error = ErrorHandle()
    code, raised = _callbacks.call(getattr(native, name), *arguments, ctypes.byref(error))
    failure = take_error(native, code, error) if code < 0 else None
    return code, raised, failure


def raise_any(raised: BaseException | None, failure: BaseException | None) -> None:
    """Raise the first there is; the second becomes the first one's cause."""
    if raised is not None:
        if failure is not None:
            raise raised from failure
        raise raised
    if failure is not None:
        raise failure


def take_owned(native: ctypes.CDLL, text: ctypes.c_char_p) -> bytes:
    """Copy and free a text that the caller owns."""
    try:
        return text.value or b""
    finally:
        native.personalize_free(text)


def text_argument(value: str | bytes | None) -> tuple[bytes | None, int]:
    """Pointer and length of a text; None is NULL."""
    if value is None:
        return None, 0
    data = value.encode("utf-8") if isinstance(value, str) else value
    return data, len(data)


def object_argument(value: Mapping[str, Any] | None) -> tuple[bytes | None, int]:
    """Pointer and length of a JSON object; None is NULL."""
    return text_argument(None if value is None else encode(value))
