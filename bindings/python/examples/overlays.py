"""A kiosk with content that takes the whole screen: the Python host of `make demo`.

    overlays.py URL STORAGE

It draws nothing. It says what a passer-by would see and do with templates and
functions, so that the same job done by the C, the Python and the Swift host can
be compared line by line.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from personalize import Engine, Presentation, TemplateBuilder, Update


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
                        "kind": "clevertap",
                        "base_url": url,
                        "account_id": "demo-account",
                        "token": "demo-token",
                        "flush_delay_ms": 0,
                    }
                ],
            }
        )

    def wait_for(self, name: str) -> Update:
        """Runs the engine until an update has this name."""
        while True:
            update = self.engine.next_update()
            if update is None:
                self.engine.wait(20)
            elif update.name == name:
                return update
            elif update.name == "overlay.dropped":
                say(f'dropped "{update["template"]}": {update["reason"]}')

    def define(self) -> None:
        """Says what this kiosk can present."""
        promotion = (
            TemplateBuilder("template")
            .set_name("Promo card")
            .set_presenter()
            .string("title", "Hello")
            .map("style", {"color": "#ffffff", "border": {"color": "#000000"}})
            .file("picture")
            .action("onAccept")
            .action("onClose")
        )
        settings = (
            TemplateBuilder("function", visual=False)
            .set_name("Open settings")
            .set_presenter()
            .string("section", "general")
        )
        answer = self.engine.define_templates([promotion.build(), settings.build()])
        for name in answer["defined"]:
            say(f'defined "{name}"')

    def wanted(self, name: str) -> Presentation:
        """Waits for the presentation of a template or function."""
        update = self.wait_for("presentation.wanted")
        say(f'{update["kind"]} "{update["template"]}" of campaign {update["campaign_id"]}')
        assert update["template"] == name
        return self.engine.presentation(update["presentation_id"])

    def show_picture(self, presentation: Presentation, name: str) -> None:
        """Says what a file argument is."""
        picture = Path(presentation.file(name) or "").read_bytes()
        kind = "PNG" if picture.startswith(b"\x89PNG\r\n\x1a\n") else "no PNG"
        say(f"  {name}: {kind} of {len(picture)} bytes")

    def gone(self, presentation: Presentation) -> None:
        """Takes a template away."""
        presentation.dismissed()
        say(f'"{self.wait_for("presentation.dismissed")["template"]}" is gone')

    def show(self, presentation: Presentation) -> None:
        """Presents the promotion, and does what the customer does."""
        style = json.dumps(presentation.map("style"), sort_keys=True)
        say(f"  title: {presentation.string('title')}")
        say(f"  style: {style}")
        self.show_picture(presentation, "picture")
        presentation.presented()
        self.wait_for("presentation.presented")

        say("-- the customer accepts")
        presentation.trigger("onAccept")
        settings = self.wanted("Open settings")
        say(f"  section: {settings.string('section')}")
        settings.presented()
        settings.dismissed()

        say("-- the customer has seen enough")
        presentation.trigger("onClose")
        say(f'close "{self.wait_for("presentation.close_wanted")["template"]}"')
        self.gone(presentation)

    def deliver(self) -> None:
        """Runs the engine until nothing is on its way to the vendor."""
        while (account := self.engine.stats()["vendors"][0])["pending"]:
            self.wait_for("event.sent")
        say(f"{account['accepted']} accepted = {account['sent']} sent")


def main() -> int:
    """The job that all three hosts do."""
    if len(sys.argv) != 3:
        print(f"usage: {sys.argv[0]} URL STORAGE", file=sys.stderr)
        return 2
    kiosk = Kiosk(sys.argv[1], sys.argv[2])
    say("-- what this kiosk can present")
    kiosk.define()
    kiosk.engine.start()
    kiosk.wait_for("event.sent")

    say("-- a customer looks at a product")
    kiosk.engine.track("Product Viewed", {"sku": "4711"})
    kiosk.show(kiosk.wanted("Promo card"))

    say("-- what the vendor was told")
    kiosk.deliver()
    kiosk.engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
