"""What came of a job in a few lines, from the transcripts and the server's records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from runs import Run


def kiosk(runs: Sequence[Run]) -> None:
    """Content blocks: what was shown and what was left out."""
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
        actions = (str(each.properties["action"]) for each in run.received if each.type == "banner")
        banners, others = counted(actions), counted(each for each in run.events if each != "banner")
        print(f"  {run.name:<7} {run.requests} requests; banner events: {banners}; {others}")


def overlays(runs: Sequence[Run]) -> None:
    """Templates and functions: what was presented, and what the vendor knows of it."""
    lines = runs[0].transcript
    presented = [line for line in lines if " of campaign " in line]
    print(f"Presented, {len(presented)} times:")
    for line in presented:
        print(f"  {line}")
    print(f"Accounts: {lines[-1]}")
    print("What the vendor's server received, for each host:")
    for run in runs:
        matched = ", ".join(str(each["ti"]) for each in run.reports)
        print(
            f"  {run.name:<7} {run.requests} requests; campaigns that matched: {matched};"
            f" {counted(run.events)}"
        )


def counted(names: Iterable[str]) -> str:
    """How often each name occurs."""
    return ", ".join(f"{count} {name}" for name, count in sorted(Counter(names).items()))
