"""Rules that make the sandbox misbehave."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from fnmatch import fnmatchcase
from typing import Final

KINDS: Final = (
    "latency",
    "status",
    "cut",
    "bad_json",
    "empty",
    "headers",
    "oversize",
    "hang",
    "reset",
)
# A damaged answer is the answer to a request that was carried out; the
# others stand for a service that never got to it.
_CARRIED_OUT: Final = frozenset({"latency", "cut", "bad_json", "empty", "headers", "oversize"})


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule.

    - `kind`: `latency` (wait `milliseconds`, then answer normally), `status`
      (answer `status`, with `retry_after` seconds if given), `cut` (declare
      the whole length, send half, close), `bad_json` (200 with text that is
      no JSON), `empty` (200 without a body), `headers` (add `headers` to the
      answer, as when a service sends its clients elsewhere or has them be
      silent), `oversize` (append `size` spaces to the body), `hang` (answer
      nothing for `milliseconds`, or until the client leaves), `reset` (drop
      the connection with a TCP reset).
    - `match`: a pattern for the endpoint's name (`events`, `exponea.*`) or for
      the path (`/images/*`).
    - `times`: how many requests it applies to; None means all of them.
    - `skip`: how many matching requests go through unharmed first.
    - `carried_out`: whether the service does the work although the answer is
      spoilt, as when a reply is lost on its way. The default depends on the
      kind: no for `status`, `hang` and `reset`,
      yes for the others.
    """

    kind: str
    match: str = "*"
    times: int | None = 1
    skip: int = 0
    status: int = 503
    retry_after: int | None = None
    milliseconds: int | None = None
    size: int = 1 << 20
    carried_out: bool | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"unknown fault kind {self.kind!r}, use one of {', '.join(KINDS)}")
        if self.kind == "latency" and self.milliseconds is None:
            raise ValueError("a latency fault needs milliseconds")
        if self.kind == "headers" and not self.headers:
            raise ValueError("a headers fault needs headers")
        if not 100 <= self.status <= 599:
            raise ValueError(f"status {self.status} is not an HTTP status")
        if self.times is not None and self.times < 1:
            raise ValueError("times must be at least 1, or None for always")
        if min(self.skip, self.size, self.milliseconds or 0) < 0:
            raise ValueError("skip, size and milliseconds must not be negative")

    @classmethod
    def parse(cls, value: object) -> "Fault":
        """A rule from its JSON object; raises ValueError for anything odd."""
        if not isinstance(value, dict):
            raise ValueError("a fault must be a JSON object")
        known = {each.name for each in fields(cls)}
        unknown = sorted(set(value) - known)
        if unknown:
            raise ValueError(f"unknown fault keys {', '.join(unknown)}")
        if not isinstance(value.get("kind"), str):
            raise ValueError("a fault needs a kind")
        try:
            return cls(**value)
        except TypeError as error:
            raise ValueError(f"bad fault: {error}") from error

    @property
    def runs_handler(self) -> bool:
        """Whether the request takes effect."""
        return self.kind in _CARRIED_OUT if self.carried_out is None else self.carried_out

    def applies_to(self, endpoint: str, path: str) -> bool:
        """Whether the pattern fits an endpoint's full name, its last part, or the path."""
        names = (endpoint, endpoint.rpartition(".")[2], path)
        return any(fnmatchcase(name, self.match) for name in names)

    def as_json(self) -> dict[str, object]:
        """The rule as the control API shows it."""
        value: dict[str, object] = asdict(self)
        return value


class FaultPlan:
    """The rules in force, used up in order."""

    def __init__(self, rules: Iterable[Fault] = ()) -> None:
        self._rules = list(rules)

    @property
    def rules(self) -> list[Fault]:
        """What is left, with the remaining `times` and `skip`."""
        return list(self._rules)

    def add(self, rules: Iterable[Fault]) -> None:
        """Append rules after those in force."""
        self._rules.extend(rules)

    def clear(self) -> None:
        """Behave again."""
        self._rules.clear()

    def take(self, endpoint: str, path: str) -> list[Fault]:
        """The faults for one request: any latencies and at most one other.

        Counts them down; a rule that is used up disappears.
        """
        taken: list[Fault] = []
        remaining: list[Fault] = []
        decided = False
        for rule in self._rules:
            if not rule.applies_to(endpoint, path) or (decided and rule.kind != "latency"):
                remaining.append(rule)
            elif rule.skip > 0:
                remaining.append(replace(rule, skip=rule.skip - 1))
            else:
                taken.append(rule)
                decided = decided or rule.kind != "latency"
                if rule.times is None:
                    remaining.append(rule)
                elif rule.times > 1:
                    remaining.append(replace(rule, times=rule.times - 1))
        self._rules = remaining
        return taken
