"""`python -m personalize`: look at a library, a placement or a journal from a shell."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import native
from ._library import candidates, library
from .engine import Engine
from .errors import LibraryNotFoundError, PersonalizeError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m personalize", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("doctor", help="say which library is used, or why none is")
    explain = commands.add_parser("explain", help="say why a placement shows what it shows")
    explain.add_argument("configuration", type=Path, help="the engine's configuration, a file")
    explain.add_argument("placement")
    explain.add_argument("--vendor")
    explain.add_argument(
        "--fetch", type=float, default=0, metavar="SECONDS", help="start and fetch first"
    )
    replay = commands.add_parser("replay", help="run a journal again and compare")
    replay.add_argument("journal", type=Path)
    options = parser.parse_args(arguments)
    try:
        match options.command:
            case "doctor":
                return _doctor()
            case "explain":
                return _explain(options)
            case _:
                report = native.replay(options.journal.read_bytes())
                _show(report)
                return 0 if report.get("identical") is True else 1
    except (LibraryNotFoundError, PersonalizeError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _doctor() -> int:
    for candidate in candidates():
        print(f"candidate: {candidate}")
    print(f"used: {library()._name}")
    _show(native.build_info())
    return 0


def _explain(options: argparse.Namespace) -> int:
    with Engine(options.configuration.read_bytes()) as engine:
        engine.open_placement(options.placement, vendor=options.vendor)
        if options.fetch:
            engine.start()
            for update in engine.updates(timeout=options.fetch):
                if update.name == "placement.ready":
                    break
        _show(engine.explain(options.placement, options.vendor))
    return 0


def _show(value: Any) -> None:
    print(json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True))


if __name__ == "__main__":
    sys.exit(main())
