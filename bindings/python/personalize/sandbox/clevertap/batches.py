"""Reading a request: `[meta, event, ...]`, refused only where nothing can be made of it."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..messages import RefusedError, Request, Response, json_response


@dataclass(frozen=True, slots=True)
class Batch:
    """One body: who sends it, and what.

    `is_spoilt` says that the answer may not reach the client as it is.
    """

    meta: Mapping[str, object]
    items: list[dict[str, object]]
    is_spoilt: bool = False

    @property
    def guid(self) -> str:
        """The device."""
        return str(self.meta["g"])

    @property
    def account(self) -> str:
        """The account."""
        return str(self.meta["id"])


def refusal(status: int, error: str) -> Response:
    """The service's way of saying no."""
    return json_response({"error": error}, status)


def read_batch(request: Request) -> Batch:
    """The body; refused with 400 if it is no batch."""
    try:
        value = request.json()
    except RefusedError:
        raise RefusedError(refusal(400, "body is not valid JSON")) from None
    if not isinstance(value, list) or not value:
        raise RefusedError(refusal(400, "body must be an array that starts with meta"))
    if not all(isinstance(each, dict) for each in value):
        raise RefusedError(refusal(400, "every element must be an object"))
    meta, *items = value
    if meta.get("type") != "meta":
        raise RefusedError(refusal(400, "the first element must be of type meta"))
    for key in ("g", "id", "tk"):
        if not isinstance(meta.get(key), str) or not meta[key]:
            raise RefusedError(refusal(400, f"meta.{key} must be a string"))
    if not items:
        raise RefusedError(refusal(400, "nothing follows meta"))
    return Batch(meta, items, request.is_spoilt)
