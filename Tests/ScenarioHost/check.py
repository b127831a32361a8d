"""Runs scenarios in every host and compares: docs/scenarios.md.

    check.py FOLDER_OR_FILE [--host c|python|swift] [--print]

The last line is `N passed, N failed`, counted per scenario and host.
"""

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from checker.expectations import Comparison
from checker.hosts import Run, command, run
from checker.scenarios import HOSTS, Scenario, find, resolve
from checker.templates import ScenarioError


@dataclass
class Report:
    """What became of one scenario."""

    passed: int = 0
    failures: list[str] = field(default_factory=list)
    transcripts: dict[str, Run] = field(default_factory=dict)


def difference(first: str, second: str, runs: dict[str, Run], scenario: Scenario) -> str | None:
    """Where two hosts part; their transcripts have to be the same bytes."""
    for process, steps in enumerate(scenario.processes):
        left, right = runs[first].lines[process], runs[second].lines[process]
        for index in range(max(len(left), len(right))):
            sides = [side[index] if index < len(side) else "(nothing)" for side in (left, right)]
            if sides[0] != sides[1]:
                label = steps[index].label if index < len(steps) else "after the last"
                return (
                    f"step {label}: {first} and {second} differ\n"
                    f"    {first}: {sides[0]}\n    {second}: {sides[1]}"
                )
    return None


def check(path: Path, hosts: list[str], commands: dict[str, str]) -> Report:
    """Runs one scenario in the hosts it is meant for."""
    report = Report()
    try:
        scenario = resolve(path)
    except ScenarioError as error:
        report.failures = [str(error)] * len(hosts)
        return report
    reference: str | None = None
    for host in (each for each in hosts if each in scenario.hosts):
        ran = run(scenario, command(host, commands))
        report.transcripts[host] = ran
        failure = Comparison().compare(scenario, ran.lines)
        complaint: str | None = None if failure is None else str(failure)
        if ran.problem is not None:
            complaint = "\n    ".join(filter(None, [complaint, f"host {ran.problem}"]))
        if complaint is None and reference is not None:
            complaint = difference(reference, host, report.transcripts, scenario)
        if complaint is None:
            report.passed += 1
            reference = reference or host
        else:
            report.failures.append(f"{path} [{host}] {scenario.name}\n    {complaint}")
    return report


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=Path, help="a folder of scenarios, or one file")
    parser.add_argument("--host", choices=HOSTS, action="append", help="only this one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--print", action="store_true", help="print the transcripts as well")
    parser.add_argument(
        "--command", action="append", default=[], metavar="HOST=COMMAND", help="how to start one"
    )
    return parser.parse_args()


def main() -> int:
    arguments = parse()
    commands = dict(each.split("=", 1) for each in arguments.command)
    paths = find(arguments.folder)
    hosts = arguments.host or list(HOSTS)
    passed = failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for report in pool.map(lambda path: check(path, hosts, commands), paths):
            passed += report.passed
            failed += len(report.failures)
            for failure in report.failures:
                print(f"FAILED {failure}")
            if arguments.print:
                for host, ran in report.transcripts.items():
                    print(f"{host}:", *(line for lines in ran.lines for line in lines), sep="\n")
    if not paths:
        print(f"FAILED {arguments.folder}: there is no scenario here")
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
