"""The control API, the records and the Python object."""

import io
import json
import threading
import time

import pytest
from http_client import BUNDLE, NOW, Client, event

from personalize.sandbox import Sandbox


def test_state_shows_requests_and_customers(client: Client) -> None:
    client.get(BUNDLE)
    client.track(event("banner", cookie="c-1"))
    state = client.get("/_sandbox/state").json
    assert (state["now"], state["clock"]) == (NOW, "manual")
    assert state["request_counts"] == {"exponea.definitions": 1, "exponea.events": 1}
    first, second = state["requests"]
    assert (first["method"], first["status"], first["query"]) == ("GET", 200, {"v": "2"})
    assert json.loads(second["body"])["event_type"] == "banner"
    assert second["headers"]["authorization"] == "Token demo-key"
    assert first["connection"] == second["connection"]
    assert state["events"][0]["type"] == "banner"
    later = client.get(f"/_sandbox/state?since={first['sequence']}").json
    assert [each["sequence"] for each in later["requests"]] == [second["sequence"]]
    assert client.get("/_sandbox/state?since=x").status == 400


def test_customers(client: Client) -> None:
    listed = client.get("/_sandbox/customers").json["customers"]
    assert [each["audience"] for each in listed] == ["vip", "member"]


def test_reset_forgets_everything(sandbox: Sandbox, client: Client) -> None:
    client.track(event(), "0" * 32)
    sandbox.inject("status")
    assert client.post("/_sandbox/reset", {}).status == 200
    state = sandbox.state()
    assert (state["requests"], state["events"], state["faults"]) == ([], [], [])
    assert len(sandbox.customers) == 2
    client.track(event(), "0" * 32)
    assert len(sandbox.events) == 1


def test_faults_over_http(client: Client) -> None:
    rules = [
        {"kind": "status", "match": "definitions", "status": 429, "retry_after": 3},
        {"kind": "latency", "milliseconds": 1, "times": None},
    ]
    listed = client.post("/_sandbox/faults", rules).json["faults"]
    assert [each["kind"] for each in listed] == ["status", "latency"]
    assert client.get(BUNDLE).status == 429
    assert [each["kind"] for each in client.get("/_sandbox/faults").json["faults"]] == ["latency"]
    assert client.send("DELETE", "/_sandbox/faults", b"", {}).json == {"faults": []}
    assert client.post("/_sandbox/faults", {"kind": "cut"}).status == 200
    assert client.post("/_sandbox/faults", [{"kind": "cut"}, {"kind": "no"}]).status == 400
    assert len(client.get("/_sandbox/faults").json["faults"]) == 1


def test_clock_over_http(sandbox: Sandbox, client: Client) -> None:
    assert client.post("/_sandbox/clock", {"advance": 60}).json == {"now": NOW + 60}
    assert client.post("/_sandbox/clock", {"now": 5}).json == {"now": 5}
    assert client.post("/_sandbox/clock", {"now": None}).status == 200
    assert not sandbox.clock.fixed
    assert abs(sandbox.clock.now() - time.time()) < 5
    for bad in ({}, {"now": "x"}, {"advance": True}, {"now": 1, "advance": 1}):
        assert client.post("/_sandbox/clock", bad).status == 400


def test_unknown_control_path(client: Client) -> None:
    assert client.get("/_sandbox/nothing").status == 404


def test_control_is_neither_recorded_nor_spoilt(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("status", times=None)
    assert client.get("/_sandbox/state").status == 200
    assert sandbox.requests == []


def test_log_has_one_line_per_request() -> None:
    log = io.StringIO()
    with Sandbox(log=log) as sandbox:
        client = Client(sandbox.port)
        client.get(BUNDLE)
        client.get("/nowhere")
        client.close()
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [(each["endpoint"], each["status"]) for each in lines] == [
        ("exponea.definitions", 200),
        ("unknown", 404),
    ]


def test_wait_for_sees_later_requests(sandbox: Sandbox) -> None:
    def later() -> None:
        time.sleep(0.05)
        client = Client(sandbox.port)
        client.track(event())
        client.close()

    thread = threading.Thread(target=later)
    thread.start()
    assert sandbox.wait_for(lambda each: len(each.events) == 1)
    thread.join()
    assert not sandbox.wait_for(lambda each: len(each.events) == 2, timeout=0.05)


def test_parallel_clients_lose_nothing(sandbox: Sandbox) -> None:
    def work(worker: int) -> None:
        client = Client(sandbox.port)
        for number in range(25):
            client.track(event(cookie=f"c-{worker}"), f"{worker * 100 + number:032x}")
        client.close()

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sandbox.events) == 200
    assert [each.sequence for each in sandbox.requests] == list(range(1, 201))
    assert len({each.connection for each in sandbox.requests}) == 8
    assert sandbox.violations == []


def test_requests_to_accepts_both_names(sandbox: Sandbox, client: Client) -> None:
    client.get(BUNDLE)
    assert sandbox.requests_to("definitions") == sandbox.requests_to("exponea.definitions")
    assert len(sandbox.requests_to("definitions")) == 1
    assert sandbox.requests_to("events") == []


def test_lifetime(sandbox: Sandbox) -> None:
    url = sandbox.url
    assert url == f"http://127.0.0.1:{sandbox.port}"
    sandbox.stop()
    sandbox.stop()
    with pytest.raises(RuntimeError):
        _ = sandbox.url
    with sandbox:
        client = Client(sandbox.port)
        assert client.get(BUNDLE).status == 200
        client.close()


def test_bodies_need_a_length(client: Client) -> None:
    assert client.send("POST", "/_sandbox/reset", None, {"content-length": "x"}).status == 411
    too_much = {"content-length": str(17 << 20)}
    assert client.send("POST", "/_sandbox/reset", None, too_much).status == 413
