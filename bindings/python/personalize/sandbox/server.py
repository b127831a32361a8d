"""The HTTP side: connections, framing, compression and faults on the wire."""

import contextlib
import gzip
import itertools
import select
import socket
import struct
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Protocol
from urllib.parse import parse_qsl, urlsplit

from .faults import Fault
from .messages import Request, Response, failure
from .recorder import ReceivedRequest
from .routing import Match

_BODY_LIMIT = 16 << 20
_COMPRESSED_FROM = 256
_COMPRESSED_TYPES = ("application/json", "text/", "image/svg+xml")
_BAD_JSON = b'{"success": true, "data": [{"id": "66f0a1c2", {{{'


class Service(Protocol):
    """What the server asks the sandbox."""

    def arrive(self, request: Request) -> tuple[str, Match | None, Sequence[Fault]]: ...
    def answer(self, request: Request, match: Match | None) -> Response: ...
    def control(self, request: Request) -> Response: ...
    def record(self, build: "_Build") -> None: ...


class _Build(Protocol):
    def __call__(self, sequence: int, now: float, /) -> ReceivedRequest: ...


class SandboxServer(ThreadingHTTPServer):
    """One thread per connection; stopping ends all of them."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 256

    def __init__(self, address: tuple[str, int], service: Service) -> None:
        self.service = service
        self.stopping = threading.Event()
        self.connection_numbers = itertools.count(1)
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        self._thread = threading.Thread(target=self._serve, name="sandbox", daemon=True)
        super().__init__(address, _Connection)

    def start(self) -> None:
        """Serve in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening and break every open connection."""
        self.stopping.set()
        self.shutdown()
        self._thread.join()
        self.server_close()
        with self._open_lock:
            remaining = list(self._open)
        for connection in remaining:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            with self._open_lock:
                if not self._open:
                    break
            time.sleep(0.002)

    def process_request(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        if isinstance(request, socket.socket):
            with self._open_lock:
                self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: socket.socket | tuple[bytes, socket.socket]) -> None:
        """Close a connection; one with zero linger is reset, so nothing may be sent first."""
        if not isinstance(request, socket.socket):
            return
        with self._open_lock:
            self._open.discard(request)
        linger = request.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8)
        if struct.unpack("ii", linger) == (1, 0):
            self.close_request(request)
        else:
            super().shutdown_request(request)

    def handle_error(
        self, request: socket.socket | tuple[bytes, socket.socket], client_address: object
    ) -> None:
        """Say nothing: clients that vanish are what tests are about."""

    def _serve(self) -> None:
        self.serve_forever(poll_interval=0.05)


class _Connection(BaseHTTPRequestHandler):
    """Reads requests from one connection until it ends."""

    protocol_version = "HTTP/1.1"
    server_version = "sandbox"
    sys_version = ""
    disable_nagle_algorithm = True
    wbufsize = 1 << 16

    def setup(self) -> None:
        super().setup()
        assert isinstance(self.server, SandboxServer)
        self._server = self.server
        self._number = next(self._server.connection_numbers)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """The recorder keeps what matters; standard error stays clean."""

    def do_GET(self) -> None:
        self._serve_one()

    def do_POST(self) -> None:
        self._serve_one()

    def do_PUT(self) -> None:
        self._serve_one()

    def do_DELETE(self) -> None:
        self._serve_one()

    def _serve_one(self) -> None:
        body = self._read_body()
        if body is None:
            return
        parts = urlsplit(self.path)
        request = Request(
            method=self.command,
            path=parts.path,
            query=dict(parse_qsl(parts.query, keep_blank_values=True)),
            headers={key.lower(): value for key, value in self.headers.items()},
            body=body,
        )
        if parts.path.startswith("/_sandbox/"):
            self._send(self._server.service.control(request), request)
        else:
            self._serve_vendor(request)

    def _serve_vendor(self, request: Request) -> None:
        service = self._server.service
        endpoint, match, faults = service.arrive(request)
        decisive: Fault | None = None
        for fault in faults:
            if fault.kind == "latency":
                self._server.stopping.wait((fault.milliseconds or 0) / 1000)
            else:
                decisive = fault
        response: Response | None = None
        if decisive is None or decisive.runs_handler:
            response = service.answer(replace(request, is_spoilt=bool(faults)), match)
        if decisive is not None:
            response = _spoil(decisive, response)

        def build(sequence: int, now: float) -> ReceivedRequest:
            return ReceivedRequest(
                sequence=sequence,
                time=now,
                connection=self._number,
                method=request.method,
                path=request.path,
                query=request.query,
                headers=request.headers,
                body=request.body.decode("utf-8", "replace"),
                endpoint=endpoint,
                status=response.status if response else None,
                faults=tuple(fault.kind for fault in faults),
            )

        # Recorded before the answer leaves: a client that has its answer
        # finds its request in the records.
        service.record(build)
        if response is not None:
            self._send(response, request, cut=decisive is not None and decisive.kind == "cut")
        elif decisive is not None and decisive.kind == "hang":
            self._hang(decisive.milliseconds)
        else:
            self._reset()

    def _read_body(self) -> bytes | None:
        if self.command == "GET":
            return b""
        length = self.headers.get("content-length", "")
        if not length.isdecimal():
            self._refuse(failure(411, "content-length is required"))
            return None
        if int(length) > _BODY_LIMIT:
            self._refuse(failure(413, "request body is too large"))
            return None
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True
            return None
        return body

    def _refuse(self, response: Response) -> None:
        self.close_connection = True
        self._write(response, response.body, len(response.body))

    def _send(self, response: Response, request: Request, *, cut: bool = False) -> None:
        encoded, body = _encode(response, request.headers.get("accept-encoding", ""))
        if cut:
            self.close_connection = True
        self._write(encoded, body[: len(body) // 2] if cut else body, len(body))

    def _write(self, response: Response, body: bytes, declared_length: int) -> None:
        self.send_response(response.status)
        for name, value in response.headers.items():
            self.send_header(name, value)
        if response.status not in (204, 304):
            self.send_header("content-type", response.content_type)
            self.send_header("content-length", str(declared_length))
        if self.close_connection:
            self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def _hang(self, milliseconds: int | None) -> None:
        """Hold the connection until the time is over or the client gives up."""
        self.close_connection = True
        deadline = None if milliseconds is None else time.monotonic() + milliseconds / 1000
        while not self._server.stopping.is_set():
            if deadline is not None and time.monotonic() >= deadline:
                return
            readable, _, _ = select.select([self.connection], [], [], 0.02)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                return

    def _reset(self) -> None:
        self.close_connection = True
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)


def _spoil(fault: Fault, response: Response | None) -> Response | None:
    """The answer under a fault; None if there is none."""
    match fault.kind:
        case "status":
            headers = dict(fault.headers)
            if fault.retry_after is not None:
                headers["retry-after"] = str(fault.retry_after)
            refusal = failure(fault.status, f"injected fault {fault.status}")
            return replace(refusal, headers=headers)
        case "bad_json":
            return Response(200, _BAD_JSON)
        case "empty":
            return Response(200)
        case "headers":
            base = response or Response(200, b"{}")
            return replace(base, headers={**base.headers, **fault.headers})
        case "oversize":
            base = response or failure(503, "injected fault")
            return replace(base, body=base.body + b" " * fault.size)
        case "cut":
            return response or failure(503, "injected fault")
        case _:
            return None


def _encode(response: Response, accepted: str) -> tuple[Response, bytes]:
    """Compress what is worth it for a client that can read it."""
    names = [part.partition(";")[0].strip().lower() for part in accepted.split(",")]
    if (
        "gzip" not in names
        or len(response.body) < _COMPRESSED_FROM
        or not response.content_type.startswith(_COMPRESSED_TYPES)
    ):
        return response, response.body
    headers = {**response.headers, "content-encoding": "gzip", "vary": "accept-encoding"}
    return replace(response, headers=headers), gzip.compress(response.body, 6, mtime=0)
