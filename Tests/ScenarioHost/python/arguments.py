"""What a step gives to a call."""

import json
from collections.abc import Mapping
from typing import Any

Given = Mapping[str, Any]


def raw(value: Any) -> bytes | None:
    """The bytes of `{"$text": ...}` and `{"$hex": ...}`; None for anything else."""
    if isinstance(value, dict) and isinstance(value.get("$text"), str):
        return str(value["$text"]).encode("utf-8")
    if isinstance(value, dict) and isinstance(value.get("$hex"), str):
        return bytes.fromhex(value["$hex"])
    return None


def is_raw(given: Given) -> bool:
    """Whether a step gives something that the typed interface cannot take."""
    return any(raw(value) is not None for value in given.values())


def text(given: Given, name: str) -> tuple[bytes | None, int]:
    """A text and its length, as the functions of the header take it.

    What is no string is written as JSON.
    """
    value = given.get(name)
    if value is None:
        return None, 0
    encoded = raw(value)
    if encoded is None:
        written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        encoded = written.encode("utf-8")
    return encoded, len(encoded)
