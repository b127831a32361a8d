"""The calls of an inbox, through the package `personalize`."""

from collections.abc import Callable
from typing import Any

from arguments import Given, is_raw, text
from host import Host, Step
from personalize import Inbox

Call = Callable[[Host, Step, Given], Any]


def typed(
    name: str, arguments: tuple[str, ...], optional: dict[str, set[str]], method: str
) -> Call:
    """A method of `Inbox`; what it cannot say goes to the function itself."""

    def call(host: Host, step: Step, given: Given) -> Any:
        inbox = host.engine(step).inbox(given.get("vendor"))
        if can_be_said(given, arguments, optional):
            named: dict[str, Any] = {}
            for each in optional:
                value = given.get(each)
                if isinstance(value, dict):
                    named |= value
                elif value is not None:
                    named[each] = value
            return getattr(inbox, method)(*(given[each] for each in arguments), **named)
        return native(inbox, name, (*arguments, *optional), given)

    return call


def can_be_said(given: Given, arguments: tuple[str, ...], optional: dict[str, set[str]]) -> bool:
    if is_raw(given) or any(each not in given for each in arguments):
        return False
    for name, members in optional.items():
        value = given.get(name)
        if isinstance(value, dict) and not set(value) <= members:
            return False
    return True


def native(inbox: Inbox, name: str, arguments: tuple[str, ...], given: Given) -> Any:
    texts = [each for argument in arguments for each in text(given, argument)]
    if name in {"list", "message", "view"}:
        return inbox._owned(name, *texts)
    inbox._call(name, *texts)
    return None


INBOX_CALLS: dict[str, Call] = {
    "inbox_fetch": typed("fetch", (), {"key": set()}, "fetch"),
    "inbox_list": typed("list", (), {"query": {"offset", "limit", "content"}}, "list"),
    "inbox_message": typed("message", ("message",), {"key": set()}, "message"),
    "inbox_mark_read": typed(
        "mark_read", ("message",), {"options": {"optimistic", "key"}}, "mark_read"
    ),
    "inbox_opened": typed("opened", ("message",), {"options": {"without_consent"}}, "opened"),
    "inbox_clicked": typed(
        "clicked", ("message", "action"), {"options": {"without_consent"}}, "clicked"
    ),
    "inbox_item_click": typed("item_click", ("message",), {"key": set()}, "item_click"),
    "inbox_action_click": typed("action_click", ("message", "url"), {"key": set()}, "action_click"),
    "inbox_view": typed("view", ("view",), {}, "view"),
}
