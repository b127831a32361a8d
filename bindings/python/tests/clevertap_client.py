"""Requests as a correct client of CleverTap would send them."""

from collections.abc import Mapping
from typing import Any, Final

from http_client import NOW, Answer, Client

GUID: Final = "#ac15a12b34d64f3a8aa179312a68b242"
OTHER_GUID: Final = "#00000000000000000000000000000002"
SESSION: Final = int(NOW)
APPLICATION: Final = {
    "Version": "2.4.0",
    "Build": "240",
    "SDK Version": 50503,
    "OS": "Linux",
    "OS Version": "6.8.0",
    "Make": "Generic",
    "Model": "Linux",
    "useIP": False,
    "lib": "libpersonalize",
}
HEADERS: Final = {
    "x-clevertap-account-id": "demo-account",
    "x-clevertap-token": "demo-token",
    "content-type": "application/json; charset=utf-8",
}
QUERY: Final = f"os=Linux&t=50503&z=demo-account&ts={SESSION}"


def meta(guid: str = GUID, **changes: object) -> dict[str, Any]:
    """A meta object; a change to None removes a key."""
    whole = {
        "type": "meta",
        "g": guid,
        "id": "demo-account",
        "tk": "demo-token",
        "af": APPLICATION,
        "frs": True,
        "imp": 0,
        "tlc": [],
        **changes,
    }
    return {name: value for name, value in whole.items() if value is not None}


def raised(
    name: str, data: Mapping[str, object] | None = None, **changes: object
) -> dict[str, Any]:
    """An event."""
    common = {"ep": SESSION, "s": SESSION, "pg": 1, "lsl": 0, "f": True}
    return {"type": "event", "evtName": name, "evtData": dict(data or {}), **common, **changes}


def launched(**changes: object) -> dict[str, Any]:
    """The first event of a session."""
    return raised("App Launched", APPLICATION, dsync=True, **changes)


def pushed(profile: Mapping[str, object], **changes: object) -> dict[str, Any]:
    """A profile push."""
    common = {"ep": SESSION, "s": SESSION, "pg": 1, "lsl": 0, "f": True}
    return {"type": "profile", "profile": dict(profile), **common, **changes}


class Device:
    """A client that keeps the cookies it is given."""

    def __init__(self, client: Client, guid: str = GUID) -> None:
        self.client = client
        self.guid = guid
        self.cookie: dict[str, Any] = {}

    def send(self, *items: Mapping[str, object], path: str = "a1", **changes: object) -> Answer:
        """POST a batch."""
        body = [meta(self.guid, **{"arp": self.cookie or None, **changes}), *items]
        answer = self.client.post(f"/{path}?{QUERY}", body, HEADERS)
        if answer.status == 200 and path == "a1":
            for name, value in answer.json["arp"].items():
                if value == -1:
                    self.cookie.pop(name, None)
                elif name != "d_e":
                    self.cookie[name] = value
        return answer

    def launch(self, **changes: object) -> dict[str, Any]:
        """Begin a session."""
        body: dict[str, Any] = self.send(launched(**changes)).json
        return body
