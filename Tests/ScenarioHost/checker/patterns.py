"""Comparing what was expected with what came.

A pattern is JSON. An object asks for at least its members, a list for exactly
its elements, anything else for the same value. Operators, objects with one
member that begins with `$`, ask for more or for less.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ABSENT = object()


@dataclass
class Mismatch:
    """Where a value is not what was asked for."""

    path: str
    expected: str
    actual: str


@dataclass
class Captures:
    """Values that a scenario compares with each other."""

    values: dict[str, Any] = field(default_factory=dict)


class PatternError(Exception):
    """The scenario asks for something that means nothing."""


def show(value: Any) -> str:
    """A value on one line, with absence as a word of its own."""
    if value is ABSENT:
        return "(absent)"
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def equal(left: Any, right: Any) -> bool:
    """JSON equality: numbers by value, and true is not 1."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(left[k], right[k]) for k in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(equal, left, right))
    return bool(left == right)


def match(pattern: Any, actual: Any, captures: Captures, path: str = "$") -> Mismatch | None:
    """The first place where `actual` is not what `pattern` asks for."""
    if isinstance(pattern, dict):
        name = next((key for key in pattern if key.startswith("$")), None)
        if name is not None:
            if len(pattern) > 1 or name not in OPERATORS:
                raise PatternError(f"no such operator: {show(pattern)}")
            return OPERATORS[name](pattern[name], actual, captures, path)
        return _match_object(pattern, actual, captures, path)
    if isinstance(pattern, list):
        return _match_list(pattern, actual, captures, path)
    return None if equal(pattern, actual) else Mismatch(path, show(pattern), show(actual))


def _match_object(
    pattern: dict[str, Any], actual: Any, captures: Captures, path: str
) -> Mismatch | None:
    # Bodies come as text; who asks for an object means the JSON in it.
    if isinstance(actual, str):
        actual = _parse(actual)
    if not isinstance(actual, dict):
        return Mismatch(path, show(pattern), show(actual))
    for key, inner in pattern.items():
        found = match(inner, actual.get(key, ABSENT), captures, f"{path}.{key}")
        if found is not None:
            return found
    return None


def _match_list(pattern: list[Any], actual: Any, captures: Captures, path: str) -> Mismatch | None:
    if not isinstance(actual, list) or len(actual) != len(pattern):
        return Mismatch(path, show(pattern), show(actual))
    for index, inner in enumerate(pattern):
        found = match(inner, actual[index], captures, f"{path}[{index}]")
        if found is not None:
            return found
    return None


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _unless(holds: bool, name: str, operand: Any, actual: Any, path: str) -> Mismatch | None:
    return None if holds else Mismatch(path, show({name: operand}), show(actual))


def _equal(operand: Any, actual: Any, _: Captures, path: str) -> Mismatch | None:
    if isinstance(actual, str) and isinstance(operand, dict):
        actual = _parse(actual)
    return _unless(equal(operand, actual), "$equal", operand, actual, path)


def _absent(operand: Any, actual: Any, _: Captures, path: str) -> Mismatch | None:
    return _unless((actual is ABSENT) == operand, "$absent", operand, actual, path)


def _any(operand: Any, actual: Any, _: Captures, path: str) -> Mismatch | None:
    return _unless(actual is not ABSENT, "$any", operand, actual, path)


def _not(operand: Any, actual: Any, captures: Captures, path: str) -> Mismatch | None:
    holds = match(operand, actual, captures, path) is not None
    return _unless(holds, "$not", operand, actual, path)


def _all(operand: Any, actual: Any, captures: Captures, path: str) -> Mismatch | None:
    for inner in operand:
        found = match(inner, actual, captures, path)
        if found is not None:
            return found
    return None


def _contains(operand: Any, actual: Any, captures: Captures, path: str) -> Mismatch | None:
    if isinstance(actual, str):
        holds = isinstance(operand, str) and operand in actual
    elif isinstance(actual, list):
        holds = any(match(operand, each, captures, path) is None for each in actual)
    else:
        holds = False
    return _unless(holds, "$contains", operand, actual, path)


def _matches(operand: Any, actual: Any, _: Captures, path: str) -> Mismatch | None:
    holds = isinstance(actual, str) and re.fullmatch(operand, actual, re.DOTALL) is not None
    return _unless(holds, "$matches", operand, actual, path)


def _json(operand: Any, actual: Any, captures: Captures, path: str) -> Mismatch | None:
    if not isinstance(actual, str):
        return Mismatch(path, show({"$json": operand}), show(actual))
    return match(operand, _parse(actual), captures, path)


def _length(operand: Any, actual: Any, captures: Captures, path: str) -> Mismatch | None:
    if not isinstance(actual, str | list | dict):
        return Mismatch(path, show({"$length": operand}), show(actual))
    return match(operand, len(actual), captures, f"{path}.length")


def _between(operand: Any, actual: Any, _: Captures, path: str) -> Mismatch | None:
    low, high = operand
    holds = isinstance(actual, int | float) and low <= actual <= high
    return _unless(holds, "$between", operand, actual, path)


def _ordered(operand: Any, actual: Any, captures: Captures, path: str) -> Mismatch | None:
    if not isinstance(actual, list):
        return Mismatch(path, show({"$ordered": operand}), show(actual))
    missing = first_missing(operand, actual, captures)
    return None if missing is None else Mismatch(path, f"then {show(missing)}", show(actual))


def _save(operand: Any, actual: Any, captures: Captures, path: str) -> Mismatch | None:
    if actual is ABSENT:
        return Mismatch(path, show({"$save": operand}), show(actual))
    captures.values[operand] = actual
    return None


def _same(operand: Any, actual: Any, captures: Captures, path: str) -> Mismatch | None:
    if operand not in captures.values:
        raise PatternError(f'nothing was saved as "{operand}"')
    saved = captures.values[operand]
    return None if equal(saved, actual) else Mismatch(path, show(saved), show(actual))


def first_missing(patterns: list[Any], actual: list[Any], captures: Captures) -> Any | None:
    """The first pattern that is not met in its turn; None when all are."""
    position = 0
    for pattern in patterns:
        while position < len(actual):
            position += 1
            if match(pattern, actual[position - 1], captures) is None:
                break
        else:
            return pattern
    return None


Operator = Callable[[Any, Any, Captures, str], Mismatch | None]

OPERATORS: dict[str, Operator] = {
    "$equal": _equal,
    "$absent": _absent,
    "$any": _any,
    "$not": _not,
    "$all": _all,
    "$contains": _contains,
    "$matches": _matches,
    "$json": _json,
    "$length": _length,
    "$between": _between,
    "$ordered": _ordered,
    "$save": _save,
    "$same": _same,
}
