"""Every request the sandbox received."""

import json
from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import IO

_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """One request with what became of it.

    `connection` numbers TCP connections, so that a test can see whether a
    client reuses them. `status` is None if no answer was sent.
    """

    sequence: int
    time: float
    connection: int
    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: str
    endpoint: str
    status: int | None
    faults: tuple[str, ...]

    def json(self) -> object:
        """The body, parsed."""
        return json.loads(self.body)

    def as_json(self) -> dict[str, object]:
        """The request as the control API and the log file show it."""
        return asdict(self)


class Recorder:
    """Keeps the latest requests and counts all of them."""

    def __init__(self, log: IO[str] | None = None) -> None:
        self._log = log
        self._sequence = 0
        self._kept: deque[ReceivedRequest] = deque(maxlen=_KEPT)
        self._counts: Counter[str] = Counter()

    @property
    def requests(self) -> list[ReceivedRequest]:
        """The latest requests, oldest first."""
        return list(self._kept)

    @property
    def counts(self) -> dict[str, int]:
        """How many requests each endpoint got, sorted by name."""
        return dict(sorted(self._counts.items()))

    def next_sequence(self) -> int:
        """The number of the next request, from 1."""
        self._sequence += 1
        return self._sequence

    def add(self, request: ReceivedRequest) -> None:
        """Keep a request and write it to the log."""
        self._kept.append(request)
        self._counts[request.endpoint] += 1
        if self._log is not None:
            self._log.write(json.dumps(request.as_json(), ensure_ascii=False) + "\n")
            self._log.flush()

    def reset(self) -> None:
        """Forget all requests; numbering goes on."""
        self._kept.clear()
        self._counts.clear()
