"""Customers' tokens, segments and the end of an integration, the whole way."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from test_with_library import LIBRARY

import personalize
from personalize import Engine, StateError, StorageBusyError
from personalize._library import VARIABLE, library
from personalize.sandbox import Sandbox

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the library is not built")
ADA = {"registered": "ada@example.test"}


@pytest.fixture(autouse=True)
def _native(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(VARIABLE, str(LIBRARY))
    library.cache_clear()
    yield
    library.cache_clear()


@pytest.fixture
def service() -> Iterator[Sandbox]:
    """A sandbox with the system's clock."""
    with Sandbox() as running:
        yield running


def stream(service: Sandbox, **more: Any) -> dict[str, Any]:
    """A configuration for the sandbox's stream."""
    vendor = {
        "id": "hub",
        "kind": "exponea",
        "base_url": service.url,
        "stream_id": "demo-stream",
        "automatic_session_tracking": False,
        "segments": [{"category": "content", "include_first_load": True}],
    }
    return {"version": 1, "vendors": [vendor]} | more


def drive(engine: Engine, done: Callable[[], bool], seconds: float = 10) -> list[Any]:
    """Process until something holds; the updates that came."""
    deadline = time.monotonic() + seconds
    seen: list[Any] = []
    while not done():
        assert time.monotonic() < deadline, [each.name for each in seen]
        engine.wait(0.05)
        while (update := engine.next_update()) is not None:
            seen.append(update)
    return seen


def test_a_hook_supplies_tokens(service: Sandbox) -> None:
    questions: list[Any] = []

    def supply(question: Any) -> dict[str, Any]:
        questions.append(question)
        return {"token": service.exponea.tokens.issue(question["customer_ids"])}

    with Engine(stream(service)) as engine:
        engine.set_hook("authorization_wanted", supply)
        engine.identify(ADA)
        engine.track("visit")
        engine.start()
        drive(engine, lambda: len(service.events) == 1)
        assert questions[0]["reason"] == "not_provided"
        assert questions[0]["customer_ids"]["registered"] == "ada@example.test"
        assert not any("eyJ" in str(value) for value in engine.state().values())


def test_a_revoked_token_is_replaced(service: Sandbox) -> None:
    first = service.exponea.tokens.issue(ADA)
    with Engine(stream(service)) as engine:
        engine.identify(ADA, tokens={"hub": first})
        engine.start()
        seen = drive(engine, lambda: bool(service.requests_to("customers")))
        service.exponea.tokens.revoke(first)
        engine.track("visit")
        wanted: list[Any] = []
        while not wanted:
            engine.wait(0.05)
            while (update := engine.next_update()) is not None:
                seen.append(update)
            wanted = [each for each in seen if each.name == "authorization.wanted"]
        assert wanted[0]["reason"] == "rejected"
        assert wanted[0]["status"] == 401
        engine.set_authorization("hub", service.exponea.tokens.issue(ADA))
        drive(engine, lambda: len(service.events) == 1)
        assert engine.stats()["vendors"][0]["dropped"] == {}


def test_segments_arrive(service: Sandbox) -> None:
    with Engine(stream(service)) as engine:
        engine.identify(ADA, tokens={"hub": service.exponea.tokens.issue(ADA)})
        engine.start()
        changed: list[Any] = []
        engine.on_update(
            lambda update: changed.append(update) if update.name == "segments.changed" else None
        )
        drive(engine, lambda: bool(changed))
        assert changed[0]["category"] == "content"
        assert changed[0]["segments"][0]["segmentation_id"]
        assert engine.segments("content")["fresh"] is True


def test_journal_of_tokens_replays(service: Sandbox, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    token = service.exponea.tokens.issue(ADA)
    with Engine(stream(service, journal=str(journal))) as engine:
        engine.set_hook("authorization_wanted", lambda _: {"token": token})
        engine.start()
        engine.identify(ADA, tokens={"hub": token})
        engine.track("visit")
        drive(engine, lambda: len(service.events) == 1)
        engine.set_authorization("hub", None)
        engine.stop()
    text = journal.read_text()
    assert token not in text
    assert token.split(".")[2] not in text
    assert personalize.replay(text)["identical"] is True


def test_stop_wipes_and_the_next_engine_is_new(service: Sandbox, tmp_path: Path) -> None:
    configuration = stream(service, storage=str(tmp_path / "storage.db"))
    with Engine(configuration) as engine:
        with pytest.raises(StateError) as early:
            engine.stop()
        assert early.value.reason == "not_started"
        engine.identify(ADA)
        before = engine.state()["customer"]["device_id"]
        engine.start()
        engine.stop()
        with pytest.raises(StateError) as late:
            engine.track("visit")
        assert late.value.reason == "stopped"
        assert engine.state()["stopped"] is True
    assert b"ada@example.test" not in (tmp_path / "storage.db").read_bytes()
    with Engine(configuration) as engine:
        state = engine.state()["customer"]
        assert state["ids"] == {}
        assert state["device_id"] != before


def test_clear_local_data(service: Sandbox, tmp_path: Path) -> None:
    configuration = stream(service, storage=str(tmp_path / "storage.db"))
    personalize.clear_local_data(configuration)
    assert not (tmp_path / "storage.db").exists()
    with Engine(configuration) as engine:
        engine.identify(ADA)
        with pytest.raises(StorageBusyError):
            personalize.clear_local_data(configuration)
    assert b"ada@example.test" in (tmp_path / "storage.db").read_bytes()
    personalize.clear_local_data(configuration)
    assert b"ada@example.test" not in (tmp_path / "storage.db").read_bytes()
    with Engine(configuration) as engine:
        assert engine.state()["customer"]["ids"] == {}
