"""The tour: what its sandbox is given, and what came of it for a newcomer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from personalize.sandbox import Sandbox
from runs import Run

FOLDER = Path(__file__).resolve().parent / "tour"

# The instances of the configuration, and whose they are.
VENDORS = {"shop": "Exponea", "cards": "CleverTap", "inline": "WebEngage", "house": "house"}
# What the servers call the vendors, and where they hear of customers.
SERVERS = {"shop": "exponea", "cards": "clevertap", "inline": "webengage"}
CUSTOMERS = ("exponea.customers", "webengage.users")


def prepare(sandbox: Sandbox, folder: Path) -> list[str]:
    """Gives the vendors their campaigns, has one of them be down for one
    campaign, and answers the files that a host is started with."""
    sandbox.clevertap.load(json.loads((FOLDER / "clevertap.json").read_text("utf-8")))
    sandbox.webengage.load(json.loads((FOLDER / "webengage.json").read_text("utf-8")))
    sandbox.inject("status", "*/delivery-times/*", times=None, status=503)
    configuration = (FOLDER / "configuration.json").read_text("utf-8")
    for name, value in {
        "{base}": sandbox.url,
        "{storage}": str(folder / "tour.db"),
        "{folder}": str(FOLDER),
    }.items():
        configuration = configuration.replace(name, value)
    file = folder / "configuration.json"
    file.write_text(configuration, "utf-8")
    return [str(file), str(FOLDER / "templates.json")]


@dataclass
class Display:
    """Something that was shown, or was not."""

    place: str
    what: str
    vendor: str
    why: str


class Story:
    """A transcript, read from the beginning to the end."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self.titles = overlay_titles()

    def updates(self, *names: str) -> list[dict[str, Any]]:
        """The updates of these names."""
        return [line for line in self.lines if line.get("update") in names]

    def answers(self, question: str) -> list[Any]:
        """The answers to questions that begin so."""
        asked = (line for line in self.lines if "question" in line)
        return [each["answer"] for each in asked if each["question"].startswith(question)]

    def shown(self) -> Iterator[Display]:
        """What was shown, with what the host had done just before."""
        cause = ""
        for line in self.lines:
            vendor, campaign = line.get("vendor", ""), line.get("campaign") or {}
            if "host" in line:
                cause = f"the host {line['host']} {line['what']}"
            match line.get("update"):
                case "placement.shown":
                    contest = line.get("contest")
                    why = f"{cause}; {decided(contest)}" if contest else cause
                    yield Display(line["placement"], campaign["name"], vendor, why)
                case "placement.received" if not self.is_drawn(line["placement"]):
                    yield Display(line["placement"], campaign["name"], vendor, cause)
                case "presentation.presented":
                    yield Display(line["template"], self.title(line), vendor, cause)

    def is_drawn(self, placement: str) -> bool:
        """Whether the engine has content drawn there, rather than handing over data."""
        return any(each["placement"] == placement for each in self.updates("placement.shown"))

    def title(self, overlay: dict[str, Any]) -> str:
        """What the customer reads on an overlay."""
        campaign = str(overlay["campaign_id"])
        return self.titles.get(campaign, campaign)

    def withheld(self) -> Iterator[Display]:
        """What was not shown, and the rule that was against it."""
        for answer in self.answers("why "):
            for each in answer.get("vendors", [answer]):
                for candidate in each["candidates"]:
                    why = self.why_not(candidate, answer)
                    if why:
                        yield Display(each["placement"], candidate["name"], each["vendor"], why)
        for answer in self.answers("overlays"):
            for overlay in answer["overlays"]:
                if overlay["verdict"] == "rejected":
                    title = self.titles.get(overlay["campaign"], overlay["campaign"])
                    why = f'on "{answer["event"]}": {rule(overlay)}'
                    yield Display("overlay", title, answer["vendor"], why)

    def why_not(self, candidate: dict[str, Any], answer: dict[str, Any]) -> str:
        """Why a candidate was not shown; empty if it was."""
        if candidate["verdict"] == "shown":
            return ""
        if candidate["verdict"] == "rejected":
            failures = self.updates("placement.failed")
            messages = [
                each["message"]
                for each in failures
                if each["campaign"]["name"] == candidate["name"]
            ]
            return f"{rule(candidate)} {' '.join(messages)}".rstrip()
        contest = answer["contest"]
        return f"it could have been; {contest['winner']} won by {contest['reason']}"

    def accounts(self) -> dict[str, dict[str, Any]]:
        """The last accounts, by vendor."""
        return {each["vendor"]: each for each in self.answers("accounts")[-1]["vendors"]}

    def tracked(self, vendor: str) -> Counter[str]:
        """The events that a vendor was to be told of."""
        events = self.updates("event.tracked")
        return Counter(each["event"] for each in events if each["vendor"] == vendor)


def decided(contest: dict[str, Any]) -> str:
    """How one of several vendors was chosen."""
    others = [
        f"{each['vendor']} had nothing"
        if each["standing"] == "nothing"
        else f"{each['vendor']} was {each['standing']}"
        for each in contest["vendors"]
        if each["vendor"] != contest["winner"]
    ]
    return f"by {contest['policy']}: {contest['reason']} ({', '.join(others)})"


def rule(candidate: dict[str, Any]) -> str:
    """The rule that decided, and what there is to say about it."""
    return f"{candidate['rule']} {candidate['reason']}: {candidate['hint']}"


def overlay_titles() -> dict[str, str]:
    """The titles of overlays, by the ids of their campaigns."""
    cards = json.loads((FOLDER / "clevertap.json").read_text("utf-8"))["campaigns"]
    house = json.loads((FOLDER / "house.json").read_text("utf-8"))["overlays"]
    titles = {str(each["content"]["ti"]): str(each["content"]["vars"]["title"]) for each in cards}
    return titles | {each["id"]: str(each["values"]["title"]) for each in house}


def received(run: Run, vendor: str) -> int:
    """How much a vendor's server was told: events, and who the customer is."""
    server = SERVERS[vendor]
    customers = sum(each.startswith(server) for each in run.endpoints if each in CUSTOMERS)
    return customers + sum(each.vendor == server for each in run.received)


def summary(runs: Sequence[Run]) -> None:
    """What the newcomer reads at the end."""
    story = Story(runs[0].transcript)
    print("\nSHOWN: where, what, whose, and why")
    table(story.shown())
    print("\nNOT SHOWN: where, what, whose, and why not")
    table(left_out(story))
    print("\nTRACKED: what each vendor was told, and what its server has of it from every host")
    for vendor, account in story.accounts().items():
        tell_account(runs, story, vendor, account)
    print("\nINBOX: what the customer found there, and what is left in the end")
    first, last = story.answers("inbox")[:2], story.answers("inbox")[-2:]
    for found, left in zip(first, last, strict=True):
        tell_inbox(story, found, left)
    print("\nQUEUE: what is on show in the end, and what waits for its turn")
    display = story.answers("display")[-1]
    for each in [display["slot"], *display["queue"]]:
        print(
            f"  {each['template']:<16}{story.title(each):<36}{whose(each['vendor']):<20}"
            f"waits for: {each['waits_for']}"
        )
    print("\nCONSENT: what happened to events after it was denied")
    for each in story.updates("event.dropped"):
        heard = [
            vendor
            for vendor, server in SERVERS.items()
            if any(
                event.vendor == server and event.type == each["event"] for event in runs[0].received
            )
        ]
        print(
            f'  "{each["event"]}" was not told to {each["vendor"]} ({each["reason"]});'
            f" the servers of {' and '.join(heard)} have it"
        )
    print()


def left_out(story: Story) -> list[Display]:
    """What was not shown, each once, with a word on what was shown later."""
    rows = {(each.place, each.what): each for each in story.withheld()}
    for each in story.shown():
        if (each.place, each.what) in rows:
            rows[each.place, each.what].why += " Later it was shown."
    return list(rows.values())


def table(rows: Iterable[Display]) -> None:
    """Displays, one on a line."""
    for each in rows:
        print(f"  {each.place:<16}{each.what:<36}{whose(each.vendor):<20}{each.why}")


def whose(vendor: str) -> str:
    """An instance, with the vendor it speaks to."""
    return vendor if vendor == "house" else f"{vendor} ({VENDORS[vendor]})"


def tell_account(runs: Sequence[Run], story: Story, vendor: str, account: dict[str, Any]) -> None:
    """One vendor's account beside its server's."""
    dropped = sum(account["dropped"].values())
    line = (
        f"  {vendor:<8}{account['accepted']} accepted = {account['sent']} sent"
        f" + {account['pending']} pending + {dropped} dropped"
    )
    if vendor in SERVERS:
        counts = ", ".join(f"{received(run, vendor)} ({run.name})" for run in runs)
        requests = sum(each.startswith(SERVERS[vendor]) for each in runs[0].endpoints)
        line += f"; the server received {counts} in {requests} requests of all kinds"
    else:
        line += "; there is no server"
    print(line)
    events = (
        name if count == 1 else f"{count} x {name}" for name, count in story.tracked(vendor).items()
    )
    print(f"          {', '.join(events)}")


def tell_inbox(story: Story, found: dict[str, Any], left: dict[str, Any]) -> None:
    """One vendor's messages."""
    titles = (
        f"{each['title']} ({'read' if each['is_read'] else 'unread'})" for each in found["messages"]
    )
    end = "the same" if left == found else gone(story, left["vendor"])
    print(f"  {found['vendor']:<8}{', '.join(titles)}; in the end: {end}")


def gone(story: Story, vendor: str) -> str:
    """Why an inbox is empty."""
    changes = [each for each in story.updates("inbox.changed") if each["vendor"] == vendor]
    return f"nothing ({changes[-1]['reason']})" if changes else "nothing"


def problems(run: Run) -> list[str]:
    """What is not as the tour has it."""
    story = Story(run.transcript)
    found = []
    for vendor, account in story.accounts().items():
        if vendor in SERVERS and received(run, vendor) != account["sent"]:
            found.append(
                f"{run.name}: {account['sent']} sent to {vendor},"
                f" whose server has {received(run, vendor)}"
            )
    denied = {each["event"] for each in story.updates("event.dropped")}
    if any(each.vendor == SERVERS["shop"] and each.type in denied for each in run.received):
        found.append(f"{run.name}: shop was told what it must not hear")
    places = {each.place: each.vendor for each in story.shown()}
    for place, vendor in {
        "home_banner": "inline",
        "home_top": "shop",
        "help_corner": "house",
        "product_coupon": "inline",
        "delivery_note": "house",
        "Promo card": "cards",
        "Survey": "cards",
    }.items():
        if places.get(place) != vendor:
            found.append(f"{run.name}: {place} does not show anything of {vendor}")
    reasons = {each.what: each.why for each in story.withheld()}
    for what, why in {
        "Market of the next century": "schedule not_started",
        "Autumn sale": "limit shown_often_enough",
        "A present for your large order": "condition not_met",
        "delivery-times": "content failed",
    }.items():
        if why not in reasons.get(what, ""):
            found.append(f"{run.name}: {what} is not said to be held back by {why}")
    queue = [each["vendor"] for each in story.answers("display")[-1]["queue"]]
    if queue != ["house", "cards"]:
        found.append(f"{run.name}: the queue does not hold what should be left in it")
    return found
