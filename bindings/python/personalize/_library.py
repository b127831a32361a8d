"""Finding and loading the native library."""

import ctypes
import functools
import os
from pathlib import Path
from typing import Final

from . import _abi
from .errors import LibraryNotFoundError

SONAME: Final = "libpersonalize.so.1"
VARIABLE: Final = "PERSONALIZE_LIBRARY"
PACKAGED: Final = Path(__file__).parent / "_native" / SONAME


def candidates() -> list[str]:
    """Where the library may be, best first.

    `PERSONALIZE_LIBRARY`, if set, is the only one: who names a file does not
    want another one used silently. Otherwise the file inside the package,
    then what the system's loader finds.
    """
    named = os.environ.get(VARIABLE)
    return [named] if named else [str(PACKAGED), SONAME]


@functools.cache
def library() -> ctypes.CDLL:
    """The library with all functions bound, loaded on first use.

    Raises LibraryNotFoundError, which lists every candidate and why it was
    not taken.
    """
    failures: list[tuple[str, str]] = []
    for candidate in candidates():
        try:
            return _load(candidate)
        except (OSError, AttributeError) as error:
            failures.append((candidate, str(error)))
    raise LibraryNotFoundError(failures)


def _load(path: str) -> ctypes.CDLL:
    loaded = ctypes.CDLL(path)
    # Asked before the rest is bound, for the better message of the two.
    loaded.personalize_abi.restype = ctypes.c_uint32
    number = loaded.personalize_abi()
    if number != _abi.ABI:
        raise OSError(f"its ABI is {number}, this package needs {_abi.ABI}")
    _abi.bind(loaded)
    return loaded
