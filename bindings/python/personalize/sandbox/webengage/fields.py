"""Reading the fields of a REST request as strictly as the service documents them."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from ..messages import RefusedError, Response, json_response

NAME_LIMIT, TEXT_LIMIT = 50, 1000


def refusal(status: int, message: str) -> Response:
    """The service's way of saying no."""
    return json_response({"response": {"status": "error", "message": message}}, status)


def refuse(message: str) -> RefusedError:
    """A 400 answer."""
    return RefusedError(refusal(400, message))


def user_ids(body: Mapping[str, object]) -> dict[str, str]:
    """`userId`, `anonymousId` or both."""
    ids: dict[str, str] = {}
    for name in ("userId", "anonymousId"):
        value = body.get(name)
        if value is None:
            continue
        if not isinstance(value, str) or not value or len(value) > 100:
            raise refuse(f"{name} must be a text of 1 to 100 characters")
        ids[name] = value
    if not ids:
        raise refuse("userId or anonymousId is required")
    return ids


def event_name(body: Mapping[str, object]) -> str:
    """The name of an event."""
    value = body.get("eventName")
    if not isinstance(value, str) or not value:
        raise refuse("eventName is required and must be a text")
    return value


def event_time(body: Mapping[str, object], now: float) -> float:
    """ISO 8601 with an offset as unix seconds, `now` if absent."""
    value = body.get("eventTime")
    if value is None:
        return now
    try:
        time = datetime.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        raise refuse("eventTime must be an ISO 8601 time") from None
    if time.tzinfo is None:
        raise refuse("eventTime must have an offset")
    return time.timestamp()


def object_of(body: Mapping[str, object], name: str) -> dict[str, object]:
    """An object, empty if absent."""
    value = body.get(name, {})
    if not isinstance(value, dict):
        raise refuse(f"{name} must be an object")
    return dict(value)


def check_names(name: str | None, data: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """What the service would ignore or cut without a word."""
    for each in (*((name,) if name is not None else ()), *data):
        if len(each) >= NAME_LIMIT:
            yield "name", f"{each[:60]!r} is too long"
        if each.startswith("we_"):
            yield "name", f"{each!r} is reserved"
    for key, value in data.items():
        if isinstance(value, str) and len(value) >= TEXT_LIMIT:
            yield "value", f"{key!r} is too long"
