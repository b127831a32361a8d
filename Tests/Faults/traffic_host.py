"""An application in front of its customers: the host of traffic.py.

    traffic_host.py URL STORAGE SEED FIRST STEPS

It does STEPS things at random, by SEED, and prints as JSON what the engine told
it and what it has acknowledged. With STEPS 0 it sends what is left instead,
and prints the account. Numbers of its own events count from FIRST.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bindings" / "python"))

from personalize import Consent, Engine, PersonalizeError, Placement

CUSTOMERS = ("ada@example.test", "vip@example.test", "bob@example.test")
STATIC = ("home_top", "product_detail", "cart_banner", "checkout_notice", "settings_footer")
DRAIN_SECONDS = 30


def say(**line: object) -> None:
    """Prints one line, whole, before anything else can happen."""
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


class Application:
    """One opening of the engine, with what a customer could touch."""

    def __init__(self, url: str, storage: str, seed: int, first: int) -> None:
        self.chance = random.Random(seed)
        self.number = first
        self.engine = Engine(
            {
                "version": 1,
                "storage": storage,
                # Waits are short, so that a session has room for many of them.
                "outbox": {"back_off_base_ms": 10, "back_off_ceiling_ms": 80},
                "http": {"timeout_ms": 1500},
                "vendors": [
                    {
                        "id": "shop",
                        "kind": "exponea",
                        "base_url": url,
                        "project_token": "demo-project",
                        "authorization": "Token demo-key",
                        "session_timeout_ms": 200,
                        "prefetch_placements": ["home_top", "cart_banner"],
                    }
                ],
            }
        )
        self.places: list[Placement] = []
        self.messages: list[str] = []
        self.engine.start()

    def run(self, steps: int) -> None:
        """Does so many things, with a moment for the network after each."""
        actions: list[tuple[Callable[[], None], int]] = [
            (self.track, 20),
            (self.open, 14),
            (self.reload, 10),
            (self.click, 14),
            (self.dismiss, 4),
            (self.turn, 4),
            (self.close, 5),
            (self.identify, 5),
            (self.anonymize, 1),
            (self.toggle_network, 3),
            (self.toggle_foreground, 3),
            (self.refresh, 2),
            (self.inbox, 10),
        ]
        todo = [each for each, _ in actions]
        weights = [weight for _, weight in actions]
        for _ in range(steps):
            self.chance.choices(todo, weights)[0]()
            self.settle(self.chance.choice((0, 0.002, 0.01, 0.03)))

    def settle(self, seconds: float) -> None:
        """Lets the engine work for a while and prints what it says."""
        deadline = time.monotonic() + seconds
        while True:
            while (update := self.engine.next_update()) is not None:
                self.tell(dict(update))
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                break
            self.engine.wait(remaining)

    def tell(self, update: dict[str, Any]) -> None:
        """Prints the updates that the laws are about."""
        match update["update"]:
            case "event.tracked":
                say(tracked=update["event_id"], event=update["event"])
            case "event.sent":
                say(sent=update["event_id"])
            case "event.dropped":
                say(dropped=update.get("event_id"), reason=update["reason"])
            case "placement.shown":
                say(shown=update["campaign"]["id"], placement=update["placement"])
            case "inbox.changed":
                listed = self.engine.inbox().list()
                self.messages = [each["id"] for each in listed["messages"]]

    # What a customer or the application does

    def customer(self) -> str | None:
        """Who the engine takes the customer for."""
        registered: str | None = self.engine.state()["customer"]["ids"].get("registered")
        return registered

    def track(self) -> None:
        for _ in range(self.chance.randint(1, 4)):
            self.number += 1
            properties = {"number": self.number, "who": self.customer()}
            self.engine.track("item_scanned", properties)
            say(number=self.number)

    def open(self) -> None:
        if len(self.places) > 12:
            self.close()
        if self.chance.random() < 0.25:
            opened = self.engine.open_placement("home_carousel", kind="carousel")
            opened.reload()
        else:
            opened = self.engine.open_placement(self.chance.choice(STATIC))
        self.places.append(opened)

    def place(self) -> Placement | None:
        return self.chance.choice(self.places) if self.places else None

    def reload(self) -> None:
        if place := self.place():
            place.reload(force=self.chance.random() < 0.3)

    def click(self) -> None:
        place = self.place()
        content = place.content() if place else None
        if place and content and content.actions:
            place.click(self.chance.choice(content.actions)["url"])

    def dismiss(self) -> None:
        place = self.place()
        if place and place.content() is not None:
            place.dismiss()

    def turn(self) -> None:
        for place in self.places:
            if place.name == "home_carousel" and place.content() is not None:
                place.next()

    def close(self) -> None:
        if place := self.place():
            self.places.remove(place)
            place.close()

    def identify(self) -> None:
        ids = {"registered": self.chance.choice(CUSTOMERS)}
        is_another = self.customer() not in (None, ids["registered"])
        # Half of them forget to log out whoever was there before.
        if is_another and self.chance.random() < 0.5:
            self.engine.anonymize()
        self.engine.identify(ids, {"visits": self.number})

    def anonymize(self) -> None:
        self.engine.anonymize()

    def toggle_network(self) -> None:
        self.engine.offline(True)
        self.track()
        self.settle(0.02)
        self.engine.offline(False)

    def toggle_foreground(self) -> None:
        self.engine.foreground(False)
        self.settle(self.chance.choice((0.01, 0.25)))
        self.engine.foreground(True)

    def refresh(self) -> None:
        self.engine.refresh("shop")

    def inbox(self) -> None:
        inbox = self.engine.inbox()
        if not self.messages or self.chance.random() < 0.4:
            inbox.fetch()
            return
        message = self.chance.choice(self.messages)
        try:
            self.chance.choice((inbox.item_click, inbox.mark_read, inbox.opened))(message)
        except PersonalizeError:
            # Another customer's list: the message is not here any more.
            self.messages = []

    # The end

    def drain(self) -> None:
        """Sends what is left, tracks what may not be sent, and prints the account."""
        deadline = time.monotonic() + DRAIN_SECONDS
        self.settle(0.05)
        while self.account()["pending"] and time.monotonic() < deadline:
            self.engine.flush()
            self.settle(0.1)
        self.engine.consent(Consent.DENIED, purpose="tracking")
        self.engine.track("item_scanned", {"number": -1, "who": None})
        self.settle(0.01)
        say(account=self.account())

    def account(self) -> dict[str, Any]:
        account: dict[str, Any] = self.engine.stats()["vendors"][0]
        return account


def main() -> int:
    """Runs one life of the application."""
    url, storage, *numbers = sys.argv[1:]
    seed, first, steps = (int(each) for each in numbers)
    application = Application(url, storage, seed, first)
    if steps:
        application.run(steps)
    else:
        application.drain()
    application.engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
