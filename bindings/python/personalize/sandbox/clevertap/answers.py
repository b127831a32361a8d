"""What the server answers to a batch."""

from collections.abc import Iterable, Mapping

from .account import Account
from .campaigns import Campaign
from .profiles import Device, fingerprint

_APP_LAUNCHED, _FETCH = "App Launched", "wzrk_fetch"
_FETCH_ALL, _FETCH_ONE = 5, 6


class Answer:
    """The body of one answer, put together from what an account has for a device."""

    def __init__(self, account: Account, device: Device, base: str, now: float) -> None:
        self._account = account
        self._device = device
        self._base = base
        self._now = now
        self.body: dict[str, object] = {}

    def add_cookies(self) -> None:
        """Cookies that change, that are removed and that are no whole numbers."""
        device, settings = self._device, self._account.settings
        device.answers += 1
        number = device.answers
        cookie: dict[str, object] = {
            "sv": 8,
            "wdt": 2.57,
            "r_ts": int(self._now),
            "j_n": f"{device.guid[-8:]}-{number}",
            "k_n": number if number % 2 else -1,
        }
        device.sequences.append(40 + number)
        if settings.discarded is not None:
            cookie["d_e"] = list(settings.discarded)
        self.body |= {"arp": cookie, "_i": 40 + number, "_j": 7}
        self.body |= {"imc": settings.imc, "imp": settings.imp}

    def add_content(self, items: Iterable[Mapping[str, object]], evaluated: object) -> None:
        """The in-apps that the events of a batch and its evaluations ask for."""
        names = {item.get("evtName") for item in items}
        fetches = [item["evtData"] for item in items if item.get("evtName") == _FETCH]
        asked = [each for each in fetches if isinstance(each, dict)]
        if _APP_LAUNCHED in names or any(each.get("t") == _FETCH_ALL for each in asked):
            self._add_lists()
        if _APP_LAUNCHED in names:
            self._add_launch()
        wanted = list(evaluated) if isinstance(evaluated, list) else []
        wanted += [each.get("tgtId") for each in asked if each.get("t") == _FETCH_ONE]
        # An id that was reported twice is one campaign.
        for each in dict.fromkeys(map(str, wanted)):
            campaign = self._account.campaigns.get(each)
            if campaign and campaign.delivery == "server" and self._concerns(campaign):
                self._append("inapp_notifs", self._content(campaign))

    def add_items(self, items: Iterable[object]) -> None:
        """The content that was asked for with the items of an earlier answer."""
        for item in items:
            identifier = str(item.get("tgtId")) if isinstance(item, dict) else ""
            campaign = self._account.campaigns.get(identifier)
            if campaign and campaign.delivery == "content" and self._concerns(campaign):
                if "whenTriggers" in campaign.content:
                    document = campaign.document(self._base, self._now)
                    self._append("inapp_notifs_applaunched", document)
                else:
                    self._append("inapp_notifs", self._content(campaign))

    def add_extras(self, endpoint: str) -> None:
        """The keys that a test wants in this answer; lists are joined."""
        for name, value in self._account.take_extras(self._device.guid, endpoint).items():
            present = self.body.get(name)
            if isinstance(present, list) and isinstance(value, list):
                self.body[name] = present + value
            elif isinstance(present, dict) and isinstance(value, dict):
                self.body[name] = present | value
            else:
                self.body[name] = value

    def remember_cookies(self) -> None:
        """Note what the device should send back after this answer."""
        cookie, device = self.body.get("arp"), self._device
        for name, value in (cookie if isinstance(cookie, dict) else {}).items():
            device.cookies.setdefault(name, []).append(value)
            if value == -1:
                device.expected.pop(name, None)
            elif name != "d_e":
                device.expected[name] = value

    def _add_lists(self) -> None:
        settings = self._account.settings
        self.body["inapp_delivery_mode"] = settings.mode
        if settings.stale:
            self.body["inapp_stale"] = list(settings.stale)
        if settings.mode == "SS":
            self.body["inapp_notifs_ss"] = [each.metadata() for each in self._all("server")]
        elif settings.mode == "CS":
            self.body["inapp_notifs_cs"] = [
                each.document(self._base, self._now) for each in self._all("client")
            ]

    def _add_launch(self) -> None:
        for each in self._all("launch"):
            if each.waits:
                self._append("inapp_notifs_applaunched_meta", each.metadata())
            else:
                document = each.document(self._base, self._now)
                self._append("inapp_notifs_applaunched", document)
        for each in self._all("immediate"):
            if each.id not in self._device.given:
                self._device.given.add(each.id)
                if each.waits:
                    self._append("inapp_notifs_meta", each.metadata())
                else:
                    self._append("inapp_notifs", self._content(each))
        items = [_item(each) for each in self._all("content")]
        if items:
            self.body["content_fetch"] = items
            self._device.items += [each for each in items if each not in self._device.items]

    def _all(self, delivery: str) -> list[Campaign]:
        campaigns = self._account.campaigns.values()
        return [each for each in campaigns if each.delivery == delivery and self._concerns(each)]

    def _concerns(self, campaign: Campaign) -> bool:
        return campaign.concerns(self._device.person.properties)

    def _content(self, campaign: Campaign) -> dict[str, object]:
        return campaign.document(self._base, self._now, decided=True)

    def _append(self, name: str, value: object) -> None:
        present = self.body.setdefault(name, [])
        assert isinstance(present, list)
        present.append(value)


def _item(campaign: Campaign) -> dict[str, object]:
    """What a device sends back, unchanged, to get a campaign's content."""
    identifier = campaign.content["ti"]
    item: dict[str, object] = {"tgtId": identifier, "key": f"c{campaign.id}"}
    if "priority" in campaign.content:
        item["priority"] = campaign.content["priority"]
    return item


def was_offered(item: object, device: Device) -> bool:
    """Whether an item came from an answer to this device."""
    return fingerprint(item) in map(fingerprint, device.items)
