"""One account: its settings, its campaigns, and what it was told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from .campaigns import Campaign
from .profiles import People

MODES: Final = ("CS", "SS", "NO_MODE")


@dataclass(slots=True)
class Settings:
    """What the dashboard would set.

    - `mode`: whether devices evaluate content (`CS`) or metadata (`SS`).
    - `imc`, `imp`: in-apps for a session and for a day.
    - `stale`: ids of campaigns whose counters devices should forget.
    - `discarded`: names of events that devices should not send; None says nothing.
    - `test_profiles`: the devices that may define templates; None means all.
    - `redirect`: the host that a handshake names; None means the sandbox.
    """

    mode: str = "SS"
    imc: int = 10
    imp: int = 10
    stale: list[object] = field(default_factory=list)
    discarded: list[str] | None = None
    test_profiles: list[str] | None = field(default_factory=list)
    redirect: str | None = None

    def change(self, values: Mapping[str, object]) -> None:
        """Set some of them; raises ValueError for anything odd and changes nothing."""
        for name, value in values.items():
            if not _accepted(name, value):
                raise ValueError(f"{name} cannot be {value!r}")
        for name, value in values.items():
            setattr(self, name, value)

    def as_json(self) -> dict[str, object]:
        """The settings as the control API shows them."""
        return {
            "mode": self.mode,
            "imc": self.imc,
            "imp": self.imp,
            "stale": list(self.stale),
            "discarded": self.discarded,
            "test_profiles": self.test_profiles,
            "redirect": self.redirect,
        }


@dataclass(frozen=True, slots=True)
class Extra:
    """Keys that go into the next answer to a device, or to whoever comes first."""

    keys: Mapping[str, object]
    guid: str | None = None
    endpoint: str = "a1"


@dataclass(slots=True)
class Account:
    """What the server knows of one account."""

    id: str
    token: str
    settings: Settings = field(default_factory=Settings)
    people: People = field(default_factory=People)
    campaigns: dict[str, Campaign] = field(default_factory=dict)
    definitions: dict[str, dict[str, object]] = field(default_factory=dict)
    reports: list[dict[str, object]] = field(default_factory=list)
    suppressed: list[dict[str, object]] = field(default_factory=list)
    extras: list[Extra] = field(default_factory=list)

    def load(self, campaigns: Iterable[Campaign], *, replace: bool = True) -> None:
        """Take campaigns, in place of those there are or beside them."""
        if replace:
            self.campaigns.clear()
        for each in campaigns:
            self.campaigns[each.id] = each

    def take_extras(self, guid: str, endpoint: str) -> dict[str, object]:
        """The keys for an answer; they are used up."""
        keys: dict[str, object] = {}
        remaining: list[Extra] = []
        for each in self.extras:
            if each.endpoint != endpoint or each.guid not in (None, guid):
                remaining.append(each)
            else:
                keys.update(each.keys)
        self.extras = remaining
        return keys

    def as_json(self) -> dict[str, object]:
        """Everything the control API shows."""
        return {
            "id": self.id,
            "settings": self.settings.as_json(),
            "campaigns": [each.as_json() for each in self.campaigns.values()],
            "devices": [each.as_json() for each in self.people.devices.values()],
            "definitions": self.definitions,
            "reports": self.reports,
            "suppressed": self.suppressed,
        }


def _accepted(name: str, value: object) -> bool:
    match name:
        case "mode":
            return value in MODES
        case "imc" | "imp":
            return isinstance(value, int) and not isinstance(value, bool)
        case "stale":
            return isinstance(value, list)
        case "discarded" | "test_profiles":
            texts = isinstance(value, list) and all(isinstance(each, str) for each in value)
            return value is None or texts
        case "redirect":
            return value is None or isinstance(value, str)
        case _:
            return False
