"""The same job done by a C, a Python and a Swift host, over real HTTP.

    run.py C_HOST PYTHON_HOST SWIFT_HOST

Each host gets a sandbox and a storage of its own. The transcripts have to be
the same but for the host's name, and the sandbox has to have received the
same events; the exit status says whether they are.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bindings" / "python"))

from personalize.sandbox import Sandbox


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
            self.events = [event.type for event in sandbox.events]
            self.actions = Counter(
                str(event.properties["action"])
                for event in sandbox.events
                if event.type == "banner"
            )
            self.requests = len(sandbox.requests)
            self.violations = len(sandbox.violations)

    @property
    def transcript(self) -> list[str]:
        """The lines without the host's name."""
        return [line.removeprefix(f"{self.name}: ") for line in self.lines]


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


def summarise(runs: Sequence[Run]) -> None:
    """Says in a few lines what came of it, from the transcripts and the server's records."""
    lines = runs[0].transcript
    shown = [line for line in lines if " shows " in line]
    failed = [line for line in lines if " could not show " in line]
    opened = [line for line in lines if line.startswith("open ")]
    print(f"Shown, {len(shown)} times:")
    for line in shown:
        print(f"  {line}")
    print(f"Left out, {len(failed)} times, for the next candidate:")
    for line in failed:
        print(f"  {line}")
    print(f"Opened for the customer: {', '.join(line.split()[1] for line in opened)}")
    print(f"Accounts: {lines[-1]}")
    print("What the vendor's server received, for each host:")
    for run in runs:
        banners = ", ".join(f"{count} {action}" for action, count in sorted(run.actions.items()))
        others = ", ".join(
            f"{count} {name}"
            for name, count in sorted(Counter(run.events).items())
            if name != "banner"
        )
        print(f"  {run.name:<7} {run.requests} requests; banner events: {banners}; {others}")


def main() -> int:
    """Runs the hosts, prints what they did, and compares."""
    hosts = [
        ("c", [sys.argv[1]]),
        ("python", [sys.executable, sys.argv[2]]),
        ("swift", [sys.argv[3]]),
    ]
    runs = []
    for name, command in hosts:
        run = Run(name, command)
        runs.append(run)
        print("\n".join(run.lines), end="\n\n")
    problems = [f"{run.name} ended with {run.status}" for run in runs if run.status]
    problems += [f"{run.name}: {run.violations} violations" for run in runs if run.violations]
    for run in runs[1:]:
        problems += differences(runs[0], run)

    summarise(runs)
    for problem in problems:
        print(f"demo: {problem}")
    print(
        "demo: the three transcripts are identical"
        if not problems
        else f"demo: {len(problems)} problems"
    )
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
