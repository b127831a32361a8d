"""A small client that talks to the sandbox as a host's transport would."""

import gzip
import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

NOW: Final = 1_767_225_600.0
BUNDLE: Final = "/wxstatic/projects/demo-project/bundle-ios.json?v=2"
BLOCKS: Final = "/webxp/s/demo-project/inappcontentblocks?v=2"
EVENTS: Final = "/track/v2/projects/demo-project/customers/events"
CUSTOMERS: Final = "/track/v2/projects/demo-project/customers"
CLICKS: Final = "/track/v2/projects/demo-project/campaigns/clicks"
INBOX: Final = "/webxp/projects/demo-project/appinbox/fetch"
MARK_READ: Final = "/webxp/projects/demo-project/appinbox/markasread"
TOKEN: Final = {"authorization": "Token demo-key"}


def block_id(number: int) -> str:
    """The id of the demo project's block `number`."""
    return f"66f0a1c2d3e4f50001aa{number:04d}"


def event(kind: str = "banner", **ids: str) -> dict[str, Any]:
    """A valid event."""
    return {
        "customer_ids": ids or {"cookie": "c-1"},
        "event_type": kind,
        "timestamp": NOW,
        "properties": {"action": "show"},
    }


@dataclass(frozen=True)
class Answer:
    """A response with its body, decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body, parsed."""
        return json.loads(self.body)


class Client:
    """One keep-alive connection."""

    def __init__(self, port: int, timeout: float = 5) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def close(self) -> None:
        """Give the connection up."""
        self._connection.close()

    def get(self, path: str, headers: Mapping[str, str] = TOKEN) -> Answer:
        """GET a path."""
        return self.send("GET", path, None, headers)

    def post(self, path: str, value: object, headers: Mapping[str, str] = TOKEN) -> Answer:
        """POST `value` as JSON."""
        body = json.dumps(value).encode()
        return self.send("POST", path, body, {"content-type": "application/json", **headers})

    def track(self, value: object, event_id: str | None = None) -> Answer:
        """POST an event, with the idempotency header if an id is given."""
        headers = {**TOKEN, "x-event-id": event_id} if event_id else TOKEN
        return self.post(EVENTS, value, headers)

    def personalised(self, ids: Mapping[str, str], *numbers: int) -> list[dict[str, Any]]:
        """The personalised records of the given blocks."""
        asked = {"customer_ids": ids, "content_block_ids": [block_id(each) for each in numbers]}
        records: list[dict[str, Any]] = self.post(BLOCKS, asked).json["data"]
        return records

    def send(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer:
        """Send anything."""
        self._connection.request(method, path, body, dict(headers))
        response = self._connection.getresponse()
        content = response.read()
        received = {name.lower(): value for name, value in response.getheaders()}
        if received.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        return Answer(response.status, received, content)
