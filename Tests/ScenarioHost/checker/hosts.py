"""Running hosts."""

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .scenarios import Scenario

ROOT = Path(__file__).resolve().parents[3]
TIMEOUT_SECONDS = 60

COMMANDS = {
    "c": [str(ROOT / "build" / "bin" / "scenario-host-c")],
    "python": [sys.executable, str(ROOT / "Tests" / "ScenarioHost" / "python")],
    "swift": [str(ROOT / ".build" / "debug" / "scenario-host")],
}


@dataclass
class Run:
    """What a host printed, and how it ended if it did not end well."""

    lines: list[list[str]]
    problem: str | None


def command(host: str, given: dict[str, str]) -> list[str]:
    """How a host is started."""
    return shlex.split(given[host]) if host in given else COMMANDS[host]


def environment() -> dict[str, str]:
    """Where hosts find the library and the Python package of this tree."""
    variables = dict(os.environ)
    library = ROOT / "build" / "lib"
    variables.setdefault("PERSONALIZE_LIBRARY", str(library / "libpersonalize.so.1"))
    for name, path in (
        ("LD_LIBRARY_PATH", library),
        ("PYTHONPATH", ROOT / "bindings" / "python"),
    ):
        variables[name] = os.pathsep.join(filter(None, [str(path), variables.get(name, "")]))
    variables["PYTHONDONTWRITEBYTECODE"] = "1"
    return variables


def run(scenario: Scenario, arguments: list[str]) -> Run:
    """Has a host run a scenario, in a folder that is gone afterwards.

    A scenario that kills its host is more than one process on one folder.
    """
    lines: list[list[str]] = []
    with tempfile.TemporaryDirectory(prefix="scenario-") as folder:
        for process in range(len(scenario.processes)):
            document = Path(folder) / "scenario.json"
            text = json.dumps(scenario.resolved(process), ensure_ascii=False)
            document.write_text(text, encoding="utf-8")
            try:
                ended = subprocess.run(
                    [*arguments, str(document)],
                    cwd=folder,
                    env=environment(),
                    capture_output=True,
                    timeout=TIMEOUT_SECONDS,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return Run(lines, f"no end after {TIMEOUT_SECONDS} seconds")
            except OSError as error:
                return Run(lines, str(error))
            # The folder's name is by chance, and messages may have it.
            text = ended.stdout.decode("utf-8", "replace").replace(folder, "$folder")
            lines.append(text.split("\n")[:-1])
            is_killed = process + 1 < len(scenario.processes)
            expected = -signal.SIGKILL if is_killed else 0
            if ended.returncode != expected:
                complaint = ended.stderr.decode("utf-8", "replace").strip()
                return Run(lines, f"ended with {ended.returncode}: {complaint}")
    return Run(lines, None)
