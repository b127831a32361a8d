"""Shows every attack to a headless Chromium, as it is and cleaned.

    check.py CLEANER [CHROMIUM]

A cleaned document may run no script, load nothing, and have nothing in the
browser's own tree that could. The same documents uncleaned are the control:
they have to run scripts and to load, or the check would notice nothing.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from chromium import Chromium, Message

HERE = Path(__file__).resolve().parent
ORIGIN = "https://case.test"
DOCUMENT = re.compile(re.escape(ORIGIN) + r"/document-(\d+)")
PER_PAGE = 60
# Fewer than these, and the detectors are broken.
LEAST_SCRIPTS = 200
LEAST_LOADS = 90

# Run in a world of its own, so that a document cannot tell or interfere.
POKE = (HERE / "poke.js").read_text()


@dataclass
class Finding:
    """What a document did."""

    scripts: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    tree: list[str] = field(default_factory=list)

    def text(self) -> str:
        """All of it on a line."""
        return f"scripts {self.scripts} loads {self.loads} tree {self.tree}"

    def __bool__(self) -> bool:
        return bool(self.scripts or self.loads or self.tree)


def attacks() -> list[str]:
    """The attacks of all files, without repeats."""
    texts: dict[str, None] = {}
    for path in sorted((HERE / "attacks").glob("*.json")):
        texts.update(dict.fromkeys(json.loads(path.read_text())))
    return list(texts)


def cleaned(cleaner: str, texts: list[str], *arguments: str) -> list[str]:
    """What the library makes of them."""
    data = [text.encode("utf-8", "replace") for text in texts]
    source = b"".join(b"%d\n%s" % (len(text), text) for text in data)
    output = subprocess.run(
        [cleaner, *arguments], input=source, capture_output=True, check=True
    ).stdout
    documents: list[str] = []
    while output:
        count, _, rest = output.partition(b"\n")
        documents.append(rest[: int(count)].decode())
        output = rest[int(count) :]
    if len(documents) != len(texts):
        raise ValueError(f"{len(documents)} documents for {len(texts)} texts")
    return documents


class Page:
    """Shows documents in frames of one page and notes what they do."""

    def __init__(self, browser: Chromium, documents: list[str]) -> None:
        self.browser = browser
        self.documents = documents
        self.findings = [Finding() for _ in documents]
        self.frames: dict[str, int] = {}
        self.parents: dict[str, str] = {}
        self.is_loaded = False
        self.is_poking = False
        target = browser.call("Target.createTarget", url="about:blank")["result"]["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)[
            "result"
        ]["sessionId"]

    def show(self) -> list[Finding]:
        """Loads, waits, provokes, waits and closes."""
        for method in ("Page.enable", "Runtime.enable", "Debugger.enable"):
            self.browser.post(method, self.session)
        self.browser.post("Fetch.enable", self.session, patterns=[{"urlPattern": "*"}])
        self.browser.post("Page.navigate", self.session, url=f"{ORIGIN}/page")
        self.settle(lambda: self.is_loaded)
        self.is_poking = True
        for frame, case in list(self.frames.items()):
            self.poke(frame, case)
        self.settle(lambda: True)
        self.browser.call("Target.closeTarget", targetId=self.target)
        return self.findings

    def settle(self, is_done: Callable[[], bool]) -> None:
        """Until nothing has happened for a moment."""
        end = time.monotonic() + 8
        while time.monotonic() < end:
            events = self.browser.events(0.12)
            for event in events:
                if event.get("sessionId") == self.session:
                    self.handle(event)
            if not events and is_done():
                return

    def poke(self, frame: str, case: int) -> None:
        """Looks at a frame's tree and does what a person could do to it."""
        world = self.browser.call(
            "Page.createIsolatedWorld", self.session, frameId=frame, worldName="check"
        ).get("result")
        if world is None:
            return
        answer = self.browser.call(
            "Runtime.evaluate",
            self.session,
            expression=POKE,
            contextId=world["executionContextId"],
            returnByValue=True,
        )
        found = answer.get("result", {}).get("result", {}).get("value")
        self.findings[case].tree += found if isinstance(found, list) else ["no answer"]

    def case(self, frame: str | None) -> int | None:
        """The document that a frame is in."""
        while frame is not None and frame not in self.frames:
            frame = self.parents.get(frame)
        return None if frame is None else self.frames[frame]

    def handle(self, event: Message) -> None:
        """Notes one event."""
        params = event["params"]
        match event["method"]:
            case "Page.loadEventFired":
                self.is_loaded = True
            case "Page.frameAttached":
                self.parents[params["frameId"]] = params["parentFrameId"]
            case "Fetch.requestPaused":
                self.answer(params)
            case "Debugger.scriptParsed" | "Debugger.scriptFailedToParse":
                context = params.get("executionContextAuxData", {})
                case = self.case(context.get("frameId"))
                if context.get("isDefault") and case is not None:
                    self.findings[case].scripts.append(params["url"][:60])

    def answer(self, params: Message) -> None:
        """Serves the page and the documents; everything else is noted and
        refused."""
        url = params["request"]["url"]
        body = None
        if url == f"{ORIGIN}/page":
            body = "".join(
                f'<iframe sandbox="allow-scripts allow-same-origin allow-forms"'
                f' src="/document-{number}"></iframe>'
                for number in range(len(self.documents))
            )
        elif (found := DOCUMENT.fullmatch(url)) and not self.is_poking:
            number = int(found[1])
            if params["frameId"] not in self.frames:
                self.frames[params["frameId"]] = number
                body = self.documents[number]
        if body is not None:
            self.browser.post(
                "Fetch.fulfillRequest",
                self.session,
                requestId=params["requestId"],
                responseCode=200,
                responseHeaders=[{"name": "Content-Type", "value": "text/html; charset=utf-8"}],
                body=base64.b64encode(body.encode()).decode(),
            )
            return
        self.browser.post(
            "Fetch.failRequest",
            self.session,
            requestId=params["requestId"],
            errorReason="Aborted",
        )
        case = self.case(params["frameId"])
        # A link that is clicked leads somewhere; the host stops that.
        is_click = self.is_poking and params["resourceType"] == "Document"
        if case is not None and not is_click:
            self.findings[case].loads.append(url[:80])


def shown(browser: Chromium, documents: list[str]) -> list[Finding]:
    """What each document does."""
    findings: list[Finding] = []
    for start in range(0, len(documents), PER_PAGE):
        findings += Page(browser, documents[start : start + PER_PAGE]).show()
    return findings


class Canary:
    """The port of the host that attacks name; counts who connects.

    It sees what is no request, such as a connection made ahead of one.
    """

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.socket.setblocking(False)
        self.port = self.socket.getsockname()[1]

    def count(self) -> int:
        """Connections since the last call."""
        count = 0
        while True:
            try:
                self.socket.accept()[0].close()
            except BlockingIOError:
                return count
            count += 1


def main() -> int:
    """Shows the attacks and counts."""
    program = sys.argv[2] if len(sys.argv) > 2 else shutil.which("chromium")
    if program is None:
        print("browser: there is no chromium; install it with: sudo apt-get install chromium")
        return 1
    texts = attacks()
    ways = {
        "cleaned": cleaned(sys.argv[1], texts),
        "with hostile files": cleaned(sys.argv[1], texts, "resources"),
    }
    canary = Canary()
    failures: dict[str, list[str]] = defaultdict(list)
    passed = 0
    started = time.monotonic()
    browser = Chromium(program, f"MAP canary.test 127.0.0.1:{canary.port}, MAP * ~NOTFOUND")
    try:
        # Many attacks leave the same document; each is shown once.
        distinct = list(dict.fromkeys(text for documents in ways.values() for text in documents))
        known = dict(zip(distinct, shown(browser, distinct), strict=True))
        for way, documents in ways.items():
            for text, document in zip(texts, documents, strict=True):
                finding = known[document]
                passed += not finding
                if finding:
                    failures[way].append(f"{text!r} => {document!r}: {finding.text()}")
        connections = canary.count()
        control = shown(browser, texts)
        reached = canary.count()
    finally:
        browser.close()
    scripts = sum(bool(finding.scripts) for finding in control)
    loads = sum(bool(finding.loads) for finding in control)
    for name, is_good in {
        f"cleaned documents made {connections} connections": connections == 0,
        f"control: {scripts} of {len(texts)} run scripts": scripts >= LEAST_SCRIPTS,
        f"control: {loads} of {len(texts)} load something": loads >= LEAST_LOADS,
        f"control: {reached} connections": reached > 0,
    }.items():
        print(f"browser: {name}")
        passed += is_good
        if not is_good:
            failures["check"].append(name)
    for way, problems in failures.items():
        for problem in problems:
            print(f"browser: {way}: {problem}")
    print(f"browser: {time.monotonic() - started:.0f} s")
    failed = sum(map(len, failures.values()))
    print(f"browser: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
