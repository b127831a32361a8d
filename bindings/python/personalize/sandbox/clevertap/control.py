"""The control API of the vendor, below `/_sandbox/clevertap/`."""

from collections.abc import Mapping
from typing import Protocol

from ..messages import Request, Response, failure, json_response
from ..routing import Route
from .account import Account, Extra


class Controlled(Protocol):
    """What the control API does to the vendor."""

    accounts: dict[str, Account]

    @property
    def account(self) -> Account: ...
    def add_account(self, identifier: str, token: str) -> Account: ...
    def load(self, document: Mapping[str, object]) -> None: ...


def control_routes(vendor: Controlled) -> list[Route]:
    """Routes that read and steer `vendor`.

    - `GET /_sandbox/clevertap/accounts`: everything each account knows:
      settings, campaigns, devices, definitions, reports of evaluation.
    - `POST /_sandbox/clevertap/accounts` with `{"id", "token"}` adds one.
    - `POST /_sandbox/clevertap/campaigns` with `{"account", "replace",
      "campaigns", "settings"}`; see `CleverTapVendor.load`.
    - `POST /_sandbox/clevertap/answers` with `{"keys", "guid", "endpoint",
      "account"}` puts keys into the next answer.
    """

    def accounts(_: Request) -> Response:
        return json_response({"accounts": [each.as_json() for each in vendor.accounts.values()]})

    def add(request: Request) -> Response:
        body = request.json_object()
        identifier, token = body.get("id"), body.get("token")
        if not isinstance(identifier, str) or not isinstance(token, str):
            return failure(400, "id and token must be texts")
        vendor.add_account(identifier, token)
        return accounts(request)

    def load(request: Request) -> Response:
        try:
            vendor.load(request.json_object())
        except ValueError as error:
            return failure(400, str(error))
        return accounts(request)

    def answer(request: Request) -> Response:
        body = request.json_object()
        keys, guid = body.get("keys"), body.get("guid")
        account = vendor.accounts.get(str(body.get("account", vendor.account.id)))
        endpoint = body.get("endpoint", "a1")
        if not isinstance(keys, dict) or not isinstance(guid, str | None) or account is None:
            return failure(400, "keys must be an object, guid a text, account a known one")
        if endpoint not in ("a1", "content"):
            return failure(400, "endpoint must be a1 or content")
        account.extras.append(Extra(keys, guid, str(endpoint)))
        return json_response({"success": True})

    return [
        Route("GET", "/_sandbox/clevertap/accounts", "control.accounts", accounts),
        Route("POST", "/_sandbox/clevertap/accounts", "control.accounts", add),
        Route("POST", "/_sandbox/clevertap/campaigns", "control.campaigns", load),
        Route("POST", "/_sandbox/clevertap/answers", "control.answers", answer),
    ]
