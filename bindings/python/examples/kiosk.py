"""A kiosk: the Python host of `make demo`.

    kiosk.py URL STORAGE

It draws nothing. It does what a kiosk's interface would do with the engine and
prints what a passer-by would notice, so that the same job done by the C, the
Python and the Swift host can be compared line by line.
"""

from __future__ import annotations

import sys

from personalize import Engine, Placement, Update


def say(line: str) -> None:
    """Prints a line of the transcript."""
    print(f"python: {line}")


class Kiosk:
    """One opening of the engine."""

    def __init__(self, url: str, storage: str) -> None:
        self.engine = Engine(
            {
                "version": 1,
                "storage": storage,
                "seed": 20261121,
                "vendors": [
                    {
                        "id": "shop",
                        "kind": "exponea",
                        "base_url": url,
                        "project_token": "demo-project",
                        "authorization": "Token demo-key",
                    }
                ],
            }
        )

    def tell(self, update: Update) -> None:
        """Says what an update means to somebody in front of the kiosk."""
        place = update.get("placement")
        campaign = (update.get("campaign") or {}).get("name", "")
        match update.name:
            case "placement.shown":
                say(f'{place} shows "{campaign}" with {len(update["actions"])} actions')
            case "placement.empty":
                say(f"{place} shows nothing: {update['reason']}")
            case "placement.failed":
                say(f'{place} could not show "{campaign}": {update["reason"]}')
            case "placement.clicked":
                say(f'{place}: "{campaign}" was clicked')
            case "placement.closed":
                say(f'{place}: "{campaign}" was closed')
            case "url.open_wanted":
                say(f"open {update['url']} as {update['type']}")

    def wait_for(self, name: str, placement: str | None = None) -> None:
        """Runs the engine until an update has this name, telling of all on the way."""
        while True:
            update = self.engine.next_update()
            if update is None:
                self.engine.wait(20)
                continue
            self.tell(update)
            if update.name == name and placement in (None, update.get("placement")):
                return

    def open(self, name: str) -> Placement:
        """Opens a placement and waits for what it shows."""
        placement = self.engine.open_placement(name)
        self.wait_for("placement.ready", name)
        return placement

    def follow(self, placement: Placement, kind: str) -> None:
        """Follows the first action of a type that the content offers."""
        content = placement.content()
        for action in content["actions"] if content else []:
            if action["type"] == kind:
                placement.click(action["url"])
                self.wait_for("placement.ready", placement.name)
                return

    def account(self) -> dict[str, int]:
        """The vendor's account, its drops added up."""
        vendor = self.engine.stats()["vendors"][0]
        return {**vendor, "dropped": sum(vendor["dropped"].values())}

    def stats(self, when: str) -> None:
        """Says what became of all events."""
        account = self.account()
        say(
            f"{when}: {account['accepted']} accepted = {account['sent']} sent"
            f" + {account['pending']} pending + {account['dropped']} dropped"
        )

    def deliver(self) -> None:
        """Runs the engine until nothing is on its way to the vendor."""
        while self.account()["pending"]:
            self.wait_for("event.sent")

    def explain(self, placement: str) -> None:
        """Says why a placement shows what it shows."""
        explanation = self.engine.explain(placement)
        say(f"why {placement}: {explanation['reason']}")
        for candidate in explanation["candidates"]:
            reason = candidate.get("reason", "")
            say(f'  "{candidate["name"]}" {candidate["verdict"]} {reason}')


def main() -> int:
    """The job that all three hosts do."""
    if len(sys.argv) != 3:
        print(f"usage: {sys.argv[0]} URL STORAGE", file=sys.stderr)
        return 2
    kiosk = Kiosk(sys.argv[1], sys.argv[2])

    say("-- a passer-by")
    kiosk.engine.start()
    top = kiosk.open("home_top")
    kiosk.open("product_detail")
    kiosk.open("kiosk_idle")
    kiosk.follow(top, "deep_link")

    say("-- the passer-by logs in")
    kiosk.engine.identify({"registered": "ada@example.test"}, {"first_name": "Ada"})
    cart = kiosk.open("cart_banner")
    kiosk.follow(cart, "close")
    kiosk.explain("cart_banner")
    kiosk.deliver()
    kiosk.stats("online")

    say("-- the network goes away")
    kiosk.engine.offline(True)
    kiosk.engine.track("item_scanned", {"sku": "4711"})
    kiosk.open("settings_footer")
    kiosk.stats("offline")

    say("-- the power goes away and comes back")
    kiosk.engine.close()
    kiosk = Kiosk(sys.argv[1], sys.argv[2])
    kiosk.engine.offline(True)
    kiosk.engine.start()
    kiosk.open("checkout_notice")
    kiosk.stats("after the restart")

    say("-- the network comes back")
    kiosk.engine.offline(False)
    kiosk.deliver()
    kiosk.stats("at the end")
    kiosk.engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
