"""Screens, campaigns that belong to them, and several answers to one question."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from . import _callbacks
from ._abi import NONE, HookFunction
from ._calls import object_argument, text_argument
from ._native_engine import NativeEngine
from .documents import encode

JSONObject = Mapping[str, Any]
Hook = Callable[[Any], Any]


class ScreenCalls(NativeEngine):
    """The part of an engine that has to do with screens."""

    def screen(self, name: str, data: JSONObject | None = None) -> None:
        """Say that the host came to a screen.

        Placements of vendors with screens become empty, and are filled anew at
        the end of the host's turn, when the engine is processed next.
        """
        self._call("personalize_screen", *text_argument(name), *object_argument(data))

    def screen_data(self, data: JSONObject | None) -> None:
        """Replace the data of the screen the host is on."""
        self._call("personalize_screen_data", *object_argument(data))

    def track_campaign(
        self,
        campaign: str,
        event: str,
        *,
        placement: str | None = None,
        url: str | None = None,
        action: JSONObject | None = None,
        attributes: JSONObject | None = None,
    ) -> None:
        """Tell a vendor of a campaign from a hook or an update: `show` or `click`.

        Each call is one event while a place of the present screen has the
        campaign's data, and nothing otherwise.
        """
        given = {
            "event": event,
            "placement": placement,
            "url": url,
            "action": None if action is None else dict(action),
            "attributes": None if attributes is None else dict(attributes),
        }
        self._call(
            "personalize_campaign_track",
            *text_argument(campaign),
            *object_argument({name: value for name, value in given.items() if value is not None}),
        )

    def add_hook(self, name: str, registration: str, hook: Hook) -> None:
        """Register for a question besides others, under a name of the caller's.

        Whoever registered is asked in the order of registration; registering
        again under the name replaces the hook and keeps its place.
        """

        def ask(token: int, question: bytes) -> None:
            answer = hook(json.loads(question))
            if answer is not None:
                text = encode(answer)
                self._call("personalize_hook_answer", token, text, len(text))

        self._register(
            f"hook {name} {registration}",
            "personalize_hook_add",
            (*text_argument(name), *text_argument(registration)),
            (_callbacks.on_hook, ask),
            HookFunction(),
        )

    def remove_hook(self, name: str, registration: str) -> bool:
        """Leave a question; whether somebody had registered under the name."""
        code = self._call(
            "personalize_hook_remove", *text_argument(name), *text_argument(registration)
        )
        self._registrations.pop(f"hook {name} {registration}", None)
        return code != NONE
