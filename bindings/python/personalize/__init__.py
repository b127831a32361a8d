"""Headless personalisation: content blocks, inboxes and in-app templates.

`Engine` is the library's engine, `AsyncEngine` the same on an asyncio loop.
The native library is loaded when the first engine is opened; see
`LibraryNotFoundError` for where it is looked for. `personalize.sandbox` is a
stand-in for the vendors' services and needs no library.
"""

from .asynchronous import AsyncEngine
from .documents import Content, Document, HostRequest, Update
from .engine import Consent, Engine, LogLevel
from .errors import (
    ArgumentError,
    BusyError,
    ConfigurationError,
    ForkedError,
    HandleError,
    HookError,
    InternalError,
    JSONError,
    LibraryNotFoundError,
    LimitError,
    NotFoundError,
    PersonalizeError,
    StateError,
    StorageBusyError,
    StorageError,
    TransportError,
)
from .inbox import Inbox
from .native import build_info, clear_local_data, replay, version
from .placement import Placement
from .presentations import Presentation
from .templates import TemplateBuilder

__all__ = [
    "ArgumentError",
    "AsyncEngine",
    "BusyError",
    "ConfigurationError",
    "Consent",
    "Content",
    "Document",
    "Engine",
    "ForkedError",
    "HandleError",
    "HookError",
    "HostRequest",
    "Inbox",
    "InternalError",
    "JSONError",
    "LibraryNotFoundError",
    "LimitError",
    "LogLevel",
    "NotFoundError",
    "PersonalizeError",
    "Placement",
    "Presentation",
    "StateError",
    "StorageBusyError",
    "StorageError",
    "TemplateBuilder",
    "TransportError",
    "Update",
    "build_info",
    "clear_local_data",
    "replay",
    "version",
]
