"""Tokens of customers: what a host's own server would issue."""

import base64
import hashlib
import hmac
import json
from collections.abc import Mapping

from ..clock import Clock
from ..messages import RefusedError, Request, failure
from .customers import COOKIE

_HEADER = {"alg": "HS256", "typ": "JWT"}


class CustomerTokens:
    """Issues and checks JSON web tokens, signed with one secret.

    A token names its customer in `customer_ids` and ends at `exp`. It is good
    for requests about that customer, and for those about nobody in particular.
    """

    def __init__(self, clock: Clock, secret: str = "demo-secret") -> None:
        self._clock = clock
        self._secret = secret.encode()
        self._revoked: set[str] = set()

    def issue(self, ids: Mapping[str, str], lifetime: float = 600) -> str:
        """A token for a customer that expires after `lifetime` seconds."""
        claims = {"customer_ids": dict(ids), "exp": self._clock.now() + lifetime}
        signed = f"{_encode(_json(_HEADER))}.{_encode(_json(claims))}"
        return f"{signed}.{_encode(self._sign(signed))}"

    def revoke(self, token: str) -> None:
        """Turn a token down from now on, whatever it says."""
        self._revoked.add(token)

    def check(self, token: str, request: Request) -> None:
        """Refuse with 401 what is no valid token, with 403 another customer's."""
        claims = self._claims(token)
        owner = claims.get("customer_ids")
        owner = owner if isinstance(owner, dict) else {}
        for name, value in _subject(request).items():
            known = owner.get(name)
            if known != value and (name != COOKIE or known is not None):
                raise RefusedError(failure(403, "the token is another customer's"))

    def _claims(self, token: str) -> dict[str, object]:
        parts = token.split(".")
        refused = RefusedError(failure(401, "the token is not valid"))
        if len(parts) != 3 or token in self._revoked:
            raise refused
        try:
            claims = json.loads(_decode(parts[1]))
            signature = _decode(parts[2])
        except ValueError:
            raise refused from None
        if not hmac.compare_digest(signature, self._sign(f"{parts[0]}.{parts[1]}")):
            raise refused
        expiry = claims.get("exp") if isinstance(claims, dict) else None
        if not isinstance(expiry, int | float):
            raise refused
        if expiry <= self._clock.now():
            raise RefusedError(failure(401, "the token has expired"))
        return dict(claims)

    def _sign(self, text: str) -> bytes:
        return hmac.new(self._secret, text.encode(), hashlib.sha256).digest()


def _subject(request: Request) -> dict[str, str]:
    """The ids a request is about; none for one without a body."""
    if not request.body:
        return {}
    body = request.json_object()
    ids = body.get("customer_ids") or body.get("external_ids")
    if not isinstance(ids, dict):
        return {}
    return {name: value for name, value in ids.items() if isinstance(value, str)}


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
