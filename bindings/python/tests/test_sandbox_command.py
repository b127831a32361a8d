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


def test_campaigns_are_loaded_from_files(tmp_path: Path) -> None:
    campaigns = {"campaigns": [{"delivery": "client", "content": {"ti": 7}}]}
    (tmp_path / "clevertap.json").write_text(json.dumps(campaigns))
    (tmp_path / "webengage.json").write_text(json.dumps({"configuration": {"schema": 9}}))
    (tmp_path / "house.json").write_text('{"campaigns": []}')
    arguments = ["--port", "0", "--account", "till", "--license-code", "shop"]
    for name in ("clevertap", "webengage", "house"):
        arguments += [f"--{name}", str(tmp_path / f"{name}.json")]
    with subprocess.Popen(
        [*COMMAND, *arguments], cwd=PACKAGE_ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        client = Client(int(process.stdout.readline().strip().rpartition(":")[2]))
        (account,) = client.get("/_sandbox/clevertap/accounts").json["accounts"]
        configuration = client.get("/webengage/shop/configuration.json").json
        house = client.get("/house/house.json").json
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)
        client.close()
    assert (account["id"], account["campaigns"][0]["content"]) == ("till", {"ti": 7})
    assert (configuration, house) == ({"schema": 9}, {"campaigns": []})


@pytest.mark.parametrize("text", ["[1]", "{", '{"unknown": 1}'])
def test_bad_campaigns_are_reported(tmp_path: Path, text: str) -> None:
    path = tmp_path / "campaigns.json"
    path.write_text(text)
    done = subprocess.run(
        [*COMMAND, "--port", "0", "--clevertap", str(path)],
        cwd=PACKAGE_ROOT,
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
    )
    assert done.returncode == 2
    assert "cannot load campaigns" in done.stderr
