"""Tests of the checker: what it lets through would pass in every scenario."""

import json
import os
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from check import check
from checker.patterns import Captures, match
from checker.scenarios import resolve
from checker.templates import ScenarioError

FAKE = f"{sys.executable} {Path(__file__).with_name('fake_host.py')}"
COMMANDS = {"c": FAKE, "python": FAKE, "swift": FAKE}


class Patterns(unittest.TestCase):
    def holds(self, pattern: Any, actual: Any) -> bool:
        return match(pattern, actual, Captures({"kept": 7})) is None

    def test_what_holds(self) -> None:
        for pattern, actual in (
            ({"a": 1}, {"a": 1.0, "b": 2}),
            ({"a": 1}, '{"a": 1}'),
            ({"a": {"$absent": True}}, {}),
            ([1, {"a": None}], [1, {"a": None, "b": 2}]),
            ({"$not": {"a": 1}}, {"a": 2}),
            ({"$contains": "bc"}, "abcd"),
            ({"$contains": {"a": 1}}, [{"a": 2}, {"a": 1, "b": 2}]),
            ({"$ordered": [1, 3]}, [1, 2, 3]),
            ({"$matches": "[a-c]+"}, "abc"),
            ({"$between": [1, 2]}, 2),
            ({"$length": 2}, "ab"),
            ({"$same": "kept"}, 7),
            ({"$all": [{"$any": True}, 3]}, 3),
        ):
            assert self.holds(pattern, actual), f"{pattern} and {actual}"

    def test_what_does_not_hold(self) -> None:
        for pattern, actual in (
            ({"a": 1}, {}),
            (1, True),
            (0, False),
            (None, 0),
            ({"a": None}, {}),
            ([], [1]),
            ([1], [1, 2]),
            ({"$equal": {"a": 1}}, {"a": 1, "b": 2}),
            ({"$not": {"a": 1}}, {"a": 1}),
            ({"$contains": "x"}, ["xx"]),
            ({"$ordered": [3, 1]}, [1, 2, 3]),
            ({"$ordered": [1, 1]}, [1]),
            ({"$matches": "a"}, "ab"),
            ({"$between": [1, 2]}, 3),
            ({"$same": "kept"}, 8),
            ({"a": {"$any": True}}, {}),
        ):
            assert not self.holds(pattern, actual), f"{pattern} and {actual}"


class Checks(unittest.TestCase):
    def report(
        self, steps: list[Any], records: dict[str, Any], hosts: list[str] | None = None
    ) -> tuple[int, list[str]]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scenario.json"
            document = {"name": "n", "story": "s", "begin": False, "steps": steps}
            path.write_text(json.dumps(document), encoding="utf-8")
            with mock.patch.dict(os.environ, {"FAKE_RECORDS": json.dumps(records)}):
                report = check(path, hosts or ["c"], COMMANDS)
        return report.passed, report.failures

    def test_lists(self) -> None:
        updates = {"1": {"updates": [{"update": "a"}, {"update": "b"}]}}
        for expected, passes in (
            (["a", "b"], True),
            (["b", "a"], False),
            ({"exactly": ["a", "b"]}, True),
            ({"exactly": ["a"]}, False),
            ({"includes": ["b", "a"]}, True),
            ({"includes": ["c"]}, False),
            ({"absent": ["c"]}, True),
            ({"absent": ["b"]}, False),
            ({"count": 2}, True),
            ({"count": 0}, False),
        ):
            step = {"call": "start", "expect": {"updates": expected}}
            assert self.report([step], updates)[0] == int(passes), f"{expected}"

    def test_tracked(self) -> None:
        body = {"event_type": "banner", "properties": {"action": "show"}}
        records = {"1": {"requests": [{"purpose": "event", "body": body}]}}
        for word, passes in (("banner:show", True), ("banner:click", False), ("identify", False)):
            step = {"call": "start", "expect": {"tracked": [word]}}
            assert self.report([step], records)[0] == int(passes), word

    def test_an_error_nobody_expected_fails(self) -> None:
        steps = [{"call": "start"}, {"call": "stats", "expect": {"result": None}}]
        _, failures = self.report(steps, {"1": {"error": {"code": "state"}}})
        assert "step 1 (start), error" in failures[0]

    def test_an_error_that_does_not_come_fails(self) -> None:
        step = {"call": "start", "expect": {"error": {"code": "state"}}}
        assert self.report([step], {})[0] == 0

    def test_an_account_that_does_not_add_up_fails(self) -> None:
        vendor = {"vendor": "v", "accepted": 3, "sent": 1, "pending": 1, "dropped": {}}
        step = {"call": "stats", "expect": {"result": {}}}
        assert self.report([step], {"1": {"result": {"vendors": [vendor]}}})[0] == 0
        vendor["dropped"] = {"x": 1}
        assert self.report([step], {"1": {"result": {"vendors": [vendor]}}})[0] == 1

    def test_hosts_that_differ_fail_with_both_sides(self) -> None:
        steps = [{"call": "start", "expect": {"result": None}}]
        odd = f"{sys.executable} -c \"print('{{}}')\""
        with mock.patch.dict(COMMANDS, {"python": odd}):
            passed, failures = self.report(steps, {}, ["c", "python"])
        assert (passed, len(failures)) == (1, 1)
        assert "step 1: c and python differ\n    c: {" in failures[0]
        assert "    python: {}" in failures[0]

    def test_a_host_that_ends_early_fails(self) -> None:
        steps = [{"call": "start", "expect": {"result": None}}]
        with mock.patch.dict(COMMANDS, {"c": "false"}):
            _, failures = self.report(steps, {})
        assert "the host ended" in failures[0]
        assert "ended with 1" in failures[0]


class Resolving(unittest.TestCase):
    def resolve(self, document: dict[str, Any], base: dict[str, Any] | None = None) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            common = Path(folder) / "common"
            common.mkdir()
            (common / "base.json").write_text(json.dumps(base or {}), encoding="utf-8")
            path = Path(folder) / "scenario.json"
            whole = {"name": "n", "story": "s", "use": "base", **document}
            path.write_text(json.dumps(whole), encoding="utf-8")
            return resolve(path)

    def test_a_scenario_that_expects_nothing_is_refused(self) -> None:
        with self.assertRaisesRegex(ScenarioError, "never fail"):  # noqa: PT027
            self.resolve({"steps": [{"call": "start"}]})

    def test_words_nobody_knows_are_refused(self) -> None:
        for step in ({"call": "start", "expct": {}}, {"call": "start", "expect": {"update": []}}):
            with self.assertRaisesRegex(ScenarioError, "unknown keys"):  # noqa: PT027
                self.resolve({"steps": [step]})

    def test_templates_and_shorthands(self) -> None:
        base = {
            "configuration": {"transport": "scripted", "a": {"b": 1, "c": 2}},
            "templates": {"x": {"p": 1, "q": 2}, "y": {"$like": "x", "q": 3}},
            "shorthands": {"list": {"answer": {"body": {"$value": True}}}},
            "script": [{"match": {"last": True}}],
        }
        scenario = self.resolve(
            {
                "configuration": {"a": {"b": {"$remove": True}, "d": [{"$like": "y", "p": 9}]}},
                "script": [{"list": [1], "times": 1}],
                "steps": [{"call": "start", "expect": {"result": None}}],
            },
            base,
        )
        opening, script = (step.call["with"] for step in scenario.processes[0][:2])
        assert opening["configuration"]["a"] == {"c": 2, "d": [{"p": 9, "q": 3}]}
        assert script["rules"] == [{"answer": {"body": [1]}, "times": 1}, {"match": {"last": True}}]

    def test_time_and_seed_go_on_after_a_kill(self) -> None:
        base = {"configuration": {"seed": 5, "clock": {"manual": {"wall_ms": 1000}}}}
        scenario = self.resolve(
            {
                "steps": [
                    {"call": "advance", "with": {"milliseconds": 50}},
                    {"call": "kill", "with": {"after_ms": 7}, "expect": {"result": None}},
                ]
            },
            base,
        )
        configuration = scenario.processes[1][0].call["with"]["configuration"]
        assert configuration == {"seed": 6, "clock": {"manual": {"wall_ms": 1057}}}


if __name__ == "__main__":
    unittest.main()
