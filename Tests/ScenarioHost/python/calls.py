"""The calls of the header, through the package `personalize`.

The typed interface is used wherever it can say what a step says; what only a
mistaken host would say goes to the function itself.
"""

import ctypes
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import personalize
from arguments import Given, is_raw, raw, text
from authorization_calls import AUTHORIZATION_CALLS
from host import Host, Record, ScenarioError, Step, describe
from inbox_calls import INBOX_CALLS
from personalize import Consent, Engine, LogLevel, PersonalizeError
from presentation_calls import PRESENTATION_CALLS
from reporting_calls import REPORTING_CALLS
from template_calls import TEMPLATE_CALLS

Call = Callable[[Host, Step, Given], Any]

REPORTS = {"attached", "visible", "height", "width", "failed"}
TRACKINGS = {
    "event",
    "url",
    "action",
    "message",
    "campaign",
    "without_consent",
    "attributes",
}
RELOADS = {"force", "key"}
CONSENTS = {each.name.lower(): each for each in Consent}
LEVELS = {each.name.lower(): each for each in LogLevel}


def native(engine: Engine, name: str, *arguments: object) -> None:
    """Calls a function of the header past the typed interface."""
    engine._call(name, *arguments)


def open_engine(host: Host, step: Step, given: Given) -> None:
    configuration = given["configuration"]
    text_given = raw(configuration)
    engine = Engine(configuration if text_given is None else text_given)
    host.engines[step.get("on", "engine")] = engine


def close_engine(host: Host, step: Step, _: Given) -> None:
    engine = host.engine(step)
    host.collect(engine)
    engine.close()
    host.placements = {key: each for key, each in host.placements.items() if key[0] != engine}


def timeout(host: Host, step: Step, _: Given) -> int | None:
    remaining = host.engine(step).timeout()
    return None if remaining is None else round(remaining * 1000)


def wait(host: Host, step: Step, given: Given) -> bool:
    milliseconds = host.number(given.get("milliseconds"))
    return host.engine(step).wait(None if milliseconds < 0 else milliseconds / 1000)


def next_update(host: Host, step: Step, _: Given) -> Any:
    update = host.engine(step).next_update()
    return None if update is None else json.loads(update.raw)


def next_request(host: Host, step: Step, _: Given) -> Any:
    request = host.engine(step).next_request()
    return None if request is None else json.loads(request.raw)


def on_update(host: Host, step: Step, given: Given) -> None:
    engine = host.engine(step)
    if given.get("enabled"):
        engine.on_update(lambda update: host.updates.append(json.loads(update.raw)))
    else:
        engine.on_update(None)


def on_log(host: Host, step: Step, given: Given) -> None:
    def take(level: LogLevel, vendor: str, message: str) -> None:
        host.log.append({"level": level.name.lower(), "vendor": vendor, "message": message})

    level = LEVELS[given.get("level", "none")]
    host.engine(step).on_log(None if level is LogLevel.NONE else take, level)


def finish_request(host: Host, step: Step, given: Given) -> None:
    number = host.number(given.get("request"))
    answer = given.get("answer")
    host.engine(step).finish_request(number, raw(answer) or answer)  # type: ignore[arg-type]


def script(host: Host, step: Step, given: Given) -> None:
    rules = given.get("rules")
    if isinstance(rules, list):
        host.engine(step).script(rules)
    else:
        native(host.engine(step), "personalize_script", *text(given, "rules"))


def identify(host: Host, step: Step, given: Given) -> None:
    engine = host.engine(step)
    ids, properties = given.get("ids"), given.get("properties")
    if is_raw(given) or not isinstance(ids, dict):
        arguments = [*text(given, "ids"), *text(given, "properties"), *text(given, "key")]
        native(engine, "personalize_identify", *arguments)
    else:
        engine.identify(ids, properties, key=given.get("key"))


def consent(host: Host, step: Step, given: Given) -> None:
    engine, word = host.engine(step), given.get("consent")
    if isinstance(word, str):
        vendor, purpose = given.get("vendor"), given.get("purpose")
        engine.consent(CONSENTS[word], vendor=vendor, purpose=purpose)
    else:
        arguments = [*text(given, "vendor"), *text(given, "purpose"), host.number(word)]
        native(engine, "personalize_consent", *arguments)


def track(host: Host, step: Step, given: Given) -> None:
    engine = host.engine(step)
    options = given.get("options")
    if is_raw(given) or (options is not None and set(options) != {"vendors"}):
        arguments = [*text(given, "event"), *text(given, "properties"), *text(given, "options")]
        native(engine, "personalize_track", *arguments)
    else:
        vendors = None if options is None else options["vendors"]
        engine.track(given.get("event", ""), given.get("properties"), vendors=vendors)


def refresh(host: Host, step: Step, given: Given) -> None:
    engine = host.engine(step)
    if is_raw(given):
        native(engine, "personalize_refresh", *text(given, "vendor"), *text(given, "key"))
    else:
        engine.refresh(given.get("vendor"), key=given.get("key"))


def ingest(host: Host, step: Step, given: Given) -> None:
    payload = given["payload"]
    host.engine(step).ingest(given["vendor"], given["kind"], raw(payload) or payload)


def prefetch(host: Host, step: Step, given: Given) -> None:
    placements = given.get("placements")
    if isinstance(placements, list):
        host.engine(step).prefetch(placements, key=given.get("key"))
    else:
        arguments = [*text(given, "placements"), *text(given, "key")]
        native(host.engine(step), "personalize_prefetch", *arguments)


def placement_open(host: Host, step: Step, given: Given) -> int:
    specification = given.get("specification")
    if isinstance(specification, dict) and raw(specification) is None:
        engine = host.engine(step)
        placement = engine.open_placement(specification)
        host.placements[engine, placement.id] = placement
        return placement.id
    number = ctypes.c_uint64()
    arguments = [*text(given, "specification"), ctypes.byref(number)]
    native(host.engine(step), "personalize_placement_open", *arguments)
    return number.value


def is_tracking(given: Given) -> bool:
    """Whether the typed interface can say it."""
    return "event" in given and set(given) <= TRACKINGS


def on_placement(name: str, *texts: str) -> Call:
    """A call about a placement that may be stale."""

    def call(host: Host, step: Step, given: Given) -> None:
        engine, number = host.engine(step), host.number(given.get("placement"))
        placement = host.placements.get((engine, number))
        inner = given.get(texts[0]) if texts else None
        if placement is None or is_raw(given):
            arguments = [argument for each in texts for argument in text(given, each)]
            native(engine, f"personalize_placement_{name}", number, *arguments)
        elif name == "click" and isinstance(inner, str):
            placement.click(inner)
        elif name == "invoke" and isinstance(inner, str):
            placement.invoke(inner)
        elif name == "track" and isinstance(inner, dict) and is_tracking(inner):
            rest = {name: value for name, value in inner.items() if name != "event"}
            placement.track(inner["event"], **rest)
        elif name == "select" and isinstance(inner, dict) and "part" in inner:
            placement.select(**inner)
        elif name == "configure" and isinstance(inner, dict):
            placement.configure(**inner)
        elif name == "dismiss":
            placement.dismiss()
        elif name == "report" and isinstance(inner, dict) and set(inner) <= REPORTS:
            placement.report(**inner)
        elif name == "reload" and (inner is None or set(inner) <= RELOADS):
            placement.reload(**(inner or {}))
        elif name == "close":
            host.placements.pop((engine, number)).close()
        else:
            arguments = [argument for each in texts for argument in text(given, each)]
            native(engine, f"personalize_placement_{name}", number, *arguments)

    return call


def placement_state(host: Host, step: Step, given: Given) -> Any:
    engine, number = host.engine(step), host.number(given.get("placement"))
    placement = host.placements.get((engine, number))
    if placement is not None:
        return placement.state()
    output = ctypes.c_char_p()
    native(engine, "personalize_placement_state", number, ctypes.byref(output))
    return None


def on_kind(function: str, method: str) -> Call:
    """A call that only one kind of placement understands."""

    def call(host: Host, step: Step, given: Given) -> Any:
        engine, number = host.engine(step), host.number(given.get("placement"))
        placement = host.placements.get((engine, number))
        if placement is not None:
            return getattr(placement, method)()
        native(engine, f"personalize_{function}", number)
        return None

    return call


def placement_content(host: Host, step: Step, given: Given) -> Any:
    engine, number = host.engine(step), host.number(given.get("placement"))
    placement = host.placements.get((engine, number))
    if placement is None:
        needed = ctypes.c_size_t()
        buffer = ctypes.create_string_buffer(1)
        native(
            host.engine(step),
            "personalize_placement_content_copy",
            number,
            buffer,
            1,
            ctypes.byref(needed),
        )
        return None
    content = placement.content()
    return None if content is None else json.loads(content.raw)


def hook_set(host: Host, step: Step, given: Given) -> None:
    answers = given.get("answers")
    if answers is None:
        host.engine(step).set_hook(given["name"], None)
        return
    host.engine(step).set_hook(given["name"], answering(host, given, answers))


def hook_add(host: Host, step: Step, given: Given) -> None:
    """One of several who are asked."""
    ask = answering(host, given, given.get("answers") or [])
    host.engine(step).add_hook(given["name"], given["registration"], ask)


def answering(host: Host, given: Given, answers: list[Any]) -> Callable[[Any], Any]:
    """Answers as the scenario says, in turn."""
    waiting = iter(answers)

    def ask(question: Any) -> Any:
        answer = next(waiting, None) or {}
        record: Record = {"hook": given["name"], "question": question}
        if "registration" in given:
            record["registration"] = given["registration"]
        host.questions.append(record)
        calls = [perform(host, each) for each in answer.get("calls", [])]
        if calls:
            record["calls"] = calls
        return answer.get("answer")

    return ask


def campaign_track(host: Host, step: Step, given: Given) -> None:
    arguments = [*text(given, "campaign"), *text(given, "event")]
    native(host.engine(step), "personalize_campaign_track", *arguments)


def hook_answer(host: Host, step: Step, given: Given) -> None:
    arguments = [host.number(given.get("token")), *text(given, "answer")]
    native(host.engine(step), "personalize_hook_answer", *arguments)


def explain(host: Host, step: Step, given: Given) -> Any:
    engine, subject = host.engine(step), given.get("subject")
    if isinstance(subject, dict) and {"placement"} <= set(subject) <= {"placement", "vendor"}:
        return engine.explain(**subject)
    known = {"overlay", "vendor", "event", "properties", "items"}
    if isinstance(subject, dict) and {"overlay"} <= set(subject) <= known:
        named = {key: value for key, value in subject.items() if key != "overlay"}
        overlay = subject["overlay"]
        if overlay is True or isinstance(overlay, str):
            return engine.explain_overlay(None if overlay is True else overlay, **named)
    output = ctypes.c_char_p()
    native(engine, "personalize_explain", *text(given, "subject"), ctypes.byref(output))
    return json.loads(output.value or b"null")


def replay(_: Host, step: Step, given: Given) -> Any:
    journal = Path(given["file"]).read_bytes() if "file" in given else text(given, "journal")[0]
    return personalize.replay(journal or b"")


def simple(name: str, *arguments: str) -> Call:
    """A method without anything to convert."""

    def call(host: Host, step: Step, given: Given) -> Any:
        return getattr(host.engine(step), name)(*(given[each] for each in arguments))

    return call


CALLS: dict[str, Call] = {
    "version": lambda *_: personalize.version(),
    "build_info": lambda *_: personalize.build_info(),
    "open": open_engine,
    "start": simple("start"),
    "close": close_engine,
    "reopen": simple("reopen", "storage"),
    "state": simple("state"),
    "stats": simple("stats"),
    "fd": lambda host, step, _: host.engine(step).fileno() >= 0,
    "timeout": timeout,
    "process": simple("process"),
    "wait": wait,
    "next_update": next_update,
    "on_update": on_update,
    "on_log": on_log,
    "next_request": next_request,
    "finish_request": finish_request,
    "script": script,
    "script_sent": simple("script_sent"),
    "advance": simple("advance", "milliseconds"),
    "set_time": simple("set_time", "wall_ms"),
    "identify": identify,
    "anonymize": simple("anonymize"),
    "consent": consent,
    "session_start": simple("session_start"),
    "session_end": simple("session_end"),
    "foreground": simple("foreground", "foreground"),
    "track": track,
    "flush": simple("flush"),
    "offline": simple("offline", "offline"),
    "refresh": refresh,
    "ingest": ingest,
    "prefetch": prefetch,
    "placement_open": placement_open,
    "placement_reload": on_placement("reload", "options"),
    "placement_select": on_placement("select", "part"),
    "screen": lambda host, step, given: host.engine(step).screen(given["name"], given.get("data")),
    "screen_data": lambda host, step, given: host.engine(step).screen_data(given.get("data")),
    "campaign_track": campaign_track,
    "hook_add": hook_add,
    "hook_remove": lambda host, step, given: host.engine(step).remove_hook(
        given["name"], given["registration"]
    ),
    "placement_content": placement_content,
    "placement_content_copy": placement_content,
    "placement_click": on_placement("click", "url"),
    "placement_invoke": on_placement("invoke", "url"),
    "placement_track": on_placement("track", "event"),
    "placement_configure": on_placement("configure", "options"),
    "placement_state": placement_state,
    "cell_prepare": on_kind("cell_prepare", "prepare"),
    "carousel_next": on_kind("carousel_next", "next"),
    "carousel_previous": on_kind("carousel_previous", "previous"),
    "carousel_pause": on_kind("carousel_pause", "pause"),
    "carousel_resume": on_kind("carousel_resume", "resume"),
    "carousel_release": on_kind("carousel_release", "release"),
    "placement_dismiss": on_placement("dismiss"),
    "placement_report": on_placement("report", "report"),
    "placement_close": on_placement("close"),
    "hook_set": hook_set,
    "hook_answer": hook_answer,
    "explain": explain,
    "replay": replay,
    "fork": lambda host, *_: host.fork(),
    **AUTHORIZATION_CALLS,
    **INBOX_CALLS,
    **TEMPLATE_CALLS,
    **REPORTING_CALLS,
    **PRESENTATION_CALLS,
}


def perform(host: Host, step: Step) -> Record:
    """Carries out one call and gives its transcript."""
    name = step.get("call", "")
    if name not in CALLS:
        raise ScenarioError(f"no such call: {name}")
    record: Record = {"call": name, "error": None, "result": None}
    try:
        record["result"] = CALLS[name](host, step, step.get("with", {}))
        if "as" in step:
            host.names[step["as"]] = record["result"]
    except PersonalizeError as error:
        record["error"] = describe(error)
    return record
