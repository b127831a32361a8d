"""Lives of an application under test, which may be cut short."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Protocol


class Listener(Protocol):
    """Whoever keeps what the application said."""

    def hear(self, line: dict[str, Any]) -> None:
        """Takes over one line."""
        ...


def live(
    host: Path, arguments: list[str], listener: Listener, killed_after: int | None = None
) -> None:
    """One life of the application, which ends by itself or after so many lines.

    A line that the kill has cut off was not said.
    """
    process = subprocess.Popen(
        [sys.executable, str(host), *arguments], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    read = "".join(itertools.islice(process.stdout, killed_after))
    if killed_after is not None:
        process.send_signal(signal.SIGKILL)
    output, _ = process.communicate(timeout=120)
    for text in (read + output).splitlines(keepends=True):
        if text.endswith("\n"):
            listener.hear(json.loads(text))
    if process.returncode != (0 if killed_after is None else -signal.SIGKILL):
        raise SystemExit(f"{host.stem}: the application ended with {process.returncode}")
