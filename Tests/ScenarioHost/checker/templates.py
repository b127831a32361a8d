"""Texts that scenarios share: bases, templates and shorthands.

Everything is put in here, before a host sees it: what a host runs is plain.
"""

import copy
import json
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[2] / "Scenarios"


class ScenarioError(Exception):
    """A scenario that cannot be run, whatever the engine does."""


def load(path: Path) -> dict[str, Any]:
    """A JSON object of a file, without a key that occurs twice."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise ScenarioError(f'{path}: "{name}" occurs twice in one object')
        return dict(pairs)

    try:
        value = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=unique)
    except (OSError, ValueError) as error:
        raise ScenarioError(f"{path}: {error}") from error
    if not isinstance(value, dict):
        raise ScenarioError(f"{path}: not an object")
    return value


def merge(base: Any, own: Any) -> Any:
    """Objects member by member; of anything else, the scenario's own."""
    if not isinstance(base, dict) or not isinstance(own, dict):
        return copy.deepcopy(own)
    merged = {name: copy.deepcopy(value) for name, value in base.items()}
    for name, value in own.items():
        if isinstance(value, dict) and value.get("$remove") is True:
            merged.pop(name, None)
        else:
            merged[name] = merge(merged.get(name), value)
    return merged


def common(name: str, scenario: Path) -> Path:
    """The nearest `common/NAME.json` above the scenario, or one that is shared."""
    for folder in [*scenario.resolve().parents, SHARED]:
        candidate = folder / "common" / f"{name}.json"
        if candidate.is_file():
            return candidate
    raise ScenarioError(f'{scenario}: there is no common/{name}.json to "use"')


class Library:
    """What the bases of one scenario have to offer."""

    def __init__(self, names: list[str], scenario: Path) -> None:
        self.scenario = scenario
        self.base: dict[str, Any] = {}
        self._read: set[Path] = set()
        for name in names:
            self._take(common(name, scenario))

    def _take(self, path: Path) -> None:
        if path in self._read:
            return
        self._read.add(path)
        content = load(path)
        for name in content.pop("use", []):
            self._take(common(name, path))
        self.base = merge(self.base, content)

    def expand(self, value: Any, seen: tuple[str, ...] = ()) -> Any:
        """Every `{"$like": NAME, ...}` replaced by the template it names."""
        if isinstance(value, list):
            return [self.expand(each, seen) for each in value]
        if not isinstance(value, dict):
            return value
        name = value.get("$like")
        if name is None:
            return {key: self.expand(each, seen) for key, each in value.items()}
        template = self.base.get("templates", {}).get(name)
        if template is None or name in seen:
            raise ScenarioError(f'{self.scenario}: there is no template "{name}"')
        own = {key: each for key, each in value.items() if key != "$like"}
        return merge(
            self.expand(template, (*seen, name)), {key: self.expand(own[key], seen) for key in own}
        )

    def rules(self, rules: list[Any]) -> list[Any]:
        """Rules for the scripted transport, with shorthands written out."""
        return [self._rule(self.expand(rule)) for rule in rules]

    def _rule(self, rule: Any) -> Any:
        shorthands = self.base.get("shorthands", {})
        for name, template in shorthands.items():
            if isinstance(rule, dict) and name in rule:
                rest = {key: value for key, value in rule.items() if key != name}
                rule = merge(fill(self.expand(template), rule[name]), rest)
                break
        return rule


def fill(template: Any, value: Any) -> Any:
    """The template with the value in the place of `{"$value": true}`."""
    if template == {"$value": True}:
        return copy.deepcopy(value)
    if isinstance(template, dict):
        return {key: fill(each, value) for key, each in template.items()}
    if isinstance(template, list):
        return [fill(each, value) for each in template]
    return template
