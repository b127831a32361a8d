"""A host that carries out steps and writes down what the engine says."""

import json
import os
from collections.abc import Mapping
from typing import Any

from personalize import Engine, PersonalizeError, Placement

Step = Mapping[str, Any]
Record = dict[str, Any]

# More rounds than this without coming to rest is a fault of the engine.
SETTLE_ROUNDS = 10_000


class ScenarioError(Exception):
    """The scenario itself is wrong."""


class Host:
    """The engines of a scenario, and what the step at hand has led to."""

    def __init__(self, is_scripted: bool) -> None:
        self.is_scripted = is_scripted
        self.engines: dict[str, Engine] = {}
        self.names: dict[str, Any] = {}
        self.placements: dict[tuple[Engine, int], Placement] = {}
        self.updates: list[Any] = []
        self.requests: list[Any] = []
        self.questions: list[Any] = []
        self.log: list[Any] = []

    def engine(self, step: Step) -> Engine:
        """The engine a step is about."""
        name = step.get("on", "engine")
        if name not in self.engines:
            raise ScenarioError(f"no engine was opened as {name}")
        return self.engines[name]

    def number(self, value: Any) -> int:
        """A number, or `$name` for an earlier result; 0 when it is missing."""
        if isinstance(value, str) and value.startswith("$"):
            value = self.names.get(value[1:])
        return value if isinstance(value, int) else 0

    def settle(self, engine: Engine) -> None:
        """Let the engine work until nothing is due."""
        try:
            for _ in range(SETTLE_ROUNDS):
                engine.process()
                remaining = engine.timeout()
                if remaining is None or remaining > 0:
                    return
        except PersonalizeError:
            return
        raise ScenarioError("the engine does not come to rest")

    def collect(self, engine: Engine) -> None:
        """Take what the engine has to say."""
        try:
            while (update := engine.next_update()) is not None:
                self.updates.append(json.loads(update.raw))
            if self.is_scripted:
                self.requests.extend(engine.script_sent())
        except PersonalizeError:
            return

    def finish(self, step: Step, record: Record) -> None:
        """After a step: let its engine work, and add what came of it."""
        engine = self.engines.get(step.get("on", "engine"))
        if engine is not None and not engine.closed:
            if step.get("settle", True):
                self.settle(engine)
            if step.get("collect", True):
                self.collect(engine)
        for name in ("updates", "requests", "questions", "log"):
            taken = getattr(self, name)
            if taken:
                record[name] = list(taken)
                taken.clear()

    def fork(self) -> None:
        """The child goes on with the scenario; the parent ends as it did."""
        child = os.fork()
        if child != 0:
            _, status = os.waitpid(child, 0)
            os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def describe(error: PersonalizeError) -> Record:
    """An error as transcripts have it."""
    return {
        "code": error.name,
        "reason": error.reason,
        "message": error.message,
        "path": error.path,
        "hint": error.hint,
        "vendor": error.vendor,
    }
