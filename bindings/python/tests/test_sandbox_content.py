"""Definitions and personalised content over HTTP."""

from collections import Counter
from typing import Any

import pytest
from http_client import BLOCKS, BUNDLE, EVENTS, NOW, TOKEN, Client, block_id, event

from personalize.sandbox import Sandbox

PLACEHOLDERS = {
    "home_top",
    "home_carousel",
    "sidebar",
    "product_detail",
    "cart_banner",
    "checkout_notice",
    "kiosk_idle",
    "settings_footer",
}


def sound(records: list[Any]) -> dict[str, dict[str, Any]]:
    """The records of the project's own blocks, by id."""
    ids = {block_id(number) for number in range(1, 51)}
    return {
        each["id"]: each for each in records if isinstance(each, dict) and each.get("id") in ids
    }


@pytest.fixture
def records(client: Client) -> list[Any]:
    """The bundle's list."""
    body = client.get(BUNDLE).json
    assert body["success"] is True
    listed: list[Any] = body["in_app_content_blocks"]
    return listed


def test_project_covers_what_a_client_must_handle(records: list[Any]) -> None:
    blocks = sound(records).values()
    assert len(blocks) >= 25
    names = Counter(name for each in blocks for name in each["placeholders"])
    assert names.keys() >= PLACEHOLDERS
    frequencies = {each.get("frequency") for each in blocks}
    assert frequencies == {
        "always",
        "only_once",
        "once_per_visit",
        "until_visitor_interacts",
        "every_full_moon",
        None,
    }
    assert {each.get("content_type") for each in blocks} == {"html", "native", None}
    priorities = Counter(
        each.get("load_priority") for each in blocks if "home_carousel" in each["placeholders"]
    )
    assert priorities[10] == 2


def test_schedules_lie_around_the_clock(records: list[Any]) -> None:
    filters = [each.get("date_filter") for each in sound(records).values()]
    enabled = [each for each in filters if each and each["enabled"]]
    assert any(each.get("to_date", NOW) < NOW for each in enabled)
    assert any(each.get("from_date", NOW) > NOW for each in enabled)
    assert any(each.get("from_date", NOW) < NOW < each.get("to_date", NOW) for each in enabled)
    assert any("to_date" not in each for each in enabled)
    assert any("from_date" not in each for each in enabled)
    assert {"enabled": False} in filters
    assert None in filters


def test_malformed_records_stand_between_sound_ones(records: list[Any]) -> None:
    assert any(isinstance(each, str) for each in records)
    assert None in records
    objects = [each for each in records if isinstance(each, dict)]
    assert any("id" not in each for each in objects)
    assert any(isinstance(each.get("id"), int) for each in objects)
    assert any(
        isinstance(each.get("date_filter"), dict)
        and isinstance(each["date_filter"].get("from_date"), str)
        for each in objects
    )
    broken = [index for index, each in enumerate(records) if not isinstance(each, dict)]
    assert 0 < broken[0] < broken[-1] < len(records) - 1


def test_both_bundles_have_the_same_blocks(client: Client, records: list[Any]) -> None:
    android = client.get(BUNDLE.replace("ios", "android")).json
    assert android["in_app_content_blocks"] == records


def test_documents_have_realistic_sizes_and_actions(client: Client) -> None:
    answers = client.personalised({"cookie": "c-1"}, *range(1, 31))
    documents = {
        each["id"]: each["content"]["html"]
        for each in answers
        if each["status"] == "OK" and each.get("content", {}).get("html")
    }
    sizes = [len(html) for html in documents.values()]
    assert min(sizes) > 1_500
    assert 30_000 < max(sizes) < 51_200
    everything = "\n".join(documents.values())
    for needle in ("data-link=", "data-actiontype='close'".replace("'", '"'), "tel:", "<table"):
        assert needle in everything
    assert "font-face" in documents[block_id(25)]
    assert "/images/missing.png" in documents[block_id(15)]


def test_audiences_get_their_own_content(client: Client) -> None:
    anonymous = client.personalised({"cookie": "c-1"}, 1, 5, 6, 14)
    vip = client.personalised({"cookie": "c-1", "registered": "vip@example.test"}, 1, 5, 6, 14)
    statuses = [[each["status"] for each in answer] for answer in (anonymous, vip)]
    assert statuses == [
        ["OK", "filter_not_matched", "OK", "filter_not_matched"],
        ["OK", "OK", "filter_not_matched", "OK"],
    ]
    assert anonymous[0]["variant_name"] in ("Variant A", "Variant B")
    assert vip[0]["variant_name"] == "VIP"


def test_variants_split_customers_and_stay_with_them(client: Client) -> None:
    seen = {
        f"c-{number}": client.personalised({"cookie": f"c-{number}"}, 20)[0]["variant_id"]
        for number in range(30)
    }
    assert set(seen.values()) == {0, 1}
    again = client.personalised({"cookie": "c-7"}, 20)[0]
    assert again["variant_id"] == seen["c-7"]


def test_control_group_is_ok_without_content(client: Client) -> None:
    answers = [client.personalised({"cookie": f"c-{n}"}, 20)[0] for n in range(30)]
    control = next(each for each in answers if each["variant_name"] == "Control Group")
    assert (control["status"], control["content"]) == ("OK", {"html": ""})
    bare = client.personalised({"cookie": "c-1"}, 27)[0]
    assert bare["status"] == "OK"
    assert "content" not in bare


def test_statuses_and_consent(client: Client) -> None:
    deleted, consent, native = client.personalised({"cookie": "c-1"}, 24, 19, 17)
    assert deleted["status"] == "does_not_exist"
    assert consent["has_tracking_consent"] is False
    assert native["content_type"] == "native"
    unknown = client.post(
        BLOCKS, {"customer_ids": {"cookie": "c"}, "content_block_ids": ["nobody-knows-it"]}
    )
    assert unknown.json["data"][0]["status"] == "does_not_exist"


def test_malformed_personalised_records(client: Client) -> None:
    status, ttl, content = client.personalised({"cookie": "c-1"}, 51, 52, 53)
    assert status["status"] == "MAYBE"
    assert ttl["ttl_seconds"] == "soon"
    assert content["content"] == ["x"]


def test_content_follows_events(client: Client) -> None:
    ids = {"cookie": "c-1"}
    statuses = [client.personalised(ids, 21)[0]["status"]]
    for kind in ("cart_update", "purchase"):
        assert client.track(event(kind, **ids)).status == 200
        statuses.append(client.personalised(ids, 21)[0]["status"])
    assert statuses == ["filter_not_matched", "OK", "filter_not_matched"]


def test_moving_the_clock_keeps_the_schedules(sandbox: Sandbox, client: Client) -> None:
    before = client.get(BUNDLE).body
    sandbox.clock.advance(90 * 86_400)
    assert client.get(BUNDLE).body == before
    sandbox.reset()
    assert client.get(BUNDLE).body != before


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"authorization": "Token wrong"}, 401),
        ({"authorization": "demo-key"}, 401),
        ({"authorization": "Basic demo-key"}, 401),
        ({"authorization": "Bearer demo-customer-token"}, 200),
        (TOKEN, 200),
    ],
)
def test_authorization(client: Client, headers: dict[str, str], status: int) -> None:
    answer = client.get(BUNDLE, headers)
    assert answer.status == status
    if status == 401:
        assert answer.json["success"] is False
        assert answer.json["error"]


def test_tracking_refuses_customer_tokens(client: Client) -> None:
    answer = client.post(EVENTS, event(), {"authorization": "Bearer demo-customer-token"})
    assert answer.status == 401


def test_other_projects_paths_and_methods(client: Client) -> None:
    assert client.get(BUNDLE.replace("demo-project", "another")).status == 404
    assert client.get("/nowhere").status == 404
    refused = client.post(BUNDLE, {})
    assert (refused.status, refused.headers["allow"]) == (405, "GET")


@pytest.mark.parametrize(
    "body",
    [
        {"content_block_ids": ["x"]},
        {"customer_ids": {}, "content_block_ids": ["x"]},
        {"customer_ids": {"cookie": 5}, "content_block_ids": ["x"]},
        {"customer_ids": {"cookie": "c"}, "content_block_ids": []},
        {"customer_ids": {"cookie": "c"}, "content_block_ids": [1]},
        {"customer_ids": {"cookie": "c"}},
        ["a list"],
    ],
)
def test_bodies_are_validated(client: Client, body: object) -> None:
    answer = client.post(BLOCKS, body)
    assert answer.status == 400
    assert answer.json["success"] is False
    assert answer.json["errors"]


def test_gzip_only_when_accepted(client: Client) -> None:
    plain = client.get(BUNDLE)
    packed = client.get(BUNDLE, {**TOKEN, "accept-encoding": "br, gzip;q=0.8"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.body) / 3
    assert packed.body == plain.body
