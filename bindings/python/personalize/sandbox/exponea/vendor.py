"""The endpoints."""

import re
from collections.abc import Callable, Mapping, Sequence

from ..clock import Clock
from ..ledger import Event, Ledger
from ..messages import RefusedError, Request, Response, failure, json_response
from ..routing import Handler, Route
from . import validation
from .consents import CONSENT_CATEGORIES
from .customers import COOKIE, CustomerBase
from .inbox import Inbox
from .malformed import malformed_definitions, malformed_personalised
from .personalisation import personalised_record
from .project import Block, demo_blocks
from .segments import segments_of
from .tokens import CustomerTokens

_APPLICATION_ID = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")


class ExponeaVendor:
    """One project of the service, and one stream of its data hub.

    In the project `Token <key>` is accepted everywhere; the endpoints that know
    customers' tokens also accept `Bearer <token>` for those in
    `customer_tokens` and those that `tokens` issued. In the stream only the
    latter are: without one the answer is 403.
    """

    name = "exponea"

    def __init__(
        self,
        clock: Clock,
        ledger: Ledger,
        base_url: Callable[[], str],
        *,
        project: str,
        key: str,
        stream: str,
    ) -> None:
        self.customer_tokens = {"demo-customer-token"}
        self._clock = clock
        self._base_url = base_url
        self._project = project
        self._key = key
        self._stream = stream
        self.reset(ledger)

    def reset(self, ledger: Ledger) -> None:
        """Back to the initial project; schedules count from the present time."""
        reference = int(self._clock.now())
        self.tokens = CustomerTokens(self._clock)
        self._ledger = ledger
        self._base = CustomerBase()
        self.blocks: dict[str, Block] = {block.id: block for block in demo_blocks(reference)}
        self.inbox = Inbox(self._clock, self._base_url)

    def customers(self) -> list[dict[str, object]]:
        """Every customer, oldest first."""
        return [each.as_json() for each in self._base.customers]

    def routes(self) -> Sequence[Route]:
        """The endpoints of the project and those of the stream."""
        return [*self._project_routes(), *self._stream_routes()]

    def _project_routes(self) -> list[Route]:
        web = "/webxp/projects/{project}"
        bundle = "/wxstatic/projects/{project}/bundle-"
        blocks = "/webxp/s/{project}/inappcontentblocks"
        consents = "/data/v2/projects/{project}/consent/categories"
        content = [
            ("GET", bundle + "ios.json", "definitions", self._definitions),
            ("GET", bundle + "android.json", "definitions", self._definitions),
            ("POST", blocks, "personalised", self._blocks),
            ("POST", web + "/appinbox/fetch", "inbox_fetch", self._inbox_fetch),
            ("POST", web + "/appinbox/markasread", "inbox_mark_read", self._read),
            ("GET", web + "/segments", "segments", self._segments),
            ("POST", web + "/cookies/{cookie}/link-ids", "link_ids", self._link),
        ]
        track = "/track/v2/projects/{project}"
        deliveries = [
            ("POST", track + "/customers/events", "events", self._event),
            ("POST", track + "/customers", "customers", self._identify),
            ("POST", track + "/campaigns/clicks", "clicks", self._click),
        ]
        return [
            *(self._route(*each, customer_token=True) for each in content),
            *(self._route(*each, delivery=True) for each in deliveries),
            self._route("GET", consents, "consents", self._consents),
        ]

    def _stream_routes(self) -> list[Route]:
        web = "/webxp/streams/{stream}"
        bundle = "/wxstatic/streams/{stream}/bundle-"
        consents = "/data/v2/streams/{stream}/consent/categories"
        content = [
            ("GET", bundle + "ios.json", "definitions", self._definitions),
            ("GET", bundle + "android.json", "definitions", self._definitions),
            ("POST", web + "/inappcontentblocks", "personalised", self._blocks),
            ("POST", web + "/appinbox/fetch", "inbox_fetch", self._inbox_fetch),
            ("POST", web + "/appinbox/markasread", "inbox_mark_read", self._read),
            ("GET", web + "/segments", "segments", self._segments),
            ("POST", web + "/cookies/{cookie}/link-ids", "link_ids", self._link),
            ("GET", consents, "consents", self._consents),
        ]
        deliveries = [
            ("POST", "/track/u/v1/customers/events", "events", self._event),
            ("POST", "/track/u/v1/customers", "customers", self._identify),
            ("POST", "/track/u/v1/campaigns/clicks", "clicks", self._click),
        ]
        return [
            *(self._stream_route(*each) for each in content),
            *(self._stream_route(*each, delivery=True) for each in deliveries),
        ]

    def control_routes(self) -> Sequence[Route]:
        """What a host in any language may do to the vendor.

        Messages can be added to an inbox, sync tokens made to expire, and
        customers' tokens issued (`{"customer_ids", "lifetime_seconds"}`) and
        revoked (`{"token"}`).
        """
        return [
            Route("POST", "/_sandbox/exponea/token", "control.token", self._issue),
            Route("POST", "/_sandbox/exponea/token/revoke", "control.revoke", self._revoke),
            Route("POST", "/_sandbox/exponea/inbox", "control.inbox", self._add_message),
            Route("POST", "/_sandbox/exponea/inbox/expire", "control.expire", self._expire),
        ]

    def _route(
        self,
        method: str,
        template: str,
        name: str,
        handler: Handler,
        *,
        customer_token: bool = False,
        delivery: bool = False,
    ) -> Route:
        def checked(request: Request) -> Response:
            if request.parameters["project"] != self._project:
                return failure(404, "project not found")
            self._authorize(request, bearer_accepted=customer_token)
            content_type = request.headers.get("content-type", "").partition(";")[0].strip()
            if method == "POST" and content_type.lower() != "application/json":
                return failure(415, "content-type must be application/json")
            return handler(request)

        return Route(method, template, f"{self.name}.{name}", checked, delivery)

    def _stream_route(
        self, method: str, template: str, name: str, handler: Handler, *, delivery: bool = False
    ) -> Route:
        def checked(request: Request) -> Response:
            stream = request.parameters.get("stream") or request.query.get("stream_id")
            if stream != self._stream:
                return failure(404, "stream not found")
            kind, _, token = request.headers.get("authorization", "").partition(" ")
            if kind != "Bearer" or not token:
                return failure(403, "a customer's token is required")
            self.tokens.check(token, request)
            content_type = request.headers.get("content-type", "").partition(";")[0].strip()
            if method == "POST" and content_type.lower() != "application/json":
                return failure(415, "content-type must be application/json")
            return handler(request)

        return Route(method, template, f"{self.name}.{name}", checked, delivery)

    def _authorize(self, request: Request, *, bearer_accepted: bool) -> None:
        value = request.headers.get("authorization")
        if value is None:
            raise RefusedError(failure(401, "authorization header is missing"))
        kind, _, credential = value.partition(" ")
        if kind == "Token" and credential == self._key:
            return
        if kind == "Bearer" and bearer_accepted:
            if credential in self.customer_tokens:
                return
            self.tokens.check(credential, request)
            return
        raise RefusedError(failure(401, "authorization is not valid"))

    def _definitions(self, request: Request) -> Response:
        base = self._base_url()
        records: list[object] = [block.definition(base) for block in self.blocks.values()]
        records[2:2] = malformed_definitions(base)
        return json_response({"success": True, "in_app_content_blocks": records})

    def _blocks(self, request: Request) -> Response:
        body = request.json_object()
        ids = validation.customer_ids(body)
        block_ids = validation.texts(body, "content_block_ids")
        customer = self._base.find(ids)
        base = self._base_url()
        data: list[object] = []
        for block_id in dict.fromkeys(block_ids):
            odd = malformed_personalised(block_id)
            block = self.blocks.get(block_id)
            data.append(odd or personalised_record(block_id, block, customer, ids, base))
        return json_response({"success": True, "data": data})

    def _event(self, request: Request) -> Response:
        body = request.json_object()
        ids = validation.customer_ids(body)
        kind = validation.text(body, "event_type")
        timestamp = validation.timestamp(body, self._clock.now())
        properties = validation.properties(body, required=False)
        if self._ledger.accept(request.event_id):
            self._keep(request, ids, kind, timestamp, properties)
        return json_response({"success": True, "errors": []})

    def _identify(self, request: Request) -> Response:
        body = request.json_object()
        ids = validation.customer_ids(body)
        validation.timestamp(body, self._clock.now())
        properties = validation.properties(body, required=True)
        if self._ledger.accept(request.event_id):
            self._base.touch(ids).properties.update(properties)
        return json_response({"success": True, "errors": []})

    def _click(self, request: Request) -> Response:
        body = request.json_object()
        ids = validation.customer_ids(body)
        url = validation.text(body, "url", 8192)
        timestamp = validation.timestamp(body, self._clock.now())
        properties = validation.properties(body, required=False)
        if self._ledger.accept(request.event_id):
            self._keep(request, ids, "campaign_click", timestamp, properties | {"url": url})
        return json_response({"success": True, "errors": []})

    def _keep(
        self,
        request: Request,
        ids: Mapping[str, str],
        kind: str,
        timestamp: float,
        properties: Mapping[str, object],
    ) -> None:
        self._base.touch(ids).event_types.append(kind)
        event = Event(self.name, request.event_id, dict(ids), kind, timestamp, properties)
        self._ledger.add([event])

    def _inbox_fetch(self, request: Request) -> Response:
        body = request.json_object()
        ids = validation.customer_ids(body)
        application = body.get("application_id", "default-application")
        if (
            not isinstance(application, str)
            or len(application) > 50
            or not _APPLICATION_ID.fullmatch(application)
        ):
            raise validation.refuse("application_id: is not valid")
        token = None if body.get("sync_token") is None else validation.text(body, "sync_token")
        customer = self._base.find(ids)
        if customer is None or not customer.hard_ids:
            raise validation.refuse("customer_ids: a customer with a hard id is required")
        return self.inbox.fetch(customer, application, token)

    def _read(self, request: Request) -> Response:
        body = request.json_object()
        ids = validation.customer_ids(body)
        messages = validation.texts(body, "message_ids")
        token = validation.text(body, "sync_token")
        customer = self._base.find(ids)
        if customer is None or not customer.hard_ids:
            raise validation.refuse("customer_ids: a customer with a hard id is required")
        return self.inbox.mark_read(customer, messages, token)

    def _segments(self, request: Request) -> Response:
        cookie = request.query.get("cookie")
        if not cookie:
            raise validation.refuse("cookie: query parameter is required")
        return json_response(segments_of(self._base.find({COOKIE: cookie})))

    def _link(self, request: Request) -> Response:
        external = validation.customer_ids(request.json_object(), "external_ids")
        self._base.touch({**external, COOKIE: request.parameters["cookie"]})
        return json_response({"success": True})

    def _consents(self, request: Request) -> Response:
        return json_response({"success": True, "results": CONSENT_CATEGORIES})

    def _add_message(self, request: Request) -> Response:
        body = request.json_object()
        ids = validation.customer_ids(body)
        message = body.get("message")
        if not isinstance(message, dict):
            raise validation.refuse("message: must be an object")
        application = validation.text(
            {"application_id": "default-application"} | body, "application_id"
        )
        identifier = self.inbox.add(self._base.touch(ids), message, application)
        return json_response({"success": True, "id": identifier})

    def _issue(self, request: Request) -> Response:
        body = request.json_object()
        lifetime = body.get("lifetime_seconds", 600)
        if isinstance(lifetime, bool) or not isinstance(lifetime, int | float):
            raise validation.refuse("lifetime_seconds: must be a number")
        ids = validation.customer_ids(body)
        return json_response({"success": True, "token": self.tokens.issue(ids, lifetime)})

    def _revoke(self, request: Request) -> Response:
        self.tokens.revoke(validation.text(request.json_object(), "token", 8192))
        return json_response({"success": True})

    def _expire(self, request: Request) -> Response:
        self.inbox.expire_tokens()
        return json_response({"success": True})
