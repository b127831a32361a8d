"""The engine."""

import base64
import ctypes
import enum
import json
import logging
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Self

from . import _callbacks
from ._abi import NONE, HookFunction, LogFunction, UpdateFunction
from ._calls import attempt, object_argument, raise_any, text_argument
from .documents import HostRequest, Update, encode
from .inbox import Inbox
from .placement import Placement
from .presentations import PresentationCalls
from .reporting import ReportingCalls
from .screens import ScreenCalls

JSONObject = Mapping[str, Any]
Hook = Callable[[JSONObject], JSONObject | None]


class Consent(enum.IntEnum):
    """Whether a vendor may be told about the customer."""

    DENIED = 0
    GRANTED = 1
    UNKNOWN = 2


class LogLevel(enum.IntEnum):
    """How much is logged."""

    NONE = 0
    ERROR = 1
    WARNING = 2
    INFO = 3
    VERBOSE = 4


_LOGGING_LEVELS: Final = {
    LogLevel.ERROR: logging.ERROR,
    LogLevel.WARNING: logging.WARNING,
    LogLevel.INFO: logging.INFO,
    LogLevel.VERBOSE: logging.DEBUG,
}


class Engine(PresentationCalls, ReportingCalls, ScreenCalls):
    """One engine of the library; every method is a function of `personalize.h`.

    ::

        with Engine({"version": 1, "storage": ":memory:", "vendors": [...]}) as engine:
            hero = engine.open_placement("home_top")
            engine.start()
            for update in engine.updates():
                print(update.name, hero.content())

    No call waits for the network except `wait` and `updates`. Any thread may
    call. Callbacks and hooks run inside the call that caused them; an
    exception in one does not disturb the engine and is raised by that call
    once it is done. Close an engine; one that is collected unclosed warns.

    After a fork the child's calls raise ForkedError until `reopen`. With
    `child_storage` (a path with `{worker}` in it, which becomes the process
    id) the first call in the child reopens by itself, with the callbacks of
    the parent, and starts if the parent had started.
    """

    @classmethod
    def open(cls, configuration: JSONObject | str | bytes) -> Self:
        """The same as calling the class, under the C function's name."""
        return cls(configuration)

    def stop(self) -> None:
        """End the integration: forget the customer and send nothing any more.

        From then on only `close`, `state`, `stats` and closing placements work.
        """
        self._call("personalize_stop")

    # Insight into the whole

    def state(self) -> dict[str, Any]:
        """The whole state, for a support desk, without secrets."""
        value: dict[str, Any] = self._owned("personalize_state")
        return value

    def stats(self) -> dict[str, Any]:
        """The accounts: per vendor, accepted = sent + pending + dropped."""
        value: dict[str, Any] = self._owned("personalize_stats")
        return value

    # Loop

    def fileno(self) -> int:
        """A descriptor that becomes readable when `process` has something to do."""
        descriptor = ctypes.c_int()
        self._call("personalize_fd", ctypes.byref(descriptor))
        return descriptor.value

    def timeout(self) -> float | None:
        """Seconds until it wants `process`; None when it waits for its descriptor only."""
        milliseconds = ctypes.c_int64()
        code = self._call("personalize_timeout", ctypes.byref(milliseconds))
        return None if code == NONE else milliseconds.value / 1000

    def process(self) -> None:
        """Do what is due; returns at once."""
        self._call("personalize_process")

    def wait(self, timeout: float | None = None) -> bool:
        """Process until there is an update or a request; True if there is.

        False when `timeout` seconds have passed, or earlier when something
        was processed that left neither.
        """
        milliseconds = -1 if timeout is None else max(0, math.ceil(timeout * 1000))
        return self._call("personalize_wait", milliseconds) != NONE

    def next_update(self) -> Update | None:
        """The next update that waits, None if there is none."""
        raw = self._take("personalize_next_update")
        return None if raw is None else Update(raw)

    def updates(self, timeout: float | None = None) -> Iterator[Update]:
        """Updates as they come, until none came for `timeout` seconds.

        Ends as well when the engine has a request for the host.
        """
        while True:
            deadline = None if timeout is None else time.monotonic() + timeout
            while (update := self.next_update()) is None:
                remaining = None if deadline is None else max(0, deadline - time.monotonic())
                if self.wait(remaining):
                    update = self.next_update()
                    break
                if remaining == 0:
                    return
            if update is None:
                return
            yield update

    def on_update(self, receiver: Callable[[Update], None] | None) -> None:
        """Have updates delivered to `receiver` instead; None goes back."""

        def deliver(raw: bytes) -> None:
            if receiver is not None:
                receiver(Update(raw))

        self._register(
            "update",
            "personalize_on_update",
            (),
            None if receiver is None else (_callbacks.on_update, deliver),
            UpdateFunction(),
        )

    def on_log(
        self,
        receiver: Callable[[LogLevel, str, str], None] | None,
        level: LogLevel = LogLevel.WARNING,
    ) -> None:
        """Have log lines delivered as level, vendor and message; None for none."""

        def deliver(line_level: int, vendor: str, message: str) -> None:
            if receiver is not None:
                receiver(LogLevel(line_level), vendor, message)

        self._register(
            "log",
            "personalize_on_log",
            (int(level),),
            None if receiver is None else (_callbacks.on_log, deliver),
            LogFunction(),
        )

    def log_to(self, logger: logging.Logger, level: LogLevel = LogLevel.WARNING) -> None:
        """Have log lines written by `logger`; the vendor is in `record.vendor`."""

        def write(line_level: LogLevel, vendor: str, message: str) -> None:
            extra = {"vendor": vendor}
            logger.log(_LOGGING_LEVELS[line_level], "%s", message, extra=extra)

        self.on_log(write, level)

    # Transport and clock

    def next_request(self) -> HostRequest | None:
        """With the host as transport: the next request to carry out."""
        raw = self._take("personalize_next_request")
        return None if raw is None else HostRequest(raw)

    def finish_request(self, request: HostRequest | int, answer: JSONObject) -> None:
        """Answer a request with `{"status", "headers", "body"}` or `{"failure", "message"}`.

        A body may be text, or bytes of any kind.
        """
        number = request if isinstance(request, int) else request.id
        body = answer.get("body")
        if isinstance(body, bytes):
            packed = base64.b64encode(body).decode("ascii")
            rest = {name: value for name, value in answer.items() if name != "body"}
            answer = rest | {"body_base64": packed}
        text = encode(answer)
        self._call("personalize_finish_request", number, text, len(text))

    def script(self, rules: Sequence[JSONObject]) -> None:
        """With the scripted transport: add rules that answer requests."""
        text = encode(list(rules))
        self._call("personalize_script", text, len(text))

    def script_sent(self) -> list[dict[str, Any]]:
        """With the scripted transport: the requests sent since the last call."""
        sent: list[dict[str, Any]] = self._owned("personalize_script_sent")
        return sent

    def advance(self, milliseconds: int) -> None:
        """With a manual clock: let time pass, doing all that falls due."""
        self._call("personalize_advance", milliseconds)

    def set_time(self, wall_ms: int) -> None:
        """With a manual clock: set the wall clock; no time passes."""
        self._call("personalize_set_time", wall_ms)

    # Customer

    def identify(
        self,
        ids: Mapping[str, str],
        properties: JSONObject | None = None,
        *,
        key: str | None = None,
        tokens: Mapping[str, str] | None = None,
    ) -> None:
        """Say who the customer is; `ids` are merged into those known.

        `tokens` are the customer's, by vendor instance. A vendor that goes by
        them and gets none has none from then on.
        """
        if tokens is not None:
            options = {"tokens": dict(tokens)} | ({} if key is None else {"key": key})
            self._call(
                "personalize_identify_with",
                *text_argument(encode(ids)),
                *object_argument(properties),
                *object_argument(options),
            )
            return
        self._call(
            "personalize_identify",
            *text_argument(encode(ids)),
            *object_argument(properties),
            *text_argument(key),
        )

    def set_authorization(self, vendor: str, token: str | None) -> None:
        """Give a vendor a token by which it trusts the customer; None takes it back."""
        self._call("personalize_authorization_set", *text_argument(vendor), *text_argument(token))

    def anonymize(self) -> None:
        """Forget the customer and begin a new anonymous one."""
        self._call("personalize_anonymize")

    def consent(
        self, consent: Consent, *, vendor: str | None = None, purpose: str | None = None
    ) -> None:
        """Whether something may be done for a vendor, or all.

        `purpose` is "tracking" (telling the vendor about the customer) or
        "personalization" (asking it what the customer is to see); None is both.
        """
        self._call(
            "personalize_consent",
            *text_argument(vendor),
            *text_argument(purpose),
            int(consent),
        )

    def session_start(self) -> None:
        """Begin a session, ending the one that runs."""
        self._call("personalize_session_start")

    def session_end(self) -> None:
        """End the session, if one runs."""
        self._call("personalize_session_end")

    def foreground(self, foreground: bool) -> None:
        """Say that the host came to the foreground or left it."""
        self._call("personalize_foreground", int(foreground))

    # Application

    def track(
        self,
        event: str,
        properties: JSONObject | None = None,
        *,
        vendors: Sequence[str] | None = None,
    ) -> None:
        """Track an event of the host's own, for the named vendors or all."""
        options = None if vendors is None else {"vendors": list(vendors)}
        self._call(
            "personalize_track",
            *text_argument(event),
            *object_argument(properties),
            *object_argument(options),
        )

    def flush(self) -> None:
        """Send what waits, without regard to back-off."""
        self._call("personalize_flush")

    def offline(self, offline: bool) -> None:
        """Say whether there is no network."""
        self._call("personalize_offline", int(offline))

    # Content

    def refresh(self, vendor: str | None = None, *, key: str | None = None) -> None:
        """Fetch anew; answered by `content.refreshed` or `content.failed`."""
        self._call("personalize_refresh", *text_argument(vendor), *text_argument(key))

    def ingest(self, vendor: str, kind: str, payload: JSONObject | str | bytes) -> None:
        """Take a payload the host obtained by itself."""
        self._call(
            "personalize_ingest",
            *text_argument(vendor),
            *text_argument(kind),
            *text_argument(encode(payload)),
        )

    def prefetch(self, placements: Sequence[str], *, key: str | None = None) -> None:
        """Ask ahead for what placements could show; answered by `content.prefetched`."""
        self._call(
            "personalize_prefetch",
            *text_argument(encode(list(placements))),
            *text_argument(key),
        )

    # Placements

    @property
    def placements(self) -> list[Placement]:
        """Those that are open, oldest first."""
        return list(self._placements.values())

    def open_placement(
        self,
        placement: str | JSONObject,
        *,
        kind: str | None = None,
        slot: str | None = None,
        vendor: str | None = None,
        vendors: list[str] | None = None,
        policy: str | None = None,
        timeout: float | None = None,
        deferred: bool | None = None,
        attached: bool | None = None,
        key: str | None = None,
    ) -> Placement:
        """Open a placement by its name, or by a whole specification.

        Kinds are `static`, `cell` (with a `slot`), `carousel` and `data`. Several
        `vendors` may fill a static one, by the `policy` `order`, `priority` or
        `first_ready`; who is ready waits `timeout` seconds for better ones.

        If a callback fails meanwhile, the placement is open all the same and
        found in `placements`.
        """
        given = {
            "kind": kind,
            "slot": slot,
            "vendor": vendor,
            "vendors": vendors,
            "policy": policy,
            "timeout_ms": None if timeout is None else round(timeout * 1000),
            "deferred": deferred,
            "attached": attached,
            "key": key,
        }
        base = {"placement": placement} if isinstance(placement, str) else dict(placement)
        base |= {name: value for name, value in given.items() if value is not None}
        text = encode(base)
        number = ctypes.c_uint64()
        code, raised, failure = attempt(
            self._library,
            "personalize_placement_open",
            self._usable(),
            text,
            len(text),
            ctypes.byref(number),
        )
        opened = Placement(self, number.value, str(base.get("placement", "")))
        if code >= 0:
            self._placements[number.value] = opened
        raise_any(raised, failure)
        return opened

    def _forget_placement(self, number: int) -> None:
        """Leave a closed placement out of `placements`; the placement calls this."""
        self._placements.pop(number, None)

    # Hooks and insight

    def set_hook(self, name: str, hook: Hook | None) -> None:
        """Register for a question; the answer None leaves the default."""

        def ask(token: int, question: bytes) -> None:
            answer = None if hook is None else hook(json.loads(question))
            if answer is not None:
                text = encode(answer)
                self._call("personalize_hook_answer", token, text, len(text))

        self._register(
            f"hook {name}",
            "personalize_hook_set",
            text_argument(name),
            None if hook is None else (_callbacks.on_hook, ask),
            HookFunction(),
        )

    def inbox(self, vendor: str | None = None) -> Inbox:
        """The messages of a vendor instance; None for the first that has an inbox."""
        return Inbox(self, vendor)

    def segments(
        self,
        category: str,
        *,
        vendor: str | None = None,
        force: bool = False,
        key: str | None = None,
    ) -> dict[str, Any]:
        """What is known of the customer's segments of a category.

        Unless that is fresh it is fetched, answered by `segments.fetched` or
        `segments.failed`.
        """
        options: dict[str, Any] = {"category": category}
        options |= {"force": True} if force else {}
        options |= {} if key is None else {"key": key}
        known: dict[str, Any] = self._owned(
            "personalize_segments", *text_argument(vendor), *object_argument(options)
        )
        return known

    def explain(self, placement: str, vendor: str | None = None) -> dict[str, Any]:
        """Why a placement shows what it shows."""
        subject = {"placement": placement} | ({} if vendor is None else {"vendor": vendor})
        text = encode(subject)
        explanation: dict[str, Any] = self._owned("personalize_explain", text, len(text))
        return explanation

    def explain_overlay(
        self,
        overlay: str | None = None,
        *,
        vendor: str | None = None,
        event: str | None = None,
        properties: Mapping[str, Any] | None = None,
        items: Sequence[Mapping[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """Why overlays are, or are not, shown; without a campaign, all there are.

        With an event, whether that would show them now.
        """
        subject: dict[str, Any] = {"overlay": True if overlay is None else overlay}
        given = {"vendor": vendor, "event": event, "properties": properties, "items": items}
        subject |= {name: value for name, value in given.items() if value is not None}
        text = encode(subject)
        explanation: dict[str, Any] = self._owned("personalize_explain", text, len(text))
        return explanation
