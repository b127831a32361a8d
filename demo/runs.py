"""One host doing one job against a sandbox, and how two hosts differ."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

from personalize.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[1]


class Run:
    """What one host did, and what the vendor saw of it."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        with Sandbox(port=0) as sandbox, tempfile.TemporaryDirectory() as folder:
            storage = str(Path(folder) / "kiosk.db")
            done = subprocess.run(
                [*command, sandbox.url, storage],
                stdout=subprocess.PIPE,
                text=True,
                timeout=120,
                check=False,
            )
            self.status = done.returncode
            self.lines = done.stdout.splitlines()
            self.received = sandbox.events
            self.reports = list(sandbox.clevertap.account.reports)
            self.requests = len(sandbox.requests)
            self.violations = [f"{each.rule}, {each.message}" for each in sandbox.violations]

    @property
    def transcript(self) -> list[str]:
        """The lines without the host's name."""
        return [line.removeprefix(f"{self.name}: ") for line in self.lines]

    @property
    def events(self) -> list[str]:
        """The names of the events that the vendor received."""
        return [event.type for event in self.received]

    def problems(self) -> list[str]:
        """What is wrong with the run by itself."""
        ended = [f"{self.name} ended with {self.status}"] if self.status else []
        return ended + [f"{self.name}: {each}" for each in self.violations]


def differences(first: Run, other: Run) -> list[str]:
    """What is not the same in two runs."""
    found = []
    pairs = enumerate(zip(first.transcript, other.transcript, strict=False), 1)
    for number, (left, right) in pairs:
        if left != right:
            found.append(f"line {number}: {first.name} has {left!r}, {other.name} {right!r}")
            break
    if len(first.lines) != len(other.lines):
        found.append(f"{first.name} has {len(first.lines)} lines, {other.name} {len(other.lines)}")
    if first.events != other.events:
        found.append(f"{first.name} and {other.name} sent different events")
    return found
