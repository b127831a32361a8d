"""Customers, found by their ids and merged when an id turns out to be shared."""

from collections.abc import Mapping
from dataclasses import dataclass, field

COOKIE = "cookie"
REGISTERED = "registered"

# Customers that exist before any request, as in a real project.
SEEDED: Mapping[str, Mapping[str, object]] = {
    "vip@example.test": {"first_name": "Vera", "tier": "vip"},
    "ada@example.test": {"first_name": "Ada", "tier": "member"},
}


@dataclass(slots=True)
class Customer:
    """One customer: hard ids are unique, cookies may be many."""

    number: int
    hard_ids: dict[str, str] = field(default_factory=dict)
    cookies: list[str] = field(default_factory=list)
    properties: dict[str, object] = field(default_factory=dict)
    event_types: list[str] = field(default_factory=list)
    read_messages: set[str] = field(default_factory=set)

    @property
    def key(self) -> str:
        """A stable text for deterministic assignment of variants."""
        hard = self.hard_ids.get(REGISTERED) or next(iter(self.hard_ids.values()), None)
        return hard or (self.cookies[0] if self.cookies else str(self.number))

    @property
    def audience(self) -> str:
        """`anonymous`, `member` or `vip`."""
        if not self.hard_ids:
            return "anonymous"
        return "vip" if self.properties.get("tier") == "vip" else "member"

    def as_json(self) -> dict[str, object]:
        """The customer as the control API shows it."""
        return {
            "vendor": "exponea",
            "customer_ids": {**self.hard_ids, COOKIE: list(self.cookies)},
            "audience": self.audience,
            "properties": dict(self.properties),
            "event_types": list(self.event_types),
            "event_count": len(self.event_types),
            "read_messages": sorted(self.read_messages),
        }


class CustomerBase:
    """All customers of a project.

    A hard id (anything but `cookie`) names exactly one customer. Tracking
    with a cookie and a hard id joins them: an anonymous customer's history
    moves to the one with the hard id. A cookie that already belongs to
    somebody with another hard id changes hands and its history stays, as on
    a shared device.
    """

    def __init__(self) -> None:
        self._next = 1
        self._customers: list[Customer] = []
        for registered, properties in SEEDED.items():
            self.touch({REGISTERED: registered}).properties.update(properties)

    @property
    def customers(self) -> list[Customer]:
        """Every customer, oldest first."""
        return list(self._customers)

    def find(self, ids: Mapping[str, str]) -> Customer | None:
        """Who the ids mean, without changing anything; hard ids count first."""
        for name, value in ids.items():
            if name != COOKIE and (found := self._by_hard_id(name, value)):
                return found
        return self._by_cookie(ids.get(COOKIE))

    def touch(self, ids: Mapping[str, str]) -> Customer:
        """The customer of these ids, made, merged or extended as needed."""
        hard = {name: value for name, value in ids.items() if name != COOKIE}
        owner: Customer | None = None
        for name, value in hard.items():
            other = self._by_hard_id(name, value)
            if owner is None:
                owner = other
            elif other is not None and other is not owner:
                self._merge(owner, other)
        holder = self._by_cookie(ids.get(COOKIE))
        if owner is None:
            fits = holder and not any(holder.hard_ids.get(k, v) != v for k, v in hard.items())
            owner = holder if holder and fits else self._add()
        elif holder and holder is not owner and not holder.hard_ids:
            self._merge(owner, holder)
        owner.hard_ids = hard | owner.hard_ids
        cookie = ids.get(COOKIE)
        if cookie is not None and cookie not in owner.cookies:
            if holder and cookie in holder.cookies:
                holder.cookies.remove(cookie)
            owner.cookies.append(cookie)
        return owner

    def _add(self) -> Customer:
        customer = Customer(self._next)
        self._next += 1
        self._customers.append(customer)
        return customer

    def _merge(self, into: Customer, other: Customer) -> None:
        into.hard_ids = other.hard_ids | into.hard_ids
        into.cookies.extend(other.cookies)
        into.properties = other.properties | into.properties
        into.event_types = other.event_types + into.event_types
        into.read_messages |= other.read_messages
        self._customers.remove(other)

    def _by_hard_id(self, name: str, value: str) -> Customer | None:
        return next((each for each in self._customers if each.hard_ids.get(name) == value), None)

    def _by_cookie(self, cookie: str | None) -> Customer | None:
        if cookie is None:
            return None
        return next((each for each in self._customers if cookie in each.cookies), None)
