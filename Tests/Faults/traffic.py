"""Three sessions of an application's traffic, with a network that fails.

Each drives the engine over HTTP against the sandbox: customers log in and out,
placements open, turn, are clicked and close, messages are read, the network
goes and comes. In the last session the application is killed again and again.
Afterwards the records of both sides are held against each other.

    traffic.py
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings" / "python"))

from lives import live
from personalize.sandbox import Event, Fault, ReceivedRequest, Sandbox
from personalize.sandbox.exponea import inbox, vendor
from personalize.sandbox.exponea.customers import Customer
from personalize.sandbox.exponea.inbox_messages import seeded_messages
from personalize.sandbox.exponea.personalisation import personalised_record
from personalize.sandbox.exponea.project import Block

HOST = Path(__file__).with_name("traffic_host.py")
STEPS = 420
# Names of endpoints; images are known by their path.
ENDPOINTS = ("events", "events", "events", "customers", "definitions", "personalised",
             "inbox_fetch", "inbox_mark_read", "/images/*")  # fmt: skip
STATUSES = (401, 410, 429, 500, 502, 503)
LIVES = 8


def faults(chance: random.Random) -> Iterator[Fault]:
    """About one request in five goes wrong, in every way there is."""
    for _ in range(220):
        match = chance.choice(ENDPOINTS)
        skip = chance.randrange(600 if match == "events" else 60)
        match chance.choice(("latency", "status", "status", "cut", "bad_json", "reset")):
            case "latency":
                yield Fault("latency", match, skip=skip, milliseconds=chance.randint(5, 120))
            case "status":
                yield Fault("status", match, skip=skip, status=chance.choice(STATUSES))
            case "reset":
                # A reset may come before the work is done or after it.
                yield Fault("reset", match, skip=skip, carried_out=chance.random() < 0.5)
            case kind:
                yield Fault(kind, match, skip=skip)
    yield Fault("status", "events", skip=40, status=429, retry_after=1)


def name_of(ids: Mapping[str, str]) -> str:
    """All ids of a customer as one text."""
    return json.dumps(dict(ids), sort_keys=True)


def stamped_record(
    block_id: str,
    block: Block | None,
    customer: Customer | None,
    ids: Mapping[str, str],
    base: str,
) -> dict[str, object]:
    """A decision that says for whom it was made; events repeat the variant's name."""
    record = personalised_record(block_id, block, customer, ids, base)
    return record | {"variant_name": name_of(ids)} if record["status"] == "OK" else record


def stamped_messages(customer: Customer, reference: int, base: str) -> list[dict[str, object]]:
    """Messages that say whose they are; events repeat a message's attributes."""
    messages = seeded_messages(customer, reference, base)
    for message in messages:
        content = message["content"]
        assert isinstance(content, dict)
        content["attributes"] = {**content.get("attributes", {}), "owner": customer.key}
    return messages


@dataclass
class Told:
    """What the application said over all its lives."""

    tracked: dict[str, str] = field(default_factory=dict)
    sent: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    shown: int = 0
    account: dict[str, object] = field(default_factory=dict)

    def hear(self, line: dict[str, Any]) -> None:
        """Takes over one line."""
        if "tracked" in line:
            self.tracked[line["tracked"]] = line["event"]
        self.sent |= {line["sent"]} if "sent" in line else set()
        self.dropped |= {line["dropped"]} if line.get("dropped") else set()
        self.numbers |= {line["number"]} if "number" in line else set()
        self.shown += "shown" in line
        self.account = line.get("account", self.account)


def session(sandbox: Sandbox, seed: int, *, is_killed: bool) -> Told:
    """Runs a session to its end; afterwards nothing waits any more."""
    chance = random.Random(seed)
    told = Told()
    sandbox.add_faults(faults(chance))
    with tempfile.TemporaryDirectory() as folder:
        common = [sandbox.url, str(Path(folder) / "personalize.db")]
        if is_killed:
            for life in range(LIVES):
                arguments = [*common, str(seed + life), str(life * 100_000), "100000"]
                live(HOST, arguments, told, killed_after=chance.randint(80, 400))
        else:
            live(HOST, [*common, str(seed), "0", str(STEPS)], told)
        sandbox.clear_faults()
        live(HOST, [*common, str(seed), "0", "0"], told)
    return told


def deliveries(sandbox: Sandbox) -> dict[str, list[ReceivedRequest]]:
    """The requests that carried an event, by its id."""
    found: dict[str, list[ReceivedRequest]] = {}
    for request in sandbox.requests:
        if (event_id := request.headers.get("x-event-id")) is not None:
            found.setdefault(event_id, []).append(request)
    return found


def check_delivery(sandbox: Sandbox, told: Told) -> Iterator[str]:
    """Nothing is lost, nothing counts twice, repeats are the same, the account is right."""
    arrivals = deliveries(sandbox)
    accepted = {key for key, each in arrivals.items() if any(one.status == 200 for one in each)}
    carried = {event.event_id for event in sandbox.events} | accepted
    for event_id in told.tracked.keys() - told.dropped - carried:
        yield f"the {told.tracked[event_id]} {event_id} was accepted and never arrived"
    for event_id in told.sent - accepted:
        yield f"{event_id} is said to be sent, and was not accepted"
    for event_id, requests in arrivals.items():
        if len({(each.path, each.body) for each in requests}) != 1:
            yield f"{event_id} came again with other bytes"
    numbers = Counter(
        each.properties["number"] for each in sandbox.events if each.type == "item_scanned"
    )
    for number in told.numbers - numbers.keys():
        yield f"the application's event {number} is lost"
    for counted, times in numbers.items():
        if times != 1:
            yield f"the application's event {counted} counts {times} times"
    yield from (f"{each.rule}: {each.message}" for each in sandbox.violations)
    account = told.account
    drops = account.get("dropped")
    dropped = sum(drops.values()) if isinstance(drops, dict) else 0
    sent = account.get("sent")
    if not isinstance(sent, int):
        yield "the application has given no account"
    elif account["pending"] != 0 or account["accepted"] != sent + dropped:
        yield f"the account is wrong: {account}"
    elif not sent <= len(carried) <= sent + dropped or dropped < 1:
        yield f"{len(carried)} events arrived, and the account says {account}"


def check_customers(sandbox: Sandbox) -> Iterator[str]:
    """Every event carries the ids that its content was fetched for and shown to."""
    shown_to: dict[tuple[object, object], str] = {}
    for event in sandbox.events:
        about, ids = event.properties, name_of(event.customer_ids)
        who = event.customer_ids.get("registered")
        if event.type == "item_scanned" and about["who"] != who:
            yield f"event {about['number']} of {about['who']} was sent as one of {who}"
        if event.type == "campaign" and about.get("owner") != who:
            yield f"a message of {about.get('owner')} was told as one of {who}"
        if event.type == "banner":
            yield from check_banner(event, ids, shown_to)
    for request in sandbox.requests_to("inbox_mark_read"):
        body = request.json()
        assert isinstance(body, dict)
        customer = Customer(0, {"registered": body["customer_ids"].get("registered", "")})
        own = str(seeded_messages(customer, 0, "")[0]["id"])[:-4]
        for message in body["message_ids"]:
            if not message.startswith(own):
                yield f"the message {message} was marked for {name_of(body['customer_ids'])}"


def check_banner(
    event: Event, ids: str, shown_to: dict[tuple[object, object], str]
) -> Iterator[str]:
    """One event of a block: fetched for, shown to and told about one customer."""
    about = event.properties
    subject = f"{about['action']} of {about['banner_name']} in {about['placeholder']}"
    fetched_for = about.get("variant_name")
    if fetched_for not in (None, ids):
        yield f"{subject}: fetched for {fetched_for}, told of {ids}"
    # Only where one placement of a name is open the display belongs to the click.
    key = (about["placeholder"], about["banner_id"])
    if about["action"] == "show":
        shown_to.setdefault(key, "")
        shown_to[key] += ids
    elif about["action"] != "error" and ids not in shown_to.get(key, ""):
        yield f"{subject} by {ids}, to whom it was not shown"


def check_enough(sandbox: Sandbox, told: Told) -> Iterator[str]:
    """A session in which little happened shows nothing."""
    happened = Counter(str(each.properties.get("action", each.type)) for each in sandbox.events)
    customers = {event.customer_ids.get("registered") for event in sandbox.events}
    kinds = {fault for request in sandbox.requests for fault in request.faults}
    repeats = sum(len(each) - 1 for each in deliveries(sandbox).values())
    opened = [each for each in sandbox.events if each.type == "campaign"]
    wanted = {
        "displays": (happened["show"], 30),
        "clicks": (happened["click"], 3),
        "customers": (len(customers), 4),
        "kinds of faults": (len(kinds), 5),
        "repeats": (repeats, 10),
        "opened messages": (len(opened), 1),
        "displays told": (told.shown, 30),
    }
    for what, (count, least) in wanted.items():
        if count < least:
            yield f"only {count} {what}, {least} would show something"


def main() -> int:
    """Runs the sessions one after the other."""
    passed = 0
    sessions = (("busy", 20261121, False), ("crowded", 31415926, False), ("killed", 27182818, True))
    stamps = (
        patch.object(vendor, "personalised_record", stamped_record),
        patch.object(inbox, "seeded_messages", stamped_messages),
    )
    with stamps[0], stamps[1]:
        for title, seed, is_killed in sessions:
            started = time.monotonic()
            with Sandbox(port=0) as sandbox:
                told = session(sandbox, seed, is_killed=is_killed)
                problems = [
                    *check_delivery(sandbox, told),
                    *check_customers(sandbox),
                    *check_enough(sandbox, told),
                ]
                repeats = sum(len(each) - 1 for each in deliveries(sandbox).values())
                spoilt = sum(bool(request.faults) for request in sandbox.requests)
                print(
                    f"traffic: {title}: {len(sandbox.requests)} requests, {spoilt} spoilt, "
                    f"{len(sandbox.events)} events, {repeats} repeats, {told.shown} displays, "
                    f"{time.monotonic() - started:.1f} s"
                )
            for problem in problems[:20]:
                print(f"traffic: {title}: {problem}")
            passed += not problems
    print(f"traffic: {passed} passed, {len(sessions) - passed} failed")
    return 0 if passed == len(sessions) else 1


if __name__ == "__main__":
    sys.exit(main())
