"""The engine's JSON, parsed when it is first looked into.

Most hosts look at one member of an update and drop the rest, and parsing is
by far the dearest part of handing JSON over.
"""

import base64
import json
from collections.abc import Iterator, Mapping
from typing import Any


class Document(Mapping[str, Any]):
    """An immutable JSON object: `raw` is its text, the members are a mapping."""

    __slots__ = ("_members", "_raw")

    def __init__(self, raw: bytes) -> None:
        self._raw = raw
        self._members: dict[str, Any] | None = None

    @property
    def raw(self) -> bytes:
        """The text as the library wrote it, UTF-8."""
        return self._raw

    @property
    def payload(self) -> Mapping[str, Any]:
        """All members."""
        if self._members is None:
            value = json.loads(self._raw)
            self._members = value if isinstance(value, dict) else {}
        return self._members

    def __getitem__(self, name: str) -> Any:
        return self.payload[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.payload)

    def __len__(self) -> int:
        return len(self.payload)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Document):
            return self._raw == other._raw or self.payload == other.payload
        return Mapping.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(frozenset(self.payload))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._raw.decode('utf-8', 'replace')})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._raw,)

    def _text(self, name: str) -> str | None:
        value = self.payload.get(name)
        return value if isinstance(value, str) else None

    def _integer(self, name: str) -> int:
        value = self.payload.get(name)
        return value if isinstance(value, int) else 0


class Update(Document):
    """Something that happened, or that the host should do (docs/updates.md)."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Which update, such as `placement.shown`."""
        return self._text("update") or ""

    @property
    def sequence(self) -> int:
        """Its number; updates come in the order of their numbers."""
        return self._integer("sequence")

    @property
    def time_ms(self) -> int:
        """When, in milliseconds since 1970 UTC."""
        return self._integer("time_ms")

    @property
    def vendor(self) -> str | None:
        """The vendor instance concerned."""
        return self._text("vendor")

    @property
    def placement_id(self) -> int | None:
        """The `id` of the placement concerned."""
        value = self.payload.get("placement_id")
        return value if isinstance(value, int) else None

    @property
    def key(self) -> str | None:
        """The key the host gave with the call that caused it."""
        return self._text("key")


class Content(Document):
    """What a placement shows."""

    __slots__ = ()

    @property
    def has_content(self) -> bool:
        """False for a control group: shown and tracked, with nothing to draw."""
        return self.payload.get("has_content") is True

    @property
    def content(self) -> Any:
        """What to draw."""
        return self.payload.get("content")

    @property
    def actions(self) -> list[Any]:
        """The links and buttons of the content."""
        value = self.payload.get("actions")
        return value if isinstance(value, list) else []


class HostRequest(Document):
    """A request the host carries out, with `"transport": "host"`."""

    __slots__ = ()

    @property
    def id(self) -> int:
        """What `finish_request` takes."""
        return self._integer("id")

    @property
    def purpose(self) -> str:
        """Why it is sent, such as `definitions`."""
        return self._text("purpose") or ""

    @property
    def method(self) -> str:
        """`GET` or `POST`."""
        return self._text("method") or "GET"

    @property
    def url(self) -> str:
        """Where to."""
        return self._text("url") or ""

    @property
    def headers(self) -> list[tuple[str, str]]:
        """Names and values, in order."""
        listed = self.payload.get("headers") or []
        return [(each["name"], each["value"]) for each in listed]

    @property
    def body(self) -> bytes | None:
        """The bytes to send; None for none."""
        packed = self._text("body_base64")
        if packed is not None:
            return base64.b64decode(packed)
        text = self._text("body")
        return None if text is None else text.encode("utf-8")


def encode(value: Mapping[str, Any] | list[Any] | str | bytes) -> bytes:
    """A value as JSON text; text is taken to be JSON already."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("utf-8")
    plain = dict(value) if isinstance(value, Mapping) else value
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8")
