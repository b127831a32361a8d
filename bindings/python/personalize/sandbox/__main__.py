"""`python -m personalize.sandbox`: serve until interrupted."""

import argparse
import contextlib
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from .faults import Fault
from .sandbox import EVENT_ID_HEADER, Sandbox


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m personalize.sandbox",
        description="Serve the vendors' endpoints with demo projects on this machine.",
    )
    parser.add_argument("--port", type=int, default=8900, help="0 picks a free port")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--now", type=float, help="stop the clock at this unix time")
    parser.add_argument("--faults", help="JSON list of fault rules, or a file that holds one")
    parser.add_argument("--log", type=Path, help="append every request to this file, one per line")
    parser.add_argument("--project", default="demo-project")
    parser.add_argument("--key", default="demo-key")
    parser.add_argument("--stream", default="demo-stream")
    parser.add_argument("--account", default="demo-account")
    parser.add_argument("--token", default="demo-token")
    parser.add_argument("--license-code", default="demo-license")
    parser.add_argument("--license-key", default="demo-license-key")
    parser.add_argument("--clevertap", type=Path, help="campaigns and settings of the account")
    parser.add_argument("--webengage", type=Path, help="configuration and contents")
    parser.add_argument(
        "--house", type=Path, action="append", default=[], help="serve this document below /house/"
    )
    parser.add_argument("--event-id-header", default=EVENT_ID_HEADER)
    options = parser.parse_args(arguments)
    try:
        faults = read_faults(options.faults) if options.faults else []
    except (OSError, ValueError) as error:
        parser.error(f"--faults: {error}")
    # Blocked before any thread exists, so that only sigwait below gets them.
    signals = {signal.SIGINT, signal.SIGTERM}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(options.log.open("a", encoding="utf-8")) if options.log else None
        sandbox = Sandbox(
            options.port,
            host=options.host,
            now=options.now,
            faults=faults,
            log=log,
            project=options.project,
            key=options.key,
            stream=options.stream,
            account=options.account,
            token=options.token,
            license_code=options.license_code,
            license_key=options.license_key,
            event_id_header=options.event_id_header,
        )
        try:
            load_documents(sandbox, options)
        except (OSError, ValueError) as error:
            parser.error(f"cannot load campaigns: {error}")
        try:
            stack.enter_context(sandbox)
        except OSError as error:
            parser.exit(1, f"cannot listen on {options.host}:{options.port}: {error}\n")
        print(sandbox.url, flush=True)
        signal.sigwait(signals)
    return 0


def load_documents(sandbox: Sandbox, options: argparse.Namespace) -> None:
    """Give the vendors the campaigns that were named."""
    for path, load in (
        (options.clevertap, sandbox.clevertap.load),
        (options.webengage, sandbox.webengage.load),
    ):
        if path is not None:
            document = json.loads(path.read_text("utf-8"))
            if not isinstance(document, dict):
                raise ValueError(f"{path} must hold an object")
            load(document)
    for path in options.house:
        sandbox.house.documents[path.name] = path.read_bytes()


def read_faults(text: str) -> list[Fault]:
    """Fault rules from JSON text or from the file it names."""
    source = text if text.lstrip().startswith(("[", "{")) else Path(text).read_text("utf-8")
    value = json.loads(source)
    return [Fault.parse(each) for each in (value if isinstance(value, list) else [value])]


if __name__ == "__main__":
    sys.exit(main())
