"""The App Inbox, segments, linked ids and consents."""

from typing import Any

from http_client import CUSTOMERS, INBOX, MARK_READ, NOW, Client, event

from personalize.sandbox import Sandbox

ADA = {"cookie": "c-1", "registered": "ada@example.test"}
VIP = {"cookie": "c-2", "registered": "vip@example.test"}


def fetch(client: Client, ids: dict[str, str], token: str | None = None) -> Any:
    """Fetch an inbox that must answer."""
    body: dict[str, object] = {"customer_ids": ids, "application_id": "default-application"}
    if token:
        body["sync_token"] = token
    answer = client.post(INBOX, body)
    assert answer.status == 200, answer.body
    return answer.json


def test_messages_of_all_shapes(client: Client) -> None:
    messages = fetch(client, ADA)["messages"]
    assert [each["type"] for each in messages] == ["push", "html", "push", "hologram", "push"]
    assert any("create_time" not in each for each in messages)
    assert any(each.get("expire_time", NOW) < NOW for each in messages)
    assert "data-link" in messages[1]["content"]["message"]


def test_customers_have_their_own_messages(client: Client) -> None:
    ada = {each["id"] for each in fetch(client, ADA)["messages"]}
    vip = {each["id"] for each in fetch(client, VIP)["messages"]}
    assert ada.isdisjoint(vip)
    assert len(vip) == 6


def test_token_fetches_only_what_is_new(client: Client) -> None:
    first = fetch(client, ADA)
    assert fetch(client, ADA, first["sync_token"])["messages"] == []
    added = client.post(
        "/_sandbox/exponea/inbox",
        {"customer_ids": ADA, "message": {"type": "push", "content": {"title": "New"}}},
    ).json
    second = fetch(client, ADA, first["sync_token"])
    assert [each["id"] for each in second["messages"]] == [added["id"]]
    assert second["messages"][0]["create_time"] == NOW
    assert second["sync_token"] != first["sync_token"]


def test_gone_tokens(client: Client) -> None:
    token = fetch(client, ADA)["sync_token"]
    asked = {"customer_ids": VIP, "sync_token": token}
    assert client.post(INBOX, asked).status == 410
    assert client.post("/_sandbox/exponea/inbox/expire", {}).status == 200
    assert client.post(INBOX, asked | {"customer_ids": ADA}).status == 410
    assert client.post(INBOX, {"customer_ids": ADA, "sync_token": "nonsense"}).status == 410
    assert len(fetch(client, ADA)["messages"]) == 5


def test_marking_as_read(sandbox: Sandbox, client: Client) -> None:
    first = fetch(client, ADA)
    identifier = first["messages"][0]["id"]
    body = {"customer_ids": ADA, "message_ids": [identifier], "sync_token": first["sync_token"]}
    assert client.post(MARK_READ, body).json == {"success": True}
    assert fetch(client, ADA)["messages"][0]["is_read"] is True
    assert client.post(MARK_READ, body | {"message_ids": ["nobody"]}).status == 400
    assert client.post(MARK_READ, body | {"sync_token": "other"}).status == 410
    assert client.post(MARK_READ, {**body, "sync_token": None}).status == 400
    ada = next(each for each in sandbox.customers if each["audience"] == "member")
    assert ada["read_messages"] == [identifier]


def test_hard_id_and_application_are_checked(client: Client) -> None:
    assert client.post(INBOX, {"customer_ids": {"cookie": "c-9"}}).status == 400
    assert client.post(INBOX, {"customer_ids": ADA, "application_id": "Not Valid"}).status == 400
    other = client.post(INBOX, {"customer_ids": ADA, "application_id": "other-app"})
    assert other.json["messages"] == []


def test_segments_follow_the_customer(client: Client) -> None:
    path = "/webxp/projects/demo-project/segments?cookie=c-1"
    assert client.get(path).json == {"content": [], "discovery": [], "merchandising": []}
    client.track(event("purchase", cookie="c-1"))
    anonymous = client.get(path).json
    assert anonymous["discovery"][0].keys() == {"id", "segmentation_id"}
    client.post(CUSTOMERS, {"customer_ids": ADA, "properties": {}})
    assert client.get(path).json["content"] != anonymous["content"]
    assert client.get(path.partition("?")[0]).status == 400


def test_link_ids_joins_cookie_and_customer(sandbox: Sandbox, client: Client) -> None:
    path = "/webxp/projects/demo-project/cookies/c-1/link-ids"
    answer = client.post(path, {"external_ids": {"registered": "ada@example.test"}})
    assert answer.json == {"success": True}
    assert sandbox.customers[1]["customer_ids"] == {
        "registered": "ada@example.test",
        "cookie": ["c-1"],
    }
    assert client.post(path, {"external_ids": {}}).status == 400


def test_consent_categories(client: Client) -> None:
    results = client.get("/data/v2/projects/demo-project/consent/categories").json["results"]
    assert [each["id"] for each in results] == [
        "mobile_banners",
        "cart_banners",
        "inbox",
        "service",
    ]
