"""The same jobs done by a C, a Python and a Swift host, over real HTTP.

    run.py C_FOLDER SWIFT_FOLDER [JOB ...]

The folders hold the programs of the C and the Swift hosts, named like the
jobs. Each host gets a sandbox and a storage of its own. The transcripts of a
job have to be the same but for the host's name, and the sandboxes have to have
received the same events; the exit status says whether they are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import summaries
import tours
from runs import ROOT, Preparation, Run, differences, plain


def no_problems(_: Run) -> list[str]:
    """Where nothing but the vendors' rules and the other hosts is to compare with."""
    return []


@dataclass
class Job:
    """What hosts do: how it ends, what it begins with, and what has to be so."""

    summary: Callable[[Sequence[Run]], None]
    prepare: Preparation = plain
    problems: Callable[[Run], list[str]] = no_problems


JOBS = {
    "kiosk": Job(summaries.kiosk),
    "overlays": Job(summaries.overlays),
    "tour": Job(tours.summary, tours.prepare, tours.problems),
}


def do(name: str, c_folder: Path, swift_folder: Path) -> bool:
    """Has the hosts do a job, prints what they did, and compares."""
    job = JOBS[name]
    hosts = [
        ("c", [str(c_folder / name)]),
        ("python", [sys.executable, str(ROOT / "bindings" / "python" / "examples" / f"{name}.py")]),
        ("swift", [str(swift_folder / name)]),
    ]
    runs: list[Run] = []
    for host, command in hosts:
        run = Run(host, command, job.prepare)
        runs.append(run)
        if len(runs) > 1 and run.transcript == runs[0].transcript:
            print(f"{host}: the same {len(run.lines)} lines")
        else:
            print(f"{name} by {host}:", *run.lines, sep="\n", end="\n\n")
    problems = [problem for run in runs for problem in run.problems()]
    for run in runs[1:]:
        problems += differences(runs[0], run)
    if not problems:
        problems = [problem for run in runs for problem in job.problems(run)]
        job.summary(runs)
    for problem in problems:
        print(f"{name}: {problem}")
    print(
        f"{name}: the three transcripts are identical"
        if not problems
        else f"{name}: {len(problems)} problems"
    )
    return not problems


def main() -> int:
    """Does all jobs, or those that are named."""
    c_folder, swift_folder, *jobs = sys.argv[1:]
    done = [do(job, Path(c_folder), Path(swift_folder)) for job in jobs or JOBS]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
