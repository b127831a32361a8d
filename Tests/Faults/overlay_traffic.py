"""Two sessions of traffic to a vendor that answers with overlays, over a network that fails.

Customers log in and out, things happen that campaigns wait for, what is shown
is looked at, chosen from and closed, the network goes and comes. In the second
session the application is killed again and again. Afterwards the records of
both sides are held against each other.

    overlay_traffic.py
"""

from __future__ import annotations

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
from personalize.sandbox import Fault, ReceivedRequest, Sandbox
from personalize.sandbox.clevertap import vendor
from personalize.sandbox.clevertap.answers import Answer
from personalize.sandbox.clevertap.profiles import fingerprint

HOST = Path(__file__).with_name("overlay_traffic_host.py")
STEPS = 300
LIVES = 6
STATUSES = (400, 413, 429, 500, 502, 503)
SHOWN = ("Notification Viewed", "Notification Clicked")
# After these a client may send again what arrived.
LOSSES = frozenset({"cut", "reset", "latency", "hang", "oversize"})


class OwnedAnswer(Answer):
    """Content that says for whom it is; events repeat what begins with `wzrk_`."""

    def _append(self, name: str, value: object) -> None:
        if isinstance(value, dict) and "wzrk_id" in value:
            value = {**value, "wzrk_owner": self._device.guid}
        super()._append(name, value)


def campaigns() -> dict[str, object]:
    """A campaign for each of the ways in which content comes."""

    def content(ti: int, event: str) -> dict[str, object]:
        return {
            "ti": ti,
            "type": "custom-code",
            "templateName": "Card",
            "vars": {
                "title": f"Campaign {ti}",
                "picture": f"{{base}}/images/{ti}.png",
                "onAccept": {
                    "actions": {"type": "custom-code", "templateName": "Note", "vars": {}}
                },
                "onClose": {"actions": {"type": "close"}},
            },
            "whenTriggers": [{"eventName": event}],
            "excludeGlobalFCaps": 1,
        }

    return {
        "settings": {"imc": 100_000, "imp": 100_000},
        "campaigns": [
            {"delivery": "launch", "content": content(11, "App Launched")},
            {"delivery": "server", "content": content(12, "Basket Filled")},
            {"delivery": "server", "content": content(13, "Product Viewed")},
            {"delivery": "content", "content": content(14, "App Launched")},
        ],
    }


def faults(chance: random.Random) -> Iterator[Fault]:
    """About one request in four goes wrong, in every way there is."""
    for _ in range(90):
        endpoint = chance.choice(("a1", "a1", "a1", "content", "/images/*"))
        skip = chance.randrange(160 if endpoint == "a1" else 30)
        kinds = ("latency", "status", "status", "cut", "bad_json", "empty", "reset", "headers")
        match chance.choice(kinds):
            case "latency":
                yield Fault("latency", endpoint, skip=skip, milliseconds=chance.randint(5, 120))
            case "status":
                yield Fault("status", endpoint, skip=skip, status=chance.choice(STATUSES))
            case "reset":
                # A reset may come before the work is done or after it.
                yield Fault("reset", endpoint, skip=skip, carried_out=chance.random() < 0.5)
            case "headers":
                # With a fixed address a client is not sent elsewhere.
                elsewhere = {"X-WZRK-RD": "elsewhere.test"}
                yield Fault("headers", endpoint, skip=skip, headers=elsewhere)
            case kind:
                yield Fault(kind, endpoint, skip=skip)
    yield Fault("status", "a1", skip=20, status=429, retry_after=1)


@dataclass
class Told:
    """What the application said over all its lives."""

    sent: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    presented: int = 0
    interruptions: int = 0
    account: dict[str, object] = field(default_factory=dict)

    def hear(self, line: dict[str, Any]) -> None:
        """Takes over one line."""
        self.sent |= {line["sent"]} if "sent" in line else set()
        self.numbers |= {line["number"]} if "number" in line else set()
        self.presented += "presented" in line
        self.interruptions += "offline" in line
        self.account = line.get("account", self.account)


def session(sandbox: Sandbox, seed: int, *, is_killed: bool) -> Told:
    """Runs a session to its end; afterwards nothing waits any more."""
    chance = random.Random(seed)
    told = Told()
    sandbox.clevertap.load(campaigns())
    sandbox.add_faults(faults(chance))
    with tempfile.TemporaryDirectory() as folder:
        common = [sandbox.url, str(Path(folder) / "personalize.db")]
        if is_killed:
            for life in range(LIVES):
                arguments = [*common, str(seed + life), str(life * 100_000), "100000"]
                live(HOST, arguments, told, killed_after=chance.randint(60, 160))
        else:
            live(HOST, [*common, str(seed), "0", str(STEPS)], told)
        sandbox.clear_faults()
        live(HOST, [*common, str(seed), "0", "0"], told)
    return told


def batches(sandbox: Sandbox) -> list[tuple[ReceivedRequest, list[Mapping[str, object]]]]:
    """The requests to `/a1` that were carried out, with their events."""
    found = []
    for request in sandbox.requests_to("a1"):
        is_refused = "status" in request.faults or request.status not in (200, None)
        if not is_refused:
            body = request.json()
            assert isinstance(body, list)
            found.append((request, body[1:]))
    return found


def resent(sandbox: Sandbox) -> tuple[list[int], set[object]]:
    """The requests that repeat what was answered, and the numbers in them."""
    answered: set[str] = set()
    requests, numbers = [], set()
    for request, items in batches(sandbox):
        own = {fingerprint(each): each for each in items if each.get("evtName") == "Item Scanned"}
        again = own.keys() & answered
        if again:
            requests.append(request.sequence)
            for each in again:
                data = own[each]["evtData"]
                assert isinstance(data, dict)
                numbers.add(data["number"])
        if request.status == 200 and not LOSSES & set(request.faults):
            answered |= own.keys()
    return requests, numbers


def check_delivery(sandbox: Sandbox, told: Told, *, is_killed: bool) -> Iterator[str]:
    """Nothing is lost, and nothing is sent again that was answered.

    Whoever goes offline or is killed does not hear an answer on its way: what
    was in it may come, and be recorded, again.
    """
    requests, repeated = resent(sandbox)
    if len(requests) > told.interruptions and not is_killed:
        yield f"requests {requests} repeat what was answered"
    recorded = Counter(
        each.properties["number"] for each in sandbox.events if each.type == "Item Scanned"
    )
    for number in told.numbers - recorded.keys():
        yield f"the application's event {number} is lost"
    for counted, times in recorded.items():
        if times != 1 and counted not in repeated:
            yield f"the application's event {counted} counts {times} times"
    arrivals = [fingerprint(item) for _, items in batches(sandbox) for item in items]
    yield from (f"{each.rule}: {each.message}" for each in sandbox.violations)
    account = told.account
    drops = account.get("dropped")
    dropped = sum(drops.values()) if isinstance(drops, dict) else 0
    sent = account.get("sent")
    if not isinstance(sent, int):
        yield "the application has given no account"
    elif account["pending"] != 0 or account["accepted"] != sent + dropped:
        yield f"the account is wrong: {account}"
    elif len(set(arrivals)) > sent + dropped or len(arrivals) < sent or dropped < 1:
        yield (
            f"{len(arrivals)} events arrived, {len(set(arrivals))} of them different,"
            f" and the account says {account}"
        )
    elif len(told.sent) > sent:
        yield f"{len(told.sent)} events were said to be sent, and the account says {sent}"


def check_customers(sandbox: Sandbox) -> Iterator[str]:
    """Content is shown to whom it was fetched for, and events are told of whom they are."""
    for event in sandbox.events:
        about, guid = event.properties, event.customer_ids["guid"]
        if event.type in SHOWN and about.get("wzrk_owner") != guid:
            yield f"{event.type} of {about.get('wzrk_id')} for {about.get('wzrk_owner')} by {guid}"
        who = event.customer_ids.get("Identity")
        if event.type == "Item Scanned" and about["who"] not in (who, "nobody"):
            yield f"event {about['number']} of {about['who']} was sent as one of {who}"


def check_enough(sandbox: Sandbox, told: Told) -> Iterator[str]:
    """A session in which little happened shows nothing."""
    happened = Counter(each.type for each in sandbox.events)
    kinds = {fault for request in sandbox.requests for fault in request.faults}
    people = {each.customer_ids.get("Identity") for each in sandbox.events}
    campaigns_shown = {each.properties.get("wzrk_id") for each in sandbox.events} - {None}
    wanted = {
        "displays": (happened["Notification Viewed"], 6),
        "clicks": (happened["Notification Clicked"], 3),
        "launches": (happened["App Launched"], 4),
        "customers": (len(people), 3),
        "campaigns shown": (len(campaigns_shown), 3),
        "reports": (len(sandbox.clevertap.account.reports), 4),
        "kinds of faults": (len(kinds), 5),
        "displays told": (told.presented, 6),
    }
    for what, (count, least) in wanted.items():
        if count < least:
            yield f"only {count} {what}, {least} would show something"


def main() -> int:
    """Runs the sessions one after the other."""
    passed = 0
    sessions = (("busy", 20261121, False), ("killed", 27182818, True))
    with patch.object(vendor, "Answer", OwnedAnswer):
        for title, seed, is_killed in sessions:
            started = time.monotonic()
            with Sandbox(port=0) as sandbox:
                told = session(sandbox, seed, is_killed=is_killed)
                problems = [
                    *check_delivery(sandbox, told, is_killed=is_killed),
                    *check_customers(sandbox),
                    *check_enough(sandbox, told),
                ]
                spoilt = sum(bool(request.faults) for request in sandbox.requests)
                print(
                    f"overlay traffic: {title}: {len(sandbox.requests)} requests, "
                    f"{spoilt} spoilt, {len(sandbox.events)} events, "
                    f"{told.presented} displays, {time.monotonic() - started:.1f} s"
                )
            for problem in problems[:20]:
                print(f"overlay traffic: {title}: {problem}")
            passed += not problems
    print(f"overlay traffic: {passed} passed, {len(sessions) - passed} failed")
    return 0 if passed == len(sessions) else 1


if __name__ == "__main__":
    sys.exit(main())
