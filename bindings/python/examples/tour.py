"""A tour of all vendors at once: the Python host of the tour in `make demo`.

    tour.py CONFIGURATION TEMPLATES

Both are JSON files. The host draws nothing. It does what a shop's interface
would do, and prints what the engine tells it as lines of JSON, so that the same
job done by the C, the Python and the Swift host can be compared line by line.
The configuration's `extra` says what is printed: the rest differs between runs
(times, ids that were drawn) or is of no interest to somebody who looks on.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from personalize import Consent, Engine, Placement, Update


def say(line: dict[str, Any]) -> None:
    """Prints a line of the transcript."""
    print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


class Tour:
    """One opening of the engine."""

    def __init__(self, configuration: str) -> None:
        self.engine = Engine(configuration)
        extra = json.loads(configuration)["extra"]
        self.members = frozenset(extra["members"])
        self.untold = frozenset(extra["untold"])
        vendors = self.engine.stats()["vendors"]
        self.vendors: list[str] = ["", *(each["vendor"] for each in vendors)]

    def serve(self, update: Update) -> None:
        """Does what an update asks the host for."""
        if update.name == "presentation.wanted":
            presentation = self.engine.presentation(update["presentation_id"])
            presentation.presented()
            if update["kind"] == "function":
                presentation.dismissed()

    def is_busy(self) -> bool:
        """Whether something is on its way to or from a vendor."""
        runtime = self.engine.state()["runtime"]
        waiting = sum(each["pending"] for each in self.engine.stats()["vendors"])
        return bool(waiting or runtime["requests_active"] or runtime["requests_held"])

    def settle(self) -> None:
        """Runs the engine until nothing is on its way, and tells what happened.

        Vendors answer in any order, so their updates are told one vendor after
        the other.
        """
        updates: list[Update] = []
        self.engine.process()
        while True:
            while (update := self.engine.next_update()) is not None:
                self.serve(update)
                updates.append(update)
            if not self.is_busy():
                break
            self.engine.wait(20)
        for vendor in self.vendors:
            for update in updates:
                if update.get("vendor", "") == vendor and update.name not in self.untold:
                    say(self.told(dict(update)))

    def told(self, value: Any) -> Any:
        """What is told of a value."""
        match value:
            case dict():
                members = value.items()
                return {name: self.told(each) for name, each in members if name in self.members}
            case list():
                return [self.told(each) for each in value]
            case _:
                return value

    def step(self, name: str) -> None:
        """Begins the next step."""
        say({"step": name})

    def do(self, verb: str, what: str) -> None:
        """Tells what the host does."""
        say({"host": verb, "what": what})

    def answer(self, question: str, answer: dict[str, Any]) -> None:
        """Tells what the engine answers to a question."""
        say({"question": question, "answer": self.told(answer)})

    def track(self, event: str, **properties: object) -> None:
        """Tracks an event of the shop's own, and lets it have its effects."""
        self.do("tracks", event)
        self.engine.track(event, properties)
        self.settle()

    def screen(self, name: str) -> None:
        """Comes to a screen; the placements opened next belong to it."""
        self.do("comes to", name)
        self.engine.screen(name)

    def open(
        self, placement: str, *, kind: str | None = None, vendor: str | None = None
    ) -> Placement:
        """Opens a placement and lets it find something to show."""
        self.do("opens", placement)
        opened = self.engine.open_placement(placement, kind=kind, vendor=vendor)
        self.settle()
        return opened

    def why(self, placement: str, vendor: str | None = None) -> None:
        """Asks why a placement shows what it shows."""
        self.answer(f"why {placement}", self.engine.explain(placement, vendor))


def places(tour: Tour) -> None:
    """Placements of one vendor, and of several."""
    tour.step("A home screen with a banner of one vendor")
    tour.screen("home")
    banner = tour.open("home_banner", vendor="inline")

    tour.step("A place that two vendors may fill")
    tour.open("home_top")
    tour.why("home_top")

    tour.step("A place of the house")
    tour.open("help_corner", vendor="house")
    tour.why("help_corner", "house")

    tour.step("Ada follows the banner to a product, and puts something cheap into the cart")
    tour.do("uses", "home_banner")
    banner.select("image")
    tour.settle()
    tour.screen("product")
    tour.open("product_coupon", kind="data", vendor="inline")
    tour.track("Added To Cart", price=50)
    tour.why("product_coupon", "inline")

    tour.step("And something dear")
    tour.track("Added To Cart", price=150)

    tour.step("The vendor of the next place is down")
    tour.screen("cart")
    tour.open("delivery_note")
    tour.why("delivery_note")


def overlays(tour: Tour) -> None:
    """Overlays: one that is used, one that stays, and others that wait."""
    engine = tour.engine
    tour.step("An event brings a card")
    tour.track("Product Viewed", price=150)
    card = engine.find_presentation("Promo card")
    if card is not None:
        tour.answer("arguments", card.arguments())
        tour.do("uses", "onAccept")
        card.trigger("onAccept")
        tour.settle()
        tour.do("takes away", "Promo card")
        card.dismissed()
        tour.settle()

    tour.step("The same event brings nothing now")
    tour.track("Product Viewed", price=150)
    again = engine.explain_overlay(
        vendor="cards", event="Product Viewed", properties={"price": 150}
    )
    tour.answer("overlays", again)

    tour.step("A survey comes, and what comes after it waits")
    tour.track("Checkout Started")
    tour.track("Receipt Printed")
    tour.answer("display", engine.display())


def inbox(tour: Tour) -> None:
    """The inboxes of two vendors."""
    tour.step("Ada looks into her inbox")
    tour.do("fetches the inbox of", "shop")
    tour.engine.inbox("shop").fetch()
    tour.settle()
    tour.do("reads", "welcome")
    tour.engine.inbox("house").item_click("welcome")
    tour.settle()
    tour.answer("inbox shop", tour.engine.inbox("shop").list())
    tour.answer("inbox house", tour.engine.inbox("house").list())


def end(tour: Tour) -> None:
    """One vendor is told no more."""
    tour.step("Ada takes back what she allowed one vendor")
    tour.do("denies consent to", "shop")
    tour.engine.consent(Consent.DENIED, vendor="shop")
    tour.settle()
    tour.track("Order Placed", total=150)

    tour.step("At the end")
    tour.answer("accounts", tour.engine.stats())
    tour.answer("display", tour.engine.display())
    tour.answer("inbox shop", tour.engine.inbox("shop").list())
    tour.answer("inbox house", tour.engine.inbox("house").list())
    tour.engine.close()


def main() -> int:
    """The job that all three hosts do."""
    if len(sys.argv) != 3:
        print(f"usage: {sys.argv[0]} CONFIGURATION TEMPLATES", file=sys.stderr)
        return 2
    configuration, templates = (Path(each).read_text("utf-8") for each in sys.argv[1:])
    tour = Tour(configuration)
    tour.engine.define_templates(templates, presenters=["template", "function"])

    tour.step("The shop opens")
    tour.engine.start()
    tour.settle()

    tour.step("Ada logs in")
    tour.engine.identify({"registered": "ada@example.test"}, {"first_name": "Ada"})
    tour.settle()

    places(tour)
    overlays(tour)
    inbox(tour)
    end(tour)
    return 0


if __name__ == "__main__":
    sys.exit(main())
