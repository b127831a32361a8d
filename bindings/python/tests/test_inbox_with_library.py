"""The inbox, from the binding over HTTP to the sandbox."""

from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

import pytest
from test_with_library import LIBRARY, configuration

from personalize import Engine, StateError, Update
from personalize._library import VARIABLE, library
from personalize.sandbox import Sandbox

pytestmark = pytest.mark.skipif(LIBRARY is None, reason="the library is not built")


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


def until(engine: Engine, *names: str, key: str | None = None) -> Update:
    """The first update of one of these names, and of a key if one is given."""
    for update in engine.updates(timeout=10):
        if update.name in names and (key is None or update.key == key):
            return update
    pytest.fail(f"none of {names} came")


def identified(engine: Engine) -> None:
    engine.start()
    engine.identify({"registered": "ada@example.test"})


def test_messages_are_fetched_shown_and_told(service: Sandbox) -> None:
    with Engine(configuration(service)) as engine:
        inbox = engine.inbox()
        with pytest.raises(StateError):
            inbox.fetch()
        identified(engine)
        inbox.fetch(key="first")
        changed = until(engine, "inbox.changed", "inbox.failed", key="first")
        assert changed.name == "inbox.changed"
        listed = inbox.list()
        assert listed["total"] == changed["messages"] > 1
        received = [each["received_ms"] for each in listed["messages"]]
        assert received == sorted(received, reverse=True)
        pushed = next(each for each in listed["messages"] if each["title"] == "Your order shipped")
        rows = inbox.list_view(images=True)["rows"]
        assert any((row["image"] or {}).get("data") for row in rows)

        inbox.item_click(pushed["id"], key="chosen")
        assert until(engine, "inbox.read", key="chosen")["marked"] is True
        assert inbox.list()["unread"] == listed["unread"] - 1
        assert inbox.detail(pushed["id"])["actions"]
        inbox.action_click(pushed["id"], "https://shop.example.test/track/42")
        assert until(engine, "url.open_wanted")["type"] == "browser"
        while engine.stats()["vendors"][0]["pending"]:
            engine.wait(0.1)
    told: list[Any] = [
        each.properties["status"] for each in service.events if each.type == "campaign"
    ]
    assert told == ["opened", "clicked"]
    assert service.violations == []


def test_an_expired_token_is_recovered_from(service: Sandbox) -> None:
    with Engine(configuration(service)) as engine:
        inbox = engine.inbox()
        identified(engine)
        inbox.fetch(key="first")
        before = until(engine, "inbox.changed", key="first")
        expire = Request(f"{service.url}/_sandbox/exponea/inbox/expire", data=b"{}")
        with urlopen(expire, timeout=10) as answer:
            assert answer.status == 200
        inbox.fetch(key="second")
        after = until(engine, "inbox.changed", "inbox.failed", key="second")
        assert after["messages"] == before["messages"]
    assert service.violations == []
