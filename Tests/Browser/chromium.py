"""A headless Chromium, driven over a pipe with its DevTools protocol."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from typing import Any

Message = dict[str, Any]


class Chromium:
    """A browser whose messages are handled by one function."""

    def __init__(self, program: str, resolver: str) -> None:
        self.folder = tempfile.mkdtemp(prefix="personalize-browser-")
        to_browser, self.writing = os.pipe()
        self.reading, from_browser = os.pipe()

        # The browser reads from descriptor 3 and writes to 4.
        def place() -> None:
            spare = os.dup(from_browser)
            os.dup2(to_browser, 3)
            os.dup2(spare, 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        self.process = subprocess.Popen(
            [
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-default-apps",
                "--disable-sync",
                "--no-first-run",
                "--mute-audio",
                "--remote-debugging-pipe",
                f"--host-resolver-rules={resolver}",
                f"--user-data-dir={self.folder}",
                "about:blank",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            close_fds=False,
            # Nothing here has threads yet, which is what the rule is about.
            preexec_fn=place,  # noqa: PLW1509
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.last = 0
        self.answers: dict[int, Message] = {}
        self.waiting: list[Message] = []

    def post(self, method: str, session: str | None = None, **params: object) -> int:
        """Sends a command without waiting for its answer."""
        self.last += 1
        message: Message = {"id": self.last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.writing, data) :]
        return self.last

    def call(self, method: str, session: str | None = None, **params: object) -> Message:
        """Sends a command and waits for its answer; events are kept."""
        number = self.post(method, session, **params)
        end = time.monotonic() + 20
        while number not in self.answers:
            if time.monotonic() > end:
                raise TimeoutError(method)
            self._read(0.5)
        return self.answers.pop(number)

    def events(self, timeout: float) -> list[Message]:
        """What has happened; waits for something if nothing has."""
        if not self.waiting:
            self._read(timeout)
        events, self.waiting = self.waiting, []
        return events

    def _read(self, timeout: float) -> None:
        ready, _, _ = select.select([self.reading], [], [], timeout)
        if not ready:
            return
        data = os.read(self.reading, 1 << 20)
        if not data:
            raise EOFError("the browser has ended")
        *messages, self.buffer = (self.buffer + data).split(b"\0")
        for text in messages:
            message = json.loads(text)
            if "id" in message:
                self.answers[message["id"]] = message
            else:
                self.waiting.append(message)

    def close(self) -> None:
        """Ends the browser and removes its folder."""
        with contextlib.suppress(Exception):
            self.post("Browser.close")
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.writing)
        os.close(self.reading)
        shutil.rmtree(self.folder, ignore_errors=True)
