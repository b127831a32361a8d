"""`python -m personalize.sandbox` as a process."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from http_client import BUNDLE, Client

COMMAND = [sys.executable, "-m", "personalize.sandbox"]
PACKAGE_ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_serves_until_a_signal(tmp_path: Path, stop: signal.Signals) -> None:
    rules = tmp_path / "faults.json"
    rules.write_text(json.dumps([{"kind": "status", "match": "definitions", "status": 429}]))
    log = tmp_path / "log"
    arguments = ["--port", "0", "--faults", str(rules), "--log", str(log)]
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=PACKAGE_ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        client = Client(int(url.rpartition(":")[2]))
        statuses = [client.get(BUNDLE).status for _ in range(2)]
        process.send_signal(stop)
        remaining, _ = process.communicate(timeout=10)
        client.close()
    assert url.startswith("http://127.0.0.1:")
    assert statuses == [429, 200]
    assert (process.returncode, remaining) == (0, "")
    assert len(log.read_text().splitlines()) == 2


@pytest.mark.parametrize("faults", ["[{]", '[{"kind": "explode"}]', "/nonexistent/file"])
def test_bad_faults_are_reported(faults: str) -> None:
    done = subprocess.run(
        [*COMMAND, "--port", "0", "--faults", faults],
        cwd=PACKAGE_ROOT,
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
    )
    assert done.returncode == 2
    assert "--faults" in done.stderr
    assert "Traceback" not in done.stderr
