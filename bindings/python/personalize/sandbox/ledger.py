"""What was delivered, and whether repeats were true repeats."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Final

_EVENT_ID: Final = re.compile(r"[0-9a-fA-F]{32}")


@dataclass(frozen=True, slots=True)
class Event:
    """An event the service accepted; repeats of it are not listed again."""

    vendor: str
    event_id: str | None
    customer_ids: Mapping[str, str]
    type: str
    timestamp: float
    properties: Mapping[str, object]

    def as_json(self) -> dict[str, object]:
        """The event as the control API shows it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Delivery:
    """One arrival of a request that carries an event."""

    event_id: str | None
    endpoint: str
    digest: str
    repeat: bool


@dataclass(frozen=True, slots=True)
class Violation:
    """Something a correct client never does."""

    rule: str
    message: str
    event_id: str | None = None

    def as_json(self) -> dict[str, object]:
        """The violation as the control API shows it."""
        return asdict(self)


class Ledger:
    """Counts arrivals and accepts every event once.

    Delivery is at least once: a client repeats a request it got no answer to,
    with the same id and the same bytes. The same id with other bytes would
    make a receiver drop an event that it never saw, so it is a violation.
    """

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._accepted: set[str] = set()
        self.deliveries: list[Delivery] = []
        self.events: list[Event] = []
        self.violations: list[Violation] = []

    def arrived(self, endpoint: str, event_id: str | None, body: bytes) -> Delivery:
        """Note an arrival, whatever becomes of it."""
        digest = hashlib.sha256(endpoint.encode() + b"\0" + body).hexdigest()
        known = self._digests.get(event_id) if event_id else None
        delivery = Delivery(event_id, endpoint, digest, repeat=known is not None)
        self.deliveries.append(delivery)
        if event_id:
            self._digests.setdefault(event_id, digest)
            self._check(event_id, known, digest)
        return delivery

    def accept(self, event_id: str | None) -> bool:
        """Whether a request that is about to be carried out is the first of its id."""
        if event_id is None:
            return True
        if event_id in self._accepted:
            return False
        self._accepted.add(event_id)
        return True

    def add(self, events: Iterable[Event]) -> None:
        """List events that were carried out."""
        self.events.extend(events)

    def counts(self) -> dict[str, int]:
        """Totals for the control API."""
        anonymous = sum(1 for each in self.deliveries if each.event_id is None)
        return {
            "arrivals": len(self.deliveries),
            "repeats": sum(1 for each in self.deliveries if each.repeat),
            "unique": len(self._digests) + anonymous,
            "accepted": len(self._accepted),
            "without_id": anonymous,
            "events": len(self.events),
        }

    def _check(self, event_id: str, known: str | None, digest: str) -> None:
        if known is not None and known != digest:
            message = "an event id came again with different bytes"
            self.violations.append(Violation("event_id_reused", message, event_id))
        if known is None and not _EVENT_ID.fullmatch(event_id):
            message = "an event id is 32 hexadecimal digits"
            self.violations.append(Violation("event_id_format", message, event_id))
