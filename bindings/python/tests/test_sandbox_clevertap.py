"""Accounts, devices, cookies, people and what a correct client never sends."""

import json
from pathlib import Path
from typing import Any

import pytest
from clevertap_client import (
    APPLICATION,
    GUID,
    HEADERS,
    OTHER_GUID,
    QUERY,
    SESSION,
    Device,
    launched,
    meta,
    pushed,
    raised,
)
from http_client import Client

from personalize.sandbox import Sandbox


@pytest.fixture
def device(client: Client) -> Device:
    """A device that is new to the service."""
    return Device(client)


def rules(sandbox: Sandbox) -> list[str]:
    """The rules that were broken."""
    return [each.rule for each in sandbox.violations]


def test_handshake_names_the_domain(sandbox: Sandbox, client: Client) -> None:
    answer = client.get("/hello?os=Linux&t=50503&z=demo-account", HEADERS)
    assert (answer.status, answer.body) == (200, b"")
    assert answer.headers["x-wzrk-rd"] == f"127.0.0.1:{sandbox.port}"
    assert answer.headers["x-wzrk-spiky-rd"].startswith("spiky.")
    sandbox.clevertap.account.settings.change({"redirect": "eu1.clevertap-prod.test"})
    assert client.get("/hello", HEADERS).headers["x-wzrk-rd"] == "eu1.clevertap-prod.test"


def test_strangers_are_refused(client: Client) -> None:
    assert client.get("/hello", {}).status == 401
    assert client.get("/hello", HEADERS | {"x-clevertap-token": "x"}).status == 401
    for changes in ({"id": "nobody"}, {"tk": "wrong"}):
        answer = client.post(f"/a1?{QUERY}", [meta(**changes), launched()], HEADERS)
        assert (answer.status, list(answer.json)) == (401, ["error"])


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        [meta()],
        [meta(), 7],
        [launched()],
        [meta(g=""), launched()],
        [meta(g=3), launched()],
        "text",
    ],
)
def test_what_is_no_batch_is_refused(sandbox: Sandbox, client: Client, body: object) -> None:
    answer = client.post(f"/a1?{QUERY}", body, HEADERS)
    assert (answer.status, list(answer.json)) == (400, ["error"])
    assert sandbox.events == []


def test_body_that_is_not_json_is_refused(client: Client) -> None:
    assert client.send("POST", f"/a1?{QUERY}", b"[{", HEADERS).json == {
        "error": "body is not valid JSON"
    }


def test_a_correct_client_breaks_no_rule(sandbox: Sandbox, device: Device) -> None:
    device.launch()
    device.send(raised("Product Viewed", {"price": 120, "tags": ["a"]}), pushed({"Plan": "gold"}))
    device.send(raised("wzrk_fetch", {"t": 5}))
    device.send(raised("Charged", {"Amount": 3, "Items": [{"Title": "Atlas"}]}))
    assert sandbox.violations == []
    assert [each.type for each in sandbox.events] == [
        "App Launched",
        "Product Viewed",
        "profile",
        "wzrk_fetch",
        "Charged",
    ]
    assert sandbox.events[1].customer_ids == {"guid": GUID}
    assert sandbox.events[1].properties == {"price": 120, "tags": ["a"]}
    assert sandbox.events[1].timestamp == SESSION


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"frs": None}, "meta"),
        ({"imp": None}, "meta"),
        ({"tlc": [[1790000001, 1, 1]]}, "meta"),
        ({"tlc": [["1790000001", 1]]}, "meta"),
        ({"imp": True}, "meta"),
        ({"af": {"OS": "Linux", "SDK Version": 50503}}, "application_fields"),
        ({"af": APPLICATION | {"SDK Version": "50503"}}, "application_fields"),
        ({"g": "ac15"}, "meta"),
        ({"inapps_eval": ["1790000001"]}, "meta"),
        ({"inapps_eval": []}, "meta"),
        ({"inapps_suppressed": [{"wzrk_id": "1_2"}]}, "meta"),
        ({"l_ts": 1790000000000}, "meta"),
        ({"arp": {}}, "meta"),
        ({"surprise": 1}, "meta"),
    ],
)
def test_wrong_meta_is_reported(
    sandbox: Sandbox, client: Client, changes: dict[str, Any], rule: str
) -> None:
    assert client.post(f"/a1?{QUERY}", [meta(**changes), launched()], HEADERS).status == 200
    assert f"clevertap.{rule}" in rules(sandbox)
    assert len(sandbox.events) == 1


@pytest.mark.parametrize(
    ("query", "headers", "rule"),
    [
        (QUERY.replace("Linux", "iOS"), HEADERS, "query"),
        (QUERY.replace("50503", "1"), HEADERS, "query"),
        (QUERY.partition("&ts")[0], HEADERS, "query"),
        (QUERY, HEADERS | {"content-type": "text/plain"}, "content_type"),
        (QUERY, HEADERS | {"x-clevertap-account-id": "other"}, "account_header"),
    ],
)
def test_wrong_address_or_header_is_reported(
    sandbox: Sandbox, client: Client, query: str, headers: dict[str, str], rule: str
) -> None:
    body = json.dumps([meta(), launched()]).encode()
    assert client.send("POST", f"/a1?{query}", body, headers).status == 200
    assert rules(sandbox) == [f"clevertap.{rule}"]


@pytest.mark.parametrize(
    ("item", "rule"),
    [
        (raised("Seen", lsl=-197), "event"),
        (raised("Seen", ep=SESSION * 1000), "event"),
        (raised("Seen", pg=0), "event"),
        (raised("Seen", f=1), "event"),
        (raised("Seen", extra=1), "event"),
        (raised("Seen", wzrk_error={"c": "521"}), "event"),
        ({"type": "event", "ep": SESSION, "s": SESSION, "pg": 1, "lsl": 0, "f": True}, "event"),
        (pushed({}), "event"),
        (raised("It's"), "event_name"),
        (raised("x" * 513), "event_name"),
        (raised("Seen", {"a:b": 1}), "property_key"),
        (raised("Seen", {"k" * 121: 1}), "property_key"),
        (raised("Seen", {"a": ""}), "property_value"),
        (raised("Seen", {"a": None}), "property_value"),
        (raised("Seen", {"a": "v" * 513}), "property_value"),
        (raised("Seen", {"a": 'say "x"'}), "property_value"),
        (raised("Seen", ep=SESSION - 1), "event_order"),
        (raised("Seen", lsl=4), "session"),
    ],
)
def test_wrong_event_is_reported(
    sandbox: Sandbox, device: Device, item: dict[str, object], rule: str
) -> None:
    device.send(launched(), item)
    assert f"clevertap.{rule}" in rules(sandbox)


def test_app_launched_comes_first(sandbox: Sandbox, device: Device) -> None:
    device.send(raised("wzrk_fetch", {"t": 5}), raised("Seen"), launched())
    assert rules(sandbox) == ["clevertap.app_launched_first"]
    device.send(launched(s=SESSION + 9))
    assert len(sandbox.violations) == 1
    device.send(pushed({"Plan": "x"}, s=SESSION + 20))
    device.send(launched(s=SESSION + 5))
    assert rules(sandbox)[1:] == ["clevertap.app_launched_first", "clevertap.session"]


def test_app_launched_lacks_fields(sandbox: Sandbox, device: Device) -> None:
    device.send(raised("App Launched"))
    assert rules(sandbox) == ["clevertap.application_fields"]


def test_large_batch_is_reported(sandbox: Sandbox, device: Device) -> None:
    device.send(launched(), *(raised("Seen", {"n": number}) for number in range(1, 49)))
    assert sandbox.violations == []
    device.send(*(raised("Seen", {"n": number}) for number in range(50)))
    assert rules(sandbox) == ["clevertap.batch_size"]


def test_cookies_change_and_go(sandbox: Sandbox, device: Device) -> None:
    first, second = (device.send(launched()).json for _ in range(2))
    assert first["arp"]["wdt"] == 2.57
    assert (first["arp"]["k_n"], second["arp"]["k_n"]) == (1, -1)
    assert (first["_i"], second["_i"], second["_j"]) == (41, 42, 7)
    device.send(raised("Seen"), _i=42, _j=7)
    assert sandbox.violations == []


@pytest.mark.parametrize(
    "changes",
    [
        {"arp": {"sv": 9}},
        {"arp": {"unknown": 1}},
        {"arp": {"k_n": -1}},
        {"arp": {"d_e": []}},
        {"_i": 7},
    ],
)
def test_wrong_cookies_are_reported(
    sandbox: Sandbox, device: Device, changes: dict[str, Any]
) -> None:
    device.launch()
    device.send(raised("Seen"), **changes)
    assert set(rules(sandbox)) == {"clevertap.cookie"}


def test_whoever_read_the_newest_answer_has_all_of_it(sandbox: Sandbox, device: Device) -> None:
    device.launch()
    device.send(raised("Seen"), arp=device.cookie | {"wdt": 2})
    assert len(rules(sandbox)) == 2
    sandbox.violations.clear()
    device.send(raised("Seen"), arp={"j_n": device.cookie["j_n"]})
    assert rules(sandbox)[2:] == ["clevertap.cookie"]


def test_unknown_device_is_believed(sandbox: Sandbox, device: Device) -> None:
    device.send(launched(), arp={"kept": "from before"}, _i=900)
    assert sandbox.violations == []


def test_repeated_batch_is_recorded_once(sandbox: Sandbox, device: Device) -> None:
    batch = [launched(), raised("Seen", {"n": 1})]
    device.send(*batch)
    device.send(*batch, raised("Seen", {"n": 2}))
    names = [(each.type, each.properties.get("n")) for each in sandbox.events]
    assert names == [("App Launched", None), ("Seen", 1), ("Seen", 2)]
    device.send(raised("Seen", {"n": 2}))
    assert len(sandbox.events) == 4


def test_halves_of_a_batch_whose_answer_was_lost(sandbox: Sandbox, device: Device) -> None:
    items = [launched(), *(raised("Seen", {"n": number}) for number in range(1, 6))]
    sandbox.inject("empty", "a1")
    with pytest.raises(json.JSONDecodeError):
        device.send(*items)
    device.send(*items[:3])
    device.send(*items[3:], raised("Seen", {"n": 6}))
    assert [each.properties.get("n") for each in sandbox.events[1:]] == [1, 2, 3, 4, 5, 6]


def test_request_that_is_late(sandbox: Sandbox, device: Device) -> None:
    late = raised("Seen", {"n": 1})
    device.send(launched(), late)
    device.send(raised("Seen", {"n": 2}))
    sandbox.inject("latency", "a1", milliseconds=1)
    device.send(late)
    assert [each.properties.get("n") for each in sandbox.events[1:]] == [1, 2]


def test_profile_commands(sandbox: Sandbox, device: Device) -> None:
    device.send(
        launched(),
        pushed({"Visits": {"$incr": 2}, "Tags": {"$set": ["a"]}, "Plan": "gold", "Old": 1}),
        pushed({"Visits": {"$decr": 0.5}, "Tags": {"$add": ["b", "a"]}, "Old": {"$delete": True}}),
        pushed({"Tags": {"$remove": ["a"]}, "Free": {"form": 1, "two": 2}}),
    )
    (customer,) = [each for each in sandbox.customers if each["vendor"] == "clevertap"]
    assert customer["properties"] == {
        "Visits": 1.5,
        "Tags": ["b"],
        "Plan": "gold",
        "Free": {"form": 1, "two": 2},
    }
    assert customer["event_count"] == 4


def people(sandbox: Sandbox) -> list[dict[str, object]]:
    """Whom the vendor knows, by their ids."""
    ids = [each["customer_ids"] for each in sandbox.customers if each["vendor"] == "clevertap"]
    return [each for each in ids if isinstance(each, dict)]


def test_anonymous_device_becomes_its_owner(sandbox: Sandbox, client: Client) -> None:
    first, second = Device(client), Device(client, OTHER_GUID)
    first.send(launched(), pushed({"Identity": "ada"}))
    second.send(launched(), pushed({"Email": "bob@example.test"}))
    assert [list(each) for each in people(sandbox)] == [["Identity", "guid"], ["Email", "guid"]]
    third = Device(client, "#00000000000000000000000000000003")
    third.send(launched(), raised("Seen"), pushed({"Identity": "ada"}))
    assert people(sandbox)[0] == {"Identity": "ada", "guid": [GUID, third.guid]}
    assert sandbox.violations == []
    assert sandbox.events[-1].customer_ids == {"guid": third.guid, "Identity": "ada"}


def test_device_that_did_not_switch_is_reported(sandbox: Sandbox, client: Client) -> None:
    Device(client).send(launched(), pushed({"Identity": "ada"}), pushed({"Identity": "bob"}))
    assert rules(sandbox) == ["clevertap.identity"]
    Device(client, OTHER_GUID).send(launched(), pushed({"Identity": "eve"}))
    Device(client, OTHER_GUID).send(pushed({"Identity": "ada"}))
    assert rules(sandbox) == ["clevertap.identity"] * 2


def test_new_device_id(sandbox: Sandbox, client: Client, device: Device) -> None:
    sandbox.clevertap.answer_with({"g": OTHER_GUID, "console": ["hint"]}, GUID)
    body = device.launch()
    assert (body["g"], body["console"]) == (OTHER_GUID, ["hint"])
    device.guid = OTHER_GUID
    device.send(raised("Seen"))
    assert sandbox.violations == []
    assert people(sandbox) == [{"guid": [OTHER_GUID]}]


def test_accounts_are_apart(sandbox: Sandbox, client: Client) -> None:
    added = {"id": "second", "token": "t2"}
    accounts = client.post("/_sandbox/clevertap/accounts", added).json["accounts"]
    assert [each["id"] for each in accounts] == ["demo-account", "second"]
    body = [meta(id="second", tk="t2"), launched()]
    headers = {"x-clevertap-account-id": "second", "x-clevertap-token": "t2"}
    answer = client.post(f"/a1?{QUERY.replace('demo-account', 'second')}", body, headers)
    assert answer.json["inapp_notifs_ss"] == []
    assert sandbox.violations == []
    sandbox.reset()
    assert list(sandbox.clevertap.accounts) == ["demo-account"]
    assert client.post("/_sandbox/clevertap/accounts", {"id": 7}).status == 400


def test_shapes_of_the_specification_are_correct(sandbox: Sandbox, client: Client) -> None:
    body = json.loads((Path(__file__).parent / "clevertap_batch.json").read_text())
    sandbox.clevertap.add_account("TEST-ABC-DEF-GHIJ", "abc-d12")
    query = "os=Linux&t=50503&z=TEST-ABC-DEF-GHIJ&ts=1790000063"
    headers = {"x-clevertap-account-id": "TEST-ABC-DEF-GHIJ", "x-clevertap-token": "abc-d12"}
    assert client.post(f"/a1?{query}", body, headers).status == 200
    assert rules(sandbox) == ["clevertap.evaluation"]
