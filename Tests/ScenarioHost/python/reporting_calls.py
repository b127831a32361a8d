"""What is told of the customer, through the package `personalize`."""

from collections.abc import Callable
from typing import Any

from arguments import Given, is_raw, text
from host import Host, Step

Call = Callable[[Host, Step, Given], Any]


def charge(host: Host, step: Step, given: Given) -> None:
    engine, items = host.engine(step), given.get("items")
    options = given.get("options") or {}
    if is_raw(given) or not isinstance(items, list) or not set(options) <= {"vendors"}:
        arguments = [*text(given, "details"), *text(given, "items"), *text(given, "options")]
        engine._call("personalize_charge", *arguments)
    else:
        engine.charge(items, given.get("details"), **options)


def profile(host: Host, step: Step, given: Given) -> None:
    engine, options = host.engine(step), given.get("options") or {}
    if is_raw(given) or not set(options) <= {"vendors"}:
        engine._call("personalize_profile", *text(given, "operations"), *text(given, "options"))
    else:
        engine.change_profile(given["operations"], **options)


def locate(host: Host, step: Step, given: Given) -> None:
    engine, location = host.engine(step), given.get("location") or {}
    if set(location) in (set(), {"latitude", "longitude"}):
        engine.locate(**location)
    else:
        engine._call("personalize_locate", *text(given, "location"))


def opt_out(host: Host, step: Step, given: Given) -> None:
    host.engine(step).opt_out(
        given.get("opted_out", False),
        allow_system=given.get("allow_system", False),
        vendor=given.get("vendor"),
    )


REPORTING_CALLS: dict[str, Call] = {
    "charge": charge,
    "profile": profile,
    "locate": locate,
    "opt_out": opt_out,
    "unmute": lambda host, step, given: host.engine(step).unmute(given.get("vendor")),
    "clear_queue": lambda host, step, given: host.engine(step).clear_queue(given.get("vendor")),
    "overlays_fetch": lambda host, step, given: host.engine(step).fetch_overlays(
        given.get("vendor"), key=given.get("key")
    ),
    "templates_sync": lambda host, step, given: host.engine(step).sync_templates(
        given.get("vendor"), key=given.get("key")
    ),
}
