"""What a client's request has to say to what it was told before."""

from collections import Counter
from collections.abc import Iterator, Mapping

from .batches import Batch
from .profiles import Device, fingerprint
from .validation import Finding

_FETCH = "wzrk_fetch"


def check_cookies(batch: Batch, device: Device) -> Iterator[Finding]:
    """Cookies come back as they were given, and removed ones not at all.

    An answer may have been lost, so values of earlier answers are right too;
    but whoever has the newest text has read the newest answer as a whole.
    A device that knows more answers than the server remembers, as after a
    restart of the server, is believed.
    """
    sent = batch.meta.get("arp")
    if not device.answers:
        return
    cookie = sent if isinstance(sent, dict) else {}
    is_newest = cookie.get("j_n") == device.expected.get("j_n")
    if is_newest and fingerprint(cookie) != fingerprint(device.expected):
        yield "cookie", f"came as {fingerprint(cookie)}, not {fingerprint(device.expected)}"
    for name, value in cookie.items():
        if name == "d_e":
            yield "cookie", "the list of discarded events was sent back"
        elif value == -1:
            yield "cookie", f"{name} should have been removed"
        elif name not in device.cookies:
            yield "cookie", f"{name} was never given"
        elif fingerprint(value) not in map(fingerprint, device.cookies[name]):
            yield "cookie", f"{name} was given as {device.cookies[name][-1]!r}, came as {value!r}"
    sequence = batch.meta.get("_i", 0)
    if sequence and sequence not in device.sequences:
        yield "cookie", f"_i {sequence!r} was never given"


def check_sessions(batch: Batch, device: Device) -> Iterator[Finding]:
    """Sessions begin with App Launched, go on one after the other and keep their fields.

    Notes the sessions of the batch; call it once for each that was accepted.
    """
    previous = 0
    for index, item in enumerate(batch.items, 1):
        time, session = item.get("ep"), item.get("s")
        if not isinstance(time, int) or not isinstance(session, int):
            continue
        if time < previous:
            yield "event_order", f"[{index}] is older than the one before it"
        previous = time
        if item.get("evtName") == _FETCH:
            continue
        fields = {name: item.get(name) for name in ("lsl", "f")}
        known = device.sessions.get(session)
        if known is None:
            yield from _check_first(item, f"[{index}]", session, device)
            device.sessions[session] = fields
        elif known != fields:
            yield "session", f"[{index}] changes lsl or f within session {session}"


def _check_first(
    item: Mapping[str, object], path: str, session: int, device: Device
) -> Iterator[Finding]:
    if item.get("evtName") != "App Launched":
        name = item.get("evtName") or item.get("type")
        yield "app_launched_first", f"{path} {name} is the first of session {session}"
    if device.sessions and session <= max(device.sessions):
        yield "session", f"{path} session {session} is older than one before it"


def new_items(batch: Batch, device: Device) -> list[dict[str, object]]:
    """The events of a batch that were not received before.

    The wire has no ids of events, but a client sends the same bytes again: its
    last batch, perhaps with what came after it or in halves, or what was in
    one whose answer was spoilt. A spoilt request may also be late, after the
    client has sent it again.
    """
    prints = [fingerprint(each) for each in batch.items]
    is_same_start = True
    found = []
    for index, (text, item) in enumerate(zip(prints, batch.items, strict=True)):
        is_same_start = is_same_start and device.last_batch[index : index + 1] == [text]
        was_unanswered = device.unanswered[text] > 0
        device.unanswered[text] -= was_unanswered
        is_late = batch.is_spoilt and text in device.recorded
        if not is_same_start and not was_unanswered and not is_late:
            found.append(item)
    device.last_batch = prints
    device.recorded.update(prints)
    if batch.is_spoilt:
        device.unanswered = +device.unanswered + Counter(prints)
    return found
