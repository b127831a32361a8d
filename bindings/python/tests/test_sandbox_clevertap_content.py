"""In-apps in the answers, and definitions of templates."""

from typing import Any

import pytest
from clevertap_client import GUID, HEADERS, OTHER_GUID, Device, launched, pushed, raised
from http_client import Client

from personalize.sandbox import Sandbox

PROMOTION = 1790000001


@pytest.fixture
def device(client: Client) -> Device:
    """A device that is new to the service."""
    return Device(client)


def campaign(delivery: str, ti: int, **content: object) -> dict[str, Any]:
    """A campaign as it is loaded."""
    return {
        "delivery": delivery,
        "content": {"type": "custom-code", "templateName": "Card", "ti": ti, **content},
    }


def ids(listed: list[dict[str, Any]]) -> list[object]:
    """The ids of in-apps."""
    return [each["ti"] for each in listed]


def test_server_side_metadata_then_content(sandbox: Sandbox, device: Device) -> None:
    first = device.launch()
    assert (first["inapp_delivery_mode"], first["imc"], first["imp"]) == ("SS", 10, 10)
    (metadata,) = first["inapp_notifs_ss"]
    assert metadata == {
        "ti": PROMOTION,
        "priority": 40,
        "whenTriggers": [{"eventName": "Product Viewed"}],
        "frequencyLimits": [{"type": "session", "limit": 2}],
        "occurrenceLimits": [],
    }
    assert "inapp_notifs" not in first
    assert "inapp_notifs_cs" not in first
    answer = device.send(raised("product viewed"), inapps_eval=[PROMOTION, PROMOTION]).json
    (content,) = answer["inapp_notifs"]
    assert content["wzrk_id"] == f"{PROMOTION}_20260101"
    assert content["wzrk_pivot"] == "wzrk_default"
    assert content["vars"]["picture"] == f"{sandbox.url}/images/autumn.png"
    assert "whenTriggers" not in content
    assert "inapp_notifs_ss" not in answer
    reports = sandbox.clevertap.account.reports
    assert [(each["ti"], each["event_seen"], each["known"]) for each in reports] == [
        (PROMOTION, True, True)
    ] * 2
    assert sandbox.violations == []


def test_image_of_the_content_is_served(sandbox: Sandbox, client: Client, device: Device) -> None:
    device.launch()
    answer = device.send(raised("Product Viewed"), inapps_eval=[PROMOTION]).json
    address = answer["inapp_notifs"][0]["vars"]["picture"].removeprefix(sandbox.url)
    assert client.get(address, {}).body.startswith(b"\x89PNG")


def test_report_without_event_or_campaign(sandbox: Sandbox, device: Device) -> None:
    device.launch()
    answer = device.send(raised("Other"), inapps_eval=[PROMOTION, 5]).json
    assert ids(answer["inapp_notifs"]) == [PROMOTION]
    reports = sandbox.clevertap.account.reports
    assert [(each["known"], each["event_seen"]) for each in reports] == [
        (True, False),
        (False, False),
    ]
    assert [each.rule for each in sandbox.violations] == ["clevertap.evaluation"]


def test_report_by_attribute(sandbox: Sandbox, device: Device) -> None:
    trigger = {"eventName": "Plan_change", "profileAttrName": "Plan"}
    sandbox.clevertap.load({"campaigns": [campaign("server", 4, whenTriggers=[trigger])]})
    device.launch()
    device.send(pushed({"Plan": "gold"}), inapps_eval=[4])
    assert sandbox.clevertap.account.reports[0]["event_seen"] is True


def test_repeated_report_is_marked(sandbox: Sandbox, device: Device) -> None:
    device.launch()
    for _ in range(2):
        answer = device.send(raised("Product Viewed"), inapps_eval=[PROMOTION]).json
        assert ids(answer["inapp_notifs"]) == [PROMOTION]
    reports = sandbox.clevertap.account.reports
    assert [each["repeat"] for each in reports] == [False, True]


def test_client_side_content(sandbox: Sandbox, device: Device) -> None:
    trigger = [{"eventName": "Charged"}]
    sandbox.clevertap.load(
        {
            "settings": {"mode": "CS", "imc": 1, "imp": 3, "stale": [7, "8"]},
            "campaigns": [
                campaign("client", 3, whenTriggers=trigger, vars={"url": "{base}/x"}),
                campaign("server", 4, whenTriggers=trigger),
            ],
        }
    )
    first = device.launch()
    assert (first["imc"], first["imp"], first["inapp_stale"]) == (1, 3, [7, "8"])
    (content,) = first["inapp_notifs_cs"]
    assert content["whenTriggers"] == trigger
    assert content["vars"] == {"url": f"{sandbox.url}/x"}
    assert "inapp_notifs_ss" not in first
    quiet = device.send(raised("Seen")).json
    assert "inapp_notifs_cs" not in quiet
    assert "inapp_delivery_mode" not in quiet
    fetched = device.send(raised("wzrk_fetch", {"t": 5})).json
    assert ids(fetched["inapp_notifs_cs"]) == [3]


def test_stopped_campaigns_leave_an_empty_list(sandbox: Sandbox, device: Device) -> None:
    sandbox.clevertap.load({"campaigns": []})
    assert device.launch()["inapp_notifs_ss"] == []
    sandbox.clevertap.load({"settings": {"mode": "NO_MODE"}})
    body = device.launch(s=launched()["s"] + 1)
    assert body["inapp_delivery_mode"] == "NO_MODE"
    assert "inapp_notifs_ss" not in body


def test_launch_and_immediate_lists(sandbox: Sandbox, device: Device) -> None:
    trigger = [{"eventName": "App Launched"}]
    sandbox.clevertap.load(
        {
            "campaigns": [
                campaign("launch", 1, whenTriggers=trigger),
                campaign("launch", 2, whenTriggers=trigger, inactionDuration=60),
                campaign("immediate", 3, delayAfterTrigger=5),
                campaign("immediate", 4, inactionDuration=60),
            ]
        }
    )
    first = device.launch()
    assert ids(first["inapp_notifs_applaunched"]) == [1]
    assert first["inapp_notifs_applaunched"][0]["whenTriggers"] == trigger
    assert [(each["ti"], each["inactionDuration"]) for each in
            first["inapp_notifs_applaunched_meta"]] == [(2, 60)]  # fmt: skip
    assert [(each["ti"], each["delayAfterTrigger"]) for each in first["inapp_notifs"]] == [(3, 5)]
    assert ids(first["inapp_notifs_meta"]) == [4]
    second = device.launch(s=launched()["s"] + 1)
    assert ids(second["inapp_notifs_applaunched"]) == [1]
    assert "inapp_notifs" not in second


def test_content_of_what_did_not_happen(sandbox: Sandbox, device: Device) -> None:
    trigger = [{"eventName": "Added To Cart"}]
    waiting = campaign("server", 5, whenTriggers=trigger, inactionDuration=60)
    sandbox.clevertap.load({"campaigns": [waiting]})
    assert device.launch()["inapp_notifs_ss"][0]["inactionDuration"] == 60
    answer = device.send(raised("wzrk_fetch", {"t": 6, "tgtId": 5})).json
    assert ids(answer["inapp_notifs"]) == [5]
    assert "inactionDuration" not in answer["inapp_notifs"][0]
    assert "inapp_notifs_ss" not in answer


def test_audience(sandbox: Sandbox, client: Client) -> None:
    trigger = [{"eventName": "Seen"}]
    gold = campaign("server", 6, whenTriggers=trigger) | {"audience": {"Plan": "gold"}}
    sandbox.clevertap.load({"campaigns": [gold]})
    device, other = Device(client), Device(client, OTHER_GUID)
    device.send(launched(), pushed({"Plan": "gold"}))
    other.launch()
    answers = [each.send(raised("Seen"), inapps_eval=[6]).json for each in (device, other)]
    assert ["inapp_notifs" in each for each in answers] == [True, False]


def test_items_bring_more_content(sandbox: Sandbox, device: Device) -> None:
    sandbox.clevertap.load(
        {
            "campaigns": [
                campaign("content", 11, priority=9, whenTriggers=[{"eventName": "App Launched"}]),
                campaign("content", 12),
            ]
        }
    )
    items = device.launch()["content_fetch"]
    assert items == [{"tgtId": 11, "key": "c11", "priority": 9}, {"tgtId": 12, "key": "c12"}]
    asked = [raised("content_fetch", each) for each in items]
    answer = device.send(*asked, path="content").json
    assert ids(answer["inapp_notifs_applaunched"]) == [11]
    assert ids(answer["inapp_notifs"]) == [12]
    assert not {"arp", "imc", "inapp_delivery_mode"} & set(answer)
    assert sandbox.violations == []
    assert [each.type for each in sandbox.events] == ["App Launched"]


def test_items_that_were_never_offered(sandbox: Sandbox, device: Device) -> None:
    sandbox.clevertap.load({"campaigns": [campaign("content", 12)]})
    device.launch()
    changed = raised("content_fetch", {"tgtId": 12, "key": "other"})
    answer = device.send(changed, raised("Seen"), path="content", inapps_eval=[12]).json
    assert answer == {}
    assert {each.rule for each in sandbox.violations} == {"clevertap.content", "clevertap.meta"}


def test_extra_keys_are_joined_and_used_once(sandbox: Sandbox, client: Client) -> None:
    device, other = Device(client), Device(client, OTHER_GUID)
    keys = {"inapp_notifs": [{"ti": 1}], "arp": {"x": 1.5}}
    sent = {"keys": keys, "guid": GUID}
    assert client.post("/_sandbox/clevertap/answers", sent).status == 200
    client.post("/_sandbox/clevertap/answers", {"keys": {"late": 1}, "endpoint": "content"})
    assert "inapp_notifs" not in other.launch()
    first = device.send(launched(), raised("Seen"), inapps_eval=[PROMOTION]).json
    assert ids(first["inapp_notifs"]) == [PROMOTION, 1]
    assert (first["arp"]["x"], first["arp"]["sv"]) == (1.5, 8)
    assert "inapp_notifs" not in device.send(raised("Seen")).json
    assert device.send(raised("content_fetch", {}), path="content").json == {"late": 1}
    assert client.post("/_sandbox/clevertap/answers", {"keys": 7}).status == 400
    wrong = {"keys": {}, "endpoint": "hello"}
    assert client.post("/_sandbox/clevertap/answers", wrong).status == 400


def test_discarded_events_and_what_the_device_said(sandbox: Sandbox, device: Device) -> None:
    sandbox.clevertap.account.settings.change({"discarded": ["Debug Tick"]})
    assert device.launch()["arp"]["d_e"] == ["Debug Tick"]
    record = {"wzrk_id": "8_20260101", "wzrk_pivot": "wzrk_default", "wzrk_cgId": 12}
    device.send(raised("Seen"), imp=2, tlc=[["8", 1, 1]], inapps_suppressed=[record])
    accounts = device.client.get("/_sandbox/clevertap/accounts").json["accounts"]
    (shown,) = accounts[0]["devices"]
    assert (shown["imp"], shown["tlc"], shown["answers"]) == (2, [["8", 1, 1]], 2)
    assert accounts[0]["suppressed"] == [{"guid": GUID, "record": record}]
    assert sandbox.violations == []


@pytest.mark.parametrize(
    "document",
    [
        {"campaigns": [{"delivery": "pigeon", "content": {"ti": 1}}]},
        {"campaigns": [{"delivery": "server", "content": {}}]},
        {"campaigns": [{"delivery": "server", "content": {"ti": True}}]},
        {"campaigns": [{"content": {"ti": 1}, "extra": 1}]},
        {"campaigns": [7]},
        {"campaigns": {}},
        {"settings": {"mode": "XX"}},
        {"settings": {"imc": "1"}},
        {"settings": {"unknown": 1}},
        {"account": "nobody"},
        {"unknown": 1},
    ],
)
def test_odd_campaigns_are_refused(client: Client, document: dict[str, object]) -> None:
    before = client.get("/_sandbox/clevertap/accounts").json
    answer = client.post("/_sandbox/clevertap/campaigns", document)
    assert (answer.status, bool(answer.json["errors"][0])) == (400, True)
    assert client.get("/_sandbox/clevertap/accounts").json == before


def test_campaigns_can_be_added(client: Client) -> None:
    document = {"replace": False, "campaigns": [campaign("launch", 2)]}
    accounts = client.post("/_sandbox/clevertap/campaigns", document).json["accounts"]
    assert [each["delivery"] for each in accounts[0]["campaigns"]] == ["server", "launch"]


def definition(**variables: object) -> dict[str, Any]:
    """A payload with one template."""
    kind = variables.pop("kind", "template")
    return {
        "type": "templatePayload",
        "definitions": {"Promo card": {"type": kind, "vars": variables}},
    }


TEXT = {"type": "string", "defaultValue": "Hello", "order": 0}


def test_definitions_need_a_test_profile(sandbox: Sandbox, device: Device) -> None:
    answer = device.send(definition(title=TEXT), path="defineTemplates")
    assert (answer.status, list(answer.json)) == (401, ["error"])
    sandbox.clevertap.account.settings.change({"test_profiles": [GUID]})
    assert device.send(definition(title=TEXT), path="defineTemplates").status == 200
    assert sandbox.clevertap.account.definitions == definition(title=TEXT)["definitions"]
    sandbox.clevertap.account.settings.change({"test_profiles": None})
    assert (
        device.send({"type": "templatePayload", "definitions": {}}, path="defineTemplates").json
        == {}
    )
    assert sandbox.violations == []


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "templatePayload"},
        {"type": "templatePayload", "definitions": []},
        {"type": "other", "definitions": {}},
        {"type": "templatePayload", "definitions": {" ": {"type": "template", "vars": {}}}},
        {"type": "templatePayload", "definitions": {"a": {"type": "template"}}},
        definition(kind="visual", title=TEXT),
        definition(kind="function", go={"type": "action", "order": 0}),
        definition(title={"type": "string", "order": 0}),
        definition(title={"type": "string", "defaultValue": None, "order": 0}),
        definition(title={"type": "number", "defaultValue": True, "order": 0}),
        definition(title={"type": "boolean", "defaultValue": 1, "order": 0}),
        definition(title={"type": "text", "defaultValue": "x", "order": 0}),
        definition(title={"type": "string", "defaultValue": "x"}),
        definition(picture={"type": "file", "defaultValue": "x", "order": 0}),
        definition(**{"a": TEXT, "a.b": {"type": "file", "order": 1}}),
    ],
)
def test_invalid_definitions(sandbox: Sandbox, device: Device, payload: dict[str, Any]) -> None:
    sandbox.clevertap.account.settings.change({"test_profiles": None})
    answer = device.send(payload, path="defineTemplates")
    assert (answer.status, list(answer.json)) == (400, ["error"])
    assert sandbox.clevertap.account.definitions == {}


def test_conflicting_definition(sandbox: Sandbox, device: Device) -> None:
    sandbox.clevertap.account.settings.change({"test_profiles": None})
    device.send(definition(title=TEXT), path="defineTemplates")
    changed = definition(title={"type": "number", "defaultValue": 1, "order": 0})
    answer = device.send(changed, path="defineTemplates")
    assert answer.json["error"].endswith("has a conflicting type for 'title'")


@pytest.mark.parametrize(
    "orders",
    [
        {"a": 0, "b": 2},
        {"a": 1, "b": 2},
        {"style.Color": 1, "style.border": 0, "title": 2, "style.size": 3},
        {"style.size": 0, "style.color": 1},
    ],
)
def test_order_of_arguments(sandbox: Sandbox, device: Device, orders: dict[str, int]) -> None:
    sandbox.clevertap.account.settings.change({"test_profiles": None})
    variables = {name: TEXT | {"order": order} for name, order in orders.items()}
    assert device.send(definition(**variables), path="defineTemplates").status == 200
    assert {each.rule for each in sandbox.violations} == {"clevertap.template_order"}


def test_right_order_of_arguments(sandbox: Sandbox, device: Device) -> None:
    sandbox.clevertap.account.settings.change({"test_profiles": None})
    names = ["title", "style.border", "style.Color", "style.size", "a"]
    variables = {name: TEXT | {"order": order} for order, name in enumerate(names)}
    device.send(definition(**variables), path="defineTemplates")
    assert sandbox.violations == []


@pytest.mark.parametrize("path", ["a1", "content", "defineTemplates"])
def test_addresses_need_an_account(client: Client, path: str) -> None:
    assert client.post(f"/{path}", [], HEADERS).status == 400
    assert client.get(f"/{path}", HEADERS).status == 405
