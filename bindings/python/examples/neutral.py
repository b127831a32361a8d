"""Draws one placement, whoever fills it.

    neutral.py CONFIGURATION PLACEMENT

CONFIGURATION is a file with the configuration as JSON; it alone says where the
content comes from. The program draws in text, follows the first action that
does not close, and prints what it did.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from personalize import Engine, Update


def until(engine: Engine, name: str) -> Update:
    """The next update with this name; others pass by."""
    for update in engine.updates(timeout=20):
        if update.name == name:
            return update
    sys.exit(f"{name} did not come")


def words(content: dict[str, Any]) -> str:
    """What there is to read."""
    if content["type"] == "html":
        text = content["html"]
    else:
        text = content.get("title") or content.get("values", {}).get("title", "")
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def main(configuration: str, name: str) -> None:
    with Engine(Path(configuration).read_text()) as engine:
        engine.screen("home")
        placement = engine.open_placement(name)
        engine.start()
        print("shows", until(engine, "placement.shown")["campaign"]["id"])
        drawn = placement.content()
        assert drawn is not None
        print("draws", words(drawn["content"]))
        for action in drawn["actions"]:
            if action["type"] != "close":
                placement.click(action["url"])
                wanted = until(engine, "url.open_wanted")
                print("opens", wanted["url"], "as", wanted["type"])
                break


if __name__ == "__main__":
    main(*sys.argv[1:])
