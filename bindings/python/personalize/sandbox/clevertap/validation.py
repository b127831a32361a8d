"""What a correct client never sends.

Nothing here refuses a request: the real service says little about what it
ignores, so what is found is reported beside the answer.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from ..messages import Request
from .batches import Batch

Finding = tuple[str, str]
"""The rule that was broken, and how."""

BATCH_LIMIT: Final = 49
_GUID: Final = re.compile(r"(#|__|-|~|\^)[=|<>;+.A-Za-z0-9()!:$@_-]{1,68}")
_EARLIEST, _LATEST = 1_000_000_000, 4_102_444_800
_APP: Final = ("Version", "Build", "SDK Version", "OS")
_APP_OF_EVENTS: Final = (*_APP, "OS Version", "Make", "Model", "useIP")
_SYSTEM: Final = frozenset(
    ("App Launched", "Notification Viewed", "Notification Clicked", "wzrk_fetch", "content_fetch")
)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_time(value: object) -> bool:
    return _is_whole(value) and isinstance(value, int) and _EARLIEST <= value < _LATEST


def _is_past(value: object) -> bool:
    return (value == 0 and _is_whole(value)) or _is_time(value)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_counters(value: object) -> bool:
    """`[["<ti>", today, lifetime], ...]`"""
    return isinstance(value, list) and all(
        isinstance(each, list)
        and len(each) == 3
        and _is_text(each[0])
        and _is_whole(each[1])
        and _is_whole(each[2])
        for each in value
    )


def _is_evaluation(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_whole(each) for each in value)


def _is_suppressed(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(_is_suppression(each) for each in value)


def _is_suppression(value: object) -> bool:
    return (
        isinstance(value, dict)
        and _is_text(value.get("wzrk_id"))
        and _is_text(value.get("wzrk_pivot"))
        and _is_whole(value.get("wzrk_cgId", 0))
        and not set(value) - {"wzrk_id", "wzrk_pivot", "wzrk_cgId"}
    )


_Check = Callable[[object], bool]
_META: Final[Mapping[str, tuple[bool, _Check]]] = {
    "type": (True, _is_text),
    "g": (True, lambda value: isinstance(value, str) and bool(_GUID.fullmatch(value))),
    "id": (True, _is_text),
    "tk": (True, _is_text),
    "af": (True, _is_object),
    "frs": (True, _is_flag),
    "imp": (True, lambda value: isinstance(value, int) and _is_whole(value) and value >= 0),
    "tlc": (True, _is_counters),
    "arp": (False, lambda value: isinstance(value, dict) and bool(value)),
    "_i": (False, _is_whole),
    "_j": (False, _is_whole),
    "l_ts": (False, _is_past),
    "f_ts": (False, _is_past),
    "fl": (False, _is_flag),
    "ddnd": (False, _is_flag),
    "debug": (False, _is_flag),
    "ct_pi": (False, _is_text),
    "ref": (False, _is_object),
    "wzrk_ref": (False, _is_object),
    "rtl": (False, lambda value: isinstance(value, list)),
    "inapps_eval": (False, _is_evaluation),
    "inapps_suppressed": (False, _is_suppressed),
}
_EVENT: Final[Mapping[str, tuple[bool, _Check]]] = {
    "type": (True, lambda value: value in ("event", "profile", "page", "ping", "data")),
    "ep": (True, _is_time),
    "s": (True, _is_time),
    "pg": (True, lambda value: isinstance(value, int) and _is_whole(value) and value >= 1),
    "lsl": (True, lambda value: isinstance(value, int) and _is_whole(value) and value >= 0),
    "f": (True, _is_flag),
    "evtName": (False, _is_text),
    "evtData": (False, _is_object),
    "profile": (False, lambda value: isinstance(value, dict) and bool(value)),
    "n": (False, _is_text),
    "pai": (False, _is_text),
    "dsync": (False, _is_flag),
    "wzrk_error": (
        False,
        lambda value: (
            isinstance(value, dict) and _is_whole(value.get("c")) and _is_text(value.get("d"))
        ),
    ),
}


def check_request(request: Request, batch: Batch, endpoint: str) -> Iterator[Finding]:
    """The address, the headers and the meta object."""
    meta = batch.meta
    application = meta.get("af")
    fields: Mapping[str, object] = application if isinstance(application, dict) else {}
    expected = {"os": fields.get("OS"), "t": fields.get("SDK Version"), "z": meta.get("id")}
    for name, value in expected.items():
        if request.query.get(name) != str(value):
            yield "query", f"{name} is {request.query.get(name)!r}, meta says {value!r}"
    if not request.query.get("ts", "").isdecimal():
        yield "query", "ts must be unix seconds"
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        yield "content_type", "content-type must be application/json"
    if request.headers.get("x-clevertap-account-id") != meta.get("id"):
        yield "account_header", "X-CleverTap-Account-Id must be the account"
    yield from _check(meta, _META, "meta")
    wanted = _APP_OF_EVENTS if endpoint == "a1" else _APP
    for name in wanted:
        if name not in fields:
            yield "application_fields", f"meta.af lacks {name!r}"
    if "SDK Version" in fields and not _is_whole(fields["SDK Version"]):
        yield "application_fields", "meta.af['SDK Version'] must be a number"
    if "useIP" in fields and not _is_flag(fields["useIP"]):
        yield "application_fields", "meta.af.useIP must be a boolean"
    if endpoint != "a1" and ("inapps_eval" in meta or "inapps_suppressed" in meta):
        yield "meta", f"evaluations go to /a1, not to /{endpoint}"


def check_events(batch: Batch) -> Iterator[Finding]:
    """Every event by itself, and how many there are."""
    if len(batch.items) > BATCH_LIMIT:
        yield "batch_size", f"{len(batch.items)} events in one batch, {BATCH_LIMIT} is the limit"
    for index, item in enumerate(batch.items, 1):
        path = f"[{index}]"
        yield from _check(item, _EVENT, path)
        if item.get("type") == "event":
            if "evtName" not in item or "evtData" not in item:
                yield "event", f"{path} must have evtName and evtData"
            yield from _check_event(item, path)
        elif item.get("type") == "profile" and "profile" not in item:
            yield "event", f"{path} must have profile"


def _check(
    value: Mapping[str, object], rules: Mapping[str, tuple[bool, _Check]], path: str
) -> Iterator[Finding]:
    rule = "meta" if path == "meta" else "event"
    for name, (is_required, check) in rules.items():
        if name in value:
            if not check(value[name]):
                yield rule, f"{path}.{name} cannot be {value[name]!r}"
        elif is_required:
            yield rule, f"{path}.{name} is missing"
    for name in value:
        if name not in rules:
            yield rule, f"{path}.{name} is unknown"


def _check_event(item: Mapping[str, object], path: str) -> Iterator[Finding]:
    name, data = item.get("evtName"), item.get("evtData")
    if not isinstance(name, str) or not isinstance(data, dict):
        return
    if name in _SYSTEM:
        if name == "App Launched":
            missing = [each for each in _APP_OF_EVENTS if each not in data]
            if missing:
                yield "application_fields", f"{path} App Launched lacks {', '.join(missing)}"
        return
    if not name or len(name) > 512 or name != name.strip() or set(name) & set(".:$'\"\\"):
        yield "event_name", f"{path} has the name {name!r}"
    if len(data) > 256:
        yield "event_properties", f"{path} has {len(data)} properties"
    for key, value in data.items():
        if not key or len(key) > 120 or key != key.strip() or set(key) & set(":$'\"\\"):
            yield "property_key", f"{path} has the property {key!r}"
        if value is None or value in ("", [], {}):
            yield "property_value", f"{path}.{key} is empty"
        if isinstance(value, str) and (len(value) > 512 or set(value) & set("'\"\\")):
            yield "property_value", f"{path}.{key} cannot be {value[:80]!r}"
