"""The App Inbox: messages per customer and incremental fetches."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..clock import Clock
from ..messages import Response, failure, json_response
from .customers import Customer
from .inbox_messages import seeded_messages


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message as it was added; `revision` orders additions of a customer."""

    record: Mapping[str, object]
    application: str
    revision: int


class Inbox:
    """Serves everything on the first fetch and what is new after that.

    A sync token names the customer and the revision it has seen. A token of
    another customer, of an expired generation or of no known shape is gone.
    """

    def __init__(self, clock: Clock, base_url: Callable[[], str]) -> None:
        self._clock = clock
        self._base_url = base_url
        self._reference = int(clock.now())
        self._generation = 1
        self._messages: dict[int, list[StoredMessage]] = {}

    def add(self, customer: Customer, message: Mapping[str, object], application: str) -> str:
        """Append a message; its id and time are filled in if it has none."""
        stored = self._of(customer)
        revision = len(stored) + 1
        record: dict[str, object] = {
            "id": f"0703842477{zlib.crc32(customer.key.encode()) % 10**6:06d}{revision:04d}",
            "is_read": False,
            "create_time": self._clock.now(),
        }
        record.update(message)
        stored.append(StoredMessage(record, application, revision))
        return str(record["id"])

    def expire_tokens(self) -> None:
        """Every token given out so far answers 410 from now on."""
        self._generation += 1

    def fetch(self, customer: Customer, application: str, token: str | None) -> Response:
        """Messages the token has not seen."""
        stored = self._of(customer)
        seen = 0
        if token is not None:
            revision = self._revision(token, customer)
            if revision is None:
                return failure(410, "sync_token: is expired or belongs to another customer")
            seen = revision
        messages = [
            self._shown(each.record, customer)
            for each in stored
            if each.application == application and each.revision > seen
        ]
        latest = self._token(customer, len(stored))
        return json_response({"success": True, "sync_token": latest, "messages": messages})

    def mark_read(self, customer: Customer, messages: Sequence[str], token: str) -> Response:
        """Remember messages as read; the token must be the customer's own."""
        if self._revision(token, customer) is None:
            return failure(410, "sync_token: is expired or belongs to another customer")
        known = {each.record.get("id") for each in self._of(customer)}
        unknown = [each for each in messages if each not in known]
        if unknown:
            return failure(400, *(f"message_ids: no such message {each}" for each in unknown))
        customer.read_messages.update(messages)
        return json_response({"success": True})

    def _of(self, customer: Customer) -> list[StoredMessage]:
        if customer.number not in self._messages:
            records = seeded_messages(customer, self._reference, self._base_url())
            self._messages[customer.number] = [
                StoredMessage(record, "default-application", index)
                for index, record in enumerate(records, 1)
            ]
        return self._messages[customer.number]

    def _shown(self, record: Mapping[str, object], customer: Customer) -> dict[str, object]:
        shown = dict(record)
        if record.get("id") in customer.read_messages:
            shown["is_read"] = True
        return shown

    def _token(self, customer: Customer, revision: int) -> str:
        return f"g{self._generation}-c{customer.number}-{revision:04d}"

    def _revision(self, token: str, customer: Customer) -> int | None:
        prefix = self._token(customer, 0)[:-4]
        digits = token.removeprefix(prefix)
        return int(digits) if token.startswith(prefix) and digits.isdecimal() else None
