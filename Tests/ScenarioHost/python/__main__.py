"""Runs the resolved scenario in a file and prints one line of JSON per step."""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from calls import perform
from canonical import canonical
from host import Host, Step


def put(record: dict[str, Any]) -> None:
    sys.stdout.write(canonical(record) + "\n")
    sys.stdout.flush()


def run(host: Host, step: Step) -> None:
    if step["call"] == "kill":
        put({"call": "kill", "error": None, "result": None, "step": step["step"]})
        os.kill(os.getpid(), signal.SIGKILL)
    record = perform(host, step)
    record["step"] = step["step"]
    host.finish(step, record)
    put(record)


def main() -> None:
    scenario = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    host = Host(is_scripted=scenario["scripted"])
    for step in scenario["steps"]:
        run(host, step)
    for engine in host.engines.values():
        engine.close()


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    main()
