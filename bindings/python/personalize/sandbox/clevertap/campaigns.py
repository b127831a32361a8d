"""Campaigns: what an account has to say, to whom, and by which way."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from ..texts import filled

DELIVERIES: Final = ("immediate", "launch", "client", "server", "content")
# What a device gets to evaluate of a campaign whose content stays on the server.
_METADATA: Final = (
    "ti",
    "priority",
    "whenTriggers",
    "frequencyLimits",
    "occurrenceLimits",
    "suppressed",
    "delayAfterTrigger",
    "inactionDuration",
    "wzrk_pivot",
    "wzrk_cgId",
)
_TRIGGERS: Final = ("whenTriggers", "frequencyLimits", "occurrenceLimits", "inactionDuration")


@dataclass(frozen=True, slots=True)
class Campaign:
    """One campaign.

    - `content`: the in-app as it goes over the wire. `{base}` in its texts
      stands for the sandbox's address; `wzrk_id` and `wzrk_pivot` are added
      where they are missing.
    - `delivery`: `immediate` (content with the answer to App Launched, once
      for each device), `launch` (the list for App Launched), `client` (content
      that the device evaluates), `server` (metadata first, content once the
      device reports a match), `content` (asked for at `/content`).
    - `audience`: what a profile must have to get it; empty means everybody.
    """

    delivery: str
    content: Mapping[str, object]
    audience: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.delivery not in DELIVERIES:
            raise ValueError(f"delivery must be one of {', '.join(DELIVERIES)}")
        if not self.id:
            raise ValueError("content.ti must be a number or a text")

    @classmethod
    def parse(cls, value: object) -> "Campaign":
        """A campaign from its JSON object; raises ValueError for anything odd."""
        if not isinstance(value, dict):
            raise ValueError("a campaign must be an object")
        unknown = sorted(set(value) - {"delivery", "content", "audience"})
        if unknown:
            raise ValueError(f"unknown campaign keys {', '.join(unknown)}")
        content, audience = value.get("content"), value.get("audience", {})
        if not isinstance(content, dict) or not isinstance(audience, dict):
            raise ValueError("a campaign's content and audience must be objects")
        return cls(str(value.get("delivery", "server")), content, audience)

    @property
    def id(self) -> str:
        """The campaign's id as text, empty if it has none."""
        value = self.content.get("ti")
        return str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""

    @property
    def waits(self) -> bool:
        """Whether it answers to something that did not happen."""
        return "inactionDuration" in self.content

    def concerns(self, properties: Mapping[str, object]) -> bool:
        """Whether a profile with these properties gets it."""
        return all(properties.get(name) == value for name, value in self.audience.items())

    def metadata(self) -> dict[str, object]:
        """What a device needs to evaluate it."""
        return {name: self.content[name] for name in _METADATA if name in self.content}

    def document(self, base: str, now: float, *, decided: bool = False) -> dict[str, object]:
        """The in-app with everything in it; without triggers once they were evaluated."""
        day = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d")
        document: dict[str, object] = {
            "wzrk_id": f"{self.id}_{day}",
            "wzrk_pivot": "wzrk_default",
            **{name: filled(value, {"base": base}) for name, value in self.content.items()},
        }
        if decided:
            return {name: value for name, value in document.items() if name not in _TRIGGERS}
        return document

    def as_json(self) -> dict[str, object]:
        """The campaign as it is loaded and shown."""
        return {
            "delivery": self.delivery,
            "content": dict(self.content),
            "audience": dict(self.audience),
        }


def demo_campaigns() -> list[Campaign]:
    """What the demo account has: a promotion for whoever looks at a product."""
    promotion: dict[str, object] = {
        "type": "custom-code",
        "templateName": "Promo card",
        "vars": {
            "title": "Autumn sale",
            "style.color": "#102030",
            "style.border.color": "#405060",
            "picture": "{base}/images/autumn.png",
            "onAccept": {
                "actions": {
                    "type": "custom-code",
                    "templateName": "Open settings",
                    "vars": {"section": "offers"},
                    "close": 1,
                }
            },
            "onClose": {"actions": {"type": "close", "close": 1}},
        },
        "ti": 1790000001,
        "priority": 40,
        "whenTriggers": [{"eventName": "Product Viewed"}],
        "frequencyLimits": [{"type": "session", "limit": 2}],
        "occurrenceLimits": [],
        "excludeGlobalFCaps": -1,
        "kv": {"placement": "till"},
    }
    return [Campaign("server", promotion)]
