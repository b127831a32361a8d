"""The sandbox as a Python object."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import IO, Self

from .clevertap import CleverTapVendor
from .clock import Clock
from .control import control_routes
from .exponea import ExponeaVendor
from .faults import Fault, FaultPlan
from .house import HouseDocuments
from .images import asset_routes
from .ledger import Event, Ledger, Violation
from .messages import RefusedError, Request, Response, failure
from .recorder import ReceivedRequest, Recorder
from .routing import Match, Router, Vendor
from .server import SandboxServer
from .webengage import WebEngageVendor

EVENT_ID_HEADER = "x-event-id"


class Sandbox:
    """A vendor's service on this machine.

    `port` 0 picks a free one. `now` stops the clock at a unix time; schedules
    in the project are relative to the time at the start or the last reset.
    Use it as a context manager, or call `start` and `stop`.
    """

    def __init__(
        self,
        port: int = 0,
        *,
        host: str = "127.0.0.1",
        now: float | None = None,
        faults: Iterable[Fault] = (),
        log: IO[str] | None = None,
        project: str = "demo-project",
        key: str = "demo-key",
        stream: str = "demo-stream",
        account: str = "demo-account",
        token: str = "demo-token",
        license_code: str = "demo-license",
        license_key: str = "demo-license-key",
        event_id_header: str = EVENT_ID_HEADER,
    ) -> None:
        self.clock = Clock(now)
        self._address = (host, port)
        self._event_id_header = event_id_header.lower()
        # One lock for all state: requests are short and a test that reads
        # two properties wants them to agree.
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._ledger = Ledger()
        self._plan = FaultPlan(faults)
        self._recorder = Recorder(log)
        self._server: SandboxServer | None = None
        self.exponea = ExponeaVendor(
            self.clock, self._ledger, lambda: self.url, project=project, key=key, stream=stream
        )
        self.clevertap = CleverTapVendor(
            self.clock, self._ledger, lambda: self.url, account=account, token=token
        )
        self.webengage = WebEngageVendor(
            self.clock,
            self._ledger,
            lambda: self.url,
            license_code=license_code,
            key=license_key,
        )
        self.house = HouseDocuments(lambda: self.url)
        self._vendors: list[Vendor] = [
            self.exponea,
            self.clevertap,
            self.webengage,
            self.house,
        ]
        routes = [route for vendor in self._vendors for route in vendor.routes()]
        controls = [route for vendor in self._vendors for route in vendor.control_routes()]
        self._router = Router([*routes, *asset_routes()])
        self._control = Router([*control_routes(self), *controls])

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> Self:
        """Listen and serve in a background thread."""
        if self._server is None:
            self._server = SandboxServer(self._address, self)
            self._server.start()
        return self

    def stop(self) -> None:
        """Close every connection and the listening socket."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()

    @property
    def url(self) -> str:
        """The base address, without a trailing slash."""
        if self._server is None:
            raise RuntimeError("the sandbox is not running")
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.url.rpartition(":")[2])

    @property
    def events(self) -> list[Event]:
        """The accepted events, each once, in the order of their first arrival."""
        with self._lock:
            return list(self._ledger.events)

    @property
    def requests(self) -> list[ReceivedRequest]:
        """The received requests, oldest first, without the control API's."""
        with self._lock:
            return self._recorder.requests

    @property
    def violations(self) -> list[Violation]:
        """What clients did that a correct one never does."""
        with self._lock:
            return list(self._ledger.violations)

    @property
    def faults(self) -> list[Fault]:
        """The rules that are still to be used up."""
        with self._lock:
            return self._plan.rules

    @property
    def customers(self) -> list[dict[str, object]]:
        """Every known customer of every vendor."""
        with self._lock:
            return [each for vendor in self._vendors for each in vendor.customers()]

    def requests_to(self, endpoint: str) -> list[ReceivedRequest]:
        """The requests to one endpoint, by its full name or its last part."""
        return [
            each
            for each in self.requests
            if endpoint in (each.endpoint, each.endpoint.rpartition(".")[2])
        ]

    def inject(
        self,
        kind: str,
        match: str = "*",
        *,
        times: int | None = 1,
        skip: int = 0,
        status: int = 503,
        retry_after: int | None = None,
        milliseconds: int | None = None,
        size: int = 1 << 20,
        carried_out: bool | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Add a fault rule; see `Fault` for the meaning of each value."""
        rule = Fault(
            kind,
            match,
            times=times,
            skip=skip,
            status=status,
            retry_after=retry_after,
            milliseconds=milliseconds,
            size=size,
            carried_out=carried_out,
            headers=headers or {},
        )
        self.add_faults([rule])

    def add_faults(self, rules: Iterable[Fault]) -> None:
        """Append rules after those in force."""
        with self._lock:
            self._plan.add(rules)

    def clear_faults(self) -> None:
        """Behave again."""
        with self._lock:
            self._plan.clear()

    def reset(self) -> None:
        """Forget requests, events, customers and faults; schedules start anew."""
        with self._lock:
            self._ledger = Ledger()
            self._plan.clear()
            self._recorder.reset()
            for vendor in self._vendors:
                vendor.reset(self._ledger)

    def wait_for(self, condition: Callable[[Self], bool], timeout: float = 5.0) -> bool:
        """Wait until `condition` holds, asked after every request; False on time-out."""
        deadline = time.monotonic() + timeout
        with self._changed:
            while not condition(self):
                remaining = deadline - time.monotonic()
                if remaining <= 0:
                    return False
                self._changed.wait(remaining)
            return True

    def state(self, since: int = 0) -> dict[str, object]:
        """Everything as JSON; requests only after the sequence number `since`."""
        with self._lock:
            return {
                "now": self.clock.now(),
                "clock": "manual" if self.clock.fixed else "system",
                "requests": [each.as_json() for each in self.requests if each.sequence > since],
                "request_counts": self._recorder.counts,
                "deliveries": self._ledger.counts(),
                "events": [each.as_json() for each in self._ledger.events],
                "customers": self.customers,
                "violations": [each.as_json() for each in self._ledger.violations],
                "faults": [each.as_json() for each in self._plan.rules],
            }

    def arrive(self, request: Request) -> tuple[str, Match | None, Sequence[Fault]]:
        """Note a request and choose its faults: endpoint, route and faults."""
        with self._lock:
            match = self._router.find(request.method, request.path)
            endpoint = match.route.name if match else "unknown"
            if match and match.route.delivery:
                self._ledger.arrived(endpoint, self.event_id(request), request.body)
            return endpoint, match, self._plan.take(endpoint, request.path)

    def answer(self, request: Request, match: Match | None) -> Response:
        """Carry a request out."""
        with self._lock:
            return self._call(self._router, request, match)

    def control(self, request: Request) -> Response:
        """Answer a request below `/_sandbox/`, which is neither recorded nor spoilt."""
        with self._lock:
            match = self._control.find(request.method, request.path)
            return self._call(self._control, request, match)

    def record(self, build: Callable[[int, float], ReceivedRequest]) -> None:
        """Keep a finished request; `build` gets its number and the time."""
        with self._changed:
            self._recorder.add(build(self._recorder.next_sequence(), self.clock.now()))
            self._changed.notify_all()

    def event_id(self, request: Request) -> str | None:
        """The idempotency header's value, None if absent."""
        return request.headers.get(self._event_id_header)

    def _call(self, router: Router, request: Request, match: Match | None) -> Response:
        if match is None:
            allowed = router.methods(request.path)
            if allowed:
                refusal = failure(405, f"{request.method} is not allowed here")
                return replace(refusal, headers={"allow": ", ".join(allowed)})
            return failure(404, f"no such endpoint: {request.path}")
        completed = replace(request, parameters=match.parameters, event_id=self.event_id(request))
        try:
            return match.route.handler(completed)
        except RefusedError as error:
            return error.response
