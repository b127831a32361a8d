"""An application in front of its customers: the host of overlay_traffic.py.

    overlay_traffic_host.py URL STORAGE SEED FIRST STEPS

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

from personalize import Consent, Engine, Presentation

CUSTOMERS = ("ada", "bob", "eve")
TEMPLATES = {
    "Card": {
        "type": "template",
        "arguments": {
            "title": {"type": "string", "value": "none"},
            "picture": {"type": "file"},
            "onAccept": {"type": "action"},
            "onClose": {"type": "action"},
        },
    },
    "Note": {"type": "function", "isVisual": False, "arguments": {}},
}
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
        self.shown: Presentation | None = None
        self.engine = Engine(
            {
                "version": 1,
                "storage": storage,
                # Waits are short, so that a session has room for many of them.
                "outbox": {"back_off_base_ms": 10, "back_off_ceiling_ms": 80},
                "http": {"timeout_ms": 10_000},
                "vendors": [
                    {
                        "id": "shop",
                        "kind": "clevertap",
                        "base_url": url,
                        "account_id": "demo-account",
                        "token": "demo-token",
                        "flush_delay_ms": 5,
                        "session_timeout_s": 1,
                    }
                ],
            }
        )
        self.engine.define_templates(TEMPLATES, presenters=["template", "function"])
        self.engine.start()

    def run(self, steps: int) -> None:
        """Does so many things, with a moment for the network after each."""
        actions: list[tuple[Callable[[], None], int]] = [
            (self.track, 20),
            (self.fill_basket, 8),
            (self.view_product, 8),
            (self.accept, 14),
            (self.close, 16),
            (self.identify, 4),
            (self.toggle_network, 3),
            (self.toggle_foreground, 3),
            (self.flush, 3),
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
        """Prints the updates that the laws are about, and presents what is wanted."""
        match update["update"]:
            case "event.sent":
                say(sent=update["event_id"])
            case "event.dropped":
                say(dropped=update.get("event_id"), reason=update["reason"])
            case "presentation.wanted":
                self.present(self.engine.presentation(update["presentation_id"]), update)
            case "presentation.close_wanted":
                self.engine.presentation(update["presentation_id"]).dismissed()
                self.shown = None

    def present(self, presentation: Presentation, update: dict[str, Any]) -> None:
        """Shows a template until it is closed; a note is read at once."""
        if update["template"] == "Note":
            presentation.presented()
            presentation.dismissed()
        elif self.chance.random() < 0.05:
            presentation.failed("the screen is broken")
        else:
            # What a server answers with 200 is the file, whatever is in it.
            assert Path(presentation.file("picture") or "missing").is_file()
            if presentation.presented():
                say(presented=update["delivery_id"])
            self.shown = presentation

    # What a customer or the application does

    def track(self) -> None:
        for _ in range(self.chance.randint(1, 4)):
            self.number += 1
            who = self.engine.state()["customer"]["ids"].get("Identity", "nobody")
            self.engine.track("Item Scanned", {"number": self.number, "who": who})
            say(number=self.number)

    def fill_basket(self) -> None:
        self.number += 1
        self.engine.track("Basket Filled", {"number": self.number})

    def view_product(self) -> None:
        self.number += 1
        self.engine.track("product viewed", {"number": self.number})

    def accept(self) -> None:
        if self.shown is not None:
            self.shown.trigger("onAccept")

    def close(self) -> None:
        if self.shown is not None:
            self.shown.trigger("onClose")

    def identify(self) -> None:
        self.engine.identify({"Identity": self.chance.choice(CUSTOMERS)}, {"Visits": self.number})

    def toggle_network(self) -> None:
        self.engine.offline(True)
        say(offline=True)
        self.track()
        self.settle(0.02)
        self.engine.offline(False)

    def toggle_foreground(self) -> None:
        self.engine.foreground(False)
        self.settle(self.chance.choice((0.01, 0.25, 1.2)))
        self.engine.foreground(True)

    def flush(self) -> None:
        self.engine.flush()

    # The end

    def drain(self) -> None:
        """Sends what is left, tracks what may not be sent, and prints the account."""
        deadline = time.monotonic() + DRAIN_SECONDS
        self.settle(0.05)
        while self.account()["pending"] and time.monotonic() < deadline:
            self.engine.flush()
            self.settle(0.1)
        self.engine.consent(Consent.DENIED, purpose="tracking")
        self.engine.track("Item Scanned", {"number": -1, "who": "nobody"})
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
