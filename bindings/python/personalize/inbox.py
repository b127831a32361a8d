"""A customer's messages."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._abi import NONE
from ._calls import attempt, object_argument, raise_any, take_owned, text_argument

if TYPE_CHECKING:
    from ._native_engine import NativeEngine

JSONObject = Mapping[str, Any]


class Inbox:
    """The inbox of one vendor instance (docs/inbox.md).

    ::

        inbox = engine.inbox()
        inbox.fetch(key="first")
        for update in engine.updates():
            if update.name == "inbox.changed":
                print(inbox.list()["messages"])

    Everything here needs the engine to be started; StateError before.
    """

    def __init__(self, engine: NativeEngine, vendor: str | None = None) -> None:
        self._engine = engine
        self._vendor = vendor

    @property
    def vendor(self) -> str | None:
        """The vendor instance; None for the first that has an inbox."""
        return self._vendor

    def __repr__(self) -> str:
        return f"<{type(self).__name__} vendor={self._vendor!r}>"

    def fetch(self, *, key: str | None = None) -> None:
        """Fetch what is new; answered by `inbox.changed` or `inbox.failed` with `key`."""
        self._call("fetch", *text_argument(key))

    def list(self, offset: int = 0, limit: int = 50, *, content: bool = False) -> dict[str, Any]:
        """A page of the messages kept, newest first, and how many there are."""
        query = {"offset": offset, "limit": limit, "content": content}
        value: dict[str, Any] = self._owned("list", *object_argument(query))
        return value

    def message(self, message: str, *, key: str | None = None) -> dict[str, Any] | None:
        """One message with its content.

        None when it is not here: then the inbox is fetched, answered by
        `inbox.message` with `key`.
        """
        value: dict[str, Any] | None = self._owned(
            "message", *text_argument(message), *text_argument(key)
        )
        return value

    def mark_read(self, message: str, *, optimistic: bool = False, key: str | None = None) -> None:
        """Mark it at the vendor and then here; answered by `inbox.read`.

        `optimistic` marks it here at once and whatever comes of it.
        """
        options: dict[str, Any] = {"optimistic": optimistic}
        if key is not None:
            options["key"] = key
        self._call("mark_read", *text_argument(message), *object_argument(options))

    def opened(self, message: str, *, without_consent: bool = False) -> None:
        """Track that it was opened."""
        options = {"without_consent": without_consent}
        self._call("opened", *text_argument(message), *object_argument(options))

    def clicked(self, message: str, action: JSONObject, *, without_consent: bool = False) -> None:
        """Track that an action, `{"url", "title"}`, was chosen."""
        options = {"without_consent": without_consent}
        self._call(
            "clicked",
            *text_argument(message),
            *object_argument(action),
            *object_argument(options),
        )

    def item_click(self, message: str, *, key: str | None = None) -> None:
        """Do what the vendor's list does when a row is chosen."""
        self._call("item_click", *text_argument(message), *text_argument(key))

    def action_click(self, message: str, url: str, *, key: str | None = None) -> None:
        """Do what the vendor's detail view does when an action is chosen."""
        self._call(
            "action_click", *text_argument(message), *text_argument(url), *text_argument(key)
        )

    def view(self, view: JSONObject) -> dict[str, Any]:
        """What to draw: `{"view": "button" | "list" | "detail", ...}`."""
        value: dict[str, Any] = self._owned("view", *object_argument(view))
        return value

    def button(self, **texts: JSONObject) -> dict[str, Any]:
        """What leads to the inbox, with the number of unread messages."""
        return self.view({"view": "button", **texts})

    def list_view(
        self,
        offset: int = 0,
        limit: int = 50,
        *,
        images: bool = False,
        fetch: bool = False,
        **texts: JSONObject,
    ) -> dict[str, Any]:
        """The list with its state and rows; `fetch` starts a fetch as well."""
        page = {"offset": offset, "limit": limit, "images": images, "fetch": fetch}
        return self.view({"view": "list", **page, **texts})

    def detail(self, message: str, **texts: JSONObject) -> dict[str, Any]:
        """One message, made safe, with the actions to draw."""
        return self.view({"view": "detail", "message": message, **texts})

    def _call(self, name: str, *arguments: object) -> None:
        self._engine._call(f"personalize_inbox_{name}", *text_argument(self._vendor), *arguments)

    def _owned(self, name: str, *arguments: object) -> Any:
        native, text = self._engine._library, ctypes.c_char_p()
        code, raised, failure = attempt(
            native,
            f"personalize_inbox_{name}",
            self._engine._usable(),
            *text_argument(self._vendor),
            *arguments,
            ctypes.byref(text),
        )
        value = take_owned(native, text) if code >= 0 and code != NONE else b"null"
        raise_any(raised, failure)
        return json.loads(value)
