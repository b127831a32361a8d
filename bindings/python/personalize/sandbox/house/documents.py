"""Documents by name, with entity tags as web servers give them."""

import hashlib
import json
from collections.abc import Callable, Sequence

from ..ledger import Ledger
from ..messages import Request, Response, failure, json_response
from ..routing import Route
from ..texts import filled


class HouseDocuments:
    """What is below `/house/`; nothing at the start.

    A document is JSON, in whose texts `{base}` stands for the sandbox's
    address, or bytes, which are served as they are.
    """

    name = "house"

    def __init__(self, base_url: Callable[[], str]) -> None:
        self._base_url = base_url
        self.documents: dict[str, object] = {}

    def reset(self, ledger: Ledger) -> None:
        """Forget all documents."""
        self.documents.clear()

    def customers(self) -> list[dict[str, object]]:
        """Nobody: the house keeps no records."""
        return []

    def routes(self) -> Sequence[Route]:
        """`GET /house/{name}`."""
        return [Route("GET", "/house/{name}", "house.document", self._get)]

    def control_routes(self) -> Sequence[Route]:
        """`POST /_sandbox/house/{name}` puts a document there, `DELETE` removes it."""
        path = "/_sandbox/house/{name}"
        return [
            Route("POST", path, "control.house", self._put),
            Route("DELETE", path, "control.house", self._delete),
        ]

    def _get(self, request: Request) -> Response:
        name = request.parameters["name"]
        if name not in self.documents:
            return failure(404, f"no such document: {name}")
        document = self.documents[name]
        if isinstance(document, bytes):
            body = document
        else:
            text = json.dumps(filled(document, {"base": self._base_url()}), ensure_ascii=False)
            body = text.encode()
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(304, headers={"etag": tag})
        return Response(200, body, headers={"etag": tag, "cache-control": "no-cache"})

    def _put(self, request: Request) -> Response:
        self.documents[request.parameters["name"]] = request.json()
        return json_response({"success": True})

    def _delete(self, request: Request) -> Response:
        self.documents.pop(request.parameters["name"], None)
        return json_response({"success": True})
