"""Every way in which the sandbox can misbehave."""

import http.client
import json
import time

import pytest
from http_client import BUNDLE, Client, event

from personalize.sandbox import Fault, Sandbox

ID = "0123456789abcdef0123456789abcdef"


def test_latency_delays_and_then_answers(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("latency", "definitions", milliseconds=120)
    started = time.monotonic()
    assert client.get(BUNDLE).status == 200
    assert time.monotonic() - started >= 0.12
    assert sandbox.requests[0].faults == ("latency",)


@pytest.mark.parametrize("status", [401, 410, 429, 500, 503])
def test_status(sandbox: Sandbox, client: Client, status: int) -> None:
    sandbox.inject("status", "events", status=status, retry_after=7, times=2)
    for _ in range(2):
        answer = client.track(event(), ID)
        assert answer.status == status
        assert answer.headers["retry-after"] == "7"
        assert answer.json["success"] is False
    assert sandbox.events == []
    assert client.track(event(), ID).status == 200
    assert [each.status for each in sandbox.requests] == [status, status, 200]


def test_redirect_by_header(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("status", "definitions", status=302, headers={"location": "/elsewhere"})
    answer = client.get(BUNDLE)
    assert (answer.status, answer.headers["location"]) == (302, "/elsewhere")


def test_cut_body_ends_early_after_the_work_is_done(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("cut", "events")
    with pytest.raises(http.client.IncompleteRead) as caught:
        client.track(event(), ID)
    assert len(caught.value.partial) > 0
    assert caught.value.expected
    assert len(sandbox.events) == 1
    client.close()
    assert client.track(event(), ID).status == 200
    assert len(sandbox.events) == 1
    assert sandbox.violations == []


def test_bad_json_has_status_200(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("bad_json", "definitions")
    answer = client.get(BUNDLE)
    assert answer.status == 200
    with pytest.raises(json.JSONDecodeError):
        _ = answer.json
    assert client.get(BUNDLE).json["success"] is True


def test_oversize_body(sandbox: Sandbox, client: Client) -> None:
    plain = client.get(BUNDLE)
    sandbox.inject("oversize", "definitions", size=3_000_000)
    large = client.get(BUNDLE)
    assert len(large.body) == len(plain.body) + 3_000_000
    assert large.json == plain.json


def test_hang_outlasts_the_client(sandbox: Sandbox) -> None:
    sandbox.inject("hang", "definitions")
    impatient = Client(sandbox.port, timeout=0.15)
    with pytest.raises(TimeoutError):
        impatient.get(BUNDLE)
    impatient.close()
    assert sandbox.requests[0].status is None


def test_hang_for_a_while_then_closes(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("hang", "definitions", milliseconds=60)
    started = time.monotonic()
    with pytest.raises(http.client.RemoteDisconnected):
        client.get(BUNDLE)
    assert 0.05 < time.monotonic() - started < 3


def test_stopping_ends_a_hang() -> None:
    started = time.monotonic()
    with Sandbox() as sandbox:
        sandbox.inject("hang")
        waiting = Client(sandbox.port, timeout=0.1)
        with pytest.raises(TimeoutError):
            waiting.get(BUNDLE)
    waiting.close()
    assert time.monotonic() - started < 3


@pytest.mark.parametrize(("carried_out", "events"), [(None, 0), (True, 1)])
def test_reset_breaks_the_connection(
    sandbox: Sandbox, client: Client, carried_out: bool | None, events: int
) -> None:
    sandbox.inject("reset", "events", carried_out=carried_out)
    with pytest.raises(ConnectionResetError):
        client.track(event(), ID)
    assert len(sandbox.events) == events


def test_skip_lets_the_first_ones_through(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("status", "definitions", skip=2)
    assert [client.get(BUNDLE).status for _ in range(4)] == [200, 200, 503, 200]


def test_unlimited_until_cleared(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("status", "*", times=None)
    assert [client.get(BUNDLE).status for _ in range(3)] == [503] * 3
    sandbox.clear_faults()
    assert client.get(BUNDLE).status == 200


def test_rules_queue_up_and_latency_adds(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("status", "definitions", status=500)
    sandbox.inject("status", "definitions", status=429)
    sandbox.inject("latency", "definitions", milliseconds=1, times=2)
    assert [client.get(BUNDLE).status for _ in range(3)] == [500, 429, 200]
    assert [each.faults for each in sandbox.requests] == [
        ("status", "latency"),
        ("status", "latency"),
        (),
    ]


@pytest.mark.parametrize(
    ("pattern", "hit"),
    [
        ("definitions", True),
        ("exponea.*", True),
        ("/wxstatic/*", True),
        ("events", False),
        ("/track/*", False),
    ],
)
def test_patterns(sandbox: Sandbox, client: Client, pattern: str, hit: bool) -> None:
    sandbox.inject("status", pattern)
    assert (client.get(BUNDLE).status == 503) is hit


@pytest.mark.parametrize(
    "value",
    [
        "status",
        {},
        {"kind": "explode"},
        {"kind": "latency"},
        {"kind": "status", "status": 42},
        {"kind": "status", "times": 0},
        {"kind": "status", "skip": -1},
        {"kind": "status", "statsu": 500},
        {"kind": "status", "status": "500"},
    ],
)
def test_bad_rules_are_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Fault.parse(value)
