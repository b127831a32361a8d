"""Kills a host in mid-work again and again, and counts what arrives.

Every event that the host was told is accepted has to arrive at least once; a
repetition has to have the same bytes and event id, so that the receiver
counts it once; and the storage has to open every time.

    kill.py HOST [ROUNDS]
"""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings" / "python"))

from personalize.sandbox import Sandbox

SEED = 20261121


def run_until_killed(host: str, url: str, storage: str, first: int, seconds: float) -> list[int]:
    """Lets the host work for a while, kills it, and says what it reported."""
    process = subprocess.Popen([host, url, storage, str(first)], stdout=subprocess.PIPE, text=True)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    output, _ = process.communicate()
    if process.returncode != -signal.SIGKILL:
        raise SystemExit(f"the host ended by itself with {process.returncode}")
    # The last line may be cut in the middle of a number.
    return [int(line) for line in output.splitlines(keepends=True) if line.endswith("\n")]


def main() -> int:
    """Runs the rounds and checks the laws; the exit status says whether they held."""
    host = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    chance = random.Random(SEED)
    acknowledged: set[int] = set()
    with Sandbox(port=0) as sandbox, tempfile.TemporaryDirectory() as folder:
        storage = str(Path(folder) / "personalize.db")
        first = 1
        for _ in range(rounds):
            reported = run_until_killed(
                host, sandbox.url, storage, first, chance.uniform(0.005, 0.15)
            )
            acknowledged.update(reported)
            first = max(acknowledged, default=0) + 1000
        drained = subprocess.run(
            [host, sandbox.url, storage, "drain"],
            check=False,
            capture_output=True,
            text=True,
            timeout=300,
        )
        if drained.returncode != 0:
            print(drained.stderr, file=sys.stderr)
            return 1
        vendor = json.loads(drained.stdout)["vendors"][0]
        arrived = [event.properties["number"] for event in sandbox.events if event.type == "work"]
        violations = sandbox.violations
    lost = acknowledged - set(arrived)
    doubled = len(arrived) - len(set(arrived))
    accounted = vendor["sent"] + vendor["pending"] + sum(vendor["dropped"].values())
    print(
        f"kill: {rounds} kills, {len(acknowledged)} events acknowledged, {len(arrived)} counted, "
        f"{len(lost)} lost, {doubled} counted twice, {len(violations)} violations, "
        f"{vendor['accepted']} accepted = {accounted} accounted for"
    )
    is_right = (
        not lost
        and not vendor["dropped"]
        and doubled == 0
        and not violations
        and len(acknowledged) > rounds
        and vendor["accepted"] == accounted
    )
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
