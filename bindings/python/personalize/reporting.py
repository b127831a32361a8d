"""Telling vendors that keep a profile of the customer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._calls import object_argument, text_argument
from ._native_engine import NativeEngine
from .documents import encode

JSONObject = Mapping[str, Any]


def _vendors(vendors: Sequence[str] | None) -> dict[str, Any] | None:
    return None if vendors is None else {"vendors": list(vendors)}


class ReportingCalls(NativeEngine):
    """The calls of an engine about the customer's profile and what is told of it.

    Each raises with the code `state` when no vendor keeps profiles.
    """

    def charge(
        self,
        items: Sequence[JSONObject],
        details: JSONObject | None = None,
        *,
        vendors: Sequence[str] | None = None,
    ) -> None:
        """Tell of a purchase."""
        text = encode(list(items))
        self._call(
            "personalize_charge",
            *object_argument(details),
            text,
            len(text),
            *object_argument(_vendors(vendors)),
        )

    def change_profile(
        self, operations: JSONObject, *, vendors: Sequence[str] | None = None
    ) -> None:
        """Change the profile.

        ``{"set": {"Plan": "gold"}, "unset": ["Old"], "increment": {"Visits": 1}}``
        (docs/profiles.md).
        """
        self._call(
            "personalize_profile",
            *object_argument(operations),
            *object_argument(_vendors(vendors)),
        )

    def locate(self, latitude: float | None = None, longitude: float | None = None) -> None:
        """Say where the customer is, in degrees; nothing for no longer known."""
        known = latitude is not None and longitude is not None
        location = {"latitude": latitude, "longitude": longitude} if known else None
        self._call("personalize_locate", *object_argument(location))

    def opt_out(
        self, opted_out: bool, *, allow_system: bool = False, vendor: str | None = None
    ) -> None:
        """Say whether the customer wants to be told of.

        With `allow_system` what the library itself tells still goes.
        """
        self._call("personalize_opt_out", *text_argument(vendor), int(opted_out), int(allow_system))

    def unmute(self, vendor: str | None = None) -> None:
        """End a silence that a vendor asked for."""
        self._call("personalize_unmute", *text_argument(vendor))

    def clear_queue(self, vendor: str | None = None) -> None:
        """Drop the events that wait for a vendor, of any kind, or for all."""
        self._call("personalize_clear_queue", *text_argument(vendor))

    def fetch_overlays(self, vendor: str | None = None, *, key: str | None = None) -> None:
        """Ask for overlays now; answered by `overlays.fetched` or `overlays.failed`."""
        self._call("personalize_overlays_fetch", *text_argument(vendor), *text_argument(key))

    def sync_templates(self, vendor: str | None = None, *, key: str | None = None) -> None:
        """Send the definitions of templates to the vendor's dashboard.

        Answered by `templates.synced` or `templates.failed`.
        """
        self._call("personalize_templates_sync", *text_argument(vendor), *text_argument(key))
