"""Streams and customers' tokens over HTTP."""

from typing import Final

import pytest
from http_client import NOW, TOKEN, Client, event

from personalize.sandbox import Sandbox

BUNDLE: Final = "/wxstatic/streams/demo-stream/bundle-ios.json?v=2"
BLOCKS: Final = "/webxp/streams/demo-stream/inappcontentblocks?v=2"
EVENTS: Final = "/track/u/v1/customers/events?stream_id=demo-stream"
CUSTOMERS: Final = "/track/u/v1/customers?stream_id=demo-stream"
INBOX: Final = "/webxp/streams/demo-stream/appinbox/fetch"
SEGMENTS: Final = "/webxp/streams/demo-stream/segments?cookie=c-1"
LINK: Final = "/webxp/streams/demo-stream/cookies/c-1/link-ids"
ADA: Final = {"registered": "ada@example.test"}


def bearer(token: str) -> dict[str, str]:
    """The header with a token."""
    return {"authorization": f"Bearer {token}"}


@pytest.fixture
def ada(sandbox: Sandbox) -> dict[str, str]:
    """Ada's header."""
    return bearer(sandbox.exponea.tokens.issue(ADA))


def test_every_stream_endpoint_takes_the_token(client: Client, ada: dict[str, str]) -> None:
    ids = {**ADA, "cookie": "c-1"}
    assert client.get(BUNDLE, ada).json["success"] is True
    assert client.post(CUSTOMERS, {"customer_ids": ids, "properties": {}}, ada).status == 200
    assert client.post(EVENTS, event("visit", **ids), ada).status == 200
    asked = {"customer_ids": ids, "content_block_ids": ["66f0a1c2d3e4f50001aa0001"]}
    assert client.post(BLOCKS, asked, ada).json["data"][0]["status"] == "OK"
    assert client.post(INBOX, {"customer_ids": ids}, ada).json["success"] is True
    assert client.post(LINK, {"external_ids": ADA}, ada).json == {"success": True}
    assert client.get(SEGMENTS, ada).json["content"]


def test_a_stream_wants_a_token(client: Client) -> None:
    assert client.get(BUNDLE, {}).status == 403
    assert client.get(BUNDLE, TOKEN).status == 403
    assert client.get(BUNDLE, {"authorization": "Bearer "}).status == 403


@pytest.mark.parametrize("token", ["opaque", "a.b.c", "e30.e30.", "e30.e30.AAAA"])
def test_other_tokens_are_turned_down(client: Client, token: str) -> None:
    assert client.get(BUNDLE, bearer(token)).status == 401


def test_a_token_expires(sandbox: Sandbox, client: Client) -> None:
    header = bearer(sandbox.exponea.tokens.issue(ADA, 60))
    assert client.get(BUNDLE, header).status == 200
    sandbox.clock.set(NOW + 60)
    assert client.get(BUNDLE, header).status == 401


def test_a_token_can_be_revoked(sandbox: Sandbox, client: Client) -> None:
    token = sandbox.exponea.tokens.issue(ADA)
    client.post("/_sandbox/exponea/token/revoke", {"token": token})
    assert client.get(BUNDLE, bearer(token)).status == 401


def test_a_token_is_for_its_customer(client: Client, ada: dict[str, str]) -> None:
    other = event("visit", cookie="c-2", registered="vip@example.test")
    assert client.post(EVENTS, other, ada).status == 403
    assert client.post(LINK, {"external_ids": {"registered": "vip"}}, ada).status == 403
    assert client.post(EVENTS, event("visit", cookie="c-2"), ada).status == 200


def test_the_control_api_issues_tokens(client: Client) -> None:
    wanted = {"customer_ids": ADA, "lifetime_seconds": 5}
    token = client.post("/_sandbox/exponea/token", wanted).json["token"]
    assert token.count(".") == 2
    assert client.get(BUNDLE, bearer(token)).status == 200
    assert client.post("/_sandbox/exponea/token", {"customer_ids": {}}).status == 400


def test_the_project_takes_issued_tokens(client: Client, ada: dict[str, str]) -> None:
    assert client.get("/webxp/projects/demo-project/segments?cookie=c-1", ada).status == 200
    refused = client.post("/track/v2/projects/demo-project/customers/events", event(), ada)
    assert refused.status == 401


def test_an_unknown_stream(client: Client, ada: dict[str, str]) -> None:
    assert client.get("/wxstatic/streams/other/bundle-ios.json", ada).status == 404
    assert client.post("/track/u/v1/customers/events?stream_id=x", event(), ada).status == 404
