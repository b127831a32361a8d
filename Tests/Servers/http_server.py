"""An HTTP server that behaves and misbehaves on request, for the transport's tests.

Prints its port, serves until its standard input ends. Given a certificate and a
key, it speaks TLS. A request with an absolute URL is answered as by a proxy.
"""

import gzip
import json
import os
import socket
import ssl
import sys
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self) -> None:
        super().setup()
        self.served = 0

    def handle_any(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self.body = self.rfile.read(length)
        self.served += 1
        if not self.path.startswith("/"):
            self.answer(200, b"proxied " + self.path.encode())
            return
        url = urlsplit(self.path)
        self.query = {name: values[0] for name, values in parse_qs(url.query).items()}
        route = getattr(self, "route_" + url.path.strip("/").replace("-", "_"), None)
        if route is None:
            self.answer(404, b"no such route")
        else:
            route()

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_any

    def log_message(self, format: str, *arguments: object) -> None:
        pass

    def answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def break_off(self) -> None:
        self.wfile.flush()
        self.close_connection = True

    def route_echo(self) -> None:
        seen = {
            "method": self.command,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": self.body.decode(),
            "peer": self.client_address[1],
            "served": self.served,
        }
        self.answer(200, json.dumps(seen).encode(), {"X-Twice": "a", "x-twice": "b"})

    def route_status(self) -> None:
        headers = {"Retry-After": "7"} if "retry" in self.query else {}
        self.answer(int(self.query["code"]), b"status", headers)

    def route_gzip(self) -> None:
        self.answer(200, gzip.compress(b"plain " * 1000), {"Content-Encoding": "gzip"})

    def route_deflate(self) -> None:
        self.answer(200, zlib.compress(b"plain " * 1000), {"Content-Encoding": "deflate"})

    def route_bomb(self) -> None:
        bomb = gzip.compress(bytes(64 << 20), 1)
        self.answer(200, bomb, {"Content-Encoding": "gzip"})

    def route_bad_gzip(self) -> None:
        self.answer(200, b"not gzip at all", {"Content-Encoding": "gzip"})

    def route_sized(self) -> None:
        self.answer(200, b"x" * int(self.query["bytes"]))

    def route_endless(self) -> None:
        self.send_response(200)
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"y" * 65536)
        except OSError:
            self.close_connection = True

    def route_chunked(self) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Trailer", "X-Trailer")
        self.end_headers()
        for part in (b"one ", b"two ", b"three"):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.write(b"0\r\nX-Trailer: late\r\n\r\n")

    def route_interim(self) -> None:
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nX-Interim: yes\r\n\r\n")
        self.answer(200, b"final", {"X-Final": "yes"})

    def route_redirect(self) -> None:
        left = int(self.query["left"])
        target = "/echo" if left <= 1 else f"/redirect?left={left - 1}"
        self.answer(302, b"over there", {"Location": target})

    def route_redirect_to(self) -> None:
        self.answer(int(self.query["status"]), b"there", {"Location": self.query["url"]})

    def route_slow(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        try:
            for _ in range(1000):
                self.wfile.write(b"z")
                time.sleep(0.05)
        except OSError:
            self.close_connection = True

    def route_hang(self) -> None:
        time.sleep(float(self.query.get("seconds", "5")))
        self.break_off()

    def route_pause(self) -> None:
        time.sleep(0.2)
        self.answer(200, b"rested")

    def route_cut(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nonly this")
        self.break_off()

    def route_cut_chunked(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
        self.break_off()

    def route_reset(self) -> None:
        linger = b"\x01\x00\x00\x00\x00\x00\x00\x00"
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        os.close(self.connection.detach())
        self.close_connection = True

    def route_nothing(self) -> None:
        self.break_off()

    def route_garbage(self) -> None:
        self.wfile.write(b"\x00\x01\x02 this is not HTTP\r\n\r\n")
        self.break_off()

    def route_long_headers(self) -> None:
        self.answer(200, b"", {f"X-Pad-{index}": "p" * 1000 for index in range(90)})


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        pass


def main() -> None:
    server = Server(("127.0.0.1", 0), Handler)
    if len(sys.argv) == 3:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
