"""Reading request fields as strictly as the service does."""

import math
from collections.abc import Mapping

from ..messages import RefusedError, failure

# A client that sends milliseconds would land beyond the year 2100.
_LATEST_SECONDS = 4_102_444_800


def refuse(*errors: str) -> RefusedError:
    """A 400 answer with the given errors."""
    return RefusedError(failure(400, *errors))


def customer_ids(body: Mapping[str, object], key: str = "customer_ids") -> dict[str, str]:
    """The ids, without those that are null; at least one must remain."""
    value = body.get(key)
    if not isinstance(value, dict):
        raise refuse(f"{key}: field is required and must be an object")
    ids: dict[str, str] = {}
    for name, each in value.items():
        if each is None:
            continue
        if not isinstance(each, str) or not each or len(each) > 256:
            raise refuse(f"{key}.{name}: must be a string of 1 to 256 characters")
        ids[name] = each
    if not ids:
        raise refuse(f"{key}: at least one id is required")
    return ids


def text(body: Mapping[str, object], key: str, limit: int = 255) -> str:
    """A required string that is not empty."""
    value = body.get(key)
    if not isinstance(value, str) or not value or len(value) > limit:
        raise refuse(f"{key}: must be a string of 1 to {limit} characters")
    return value


def texts(body: Mapping[str, object], key: str) -> list[str]:
    """A required list of strings that is not empty."""
    value = body.get(key)
    if not isinstance(value, list) or not value:
        raise refuse(f"{key}: must be a list with at least one item")
    if not all(isinstance(each, str) and each for each in value):
        raise refuse(f"{key}: every item must be a string")
    return [each for each in value if isinstance(each, str)]


def timestamp(body: Mapping[str, object], now: float) -> float:
    """Unix seconds, `now` if absent."""
    value = body.get("timestamp", now)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise refuse("timestamp: must be a number")
    if not 0 <= value < _LATEST_SECONDS:
        raise refuse("timestamp: must be in unix seconds")
    return float(value)


def properties(body: Mapping[str, object], *, required: bool) -> dict[str, object]:
    """The properties object; absent means empty unless required."""
    value = body.get("properties", None if required else {})
    if not isinstance(value, dict):
        raise refuse("properties: must be an object")
    return dict(value)
