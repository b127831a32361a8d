"""One host doing one job against a sandbox, and how two hosts differ."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

from personalize.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[1]

# Gives a sandbox what a job needs, and answers the arguments of its hosts.
# The folder is theirs as long as they run.
Preparation = Callable[[Sandbox, Path], list[str]]


def plain(sandbox: Sandbox, folder: Path) -> list[str]:
    """The demo projects as they are: hosts get the address and a storage."""
    return [sandbox.url, str(folder / "kiosk.db")]


class Run:
    """What one host did, and what the vendors saw of it."""

    def __init__(self, name: str, command: Sequence[str], prepare: Preparation = plain) -> None:
        self.name = name
        with Sandbox(port=0) as sandbox, tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [*command, *prepare(sandbox, Path(folder))],
                stdout=subprocess.PIPE,
                text=True,
                timeout=120,
                check=False,
            )
            self.status = done.returncode
            self.lines = done.stdout.splitlines()
            self.received = sandbox.events
            self.reports = list(sandbox.clevertap.account.reports)
            self.endpoints = [each.endpoint for each in sandbox.requests]
            self.violations = [f"{each.rule}, {each.message}" for each in sandbox.violations]

    @property
    def requests(self) -> int:
        """How many requests the host made."""
        return len(self.endpoints)

    @property
    def transcript(self) -> list[str]:
        """The lines without the host's name."""
        return [line.removeprefix(f"{self.name}: ") for line in self.lines]

    @property
    def events(self) -> list[str]:
        """The names of the events that the vendors received, in their order."""
        return [event.type for event in self.received]

    @property
    def events_by_vendor(self) -> dict[str, list[str]]:
        """The same for each vendor: they do not wait for each other."""
        names: dict[str, list[str]] = {}
        for event in self.received:
            names.setdefault(event.vendor, []).append(event.type)
        return names

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
    if first.events_by_vendor != other.events_by_vendor:
        found.append(f"{first.name} and {other.name} sent different events")
    return found
