"""Every way in which CleverTap's endpoints can fail."""

import http.client
import json
import time

import pytest
from clevertap_client import GUID, HEADERS, Device, launched, raised
from http_client import Client

from personalize.sandbox import Fault, Sandbox


@pytest.fixture
def device(client: Client) -> Device:
    """A device that is new to the service."""
    return Device(client)


@pytest.mark.parametrize("status", [400, 401, 413, 429, 500, 503])
def test_status_with_retry_after(sandbox: Sandbox, device: Device, status: int) -> None:
    sandbox.inject("status", "a1", status=status, retry_after=30)
    answer = device.send(launched())
    assert (answer.status, answer.headers["retry-after"]) == (status, "30")
    assert sandbox.events == []
    assert device.send(launched()).status == 200
    assert len(sandbox.events) == 1


def test_mute(sandbox: Sandbox, device: Device) -> None:
    headers = {"X-WZRK-MUTE": "true", "X-WZRK-MUTE-DURATION": "1790086400000"}
    sandbox.inject("headers", "a1", headers=headers)
    answer = device.send(launched())
    assert answer.headers["x-wzrk-mute"] == "true"
    assert answer.headers["x-wzrk-mute-duration"] == "1790086400000"
    assert answer.json["imc"] == 10
    assert "x-wzrk-mute" not in device.send(raised("Seen")).headers


def test_redirect_does_not_take_the_batch(sandbox: Sandbox, client: Client) -> None:
    headers = {"X-WZRK-RD": "in1.clevertap-prod.test"}
    sandbox.inject("headers", "a1", headers=headers, carried_out=False)
    answer = client.post("/a1", [], HEADERS)
    assert (answer.status, answer.json) == (200, {})
    assert answer.headers["x-wzrk-rd"] == "in1.clevertap-prod.test"
    assert sandbox.events == []


def test_redirect_of_the_handshake(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("headers", "hello", headers={"X-WZRK-RD": "elsewhere.test"})
    assert client.get("/hello", HEADERS).headers["x-wzrk-rd"] == "elsewhere.test"


def test_headers_fault_needs_headers() -> None:
    with pytest.raises(ValueError, match="needs headers"):
        Fault("headers")


@pytest.mark.parametrize("kind", ["empty", "bad_json"])
def test_answer_without_sense(sandbox: Sandbox, client: Client, kind: str) -> None:
    sandbox.inject(kind, "hello")
    answer = client.get("/hello", HEADERS)
    assert answer.status == 200
    with pytest.raises(json.JSONDecodeError):
        _ = answer.json


def test_empty_answer_to_a_batch_that_was_taken(sandbox: Sandbox, device: Device) -> None:
    sandbox.inject("empty", "a1")
    with pytest.raises(json.JSONDecodeError):
        device.send(launched())
    assert [each.customer_ids["guid"] for each in sandbox.events] == [GUID]


def test_body_cut_in_the_middle(sandbox: Sandbox, device: Device) -> None:
    sandbox.inject("cut", "a1")
    with pytest.raises(http.client.IncompleteRead):
        device.send(launched())
    device.client.close()
    device.send(launched())
    assert len(sandbox.events) == 1
    assert sandbox.violations == []


@pytest.mark.parametrize("carried_out", [True, False])
def test_connection_dropped_after_reading(
    sandbox: Sandbox, device: Device, carried_out: bool
) -> None:
    sandbox.inject("reset", "a1", carried_out=carried_out)
    with pytest.raises((ConnectionError, http.client.RemoteDisconnected)):
        device.send(launched())
    assert len(sandbox.events) == carried_out
    device.client.close()
    device.send(launched())
    assert len(sandbox.events) == 1


def test_slow_answer(sandbox: Sandbox, device: Device) -> None:
    sandbox.inject("latency", "a1", milliseconds=100)
    started = time.monotonic()
    device.launch()
    assert time.monotonic() - started >= 0.1


def test_files_can_be_missing(client: Client) -> None:
    assert client.get("/images/missing.png", {}).status == 404
