"""Events, customers and what counts as a repeat."""

import pytest
from http_client import CLICKS, CUSTOMERS, EVENTS, NOW, TOKEN, Client, event

from personalize.sandbox import Sandbox

ID = "0123456789abcdef0123456789abcdef"
OTHER_ID = "f" * 32


def test_events_are_kept_per_customer(sandbox: Sandbox, client: Client) -> None:
    assert client.track(event("banner", cookie="c-1")).json == {"success": True, "errors": []}
    client.track(event("purchase", cookie="c-2"))
    assert [(each.type, each.customer_ids["cookie"]) for each in sandbox.events] == [
        ("banner", "c-1"),
        ("purchase", "c-2"),
    ]
    assert sandbox.events[0].properties == {"action": "show"}
    anonymous = [each for each in sandbox.customers if each["audience"] == "anonymous"]
    assert [each["event_types"] for each in anonymous] == [["banner"], ["purchase"]]


def test_repeat_is_counted_but_kept_once(sandbox: Sandbox, client: Client) -> None:
    for _ in range(3):
        assert client.track(event(), ID).status == 200
    client.track(event(), OTHER_ID)
    assert [each.event_id for each in sandbox.events] == [ID, OTHER_ID]
    assert sandbox.state()["deliveries"] == {
        "arrivals": 4,
        "repeats": 2,
        "unique": 2,
        "accepted": 2,
        "without_id": 0,
        "events": 2,
    }
    assert sandbox.violations == []


def test_same_id_with_other_bytes_is_a_violation(sandbox: Sandbox, client: Client) -> None:
    client.track(event("banner"), ID)
    client.track(event("purchase"), ID)
    assert [(each.rule, each.event_id) for each in sandbox.violations] == [("event_id_reused", ID)]
    assert [each.type for each in sandbox.events] == ["banner"]


def test_same_id_on_another_endpoint_is_a_violation(sandbox: Sandbox, client: Client) -> None:
    client.track(event(), ID)
    client.post(CUSTOMERS, event(), {**TOKEN, "x-event-id": ID})
    assert [each.rule for each in sandbox.violations] == ["event_id_reused"]


def test_odd_id_is_a_violation_once(sandbox: Sandbox, client: Client) -> None:
    client.track(event(), "7")
    client.track(event(), "7")
    assert [each.rule for each in sandbox.violations] == ["event_id_format"]


def test_refused_event_is_accepted_later(sandbox: Sandbox, client: Client) -> None:
    sandbox.inject("status", "events", status=500)
    assert client.track(event(), ID).status == 500
    assert sandbox.events == []
    assert client.track(event(), ID).status == 200
    assert len(sandbox.events) == 1


def test_events_without_id_are_all_kept(sandbox: Sandbox, client: Client) -> None:
    client.track(event())
    client.track(event())
    assert len(sandbox.events) == 2


def test_header_name_is_configurable() -> None:
    with Sandbox(now=NOW, event_id_header="Idempotency-Key") as sandbox:
        client = Client(sandbox.port)
        for _ in range(2):
            client.post(EVENTS, event(), {**TOKEN, "idempotency-key": ID})
        client.close()
        assert [each.event_id for each in sandbox.events] == [ID]


def test_identify_merges_the_anonymous_customer(sandbox: Sandbox, client: Client) -> None:
    client.track(event("cart_update", cookie="c-1"))
    before = client.personalised({"cookie": "c-1", "registered": "bob@example.test"}, 5)
    answer = client.post(
        CUSTOMERS,
        {
            "customer_ids": {"cookie": "c-1", "registered": "bob@example.test"},
            "properties": {"first_name": "Bob"},
        },
    )
    assert answer.status == 200
    after = client.personalised({"cookie": "c-1"}, 5)
    assert [before[0]["status"], after[0]["status"]] == ["filter_not_matched", "OK"]
    customer = sandbox.customers[-1]
    assert customer["customer_ids"] == {"registered": "bob@example.test", "cookie": ["c-1"]}
    assert customer["event_types"] == ["cart_update"]
    assert customer["properties"] == {"first_name": "Bob"}


def test_identify_joins_an_existing_customer(sandbox: Sandbox, client: Client) -> None:
    client.track(event("cart_update", cookie="c-1"))
    count = len(sandbox.customers)
    client.track(event("purchase", cookie="c-1", registered="vip@example.test"))
    assert len(sandbox.customers) == count - 1
    vip = sandbox.customers[0]
    assert vip["event_types"] == ["cart_update", "purchase"]
    assert vip["audience"] == "vip"


def test_shared_device_keeps_customers_apart(sandbox: Sandbox, client: Client) -> None:
    client.track(event("banner", cookie="c-1", registered="vip@example.test"))
    client.track(event("purchase", cookie="c-1", registered="ada@example.test"))
    vip, ada = sandbox.customers
    assert vip["event_types"] == ["banner"]
    assert vip["customer_ids"] == {"registered": "vip@example.test", "cookie": []}
    assert ada["event_types"] == ["purchase"]
    assert ada["customer_ids"] == {"registered": "ada@example.test", "cookie": ["c-1"]}


def test_campaign_click_is_an_event(sandbox: Sandbox, client: Client) -> None:
    body = {"customer_ids": {"cookie": "c-1"}, "url": "https://x.test/?a=1", "timestamp": NOW}
    assert client.post(CLICKS, body).status == 200
    assert sandbox.events[0].type == "campaign_click"
    assert sandbox.events[0].properties["url"] == "https://x.test/?a=1"


@pytest.mark.parametrize(
    "changes",
    [
        {"customer_ids": None},
        {"customer_ids": {}},
        {"customer_ids": {"cookie": ""}},
        {"event_type": ""},
        {"event_type": 3},
        {"timestamp": "now"},
        {"timestamp": True},
        {"timestamp": NOW * 1000},
        {"properties": []},
    ],
)
def test_bad_events_are_refused(
    sandbox: Sandbox, client: Client, changes: dict[str, object]
) -> None:
    answer = client.track(event() | changes, ID)
    assert answer.status == 400
    assert answer.json["success"] is False
    assert sandbox.events == []


@pytest.mark.parametrize("body", [b"", b"{{{", b'{"a": NaN}', b"\xff", b"[" * 100_000])
def test_bodies_that_are_not_json(client: Client, body: bytes) -> None:
    headers = {**TOKEN, "content-type": "application/json"}
    assert client.send("POST", EVENTS, body, headers).status == 400


def test_content_type_is_required(client: Client) -> None:
    assert client.send("POST", EVENTS, b"{}", TOKEN).status == 415


def test_identify_needs_properties(client: Client) -> None:
    assert client.post(CUSTOMERS, {"customer_ids": {"cookie": "c"}}).status == 400
