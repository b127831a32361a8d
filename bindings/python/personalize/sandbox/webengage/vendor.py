"""The endpoints."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..clock import Clock
from ..ledger import Event, Ledger, Violation
from ..messages import RefusedError, Request, Response, failure, json_response
from ..routing import Handler, Route
from ..texts import filled
from . import fields
from .demo import CONFIGURATION, CONTENTS
from .users import Users

_USER_FIELDS = frozenset(("userId", "anonymousId", "attributes"))


class WebEngageVendor:
    """One account: what its campaigns are, and what users did.

    The configuration and the content have the engine's own format, for the
    vendor's is not published; users and events arrive as it is documented.
    In the texts of both, `{base}` stands for the sandbox's address and
    `{content}` for the address of a variation's content.
    """

    name = "webengage"

    def __init__(
        self,
        clock: Clock,
        ledger: Ledger,
        base_url: Callable[[], str],
        *,
        license_code: str,
        key: str,
    ) -> None:
        self._clock = clock
        self._base_url = base_url
        self._license = license_code
        self._key = key
        self.reset(ledger)

    def reset(self, ledger: Ledger) -> None:
        """Back to the demo campaigns and no users."""
        self._ledger = ledger
        self.configuration: Mapping[str, object] = CONFIGURATION
        self.contents: dict[str, object] = dict(CONTENTS)
        self._users = Users()

    def load(self, document: Mapping[str, object]) -> None:
        """Take `configuration` and `contents`, either or both; raises ValueError.

        The keys of `contents` are `campaign/variation`, its values what stands
        below `content` in the answer; there is no need for them to be right.
        """
        unknown = sorted(set(document) - {"configuration", "contents"})
        if unknown:
            raise ValueError(f"unknown keys {', '.join(unknown)}")
        configuration = document.get("configuration", self.configuration)
        contents = document.get("contents", self.contents)
        if not isinstance(configuration, Mapping) or not isinstance(contents, dict):
            raise ValueError("configuration and contents must be objects")
        self.configuration = configuration
        self.contents = dict(contents)

    def customers(self) -> list[dict[str, object]]:
        """Every user, oldest first."""
        return self._users.as_json()

    def routes(self) -> Sequence[Route]:
        """The engine's own endpoints and those of the REST interface."""
        own = "/webengage/{license}"
        rest = "/v1/accounts/{license}"
        return [
            self._route("GET", f"{own}/configuration.json", "configuration", self._configuration),
            self._route(
                "GET", f"{own}/content/{{campaign}}/{{variation}}", "content", self._content
            ),
            self._route("POST", f"{rest}/events", "events", self._event, is_rest=True),
            self._route("POST", f"{rest}/users", "users", self._user, is_rest=True),
        ]

    def control_routes(self) -> Sequence[Route]:
        """`POST /_sandbox/webengage/campaigns` takes what `load` does."""

        def load(request: Request) -> Response:
            try:
                self.load(request.json_object())
            except ValueError as error:
                return failure(400, str(error))
            return json_response({"success": True})

        return [Route("POST", "/_sandbox/webengage/campaigns", "control.campaigns", load)]

    def _route(
        self, method: str, template: str, name: str, handler: Handler, *, is_rest: bool = False
    ) -> Route:
        def checked(request: Request) -> Response:
            if is_rest:
                self._authorize(request)
            if request.parameters["license"] != self._license:
                return fields.refusal(404, "account not found")
            return handler(request)

        return Route(method, template, f"{self.name}.{name}", checked, delivery=is_rest)

    def _authorize(self, request: Request) -> None:
        if request.headers.get("authorization") != f"Bearer {self._key}":
            raise RefusedError(fields.refusal(401, "the key is not valid"))
        content_type = request.headers.get("content-type", "").partition(";")[0].strip()
        if content_type.lower() != "application/json":
            raise RefusedError(fields.refusal(415, "content-type must be application/json"))

    def _configuration(self, _: Request) -> Response:
        base = self._base_url()
        address = f"{base}/webengage/{self._license}/content/{{campaignId}}/{{variationId}}"
        return json_response(filled(self.configuration, {"base": base, "content": address}))

    def _content(self, request: Request) -> Response:
        name = f"{request.parameters['campaign']}/{request.parameters['variation']}"
        if name not in self.contents:
            return fields.refusal(404, f"no content for {name}")
        return json_response({"content": filled(self.contents[name], {"base": self._base_url()})})

    def _event(self, request: Request) -> Response:
        body = request.json_object()
        ids = fields.user_ids(body)
        name = fields.event_name(body)
        time = fields.event_time(body, self._clock.now())
        data = fields.object_of(body, "eventData")
        self._report(fields.check_names(name, data))
        if self._ledger.accept(request.event_id):
            self._users.touch(ids).event_types.append(name)
            self._ledger.add([Event(self.name, request.event_id, ids, name, time, data)])
        return _queued()

    def _user(self, request: Request) -> Response:
        body = request.json_object()
        ids = fields.user_ids(body)
        attributes = fields.object_of(body, "attributes")
        self._report(fields.check_names(None, attributes))
        own = {name: value for name, value in body.items() if name not in _USER_FIELDS}
        if self._ledger.accept(request.event_id):
            self._users.touch(ids).attributes.update(own | attributes)
        return _queued()

    def _report(self, findings: Iterable[tuple[str, str]]) -> None:
        for rule, message in findings:
            self._ledger.violations.append(Violation(f"webengage.{rule}", message))


def _queued() -> Response:
    return json_response({"response": {"status": "queued"}}, 201)
