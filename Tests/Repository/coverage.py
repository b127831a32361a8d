"""Checks that what docs/coverage-*.md promises is there.

    coverage.py

Every test that a page names has to exist: a scenario by its path, a function of
a test in Swift or Python by its name with `()`. A row without a test has to say
that it is missing, or why it does not apply. And every bug of a vendor's list
has a scenario named by its number.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "Tests" / "Scenarios"
HEADING = "| row | what has to hold | test |"
# The list of bugs worth beating, by vendor: a section and how many it has.
BUGS = {"exponea": ("14", 40)}


def functions() -> set[str]:
    """The functions of all tests, with their `()`."""
    found: set[str] = set()
    for folder, pattern, suffix in (
        ("Tests", r"\bfunc (\w+)\(", "*.swift"),
        ("bindings/python/tests", r"^ *(?:async )?def (test_\w+)\(", "test_*.py"),
    ):
        for path in (ROOT / folder).rglob(suffix):
            found |= set(re.findall(pattern, path.read_text(), flags=re.MULTILINE))
    return {f"{name}()" for name in found}


def rows(page: Path) -> Iterator[tuple[str, str]]:
    """The rows of a page's tables: where, and the cell with the tests."""
    section = ""
    for line in page.read_text().splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("| ") and line != HEADING:
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            yield f"{section}, {cells[0]}", cells[-1]


def problem(tests: str, known: set[str]) -> str | None:
    """What is wrong with the tests of a row."""
    if tests == "missing" or re.fullmatch(r"not applicable: .{20,}", tests):
        return None
    names = re.findall(r"`([^`]+)`", tests)
    if not names or re.sub(r"`[^`]+`", "", tests).strip(", "):
        return f"{tests!r} names no test"
    for name in names:
        if name not in known and not (SCENARIOS / f"{name}.json").is_file():
            return f"there is no test {name}"
    return None


def check_page(page: Path, known: set[str]) -> tuple[int, int, list[str]]:
    """How many rows hold, how many are missing, and what is wrong."""
    passed = missing = 0
    problems: list[str] = []
    for place, tests in rows(page):
        if (reason := problem(tests, known)) is not None:
            problems.append(f"{page.name}: {place}: {reason}")
        elif tests == "missing":
            missing += 1
        else:
            passed += 1
    return passed, missing, problems


def check_bugs(vendor: str, section: str, count: int) -> tuple[int, list[str]]:
    """How many bugs have a scenario, and which have none."""
    numbers = {
        match[1]
        for path in SCENARIOS.rglob("*.json")
        if (match := re.match(rf"{section}\.(\d\d)-", path.name))
    }
    wanted = [f"{number:02}" for number in range(1, count + 1)]
    problems = [
        f"{vendor}: no scenario is named {section}.{number}-…"
        for number in wanted
        if number not in numbers
    ]
    return count - len(problems), problems


def main() -> int:
    """Checks every page and counts."""
    known = functions()
    passed = missing = 0
    problems: list[str] = []
    for page in sorted((ROOT / "docs").glob("coverage-*.md")):
        good, absent, wrong = check_page(page, known)
        passed, missing = passed + good, missing + absent
        problems += wrong
    for vendor, (section, count) in BUGS.items():
        good, wrong = check_bugs(vendor, section, count)
        passed += good
        problems += wrong
    for each in problems:
        print(f"coverage: {each}")
    if missing:
        print(f"coverage: {missing} rows have no test yet")
    print(f"coverage: {passed} passed, {len(problems)} failed")
    return 1 if problems or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
