"""The control API below `/_sandbox/`, for hosts in any language."""

from collections.abc import Callable, Iterable
from typing import Protocol

from .clock import Clock
from .faults import Fault
from .messages import RefusedError, Request, Response, failure, json_response
from .routing import Route


class Controlled(Protocol):
    """What the control API does to the sandbox."""

    clock: Clock

    @property
    def customers(self) -> list[dict[str, object]]: ...
    @property
    def faults(self) -> list[Fault]: ...
    def state(self, since: int = 0) -> dict[str, object]: ...
    def reset(self) -> None: ...
    def add_faults(self, rules: Iterable[Fault]) -> None: ...
    def clear_faults(self) -> None: ...


def control_routes(sandbox: Controlled) -> list[Route]:
    """Routes that read and steer `sandbox`.

    - `GET /_sandbox/state[?since=N]`, `GET /_sandbox/customers`
    - `POST /_sandbox/reset`
    - `GET`, `POST` (a list of rules, or one) and `DELETE /_sandbox/faults`
    - `POST /_sandbox/clock` with `{"now": seconds}`, `{"now": null}` for the
      system's time, or `{"advance": seconds}`
    """

    def state(request: Request) -> Response:
        since = request.query.get("since", "0")
        if not since.isdecimal():
            return failure(400, "since must be a request's sequence number")
        return json_response(sandbox.state(int(since)))

    def customers(_: Request) -> Response:
        return json_response({"customers": sandbox.customers})

    def reset(_: Request) -> Response:
        sandbox.reset()
        return json_response({"success": True})

    def list_faults(_: Request) -> Response:
        return json_response({"faults": [rule.as_json() for rule in sandbox.faults]})

    def add_faults(request: Request) -> Response:
        body = request.json()
        listed = body if isinstance(body, list) else [body]
        try:
            rules = [Fault.parse(each) for each in listed]
        except ValueError as error:
            return failure(400, str(error))
        sandbox.add_faults(rules)
        return list_faults(request)

    def clear_faults(request: Request) -> Response:
        sandbox.clear_faults()
        return list_faults(request)

    def clock(request: Request) -> Response:
        body = request.json_object()
        if body.keys() == {"advance"}:
            sandbox.clock.advance(_number(body["advance"], "advance"))
        elif body.keys() == {"now"}:
            now = body["now"]
            sandbox.clock.set(None if now is None else _number(now, "now"))
        else:
            return failure(400, "give either now or advance, in seconds")
        return json_response({"now": sandbox.clock.now()})

    table: list[tuple[str, str, Callable[[Request], Response]]] = [
        ("GET", "state", state),
        ("GET", "customers", customers),
        ("POST", "reset", reset),
        ("GET", "faults", list_faults),
        ("POST", "faults", add_faults),
        ("DELETE", "faults", clear_faults),
        ("POST", "clock", clock),
    ]
    return [
        Route(method, f"/_sandbox/{path}", f"control.{path}", handler)
        for method, path, handler in table
    ]


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RefusedError(failure(400, f"{name} must be a number of seconds"))
    return float(value)
