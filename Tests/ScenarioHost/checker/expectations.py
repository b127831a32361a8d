"""Comparing a transcript with what its scenario expects."""

import json
from dataclasses import dataclass
from typing import Any

from .patterns import Captures, Mismatch, PatternError, first_missing, match, show
from .scenarios import Scenario, Step

LISTS = ("updates", "requests", "tracked", "questions", "log", "dropped")
# What a plain word stands for in each list.
WORDS = {"updates": "update", "requests": "purpose", "tracked": "event_type"}
LIST_KEYS = {"ordered", "exactly", "includes", "absent", "count"}


@dataclass
class Failure:
    """The first step that went otherwise than expected, with both sides."""

    step: str
    call: str
    what: str
    expected: str
    actual: str

    def __str__(self) -> str:
        return (
            f"step {self.step} ({self.call}), {self.what}\n"
            f"    expected: {self.expected}\n"
            f"    actual:   {self.actual}"
        )


def deliveries(requests: list[Any]) -> list[Any]:
    """The events and customers in the bodies of requests."""
    tracked: list[Any] = []
    for request in requests:
        if request.get("purpose") in ("event", "customer"):
            body = request.get("body")
            if isinstance(body, dict):
                tracked.append({"purpose": request["purpose"], **body})
    return tracked


def pattern_of(name: str, pattern: Any) -> Any:
    """A word is short for an object: `placement.shown`, `banner:show`."""
    if not isinstance(pattern, str):
        return pattern
    if name == "tracked" and pattern == "identify":
        return {"purpose": "customer"}
    if name == "tracked" and ":" in pattern:
        event, action = pattern.split(":", 1)
        return {"event_type": event, "properties": {"action": action}}
    if name in WORDS:
        return {WORDS[name]: pattern}
    return pattern


class Comparison:
    """Goes through the transcript of one host."""

    def __init__(self) -> None:
        self.captures = Captures()

    def compare(self, scenario: Scenario, lines: list[list[str]]) -> Failure | None:
        """The first failure; None when everything is as expected."""
        for process, steps in enumerate(scenario.processes):
            given = lines[process] if process < len(lines) else []
            for index, step in enumerate(steps):
                if index >= len(given):
                    return Failure(
                        step.label, step.call["call"], "no transcript", "a line", "the host ended"
                    )
                try:
                    failure = self._step(step, json.loads(given[index]))
                except PatternError as error:
                    failure = Failure(
                        step.label, step.call["call"], "the scenario", "a pattern", str(error)
                    )
                if failure is not None:
                    return failure
        return None

    def _step(self, step: Step, record: dict[str, Any]) -> Failure | None:
        call = step.call["call"]

        def failure(what: str, mismatch: Mismatch) -> Failure:
            place = "" if mismatch.path == "$" else f" at {mismatch.path}"
            return Failure(step.label, call, what + place, mismatch.expected, mismatch.actual)

        expect = step.expect
        found = match(expect.get("error"), record.get("error"), self.captures)
        if found is not None:
            return failure("error", Mismatch("$", found.expected, show(record.get("error"))))
        if "result" in expect:
            found = match(expect["result"], record.get("result"), self.captures)
            if found is not None:
                return failure("result", found)
        if call == "stats" and isinstance(record.get("result"), dict):
            found = account(record["result"])
            if found is not None:
                return failure("the account", found)
        for name in LISTS:
            if name in expect:
                actual = (
                    deliveries(record.get("requests", []))
                    if name == "tracked"
                    else record.get(name, [])
                )
                found = self._list(name, expect[name], actual)
                if found is not None:
                    return failure(name, found)
        return None

    def _list(self, name: str, expected: Any, actual: list[Any]) -> Mismatch | None:
        if isinstance(expected, list):
            expected = {"ordered": expected}
        if not isinstance(expected, dict) or set(expected) - LIST_KEYS:
            raise PatternError(f'"{name}" takes a list or {", ".join(sorted(LIST_KEYS))}')

        def patterns(key: str) -> list[Any]:
            return [pattern_of(name, each) for each in expected.get(key, [])]

        missing = first_missing(patterns("ordered"), actual, self.captures)
        if missing is not None:
            return Mismatch("$", f"in this order, {show(missing)}", listed(actual))
        if "exactly" in expected:
            found = self._exactly(patterns("exactly"), actual)
            if found is not None:
                return found
        for pattern in patterns("includes"):
            if all(match(pattern, each, self.captures) is not None for each in actual):
                return Mismatch("$", show(pattern), listed(actual))
        for pattern in patterns("absent"):
            for each in actual:
                if match(pattern, each, self.captures) is None:
                    return Mismatch("$", f"no {show(pattern)}", show(each))
        if "count" in expected:
            return match(expected["count"], len(actual), self.captures, "$.count")
        return None

    def _exactly(self, patterns: list[Any], actual: list[Any]) -> Mismatch | None:
        if len(patterns) != len(actual):
            return Mismatch("$", f"exactly {listed(patterns)}", listed(actual))
        for index, pattern in enumerate(patterns):
            found = match(pattern, actual[index], self.captures, f"$[{index}]")
            if found is not None:
                return found
        return None


def account(stats: dict[str, Any]) -> Mismatch | None:
    """Whatever a scenario expects, what was accepted has to be somewhere."""
    for vendor in stats.get("vendors", []):
        parts = vendor["sent"] + vendor["pending"] + sum(vendor["dropped"].values())
        if vendor["accepted"] != parts:
            return Mismatch("$", "accepted = sent + pending + dropped", show(vendor))
    return None


def listed(values: list[Any]) -> str:
    """A list with one element per line."""
    if not values:
        return "[]"
    return "[\n" + "".join(f"      {show(value)}\n" for value in values) + "    ]"
