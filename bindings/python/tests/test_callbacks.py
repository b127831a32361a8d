"""Callbacks and hooks: what they get, and what becomes of their exceptions."""

from typing import Any

import pytest

from personalize import Engine, NotFoundError, PersonalizeError, Update, _callbacks


class HostError(Exception):
    """What a host's callback raises."""


def fail(*_: object) -> None:
    """A callback that fails."""
    raise HostError


def test_updates_go_to_the_callback(engine: Engine) -> None:
    got: list[Update] = []
    engine.track("emit", {"update": "waiting"})
    engine.on_update(got.append)
    assert [each.name for each in got] == ["waiting"]
    engine.track("emit", {"update": "now"})
    assert [each.name for each in got] == ["waiting", "now"]
    assert engine.next_update() is None
    engine.on_update(None)
    engine.track("emit", {"update": "later"})
    assert len(got) == 2
    later = engine.next_update()
    assert later is not None
    assert later.name == "later"


def test_callback_may_call_the_engine(engine: Engine) -> None:
    got: list[str] = []

    def receive(update: Update) -> None:
        got.append(update.name)
        if update.name == "first":
            engine.track("emit", {"update": "second"})

    engine.on_update(receive)
    engine.track("emit", {"update": "first"})
    assert got == ["first", "second"]


def test_exception_is_raised_by_the_call(engine: Engine) -> None:
    engine.on_update(fail)
    with pytest.raises(HostError):
        engine.track("emit", {"update": "x"})
    assert engine.state()["calls"][-1][0] == "track"
    engine.on_update(None)


def test_nested_exception_is_raised_where_it_can_be_handled(engine: Engine) -> None:
    handled: list[str] = []

    def receive(update: Update) -> None:
        if update.name == "inner":
            raise HostError
        try:
            engine.track("emit", {"update": "inner"})
        except HostError:
            handled.append(update.name)

    engine.on_update(receive)
    engine.track("emit", {"update": "outer"})
    assert handled == ["outer"]
    engine.on_update(None)


def test_several_exceptions_form_a_group(engine: Engine) -> None:
    for number in range(2):
        engine.track("emit", {"sequence": number})
    with pytest.raises(ExceptionGroup) as caught:
        engine.on_update(fail)
    assert [type(each) for each in caught.value.exceptions] == [HostError, HostError]
    engine.on_update(None)


def test_interrupt_passes(engine: Engine) -> None:
    def interrupt(_: Update) -> None:
        raise KeyboardInterrupt

    engine.on_update(interrupt)
    with pytest.raises(KeyboardInterrupt):
        engine.track("emit", {})
    engine.on_update(None)


def test_error_of_the_call_becomes_the_cause(engine: Engine) -> None:
    engine.on_update(fail)
    with pytest.raises(HostError) as caught:
        engine.track("fail", {"code": -8})
    assert isinstance(caught.value.__cause__, PersonalizeError)
    engine.on_update(None)


def test_opened_placement_survives_a_failing_callback(engine: Engine) -> None:
    engine.on_update(fail)
    with pytest.raises(HostError):
        engine.open_placement("home")
    (placement,) = engine.placements
    assert placement.name == "home"
    engine.on_update(None)


def test_taken_update_survives_a_failing_callback(engine: Engine) -> None:
    engine.track("emit", {"update": "kept"})
    engine.on_log(fail, level=4)  # type: ignore[arg-type]
    with pytest.raises(HostError):
        engine.next_update()
    engine.on_log(None)
    kept = engine.next_update()
    assert kept is not None
    assert kept.name == "kept"
    assert engine.next_update() is None


def test_failing_close_closes(engine: Engine) -> None:
    engine.on_update(fail)
    with pytest.raises(HostError):
        engine.close()
    assert engine.closed


def test_hook_answers(engine: Engine) -> None:
    asked: list[Any] = []

    def hook(question: Any) -> dict[str, bool]:
        asked.append(question)
        return {"handled": True}

    engine.set_hook("click_override", hook)
    engine.track("ask", {"url": "shop://sale"})
    assert asked == [{"url": "shop://sale"}]
    assert engine.state()["calls"][-1] == ["hook_answer", 7, '{"handled":true}']


def test_hook_without_answer_or_removed(engine: Engine) -> None:
    asked: list[Any] = []
    engine.set_hook("click_override", asked.append)
    engine.track("ask", {})
    engine.set_hook("click_override", None)
    engine.track("ask", {})
    assert asked == [{}]
    assert engine.state()["calls"][-1][0] == "track"


def test_failing_hook_leaves_the_default(engine: Engine) -> None:
    engine.set_hook("click_override", fail)
    with pytest.raises(HostError):
        engine.track("ask", {})
    assert engine.state()["calls"][-1][0] == "track"


def test_unanswerable_hook_answer_is_raised(engine: Engine) -> None:
    engine.set_hook("click_override", lambda _: {"value": object()})
    with pytest.raises(TypeError):
        engine.track("ask", {})


def test_nothing_is_kept_after_release(engine: Engine) -> None:
    dropped = engine.state()["drops"]
    with pytest.raises(NotFoundError):
        engine.set_hook("unknown", fail)
    for _ in range(3):
        engine.on_update(lambda _: None)
    assert len(engine._receivers) == 1
    assert engine.state()["drops"] == dropped + 2
    numbers = list(engine._receivers)
    engine.close()
    assert engine._receivers == {}
    assert not any(number in _callbacks._owners for number in numbers)
