"""Requests and responses as the vendors' handlers see them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field


class RefusedError(Exception):
    """A request the service answers with an error instead of a result."""

    def __init__(self, response: "Response") -> None:
        super().__init__(response.status)
        self.response = response


@dataclass(frozen=True, slots=True)
class Request:
    """One received request; header names are lower case.

    `event_id` is the value of the idempotency header, if there was one.
    `is_spoilt` says that the answer may not reach the client as it is.
    """

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes
    parameters: Mapping[str, str] = field(default_factory=dict)
    event_id: str | None = None
    is_spoilt: bool = False

    def json(self) -> object:
        """The body as JSON; anything else is refused with 400."""
        try:
            value: object = json.loads(self.body.decode("utf-8"), parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            raise RefusedError(failure(400, "request body is not valid JSON")) from None
        return value

    def json_object(self) -> dict[str, object]:
        """The body as a JSON object; anything else is refused with 400."""
        value = self.json()
        if not isinstance(value, dict):
            raise RefusedError(failure(400, "request body must be a JSON object"))
        return value


@dataclass(frozen=True, slots=True)
class Response:
    """One answer, before faults and content encoding are applied."""

    status: int
    body: bytes = b""
    content_type: str = "application/json; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


def json_response(value: object, status: int = 200) -> Response:
    """An answer that carries `value` as compact JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(status, text.encode("utf-8"))


def failure(status: int, *errors: str) -> Response:
    """The error body that the services share."""
    body: dict[str, object] = {"success": False, "errors": list(errors)}
    if status in (401, 403):
        body["error"] = errors[0] if errors else "not authorized"
    return json_response(body, status)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")
