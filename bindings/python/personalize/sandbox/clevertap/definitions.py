"""Definitions of templates, as a developer's build sends them."""

from collections.abc import Iterator, Mapping
from typing import Final

from .validation import Finding

_TYPES: Final = ("string", "boolean", "number", "file", "action")


def definition_error(definitions: object, known: Mapping[str, Mapping[str, object]]) -> str | None:
    """Why the service refuses definitions; None if it takes them."""
    if not isinstance(definitions, dict):
        return "definitions must be an object"
    for name, definition in definitions.items():
        if not name.strip():
            return "a template has no name"
        error = _template_error(name, definition) or _conflict(name, definition, known.get(name))
        if error:
            return error
    return None


def check_order(definitions: Mapping[str, Mapping[str, object]]) -> Iterator[Finding]:
    """Orders count from 0; arguments of one group stand together, sorted by name."""
    for name, definition in definitions.items():
        variables = definition["vars"]
        assert isinstance(variables, dict)
        ordered = sorted(variables, key=lambda each: variables[each].get("order", -1))
        if [variables[each].get("order") for each in ordered] != list(range(len(ordered))):
            yield "template_order", f"orders of {name!r} do not count from 0"
        groups: dict[str, list[str]] = {}
        for each in ordered:
            if "." in each:
                groups.setdefault(each.partition(".")[0], []).append(each)
        for members in groups.values():
            first = ordered.index(members[0])
            expected = sorted(members, key=lambda each: (each.lower(), each))
            if ordered[first : first + len(members)] != expected:
                yield "template_order", f"{', '.join(members)} of {name!r} are out of order"


def _template_error(name: str, definition: object) -> str | None:
    if not isinstance(definition, dict) or set(definition) != {"type", "vars"}:
        return f"Template definition {name!r} must have type and vars"
    kind, variables = definition["type"], definition["vars"]
    if kind not in ("template", "function") or not isinstance(variables, dict):
        return f"Template definition {name!r} has an invalid type or vars"
    for variable, value in variables.items():
        if not isinstance(value, dict) or not _is_variable(value):
            return f"Template definition {name!r} has an invalid {variable!r}"
        if kind == "function" and value["type"] == "action":
            return f"Template definition {name!r} has an action in a function"
        if any(other.startswith(f"{variable}.") for other in variables):
            return f"Template definition {name!r} has {variable!r} as value and as group"
    return None


def _is_variable(value: Mapping[str, object]) -> bool:
    kind, order = value.get("type"), value.get("order")
    if kind not in _TYPES or isinstance(order, bool) or not isinstance(order, int):
        return False
    if kind in ("file", "action"):
        return set(value) == {"type", "order"}
    if set(value) != {"type", "order", "defaultValue"}:
        return False
    default = value["defaultValue"]
    match kind:
        case "string":
            return isinstance(default, str)
        case "boolean":
            return isinstance(default, bool)
        case _:
            return isinstance(default, int | float) and not isinstance(default, bool)


def _conflict(name: str, definition: object, known: Mapping[str, object] | None) -> str | None:
    before = known["vars"] if known else None
    after = definition["vars"] if isinstance(definition, dict) else None
    if not isinstance(before, dict) or not isinstance(after, dict):
        return None
    for variable, value in after.items():
        if variable in before and before[variable]["type"] != value["type"]:
            return f"Template definition {name!r} has a conflicting type for {variable!r}"
    return None
