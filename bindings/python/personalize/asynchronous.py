"""The engine on an asyncio loop."""

import asyncio
import itertools
import os
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import Any, Self

from .documents import Update
from .engine import Engine
from .errors import closed_error

Condition = Callable[[Update], bool]


class AsyncEngine:
    """An engine driven by the running loop, without a thread.

    ::

        async with AsyncEngine(configuration) as host:
            hero = host.engine.open_placement("home_top")
            host.engine.start()
            async for update in host.updates():
                print(update.name, hero.content())

    `engine` is the engine: all its calls but `wait` return at once, so they
    are made directly. What is answered by an update can be awaited here.
    Updates wait for `updates` in a backlog; when it is full the oldest are
    dropped and counted in `lost_updates`.
    """

    def __init__(
        self,
        configuration: Mapping[str, Any] | str | bytes,
        *,
        child_storage: str | os.PathLike[str] | None = None,
        backlog: int = 10_000,
    ) -> None:
        self.lost_updates = 0
        self._configuration = configuration
        self._child_storage = child_storage
        self._backlog_limit = backlog
        self._backlog: deque[Update] = deque()
        self._arrived: deque[Update] = deque()
        self._waiters: list[tuple[Condition, asyncio.Future[Update]]] = []
        self._changed = asyncio.Event()
        self._keys = itertools.count(1)
        self._engine: Engine | None = None
        self._descriptor = -1
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0

    async def __aenter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        engine = Engine(self._configuration, child_storage=self._child_storage)
        try:
            self._descriptor = engine.fileno()
            self._engine = engine
            engine.on_update(self._deliver)
            self._loop.add_reader(self._descriptor, self._ready)
        except BaseException:
            self._engine = None
            engine.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def engine(self) -> Engine:
        """The engine, while open."""
        if self._engine is None:
            raise closed_error("engine")
        return self._engine

    def close(self) -> None:
        """Close the engine; who awaits an update gets HandleError."""
        engine, self._engine = self._engine, None
        if engine is None:
            return
        if self._loop is not None:
            self._loop.remove_reader(self._descriptor)
        try:
            engine.close()
        finally:
            self._drain()
            for _, future in self._waiters:
                if not future.done():
                    future.set_exception(closed_error("engine"))
            self._waiters.clear()
            self._changed.set()

    async def updates(self) -> AsyncIterator[Update]:
        """Updates as they come, until the engine is closed. For one consumer."""
        while True:
            while self._backlog:
                yield self._backlog.popleft()
            if self._engine is None:
                return
            self._changed.clear()
            await self._changed.wait()

    async def wait_for(self, condition: Condition, timeout: float | None = None) -> Update:
        """The next update that fulfils `condition`; TimeoutError after `timeout` seconds.

        `updates` gets it as well.
        """
        return await self._wait(self._expect(condition), timeout)

    async def refresh(self, vendor: str | None = None, timeout: float | None = None) -> Update:
        """Fetch anew: the `content.refreshed` or `content.failed` that answers.

        With several vendors and none named, the first answer.
        """
        names = ("content.refreshed", "content.failed")
        return await self._answer(names, lambda key: self.engine.refresh(vendor, key=key), timeout)

    async def prefetch(self, *placements: str, timeout: float | None = None) -> Update:
        """Ask ahead for placements: the first update that answers, as for `refresh`."""
        names = ("content.prefetched", "content.failed")
        return await self._answer(
            names, lambda key: self.engine.prefetch(placements, key=key), timeout
        )

    async def _answer(
        self, names: tuple[str, ...], ask: Callable[[str], None], timeout: float | None
    ) -> Update:
        key = f"async-{next(self._keys)}"
        # Expected before it is asked for: the answer may come within the call.
        future = self._expect(lambda update: update.name in names and update.key == key)
        try:
            ask(key)
        except BaseException:
            self._forget(future)
            raise
        return await self._wait(future, timeout)

    def _expect(self, condition: Condition) -> asyncio.Future[Update]:
        if self._engine is None or self._loop is None:
            raise closed_error("engine")
        future: asyncio.Future[Update] = self._loop.create_future()
        self._waiters.append((condition, future))
        return future

    async def _wait(self, future: asyncio.Future[Update], timeout: float | None) -> Update:
        try:
            async with asyncio.timeout(timeout):
                return await future
        finally:
            self._forget(future)

    def _forget(self, future: asyncio.Future[Update]) -> None:
        self._waiters = [each for each in self._waiters if each[1] is not future]

    def _ready(self) -> None:
        if self._engine is not None:
            self._engine.process()

    def _deliver(self, update: Update) -> None:
        """Called inside whichever call caused the update, on any thread."""
        self._arrived.append(update)
        if threading.get_ident() == self._thread:
            self._drain()
        elif self._loop is not None:
            self._loop.call_soon_threadsafe(self._drain)

    def _drain(self) -> None:
        while self._arrived:
            update = self._arrived.popleft()
            if len(self._backlog) >= self._backlog_limit:
                self._backlog.popleft()
                self.lost_updates += 1
            self._backlog.append(update)
            for condition, future in list(self._waiters):
                _offer(update, condition, future)
        self._changed.set()


def _offer(update: Update, condition: Condition, future: asyncio.Future[Update]) -> None:
    if future.done():
        return
    try:
        fulfilled = condition(update)
    except Exception as error:
        future.set_exception(error)
        return
    if fulfilled:
        future.set_result(update)
