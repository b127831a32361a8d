"""From a file to the plain steps that hosts carry out."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .templates import Library, ScenarioError, load, merge

HOSTS = ("c", "python", "swift")
KEYS = {"name", "story", "use", "hosts", "configuration", "script", "begin", "steps"}
STEP_KEYS = {"call", "with", "on", "as", "settle", "collect", "expect", "note"}
EXPECTATIONS = {
    "result",
    "error",
    "updates",
    "requests",
    "tracked",
    "questions",
    "log",
    "dropped",
    "state",
    "stats",
    "content",
    "explain",
}
# Expectations that ask the engine: the call and where its argument goes.
ASKED = {"state": "state", "stats": "stats"}


@dataclass
class Step:
    """One call, its place in the file, and what is expected of it."""

    label: str
    call: dict[str, Any]
    expect: dict[str, Any] = field(default_factory=dict)


@dataclass
class Scenario:
    """What hosts run: a list of steps for each process."""

    path: Path
    name: str
    story: str
    hosts: tuple[str, ...]
    is_scripted: bool
    processes: list[list[Step]]

    def resolved(self, process: int) -> dict[str, Any]:
        """The document a host reads."""
        steps = [step.call for step in self.processes[process]]
        return {
            "name": self.name,
            "scripted": self.is_scripted,
            "dropped": self.hosts == ("c",),
            "steps": steps,
        }


class _Clock:
    """The manual clock as the steps move it, to go on with after a restart."""

    def __init__(self, configuration: dict[str, Any]) -> None:
        clock = configuration.get("clock")
        manual = clock.get("manual") if isinstance(clock, dict) else None
        wall = manual.get("wall_ms") if isinstance(manual, dict) else None
        self.wall = wall if isinstance(wall, int) else None

    def follow(self, step: dict[str, Any]) -> None:
        if self.wall is None or (step.get("expect") or {}).get("error"):
            return
        given = step.get("with") or {}
        if step["call"] == "advance":
            self.wall += given["milliseconds"]
        elif step["call"] == "set_time":
            self.wall = given["wall_ms"]


class _Resolver:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.own = load(path)
        unknown = set(self.own) - KEYS
        if unknown:
            raise ScenarioError(f"{path}: unknown keys: {', '.join(sorted(unknown))}")
        use = self.own.get("use", [])
        self.library = Library([use] if isinstance(use, str) else use, path)
        own_configuration = self.library.expand(self.own.get("configuration", {}))
        base = self.library.expand(self.library.base.get("configuration", {}))
        self.configuration = merge(base, own_configuration)
        self.rules = self._rules(self.own.get("script", []))
        self.is_scripted = self.configuration.get("transport") == "scripted"
        self.clock = _Clock(self.configuration)
        self.openings = 0
        self.processes: list[list[Step]] = [[]]

    def resolve(self) -> Scenario:
        if self.own.get("begin", True):
            self._open("begin", {})
        for number, step in enumerate(self.own.get("steps", []), 1):
            self._step(number, step)
        return Scenario(
            path=self.path,
            name=self._text("name"),
            story=self._text("story"),
            hosts=tuple(self.own.get("hosts", HOSTS)),
            is_scripted=self.is_scripted,
            processes=self.processes,
        )

    def _rules(self, own: list[Any]) -> list[Any]:
        """A scenario's own rules come first, as the first that fits answers."""
        return self.library.rules(own + self.library.base.get("script", []))

    def _text(self, name: str) -> str:
        value = self.own.get(name)
        if not isinstance(value, str) or not value:
            raise ScenarioError(f'{self.path}: "{name}" is missing')
        return value

    def _add(self, label: str, call: dict[str, Any], expect: dict[str, Any]) -> None:
        self.processes[-1].append(Step(label, {"step": label, **call}, expect))

    def _open(self, label: str, expect: dict[str, Any]) -> None:
        """Opens the engine where its clock stands. Each opening has a seed of
        its own, as it would without a script."""
        self.openings += 1
        configuration = self.configuration
        if self.clock.wall is not None:
            manual = {"wall_ms": self.clock.wall}
            configuration = merge(configuration, {"clock": {"manual": manual}})
        if isinstance(configuration.get("seed"), int):
            seed = configuration["seed"] + self.openings - 1
            configuration = merge(configuration, {"seed": seed})
        self._add(
            f"{label} open", {"call": "open", "with": {"configuration": configuration}}, expect
        )
        if self.is_scripted and self.rules:
            self._add(f"{label} script", {"call": "script", "with": {"rules": self.rules}}, {})

    def _step(self, number: int, source: Any) -> None:
        step = self.library.expand(source)
        where = f"{self.path}: step {number}"
        if not isinstance(step, dict) or not isinstance(step.get("call"), str):
            raise ScenarioError(f'{where} has no "call"')
        unknown = set(step) - STEP_KEYS
        expect = step.get("expect") or {}
        unknown |= set(expect) - EXPECTATIONS
        if unknown:
            raise ScenarioError(f"{where}: unknown keys: {', '.join(sorted(unknown))}")
        self.clock.follow(step)
        label = str(number)
        if step["call"] == "restart":
            self._add(f"{label} close", {"call": "close"}, {})
            self._reopen(label, step)
        elif step["call"] == "kill":
            self._add(f"{label} kill", {"call": "kill"}, {})
            self.processes.append([])
            self._reopen(label, step)
        else:
            self._add(label, self._call(step), expect)
        self._ask(label, expect, step)

    def _reopen(self, label: str, step: dict[str, Any]) -> None:
        """Opens again: later, with other rules or another configuration if asked."""
        given = step.get("with") or {}
        if self.clock.wall is not None:
            self.clock.wall += given.get("after_ms", 0)
        if "script" in given:
            self.rules = self._rules(given["script"])
        self.configuration = merge(self.configuration, given.get("configuration", {}))
        self._open(label, step.get("expect") or {})

    def _call(self, step: dict[str, Any]) -> dict[str, Any]:
        call = {key: step[key] for key in step if key not in ("expect", "note")}
        given = dict(step.get("with") or {})
        if step["call"] == "script" and isinstance(given.get("rules"), list):
            given["rules"] = self.library.rules(given["rules"])
        takes_configuration = step["call"] in ("open", "clear_local_data")
        if takes_configuration and "configuration" not in given:
            given["configuration"] = self.configuration
        elif takes_configuration and "$with" in (given["configuration"] or {}):
            given["configuration"] = merge(self.configuration, given["configuration"]["$with"])
        if step["call"] == "placement_open" and "specification" not in given:
            given = {"specification": given}
        if given:
            call["with"] = given
        return call

    def _ask(self, label: str, expect: dict[str, Any], step: dict[str, Any]) -> None:
        """Adds the calls that answer what a step expects to be told."""
        still = {"settle": False, "collect": False}
        on = {"on": step["on"]} if "on" in step else {}
        for name, call in ASKED.items():
            if name in expect:
                self._add(
                    f"{label} {name}", {"call": call, **still, **on}, {"result": expect[name]}
                )
        for placement, pattern in expect.get("content", {}).items():
            given = {"placement": placement}
            self._add(
                f"{label} content {placement}",
                {"call": "placement_content", "with": given, **still, **on},
                {"result": pattern},
            )
        for placement, pattern in expect.get("explain", {}).items():
            given = {"subject": {"placement": placement}}
            self._add(
                f"{label} explain {placement}",
                {"call": "explain", "with": given, **still, **on},
                {"result": pattern},
            )


def resolve(path: Path) -> Scenario:
    """Reads a scenario; ScenarioError says what is wrong with it."""
    scenario = _Resolver(path).resolve()
    if not any(step.expect for steps in scenario.processes for step in steps):
        raise ScenarioError(f"{path}: expects nothing, so it can never fail")
    for host in scenario.hosts:
        if host not in HOSTS:
            raise ScenarioError(f"{path}: no such host: {host}")
    return scenario


def find(folder: Path) -> list[Path]:
    """The scenarios of a folder, or the one that is named."""
    if folder.is_file():
        return [folder]
    return sorted(path for path in folder.rglob("*.json") if path.parent.name != "common")
