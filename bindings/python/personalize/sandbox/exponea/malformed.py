"""Records that break the format, each in its own way.

One of them must never cost a client the records around it. They name the
placeholder `malformed_shelf`, or `home_top` with a priority that would win.
"""

from collections.abc import Callable
from typing import Final

from .documents import notice_document

_UNKNOWN_STATUS = "66f0a1c2d3e4f50001aa0051"
_TEXT_TTL = "66f0a1c2d3e4f50001aa0052"
_LIST_CONTENT = "66f0a1c2d3e4f50001aa0053"


def malformed_definitions(base: str) -> list[object]:
    """Definitions to mix into the bundle."""
    html = notice_document("Broken", "This must never be seen.")(base)

    def record(number: int, **changes: object) -> dict[str, object]:
        return {
            "id": f"66f0a1c2d3e4f50001aa{number:04d}",
            "name": f"Malformed {number}",
            "date_filter": {"enabled": False},
            "frequency": "always",
            "load_priority": 100,
            "content_type": "html",
            "content": {"html": html},
            "consent_category_tracking": None,
            "placeholders": ["malformed_shelf"],
        } | changes

    missing_id = record(60, placeholders=["home_top"])
    del missing_id["id"]
    missing_name = record(61)
    del missing_name["name"]
    missing_placeholders = record(62)
    del missing_placeholders["placeholders"]
    personalised = [record(number, content_type=None, content=None) for number in (51, 52, 53)]
    return [
        missing_id,
        missing_name,
        missing_placeholders,
        record(63, id=4711, placeholders=["home_top"]),
        record(64, date_filter={"enabled": True, "from_date": "2026-01-01", "to_date": "soon"}),
        record(65, date_filter="always"),
        record(66, date_filter={"enabled": "yes", "to_date": []}),
        record(67, placeholders="malformed_shelf"),
        record(68, placeholders=[1, None]),
        record(69, content_type="hologram"),
        record(70, load_priority="high"),
        record(71, content=["<p>not an object</p>"]),
        "a record that is a string",
        None,
        17,
        *({k: v for k, v in each.items() if v is not None} for each in personalised),
    ]


def malformed_personalised(block_id: str) -> dict[str, object] | None:
    """The broken answer for the three blocks whose definition is sound."""
    build = _PERSONALISED.get(block_id)
    return build(block_id) if build else None


_PERSONALISED: Final[dict[str, Callable[[str], dict[str, object]]]] = {
    _UNKNOWN_STATUS: lambda i: {"id": i, "status": "MAYBE", "ttl_seconds": 60},
    _TEXT_TTL: lambda i: {
        "id": i,
        "status": "OK",
        "ttl_seconds": "soon",
        "content_type": "html",
        "content": {"html": 5},
    },
    _LIST_CONTENT: lambda i: {"id": i, "status": "OK", "ttl_seconds": 60, "content": ["x"]},
}
