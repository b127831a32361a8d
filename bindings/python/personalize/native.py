"""Questions to the library itself, without an engine."""

import ctypes
import json
from collections.abc import Mapping
from typing import Any

from ._calls import perform, take_owned
from ._library import library
from .documents import encode


def version() -> str:
    """The library's version."""
    text: bytes = library().personalize_version()
    return text.decode()


def build_info() -> dict[str, Any]:
    """What the library was built from and with."""
    value: dict[str, Any] = json.loads(library().personalize_build_info())
    return value


def clear_local_data(configuration: Mapping[str, Any] | str | bytes) -> None:
    """Remove what engines of a configuration have stored; none may be open."""
    data = encode(configuration)
    perform(library(), "personalize_clear_local_data", data, len(data))


def replay(journal: str | bytes) -> dict[str, Any]:
    """Run a journal again and compare; the report says whether it was identical."""
    native = library()
    data = encode(journal)
    text = ctypes.c_char_p()
    perform(native, "personalize_replay", data, len(data), ctypes.byref(text))
    value: dict[str, Any] = json.loads(take_owned(native, text))
    return value
