"""What can go wrong, as exceptions."""

import ctypes
from collections.abc import Sequence
from typing import Any, ClassVar, Final


class PersonalizeError(Exception):
    """A call failed and changed nothing.

    `code` is the C result and `name` its name; each has a subclass. `reason`
    is a stable word to branch on, `message` a sentence for a person, `path`
    where in the input (`$.vendors[0].base_url`), `hint` what to do about it,
    `vendor` the instance concerned. Texts without a value are empty.
    """

    name: ClassVar[str] = "unknown"

    def __init__(
        self,
        message: str,
        *,
        code: int = 0,
        reason: str = "",
        path: str = "",
        hint: str = "",
        vendor: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.reason = reason
        self.path = path
        self.hint = hint
        self.vendor = vendor

    def __str__(self) -> str:
        parts = [self.message]
        if self.path:
            parts.append(f"at {self.path}")
        if self.hint:
            parts.append(f"({self.hint})")
        if self.reason:
            parts.append(f"[{self.reason}]")
        return " ".join(parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.message, self._details())

    def _details(self) -> dict[str, Any]:
        names = ("code", "reason", "path", "hint", "vendor")
        return {name: getattr(self, name) for name in names}


class ArgumentError(PersonalizeError):
    """An argument is not usable."""

    name = "argument"


class HandleError(PersonalizeError):
    """The engine or placement is closed."""

    name = "handle"


class ForkedError(PersonalizeError):
    """The engine was inherited by a child process and not reopened."""

    name = "forked"


class ConfigurationError(PersonalizeError):
    """The configuration is wrong; `path` says where."""

    name = "config"


class JSONError(PersonalizeError):
    """A text is not JSON, or not of the form the call takes."""

    name = "json"


class StateError(PersonalizeError):
    """The call does not fit the engine's state or configuration."""

    name = "state"


class NotFoundError(PersonalizeError):
    """What the call names does not exist."""

    name = "not_found"


class StorageError(PersonalizeError):
    """The storage failed."""

    name = "storage"


class StorageBusyError(StorageError):
    """Another process or engine has the storage open."""

    name = "storage_busy"


class LimitError(PersonalizeError):
    """Something is larger, deeper or more than is accepted."""

    name = "limit"


class BusyError(PersonalizeError):
    """Another thread is already waiting."""

    name = "busy"


class HookError(PersonalizeError):
    """A hook of the host failed."""

    name = "hook"


class TransportError(PersonalizeError):
    """The network failed."""

    name = "transport"


class InternalError(PersonalizeError):
    """A fault of the library."""

    name = "internal"


class LibraryNotFoundError(ImportError):
    """No usable native library; `failures` has each candidate and its reason."""

    def __init__(self, failures: Sequence[tuple[str, str]]) -> None:
        self.failures = tuple(failures)
        lines = [f"  {candidate}: {reason}" for candidate, reason in failures]
        super().__init__("\n".join(["no usable libpersonalize was found; tried", *lines]))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.failures,)


CLASSES: Final[dict[int, type[PersonalizeError]]] = {
    -1: ArgumentError,
    -2: HandleError,
    -3: ForkedError,
    -4: ConfigurationError,
    -5: JSONError,
    -6: StateError,
    -7: NotFoundError,
    -8: StorageError,
    -9: StorageBusyError,
    -10: LimitError,
    -11: BusyError,
    -12: HookError,
    -13: TransportError,
    -14: InternalError,
}


def closed_error(what: str) -> HandleError:
    """The exception for using `what` after it was closed."""
    return HandleError(f"The {what} is closed.", code=-2, reason="closed")


def take_error(library: ctypes.CDLL, code: int, error: Any) -> PersonalizeError:
    """The exception for a failed call; frees the library's error object."""

    def text(name: str) -> str:
        value: bytes = getattr(library, f"personalize_error_{name}")(error)
        return value.decode("utf-8", "replace")

    kind = CLASSES.get(code, InternalError)
    if not error:
        return kind(f"The call failed with code {code}.", code=code)
    try:
        return kind(
            text("message"),
            code=code,
            reason=text("reason"),
            path=text("path"),
            hint=text("hint"),
            vendor=text("vendor"),
        )
    finally:
        library.personalize_error_free(error)


def _rebuild(
    kind: type[PersonalizeError], message: str, details: dict[str, Any]
) -> PersonalizeError:
    return kind(message, **details)
