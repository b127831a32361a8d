"""The engine on an asyncio loop."""

import asyncio
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from personalize import AsyncEngine, HandleError, NotFoundError, Update

CONFIGURATION = {"version": 1}

pytestmark = pytest.mark.usefixtures("double")


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run on a loop of its own, and not for ever."""

    async def bounded() -> None:
        async with asyncio.timeout(10):
            await work

    asyncio.run(bounded())


def test_refresh_and_prefetch_are_awaited() -> None:
    async def work() -> None:
        async with AsyncEngine(CONFIGURATION) as host:
            refreshed, prefetched = await asyncio.gather(host.refresh("shop"), host.prefetch("a"))
            assert refreshed.name == "content.refreshed"
            assert prefetched.name == "content.prefetched"
            assert refreshed.key != prefetched.key
            assert host.engine.state()["calls"][-1][:2] == ["prefetch", '["a"]']

    run(work())


def test_updates_come_as_they_happen() -> None:
    async def work() -> None:
        got: list[str] = []
        async with AsyncEngine(CONFIGURATION) as host:
            host.engine.track("emit", {"update": "early"})

            async def consume() -> None:
                async for update in host.updates():
                    got.append(update.name)

            consumer = asyncio.create_task(consume())
            await asyncio.sleep(0)
            host.engine.refresh()
            await host.wait_for(lambda update: update.name == "content.refreshed")
        await consumer
        assert got == ["early", "content.refreshed", "closing"]

    run(work())


def test_updates_from_another_thread() -> None:
    async def work() -> None:
        async with AsyncEngine(CONFIGURATION) as host:
            waiting = asyncio.create_task(host.wait_for(lambda update: update.sequence == 2))
            await asyncio.sleep(0)

            def emit() -> None:
                for number in range(3):
                    host.engine.track("emit", {"update": "x", "sequence": number})

            thread = threading.Thread(target=emit)
            thread.start()
            assert (await waiting).sequence == 2
            thread.join()
            backlog = host.updates()
            assert [(await anext(backlog)).sequence for _ in range(3)] == [0, 1, 2]
            await backlog.aclose()  # type: ignore[attr-defined]

    run(work())


def test_time_out_and_closing() -> None:
    async def work() -> None:
        host = AsyncEngine(CONFIGURATION)
        async with host:
            with pytest.raises(TimeoutError):
                await host.wait_for(lambda _: False, timeout=0.02)
            waiting = asyncio.create_task(host.wait_for(lambda _: False))
            await asyncio.sleep(0)
        with pytest.raises(HandleError):
            await waiting
        with pytest.raises(HandleError):
            _ = host.engine
        with pytest.raises(HandleError):
            await host.refresh()

    run(work())


def test_errors_reach_the_caller() -> None:
    async def work() -> None:
        def explode(_: Update) -> bool:
            raise LookupError

        async with AsyncEngine(CONFIGURATION) as host:
            with pytest.raises(NotFoundError):
                await host.refresh("nobody")
            waiting = asyncio.create_task(host.wait_for(explode))
            await asyncio.sleep(0)
            host.engine.track("emit", {})
            with pytest.raises(LookupError):
                await waiting
            assert host._waiters == []

    run(work())


def test_backlog_is_bounded() -> None:
    async def work() -> None:
        async with AsyncEngine(CONFIGURATION, backlog=2) as host:
            for number in range(5):
                host.engine.track("emit", {"sequence": number})
            assert host.lost_updates == 3
            backlog = host.updates()
            assert [(await anext(backlog)).sequence for _ in range(2)] == [3, 4]

    run(work())


def test_failing_open_leaves_nothing(double: Path) -> None:
    async def work() -> None:
        host = AsyncEngine({"version": 2})
        with pytest.raises(Exception, match="It failed with -4"):
            await host.__aenter__()
        host.close()

    run(work())
