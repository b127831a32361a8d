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
from pathlib import Path

import summaries
from runs import ROOT, Run, differences

JOBS: dict[str, Callable[[Sequence[Run]], None]] = {
    "kiosk": summaries.kiosk,
}


def do(job: str, c_folder: Path, swift_folder: Path) -> bool:
    """Has the hosts do a job, prints what they did, and compares."""
    hosts = [
        ("c", [str(c_folder / job)]),
        ("python", [sys.executable, str(ROOT / "bindings" / "python" / "examples" / f"{job}.py")]),
        ("swift", [str(swift_folder / job)]),
    ]
    runs = []
    for name, command in hosts:
        run = Run(name, command)
        runs.append(run)
        print("\n".join(run.lines), end="\n\n")
    problems = [problem for run in runs for problem in run.problems()]
    for run in runs[1:]:
        problems += differences(runs[0], run)

    JOBS[job](runs)
    for problem in problems:
        print(f"{job}: {problem}")
    print(
        f"{job}: the three transcripts are identical"
        if not problems
        else f"{job}: {len(problems)} problems"
    )
    return not problems


def main() -> int:
    """Does all jobs, or those that are named."""
    c_folder, swift_folder, *jobs = sys.argv[1:]
    done = [do(job, Path(c_folder), Path(swift_folder)) for job in jobs or JOBS]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
