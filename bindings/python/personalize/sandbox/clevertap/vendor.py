"""The endpoints."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..clock import Clock
from ..ledger import Event, Ledger, Violation
from ..messages import RefusedError, Request, Response, json_response
from ..routing import Handler, Route
from . import conversation
from .account import Account, Extra
from .answers import Answer, was_offered
from .batches import Batch, read_batch, refusal
from .campaigns import Campaign, demo_campaigns
from .control import control_routes
from .definitions import check_order, definition_error
from .profiles import Device
from .validation import Finding, check_events, check_request


class CleverTapVendor:
    """The service: accounts, each with its devices, people and campaigns.

    There is one account at the start, with the demo campaigns; it evaluates on
    the server. Whatever a correct client would not send is answered as far as
    possible and becomes a violation.
    """

    name = "clevertap"

    def __init__(
        self,
        clock: Clock,
        ledger: Ledger,
        base_url: Callable[[], str],
        *,
        account: str,
        token: str,
    ) -> None:
        self._clock = clock
        self._base_url = base_url
        self._first = (account, token)
        self.accounts: dict[str, Account] = {}
        self.reset(ledger)

    @property
    def account(self) -> Account:
        """The account that is there from the start."""
        return self.accounts[self._first[0]]

    def reset(self, ledger: Ledger) -> None:
        """Back to one account with the demo campaigns."""
        self._ledger = ledger
        self.accounts.clear()
        self.add_account(*self._first).load(demo_campaigns())

    def add_account(self, identifier: str, token: str) -> Account:
        """An account without campaigns, in place of one of the same id."""
        added = self.accounts[identifier] = Account(identifier, token)
        return added

    def load(self, document: Mapping[str, object]) -> None:
        """Take campaigns and settings; raises ValueError for anything odd.

        `{"account", "replace": true, "campaigns": [...], "settings": {...}}`,
        all of them optional.
        """
        unknown = sorted(set(document) - {"account", "replace", "campaigns", "settings"})
        if unknown:
            raise ValueError(f"unknown keys {', '.join(unknown)}")
        account = self.accounts.get(str(document.get("account", self._first[0])))
        settings, listed = document.get("settings", {}), document.get("campaigns")
        if account is None:
            raise ValueError("no such account")
        if not isinstance(settings, dict) or not isinstance(listed, list | None):
            raise ValueError("settings must be an object, campaigns a list")
        campaigns = None if listed is None else [Campaign.parse(each) for each in listed]
        account.settings.change(settings)
        if campaigns is not None:
            account.load(campaigns, replace=document.get("replace", True) is True)

    def answer_with(
        self, keys: Mapping[str, object], guid: str | None = None, endpoint: str = "a1"
    ) -> None:
        """Put keys into the next answer to a device of the first account, or to any."""
        self.account.extras.append(Extra(dict(keys), guid, endpoint))

    def customers(self) -> list[dict[str, object]]:
        """Everybody, oldest first."""
        return [each for account in self.accounts.values() for each in account.people.as_json()]

    def routes(self) -> Sequence[Route]:
        """The endpoints of the service."""
        return [
            Route("GET", "/hello", "clevertap.hello", self._hello),
            self._route("a1", self._events),
            self._route("content", self._content),
            self._route("defineTemplates", self._define),
        ]

    def control_routes(self) -> Sequence[Route]:
        """What a host in any language may do to the vendor."""
        return control_routes(self)

    def _route(self, name: str, handler: Callable[[Batch, Account, Device], Response]) -> Route:
        def checked(request: Request) -> Response:
            batch = read_batch(request)
            account = self._authorize(request, batch.account, batch.meta.get("tk"))
            self._report(check_request(request, batch, name))
            return handler(batch, account, account.people.device(batch.guid))

        handled: Handler = checked
        return Route("POST", f"/{name}", f"{self.name}.{name}", handled)

    def _authorize(self, request: Request, identifier: str, token: object) -> Account:
        account = self.accounts.get(identifier)
        if account is None or token != account.token:
            raise RefusedError(refusal(401, "account or token is not valid"))
        if request.headers.get("x-clevertap-token", token) != token:
            raise RefusedError(refusal(401, "token is not valid"))
        return account

    def _report(self, findings: Iterable[Finding]) -> None:
        for rule, message in findings:
            self._ledger.violations.append(Violation(f"clevertap.{rule}", message))

    def _hello(self, request: Request) -> Response:
        identifier = request.headers.get("x-clevertap-account-id", "")
        account = self.accounts.get(identifier)
        if account is None:
            return refusal(401, "account is not valid")
        self._authorize(request, identifier, account.token)
        host = account.settings.redirect or self._base_url().partition("://")[2]
        return Response(200, headers={"X-WZRK-RD": host, "X-WZRK-SPIKY-RD": f"spiky.{host}"})

    def _events(self, batch: Batch, account: Account, device: Device) -> Response:
        self._report(check_events(batch))
        self._report(conversation.check_cookies(batch, device))
        self._report(conversation.check_sessions(batch, device))
        fresh = conversation.new_items(batch, device)
        for item in fresh:
            self._keep(item, device, account)
        self._note(batch, account, device, is_repeat=len(fresh) < len(batch.items))
        answer = Answer(account, device, self._base_url(), self._clock.now())
        answer.add_cookies()
        answer.add_content(batch.items, batch.meta.get("inapps_eval"))
        answer.add_extras("a1")
        answer.remember_cookies()
        renamed = answer.body.get("g")
        if isinstance(renamed, str):
            account.people.rename(device.guid, renamed)
        return json_response(answer.body)

    def _keep(self, item: Mapping[str, object], device: Device, account: Account) -> None:
        person = device.person
        profile = item.get("profile")
        if item.get("type") == "profile" and isinstance(profile, dict):
            conflict = account.people.push(device, profile)
            if conflict:
                self._report([("identity", conflict)])
            person = device.person
        name = str(item.get("evtName") or item.get("type"))
        data = item.get("evtData", profile)
        time = item.get("ep")
        device.event_names.add(_normalized(name))
        if isinstance(profile, dict):
            device.event_names.update(_normalized(each) for each in profile)
        person.event_types.append(name)
        event = Event(
            self.name,
            None,
            {"guid": device.guid, **person.identities},
            name,
            float(time) if isinstance(time, int) else 0.0,
            dict(data) if isinstance(data, dict) else {},
        )
        self._ledger.add([event])

    def _note(self, batch: Batch, account: Account, device: Device, *, is_repeat: bool) -> None:
        """Remember the meta object, with one report for each campaign that matched."""
        device.seen = dict(batch.meta)
        evaluated = batch.meta.get("inapps_eval", [])
        for each in evaluated if isinstance(evaluated, list) else []:
            campaign = account.campaigns.get(str(each))
            is_known = campaign is not None and campaign.delivery == "server"
            account.reports.append(
                {
                    "guid": device.guid,
                    "ti": each,
                    "time": self._clock.now(),
                    "known": is_known,
                    "event_seen": campaign is not None and _is_triggered(campaign, device),
                    "repeat": is_repeat,
                }
            )
            if not is_known:
                self._report([("evaluation", f"{each!r} is no campaign for evaluation")])
        suppressed = batch.meta.get("inapps_suppressed", [])
        if isinstance(suppressed, list):
            account.suppressed += [{"guid": device.guid, "record": each} for each in suppressed]

    def _content(self, batch: Batch, account: Account, device: Device) -> Response:
        answer = Answer(account, device, self._base_url(), self._clock.now())
        items = []
        for item in batch.items:
            if item.get("evtName") != "content_fetch":
                self._report([("content", "only content_fetch belongs to /content")])
            elif not was_offered(item.get("evtData"), device):
                self._report([("content", f"{item.get('evtData')!r} was never offered")])
            else:
                items.append(item["evtData"])
        answer.add_items(items)
        answer.add_extras("content")
        return json_response(answer.body)

    def _define(self, batch: Batch, account: Account, device: Device) -> Response:
        profiles = account.settings.test_profiles
        if profiles is not None and device.guid not in profiles:
            return refusal(401, "the profile is not marked as test profile")
        payload = batch.items[0]
        definitions = payload.get("definitions")
        if payload.get("type") != "templatePayload" or len(batch.items) != 1:
            return refusal(400, "one templatePayload must follow meta")
        error = definition_error(definitions, account.definitions)
        if error or not isinstance(definitions, dict):
            return refusal(400, error or "definitions must be an object")
        self._report(check_order(definitions))
        account.definitions = definitions
        return json_response({})


def _normalized(name: str) -> str:
    return "".join(name.split()).lower()


def _is_triggered(campaign: Campaign, device: Device) -> bool:
    """Whether an event or attribute of one of its triggers was received."""
    triggers = campaign.content.get("whenTriggers")
    for each in triggers if isinstance(triggers, list) else []:
        if isinstance(each, dict):
            wanted = each.get("profileAttrName", each.get("eventName"))
            if _normalized(str(wanted)) in device.event_names:
                return True
    return False
