"""Engines in child processes."""

import os
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from personalize import Engine, ForkedError, StateError, Update


def in_child(work: Callable[[], None]) -> None:
    """Run `work` in a forked child and fail if it does not return."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_child_must_reopen(engine: Engine) -> None:
    got: list[Update] = []
    engine.on_update(got.append)
    engine.start()
    engine.open_placement("home")
    got.clear()

    def work() -> None:
        with pytest.raises(ForkedError):
            engine.start()
        assert "inherited" in repr(engine)
        assert engine.placements == []
        engine.reopen("/tmp/child.db")
        engine.start()
        assert engine.state()["calls"][-2:] == [["reopen", "/tmp/child.db"], ["start"]]
        engine.track("emit", {"update": "in the child"})
        assert [each.name for each in got] == ["in the child"]
        engine.close()

    in_child(work)
    engine.track("emit", {"update": "in the parent"})
    assert [each.name for each in got] == ["in the parent"]
    assert len(engine.placements) == 1


def test_child_may_reopen_by_itself(double: Path) -> None:
    with Engine({"version": 1}, child_storage="/tmp/{worker}.db") as engine:
        engine.start()

        def work() -> None:
            engine.flush()
            wanted = [["reopen", "/tmp/{worker}.db"], ["start"], ["flush"]]
            assert engine.state()["calls"][-3:] == wanted
            in_child(engine.flush)

        in_child(work)
        assert [each[0] for each in engine.state()["calls"]] == ["open", "start"]


def test_child_of_an_engine_that_did_not_start(double: Path) -> None:
    with Engine({"version": 1}, child_storage=":memory:") as engine:

        def work() -> None:
            engine.flush()
            assert [each[0] for each in engine.state()["calls"]] == ["open", "reopen", "flush"]

        in_child(work)


def test_closing_in_the_child_leaves_the_parent_alone(engine: Engine) -> None:
    engine.on_update(lambda _: None)

    def work() -> None:
        engine.close()
        assert engine.closed
        assert engine._receivers == {}

    in_child(work)
    assert not engine.closed
    engine.start()


def test_reopening_without_a_fork(engine: Engine) -> None:
    with pytest.raises(StateError) as caught:
        engine.reopen(":memory:")
    assert caught.value.reason == "not_forked"
