"""Stops a host at every step of presenting overlays, and looks what is left.

The steps are the calls that change a file: those of the storage and those that
write a downloaded picture. For each one a host is killed right before it, and
once more in the middle of it where it writes; then another host goes on. The
laws:

- whatever the host was told is queued is presented, by the one or the other;
- once `presented` has returned it is never presented again;
- the vendor hears of each exactly once;
- the storage opens, and the pictures are there.

    overlays.py HOST STEPS_LIBRARY
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

IN_APPS = [
    {
        "type": "custom-code",
        "templateName": "Card",
        "ti": number,
        "wzrk_id": f"{number}_20260921",
        "vars": {
            "image": f"https://cdn.test/{number}.png",
            "go": {"actions": {"type": "custom-code", "templateName": "Curtain"}},
        },
    }
    for number in (1, 2, 3)
]


def run(arguments: list[str], **variables: str) -> tuple[int, list[str]]:
    """Runs a host; gives how it ended and the lines that it wrote in whole."""
    ran = subprocess.run(
        arguments,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | variables,
    )
    lines = [line for line in ran.stdout.splitlines(keepends=True) if line.endswith("\n")]
    if ran.returncode not in (0, -signal.SIGKILL):
        lines.append(ran.stderr)
    return ran.returncode, [line.strip() for line in lines]


def said(lines: list[str], what: str) -> list[str]:
    """The campaigns of which the host said this."""
    return [line.split(" ", 1)[1] for line in lines if line.startswith(what + " ")]


def viewed(lines: list[str]) -> list[str]:
    """The campaigns of which the vendor heard that they were seen."""
    campaigns = []
    for request in json.loads(said(lines, "sent")[0]):
        for event in request["body"] if request["purpose"] == "batch" else []:
            if event.get("evtName") == "Notification Viewed":
                campaigns.append(event["evtData"]["wzrk_id"].split("_")[0])
    return campaigns


def broken(before: list[str], after: list[str]) -> str | None:
    """Which law does not hold; None when all do."""
    queued, presented = said(before, "queued"), said(before, "presented")
    again = said(after, "wanted")
    for campaign in presented:
        if campaign in again:
            return f"{campaign} was presented, and again"
    heard = viewed(after)
    # The call that was under way may have had its effect or not.
    under_way = before[-1].split(" ")[1] if before and before[-1].startswith("wanted ") else None
    for campaign in queued:
        if campaign not in (*presented, *again, under_way):
            return f"{campaign} was queued, and lost"
        if not campaign.endswith("+") and heard.count(campaign) != 1:
            return f"the vendor heard {heard.count(campaign)} times of {campaign}"
    if len(again) != len(set(again)):
        return "the same was presented twice"
    return None


def check(host: str, library: str, step: int, torn: bool) -> tuple[bool, str | None]:
    """Stops at one step; gives whether the host ended by itself, and what is wrong."""
    name = f"step {step}{' torn' if torn else ''}"
    with tempfile.TemporaryDirectory() as folder:
        storage = str(Path(folder) / "personalize.db")
        variables = {"LD_PRELOAD": library, "KILL_STEP": str(step)}
        if torn:
            variables["KILL_TORN"] = "1"
        code, before = run([host, storage, json.dumps(IN_APPS)], **variables)
        if code not in (0, -signal.SIGKILL):
            return True, f"{name}: the host ended with {code}: {before[-1]}"
        ended, after = run([host, storage])
        if ended != 0 or after[-1] != "end":
            return code == 0, f"{name}: the next host ended with {ended}: {after[-1]}"
        wrong = broken(before, after)
        return code == 0, None if wrong is None else f"{name}: {wrong}"


def main() -> int:
    """Sweeps over all steps; the exit status says whether the laws held."""
    host, library = (os.path.abspath(each) for each in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        count = str(Path(folder) / "count")
        code, lines = run(
            [host, str(Path(folder) / "personalize.db"), json.dumps(IN_APPS)],
            LD_PRELOAD=library,
            KILL_COUNT=count,
        )
        if code != 0 or len(said(lines, "presented")) != 2 * len(IN_APPS):
            print(f"the host does not work: {code} {lines}", file=sys.stderr)
            return 1
        steps = int(Path(count).read_text())
    sweep = [(step, torn) for step in range(1, steps + 1) for torn in (False, True)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda each: check(host, library, *each), sweep))
    failures = [wrong for _, wrong in results if wrong is not None]
    for wrong in failures[:20]:
        print(wrong, file=sys.stderr)
    survivors = sum(1 for survived, _ in results if survived)
    print(f"overlays: {len(sweep)} kills at {steps} steps, {len(failures)} wrong")
    return 1 if failures or survivors or steps < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
