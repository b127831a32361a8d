"""Every call of the engine, and what goes wrong, against a stand-in for the library."""

import gc
import json
import logging
import pickle
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import personalize
from personalize import (
    ConfigurationError,
    Consent,
    Engine,
    HandleError,
    LogLevel,
    NotFoundError,
    PersonalizeError,
    Update,
    errors,
)


def last_call(engine: Engine) -> list[Any]:
    """What the library was called with last."""
    call: list[Any] = engine.state()["calls"][-1]
    return call


CALLS: list[tuple[Callable[[Engine], object], list[Any]]] = [
    (lambda e: e.start(), ["start"]),
    (lambda e: e.anonymize(), ["anonymize"]),
    (lambda e: e.session_start(), ["session_start"]),
    (lambda e: e.session_end(), ["session_end"]),
    (lambda e: e.flush(), ["flush"]),
    (lambda e: e.foreground(True), ["foreground", 1]),
    (lambda e: e.offline(False), ["offline", 0]),
    (lambda e: e.advance(2**40), ["advance", 2**40]),
    (lambda e: e.set_time(-5), ["set_time", -5]),
    (
        lambda e: e.identify({"registered": "ä"}, {"a": 1}, key="k"),
        ["identify", '{"registered":"ä"}', '{"a":1}', "k"],
    ),
    (lambda e: e.identify({"cookie": "c"}), ["identify", '{"cookie":"c"}', None, None]),
    (
        lambda e: e.identify({"registered": "a"}, key="k", tokens={"hub": "x.y.z"}),
        ["identify_with", '{"registered":"a"}', None, '{"tokens":{"hub":"x.y.z"},"key":"k"}'],
    ),
    (lambda e: e.set_authorization("hub", "x.y.z"), ["authorization_set", "hub", "x.y.z"]),
    (lambda e: e.set_authorization("hub", None), ["authorization_set", "hub", None]),
    (lambda e: e.segments("content"), ["segments", None, '{"category":"content"}']),
    (
        lambda e: e.segments("content", vendor="hub", force=True, key="k"),
        ["segments", "hub", '{"category":"content","force":true,"key":"k"}'],
    ),
    (lambda e: e.stop(), ["stop"]),
    (lambda e: e.consent(Consent.UNKNOWN), ["consent", None, None, 2]),
    (
        lambda e: e.consent(Consent.DENIED, vendor="shop", purpose="tracking"),
        ["consent", "shop", "tracking", 0],
    ),
    (lambda e: e.track("buy"), ["track", "buy", None, None]),
    (
        lambda e: e.track("buy", {"price": 1.5}, vendors=["shop"]),
        ["track", "buy", '{"price":1.5}', '{"vendors":["shop"]}'],
    ),
    (lambda e: e.refresh(), ["refresh", None, None]),
    (
        lambda e: e.charge([{"sku": "a"}], {"Amount": 2}, vendors=["ct"]),
        ["charge", '{"Amount":2}', '[{"sku":"a"}]', '{"vendors":["ct"]}'],
    ),
    (
        lambda e: e.change_profile({"set": {"Plan": "gold"}}),
        ["profile", '{"set":{"Plan":"gold"}}', None],
    ),
    (lambda e: e.locate(48.2, 16.4), ["locate", '{"latitude":48.2,"longitude":16.4}']),
    (lambda e: e.locate(), ["locate", None]),
    (lambda e: e.opt_out(True, allow_system=True, vendor="ct"), ["opt_out", "ct", 1, 1]),
    (lambda e: e.opt_out(False), ["opt_out", None, 0, 0]),
    (lambda e: e.unmute("ct"), ["unmute", "ct"]),
    (lambda e: e.clear_queue(), ["clear_queue", None]),
    (lambda e: e.fetch_overlays("ct", key="k"), ["overlays_fetch", "ct", "k"]),
    (lambda e: e.sync_templates(key="k"), ["templates_sync", None, "k"]),
    (lambda e: e.refresh("shop", key="k"), ["refresh", "shop", "k"]),
    (lambda e: e.ingest("shop", "definitions", '{"x":[]}'), ["ingest", "shop", "definitions", 8]),
    (lambda e: e.prefetch(["a", "b"]), ["prefetch", '["a","b"]', None]),
    (lambda e: e.script([{"status": 200}]), ["script", '[{"status":200}]']),
    (
        lambda e: e.finish_request(9, {"status": 200, "body": "\0"}),
        ["finish_request", 9, '{"status":200,"body":"\\u0000"}'],
    ),
    (
        lambda e: e.finish_request(9, {"status": 200, "body": b"\0\xff"}),
        ["finish_request", 9, '{"status":200,"body_base64":"AP8="}'],
    ),
    (lambda e: e.explain("home", "shop"), ["explain", '{"placement":"home","vendor":"shop"}']),
    (lambda e: e.explain_overlay(), ["explain", '{"overlay":true}']),
    (
        lambda e: e.explain_overlay("7", vendor="ct", event="Buy", properties={"a": 1}),
        ["explain", '{"overlay":"7","vendor":"ct","event":"Buy","properties":{"a":1}}'],
    ),
    (
        lambda e: e.open_placement("home", kind="static", deferred=True),
        ["placement_open", '{"placement":"home","kind":"static","deferred":true}'],
    ),
    (
        lambda e: e.open_placement({"placement": "home", "slot": "7"}, key="k"),
        ["placement_open", '{"placement":"home","slot":"7","key":"k"}'],
    ),
]


@pytest.mark.parametrize(("act", "noted"), CALLS)
def test_arguments_arrive(
    engine: Engine, act: Callable[[Engine], object], noted: list[Any]
) -> None:
    act(engine)
    assert last_call(engine) == noted


def test_text_may_contain_nul_and_any_character(engine: Engine) -> None:
    engine.track("a\0b \N{GRINNING FACE}")
    assert last_call(engine)[1] == "a\0b \N{GRINNING FACE}"


@pytest.mark.parametrize("configuration", [{"version": 1}, '{"version":1}', b'{"version":1}'])
def test_configuration_in_any_form(double: Path, configuration: Any) -> None:
    with Engine.open(configuration) as engine:
        assert engine.state()["calls"][0] == ["open", '{"version":1}']


def test_values_come_back(engine: Engine) -> None:
    assert engine.stats() == {"vendors": [{"vendor": "shop", "accepted": 3}]}
    assert engine.explain("home") == {"candidates": []}
    assert engine.segments("content") == {"segments": None, "fresh": False}
    assert engine.script_sent() == [{"id": 1}]
    assert engine.fileno() > 2
    assert engine.timeout() is None
    engine.refresh()
    assert engine.timeout() == 0.25


def test_clear_local_data(double: Path) -> None:
    personalize.clear_local_data({"version": 1})
    with pytest.raises(personalize.ConfigurationError):
        personalize.clear_local_data({})


def test_replay(double: Path) -> None:
    assert personalize.replay("four") == {"identical": True, "commands": 4}
    with pytest.raises(personalize.ArgumentError):
        personalize.replay("")


@pytest.mark.parametrize(("code", "kind"), list(errors.CLASSES.items()))
def test_every_code_has_its_exception(
    engine: Engine, code: int, kind: type[PersonalizeError]
) -> None:
    with pytest.raises(PersonalizeError) as caught:
        engine.track("fail", {"code": code})
    assert type(caught.value) is kind
    assert (caught.value.code, caught.value.reason) == (code, "asked_for")
    assert caught.value.message == f"It failed with {code}."


def test_error_tells_everything(engine: Engine) -> None:
    with pytest.raises(ConfigurationError) as caught:
        engine.track("fail", {"code": -4})
    error = caught.value
    assert (error.path, error.hint, error.vendor) == (
        "$.vendors[0]",
        'did you mean "kind"?',
        "shop",
    )
    assert str(error) == ('It failed with -4. at $.vendors[0] (did you mean "kind"?) [asked_for]')
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.code) == (ConfigurationError, str(error), -4)


def test_unknown_code_is_internal(engine: Engine) -> None:
    with pytest.raises(errors.InternalError):
        engine.track("fail", {"code": -99})


def test_opening_fails(double: Path) -> None:
    with pytest.raises(ConfigurationError) as caught:
        Engine({"version": 2})
    assert caught.value.reason == "version"
    gc.collect()


def test_values_that_are_not_json_are_refused(engine: Engine) -> None:
    count = len(engine.state()["calls"])
    with pytest.raises(ValueError, match="JSON"):
        engine.track("buy", {"price": float("nan")})
    with pytest.raises(TypeError):
        engine.track("buy", {"when": object()})
    with pytest.raises(UnicodeEncodeError):
        engine.track("\ud800")
    assert len(engine.state()["calls"]) == count


def test_closed_engine(double: Path) -> None:
    engine = Engine({"version": 1})
    assert not engine.closed
    engine.close()
    engine.close()
    assert engine.closed
    with pytest.raises(HandleError, match="engine is closed"):
        engine.start()


def test_unclosed_engine_warns_and_is_closed(double: Path) -> None:
    def forget_one() -> int:
        engine = Engine({"version": 1})
        engine.on_update(lambda _: engine.flush())
        dropped: int = engine.state()["drops"]
        return dropped

    dropped = forget_one()
    with pytest.warns(ResourceWarning, match="unclosed <Engine open"):
        gc.collect()
    with Engine({"version": 1}) as other:
        assert other.state()["drops"] == dropped + 1


def test_updates_are_taken_in_order(engine: Engine) -> None:
    assert engine.next_update() is None
    for number in range(3):
        engine.track("emit", {"update": "x", "sequence": number})
    assert [each.sequence for each in engine.updates(timeout=0)] == [0, 1, 2]
    assert engine.next_update() is None


def test_wait(engine: Engine) -> None:
    started = time.monotonic()
    assert engine.wait(0.05) is False
    assert time.monotonic() - started >= 0.05
    engine.refresh(key="k")
    assert engine.wait() is True
    update = engine.next_update()
    assert update is not None
    assert (update.name, update.key) == ("content.refreshed", "k")


def test_updates_wait_for_the_next(engine: Engine) -> None:
    threading.Timer(0.05, lambda: engine.refresh(key="late")).start()
    assert [each.key for each in engine.updates(timeout=0.3)] == ["late"]


def test_updates_end_when_a_request_waits(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "next_update", lambda: None)
    engine.track("emit", {"id": 1})
    assert list(engine.updates()) == []


def test_waiting_can_be_interrupted(engine: Engine) -> None:
    class AlarmError(Exception):
        pass

    def interrupt(*_: object) -> None:
        raise AlarmError

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(AlarmError):
            engine.wait(5)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_requests(engine: Engine) -> None:
    assert engine.next_request() is None
    wire = {
        "id": 4,
        "purpose": "events",
        "method": "POST",
        "url": "https://x.test/",
        "headers": [{"name": "a", "value": "1"}, {"name": "a", "value": "2"}],
        "body": "{}",
    }
    engine.track("emit", wire)
    request = engine.next_request()
    assert request is not None
    assert (request.id, request.purpose, request.method) == (4, "events", "POST")
    assert request.headers == [("a", "1"), ("a", "2")]
    assert (request.url, request.body) == ("https://x.test/", b"{}")
    engine.finish_request(request, {"status": 200})
    assert last_call(engine) == ["finish_request", 4, '{"status":200}']


def test_log(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    lines: list[tuple[LogLevel, str, str]] = []
    engine.on_log(lambda *line: lines.append(line), LogLevel.INFO)
    engine.track("log", {"line": 1})
    assert lines == [(LogLevel.INFO, "shop", '{"line":1}')]
    engine.log_to(logging.getLogger("host"), LogLevel.ERROR)
    engine.track("log", {"line": 2})
    (record,) = caplog.records
    assert (record.levelno, record.message) == (logging.ERROR, '{"line":2}')
    assert record.__dict__["vendor"] == "shop"
    engine.on_log(None)
    engine.track("log", {"line": 3})
    assert len(lines) == len(caplog.records) == 1


def test_threads_share_an_engine(engine: Engine) -> None:
    taken: list[Update] = []
    lock = threading.Lock()
    for number in range(200):
        engine.track("emit", {"update": "x", "sequence": number, "fill": "y" * number})

    def take() -> None:
        while (update := engine.next_update()) is not None:
            json.loads(update.raw)
            with lock:
                taken.append(update)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(each.sequence for each in taken) == list(range(200))


def test_not_found(engine: Engine) -> None:
    with pytest.raises(NotFoundError) as caught:
        engine.refresh("nobody")
    assert caught.value.reason == "vendor"
