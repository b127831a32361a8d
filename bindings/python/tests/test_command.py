"""`python -m personalize`."""

import json
from pathlib import Path

import pytest

from personalize.__main__ import main
from personalize._library import VARIABLE, library


def test_doctor_names_the_library(double: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert f"used: {double}" in out
    assert '"version": "0.0.1-double"' in out


def test_doctor_says_why_there_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "/nonexistent/lib.so")
    library.cache_clear()
    assert main(["doctor"]) == 2
    assert "/nonexistent/lib.so: " in capsys.readouterr().err


@pytest.mark.parametrize("fetch", [[], ["--fetch", "0.1"]])
def test_explain(
    double: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], fetch: list[str]
) -> None:
    configuration = tmp_path / "configuration.json"
    configuration.write_text('{"version":1}')
    assert main(["explain", str(configuration), "home", *fetch]) == 0
    assert json.loads(capsys.readouterr().out) == {"candidates": []}


def test_errors_are_told_in_one_line(
    double: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configuration = tmp_path / "configuration.json"
    configuration.write_text("{}")
    assert main(["explain", str(configuration), "home"]) == 2
    assert capsys.readouterr().err == "It failed with -4. [version]\n"


def test_replay(double: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = tmp_path / "journal"
    journal.write_bytes(b"12345")
    assert main(["replay", str(journal)]) == 0
    assert json.loads(capsys.readouterr().out) == {"commands": 5, "identical": True}
    assert main(["replay", str(tmp_path / "absent")]) == 2
