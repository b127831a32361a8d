"""Devices, and the people they turn out to belong to."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

IDENTITIES: Final = ("Identity", "Email", "Phone")


@dataclass(slots=True)
class Person:
    """Whoever is behind one or several devices."""

    guids: list[str]
    identities: dict[str, str] = field(default_factory=dict)
    properties: dict[str, object] = field(default_factory=dict)
    event_types: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Device:
    """What the server remembers of one device id."""

    guid: str
    person: Person
    sessions: dict[int, dict[str, object]] = field(default_factory=dict)
    answers: int = 0
    cookies: dict[str, list[object]] = field(default_factory=dict)
    expected: dict[str, object] = field(default_factory=dict)
    sequences: list[int] = field(default_factory=list)
    seen: dict[str, object] = field(default_factory=dict)
    last_batch: list[str] = field(default_factory=list)
    unanswered: Counter[str] = field(default_factory=Counter)
    recorded: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    items: list[object] = field(default_factory=list)
    event_names: set[str] = field(default_factory=set)

    def as_json(self) -> dict[str, object]:
        """The device as the control API shows it."""
        return {
            "guid": self.guid,
            "sessions": list(self.sessions),
            "answers": self.answers,
            **{name: self.seen.get(name) for name in ("imp", "tlc", "ct_pi", "af")},
        }


class People:
    """Everybody an account knows.

    Identities are unique: a device that pushes one which somebody else has
    becomes theirs, with its history, as long as it was anonymous.
    """

    def __init__(self) -> None:
        self.devices: dict[str, Device] = {}
        self._people: list[Person] = []

    def device(self, guid: str) -> Device:
        """The device of this id, made at its first request."""
        found = self.devices.get(guid)
        if found is None:
            person = Person([guid])
            self._people.append(person)
            found = self.devices[guid] = Device(guid, person)
        return found

    def rename(self, guid: str, to: str) -> None:
        """Give a device another id; requests go on under it."""
        device = self.devices.pop(guid, None)
        if device is not None:
            device.guid = to
            device.person.guids = [to if each == guid else each for each in device.person.guids]
            self.devices[to] = device

    def push(self, device: Device, profile: Mapping[str, object]) -> str | None:
        """Apply a profile push; says what is wrong with its identity, if anything is."""
        conflict = None
        for name, value in profile.items():
            if name in IDENTITIES and isinstance(value, str | int) and not isinstance(value, bool):
                conflict = self._identify(device, name, str(value)) or conflict
        for name, value in profile.items():
            _apply(device.person.properties, name, value)
        return conflict

    def as_json(self) -> list[dict[str, object]]:
        """Everybody, oldest first."""
        return [
            {
                "vendor": "clevertap",
                "customer_ids": {**each.identities, "guid": list(each.guids)},
                "properties": dict(each.properties),
                "event_types": list(each.event_types),
                "event_count": len(each.event_types),
            }
            for each in self._people
        ]

    def _identify(self, device: Device, name: str, value: str) -> str | None:
        person = device.person
        owner = next((each for each in self._people if each.identities.get(name) == value), None)
        if owner is person:
            return None
        if name in person.identities and name != "Phone":
            return f"{name} of a device that is {person.identities[name]!r} became {value!r}"
        if owner is None:
            person.identities[name] = value
            return None
        if person.identities.keys() & owner.identities.keys():
            return f"{name} {value!r} belongs to somebody else than the device"
        self._merge(owner, person)
        return None

    def _merge(self, into: Person, other: Person) -> None:
        for guid in other.guids:
            self.devices[guid].person = into
        into.guids += other.guids
        into.identities = other.identities | into.identities
        into.properties = other.properties | into.properties
        into.event_types = other.event_types + into.event_types
        self._people.remove(other)


def _apply(properties: dict[str, object], name: str, value: object) -> None:
    """One key of a push: a value, or a command on the value there is."""
    if not isinstance(value, dict) or len(value) != 1:
        properties[name] = value
        return
    command, operand = next(iter(value.items()))
    current = properties.get(name)
    match command:
        case "$delete":
            properties.pop(name, None)
        case "$set":
            properties[name] = operand
        case "$add":
            properties[name] = _united(_listed(current), _listed(operand))
        case "$remove":
            removed = _listed(operand)
            properties[name] = [each for each in _listed(current) if each not in removed]
        case "$incr" | "$decr" if isinstance(operand, int | float):
            base = current if isinstance(current, int | float) else 0
            properties[name] = base + operand if command == "$incr" else base - operand
        case _:
            properties[name] = value


def _listed(value: object) -> list[object]:
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def _united(first: Iterable[object], second: Iterable[object]) -> list[object]:
    found: list[object] = []
    for each in (*first, *second):
        if each not in found:
            found.append(each)
    return found


def fingerprint(value: object) -> str:
    """The same text for the same JSON."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
