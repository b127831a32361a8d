"""The whole way: binding, real library, HTTP, sandbox.

Needs a built library: `PERSONALIZE_TEST_LIBRARY`, or the repository's build.
"""

import asyncio
import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from http_client import block_id

import personalize
from personalize import (
    AsyncEngine,
    ConfigurationError,
    Engine,
    HandleError,
    Placement,
    StorageBusyError,
    _abi,
)
from personalize._library import VARIABLE, library
from personalize.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[3]
BUILT = "libpersonalize-c.so"


def find_library() -> Path | None:
    """The newest library that has every function of the header."""
    named = os.environ.get("PERSONALIZE_TEST_LIBRARY")
    places = [named] if named else [ROOT / ".build" / kind / BUILT for kind in ("release", "debug")]
    for place in sorted(filter(os.path.exists, places), key=os.path.getmtime, reverse=True):
        try:
            _abi.bind(ctypes.CDLL(str(place)))
        except (OSError, AttributeError):
            continue
        return Path(place)
    return None


LIBRARY = find_library()
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


def configuration(service: Sandbox, **changes: Any) -> dict[str, Any]:
    """One vendor instance that talks to the sandbox."""
    shop = {
        "id": "shop",
        "kind": "exponea",
        "base_url": service.url,
        "project_token": "demo-project",
        "authorization": "Token demo-key",
    }
    return {"version": 1, "storage": ":memory:", "vendors": [shop]} | changes


def until_ready(engine: Engine, placement: Placement) -> list[str]:
    """The names of the placement's updates up to the end of its load."""
    names = []
    for update in engine.updates(timeout=10):
        if update.placement_id == placement.id:
            names.append(update.name)
            if update.name == "placement.ready":
                return names
    pytest.fail(f"the placement never got ready: {names}")


def banner_actions(service: Sandbox) -> list[object]:
    """What the banner events said happened."""
    return [each.properties["action"] for each in service.events if each.type == "banner"]


def drive(engine: Engine, done: Callable[[], bool]) -> None:
    """Let the engine work until `done`, or for ten seconds."""
    deadline = time.monotonic() + 10
    while not done() and time.monotonic() < deadline:
        engine.wait(0.1)


def test_library_says_what_it_is() -> None:
    assert personalize.version()
    assert personalize.build_info()["abi"] == 1
    assert "exponea" in personalize.build_info()["adapters"]


def test_content_is_shown_clicked_and_told(service: Sandbox) -> None:
    with Engine(configuration(service)) as engine:
        footer = engine.open_placement("settings_footer")
        assert footer.content() is None
        engine.start()
        assert until_ready(engine, footer) == ["placement.shown", "placement.ready"]
        content = footer.content()
        assert content is not None
        assert content.has_content
        assert content["campaign"]["id"] == block_id(29)
        assert "Feedback" in content.content["html"]
        footer.click("shop://feedback")
        names = [update.name for update in engine.updates(timeout=1)]
        assert "placement.clicked" in names
        assert "url.open_wanted" in names
        engine.flush()
        drive(engine, lambda: len(banner_actions(service)) >= 2)
    assert banner_actions(service)[:2] == ["show", "click"]
    assert service.violations == []


def test_events_survive_a_bad_service(service: Sandbox) -> None:
    for kind in ("status", "cut", "reset", "bad_json", "cut", "hang"):
        service.inject(kind, "events", skip=1, milliseconds=200)
    service.inject("status", "events", status=429, retry_after=1, skip=3)
    settings = configuration(service, outbox={"back_off_base_ms": 5, "back_off_ceiling_ms": 20})
    with Engine(settings) as engine:
        engine.start()
        for number in range(20):
            engine.track("step", {"number": number})
        drive(engine, lambda: len(steps(service)) == 20)
        drive(engine, lambda: engine.stats()["vendors"][0]["pending"] == 0)
        accounts = engine.stats()["vendors"][0]
    assert steps(service) == list(range(20))
    assert accounts["accepted"] == accounts["sent"]
    assert service.faults == []
    assert service.violations == []


def steps(service: Sandbox) -> list[object]:
    """The numbers of the host's own events, in the order of their arrival."""
    return [each.properties["number"] for each in service.events if each.type == "step"]


def test_hook_and_callback(service: Sandbox) -> None:
    names: list[str] = []
    questions: list[Any] = []

    def handle(question: Any) -> dict[str, bool]:
        questions.append(question)
        return {"handled": True}

    with Engine(configuration(service)) as engine:
        engine.on_update(lambda update: names.append(update.name))
        engine.set_hook("click_override", handle)
        footer = engine.open_placement("settings_footer")
        engine.start()
        drive(engine, lambda: "placement.ready" in names)
        footer.click("shop://feedback")
    assert questions[0]["action"]["url"] == "shop://feedback"
    assert "placement.clicked" in names
    assert "url.open_wanted" not in names


def test_host_carries_requests_out(service: Sandbox) -> None:
    answer = {"status": 200, "body": b'{"success":true,"in_app_content_blocks":[]}'}
    purposes = []
    with Engine(configuration(service, transport="host")) as engine:
        engine.start()
        refreshed = None
        while refreshed is None:
            assert engine.wait(5)
            while (request := engine.next_request()) is not None:
                purposes.append(request.purpose)
                assert request.url.startswith(service.url)
                assert ("authorization", "Token demo-key") in request.headers
                engine.finish_request(request, answer)
            for update in engine.updates(timeout=0):
                if update.name == "content.refreshed":
                    refreshed = update
    assert "definitions" in purposes
    assert refreshed["campaigns"] == 0
    assert service.requests == []


def test_asyncio(service: Sandbox) -> None:
    async def work() -> None:
        async with AsyncEngine(configuration(service)) as host, asyncio.timeout(10):
            footer = host.engine.open_placement("settings_footer")
            host.engine.start()
            await host.wait_for(lambda update: update.name == "placement.ready")
            assert footer.content() is not None
            assert (await host.refresh("shop")).name == "content.refreshed"
            assert (await host.prefetch("kiosk_idle")).name == "content.prefetched"

    asyncio.run(work())


def test_journal_replays(service: Sandbox, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with Engine(configuration(service, journal=str(journal))) as engine:
        engine.start()
        until_ready(engine, engine.open_placement("home_top"))
        engine.identify({"registered": "vip@example.test"})
        engine.track("buy", {"price": 1.5})
        drive(engine, lambda: len(service.events) >= 2)
    report = personalize.replay(journal.read_bytes())
    assert report["identical"] is True
    assert report["commands"] > 5


def test_threads_share_an_engine(service: Sandbox) -> None:
    with Engine(configuration(service)) as engine:
        engine.start()

        def work(worker: int) -> None:
            placement = engine.open_placement("settings_footer")
            for number in range(25):
                engine.track("step", {"number": worker * 100 + number})
                placement.content()
            placement.close()

        threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
        for thread in threads:
            thread.start()
        drive(engine, lambda: len(steps(service)) == 100)
        for thread in threads:
            thread.join()
        numbers = [each.sequence for each in engine.updates(timeout=0)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert sorted(map(str, steps(service))) == sorted(
        str(worker * 100 + number) for worker in range(4) for number in range(25)
    )
    assert service.violations == []


def test_errors_name_the_place(service: Sandbox) -> None:
    wrong = configuration(service)
    wrong["vendors"][0]["base_ulr"] = "x"
    with pytest.raises(ConfigurationError) as caught:
        Engine(wrong)
    assert caught.value.path.startswith("$.vendors[0]")
    assert caught.value.reason
    assert "base_url" in caught.value.hint


def test_storage_has_one_owner(service: Sandbox, tmp_path: Path) -> None:
    settings = configuration(service, storage=str(tmp_path / "engine.db"))
    with Engine(settings), pytest.raises(StorageBusyError):
        Engine(settings)
    Engine(settings).close()


def test_closed_placement(service: Sandbox) -> None:
    with Engine(configuration(service)) as engine:
        placement = engine.open_placement("home_top")
        number = placement.id
        placement.close()
        with pytest.raises(HandleError):
            Placement(engine, number, "home_top").content()


def test_waiting_can_be_interrupted(service: Sandbox) -> None:
    class AlarmError(Exception):
        pass

    def interrupt(*_: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with Engine(configuration(service)) as engine:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            started = time.monotonic()
            with pytest.raises(AlarmError):
                engine.wait(5)
            assert time.monotonic() - started < 3
    finally:
        signal.signal(signal.SIGALRM, before)


def test_child_process_has_an_engine_of_its_own(service: Sandbox) -> None:
    with Engine(configuration(service), child_storage=":memory:") as engine:
        engine.start()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                footer = engine.open_placement("settings_footer")
                until_ready(engine, footer)
                status = 0 if footer.content() is not None else 2
            finally:
                os._exit(status)
        _, waited = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(waited) == 0
        assert engine.stats()["vendors"][0]["vendor"] == "shop"
