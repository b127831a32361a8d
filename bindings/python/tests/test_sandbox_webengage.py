"""Configuration, content and the REST interface."""

from collections.abc import Mapping
from typing import Any, Final

import pytest
from http_client import NOW, Answer, Client

from personalize.sandbox import Sandbox

KEY: Final = {"authorization": "Bearer demo-license-key"}
ROOT: Final = "/webengage/demo-license"
REST: Final = "/v1/accounts/demo-license"
ID: Final = "0123456789abcdef0123456789abcdef"


def track(client: Client, event_id: str | None = None, **changes: object) -> Answer:
    """POST an event."""
    body = {"anonymousId": "device-1", "eventName": "Added To Cart", **changes}
    headers = KEY | ({"x-event-id": event_id} if event_id else {})
    return client.post(f"{REST}/events", body, headers)


def customers(sandbox: Sandbox) -> list[Mapping[str, object]]:
    """The users of the vendor."""
    return [each for each in sandbox.customers if each["vendor"] == "webengage"]


def test_configuration_leads_to_content(sandbox: Sandbox, client: Client) -> None:
    configuration = client.get(f"{ROOT}/configuration.json", {}).json
    assert configuration["schema"] == 1
    assert [each["targetViewId"] for each in configuration["properties"]] == [
        "home_top_banner",
        "1002",
        "cart_note",
    ]
    address: str = configuration["contentUrl"].removeprefix(sandbox.url)
    names = {"campaignId": "cmp-summer", "variationId": "var-a", "customerId": "", "deviceId": "d"}
    for name, value in names.items():
        address = address.replace(f"{{{name}}}", value)
    content = client.get(address, {}).json["content"]
    assert content["layoutType"] == "banner"
    image: str = content["children"][0]["children"][0]["properties"]["imageUrl"]
    assert client.get(image.removeprefix(sandbox.url), {}).body.startswith(b"\x89PNG")
    assert [each.endpoint for each in sandbox.requests] == [
        "webengage.configuration",
        "webengage.content",
        "assets.images",
    ]


def test_unknown_content_and_account(client: Client) -> None:
    assert client.get(f"{ROOT}/content/cmp-summer/var-z", {}).status == 404
    assert client.get("/webengage/other/configuration.json", {}).status == 404
    assert client.post("/v1/accounts/other/events", {}, KEY).status == 404


def test_campaigns_can_be_loaded(sandbox: Sandbox, client: Client) -> None:
    document = {
        "configuration": {"schema": 2, "contentUrl": "{content}"},
        "contents": {"c/v": "no object"},
    }
    assert client.post("/_sandbox/webengage/campaigns", document).status == 200
    loaded = client.get(f"{ROOT}/configuration.json", {}).json
    assert loaded == {
        "schema": 2,
        "contentUrl": f"{sandbox.url}{ROOT}/content/{{campaignId}}/{{variationId}}",
    }
    assert client.get(f"{ROOT}/content/c/v", {}).json == {"content": "no object"}
    oddities: list[dict[str, object]] = [{"configuration": []}, {"contents": []}, {"unknown": 1}]
    for odd in oddities:
        assert client.post("/_sandbox/webengage/campaigns", odd).status == 400
    sandbox.reset()
    assert client.get(f"{ROOT}/configuration.json", {}).json["schema"] == 1


def test_events_are_queued_once(sandbox: Sandbox, client: Client) -> None:
    data = {"price": 120, "tags": ["a"]}
    for _ in range(2):
        answer = track(client, ID, eventTime="2026-01-01T01:00:00+0100", eventData=data)
        assert (answer.status, answer.json) == (201, {"response": {"status": "queued"}})
    (event,) = sandbox.events
    assert (event.vendor, event.type, event.event_id) == ("webengage", "Added To Cart", ID)
    assert (event.timestamp, event.properties) == (NOW, data)
    assert event.customer_ids == {"anonymousId": "device-1"}
    assert sandbox.violations == []


def test_user_takes_over_the_device(sandbox: Sandbox, client: Client) -> None:
    track(client)
    body: dict[str, Any] = {
        "userId": "ada",
        "anonymousId": "device-1",
        "firstName": "Ada",
        "attributes": {"Plan": "gold"},
    }
    assert client.post(f"{REST}/users", body, KEY).status == 201
    (user,) = customers(sandbox)
    assert user["customer_ids"] == {"userId": "ada", "anonymousId": ["device-1"]}
    assert user["properties"] == {"firstName": "Ada", "Plan": "gold"}
    assert user["event_types"] == ["Added To Cart"]
    track(client, userId="bob")
    assert [each["customer_ids"] for each in customers(sandbox)] == [
        {"userId": "ada", "anonymousId": []},
        {"userId": "bob", "anonymousId": ["device-1"]},
    ]
    track(client, anonymousId="device-2")
    client.post(f"{REST}/users", {"userId": "ada", "anonymousId": "device-2"}, KEY)
    assert len(customers(sandbox)) == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"anonymousId": None},
        {"anonymousId": ""},
        {"userId": 7},
        {"eventName": ""},
        {"eventName": None},
        {"eventTime": 1790000000},
        {"eventTime": "yesterday"},
        {"eventTime": "2026-01-01T00:00:00"},
        {"eventData": []},
    ],
)
def test_bad_events_are_refused(
    sandbox: Sandbox, client: Client, changes: dict[str, object]
) -> None:
    answer = track(client, ID, **changes)
    assert (answer.status, answer.json["response"]["status"]) == (400, "error")
    assert sandbox.events == []


def test_authorization(client: Client) -> None:
    assert client.post(f"{REST}/events", {}, {}).status == 401
    assert client.post(f"{REST}/users", {}, {"authorization": "Bearer other"}).status == 401
    assert client.send("POST", f"{REST}/events", b"{}", KEY).status == 415


def test_what_would_be_ignored_is_reported(sandbox: Sandbox, client: Client) -> None:
    track(client, eventName="we_own")
    track(client, eventData={"k" * 50: 1, "text": "v" * 1000})
    assert [each.rule for each in sandbox.violations] == [
        "webengage.name",
        "webengage.name",
        "webengage.value",
    ]


def test_faults_apply(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("status", "webengage.events", status=429, retry_after=3)
    sandbox.inject("bad_json", "webengage.configuration")
    assert track(client, ID).status == 429
    assert sandbox.events == []
    assert track(client, ID).status == 201
    assert client.get(f"{ROOT}/configuration.json", {}).body[:1] == b"{"
    assert [each.faults for each in sandbox.requests] == [("status",), (), ("bad_json",)]
