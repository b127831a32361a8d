"""Finding the handler of a request."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import unquote

from .ledger import Ledger
from .messages import Request, Response

Handler = Callable[[Request], Response]


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path template such as `/track/{project}/events`.

    `name` is what fault rules match. A `delivery` carries one event whose
    repeats the sandbox recognises by the event id header.
    """

    method: str
    template: str
    name: str
    handler: Handler
    delivery: bool = False


class Vendor(Protocol):
    """What a vendor's package adds to the sandbox."""

    @property
    def name(self) -> str:
        """The vendor's short name, the first part of its routes' names."""
        ...

    def routes(self) -> Sequence[Route]:
        """The vendor's own endpoints."""
        ...

    def control_routes(self) -> Sequence[Route]:
        """What the vendor adds below `/_sandbox/`."""
        ...

    def customers(self) -> list[dict[str, object]]:
        """Every customer the vendor knows, as JSON."""
        ...

    def reset(self, ledger: Ledger) -> None:
        """Return to the initial project and forget all customers."""
        ...


@dataclass(frozen=True, slots=True)
class Match:
    """A route and the values of its template's variables."""

    route: Route
    parameters: Mapping[str, str]


class Router:
    """Looks routes up by method and path."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._routes = [(_pattern(route.template), route) for route in routes]

    def find(self, method: str, path: str) -> Match | None:
        """The first route that fits, or None."""
        for pattern, route in self._routes:
            found = pattern.fullmatch(path) if route.method == method else None
            if found:
                values = {key: unquote(value) for key, value in found.groupdict().items()}
                return Match(route, values)
        return None

    def methods(self, path: str) -> list[str]:
        """The methods a path answers to, for 405 replies."""
        return sorted({route.method for pattern, route in self._routes if pattern.fullmatch(path)})


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", template)
    text = "".join(
        f"(?P<{part}>[^/]+)" if index % 2 else re.escape(part) for index, part in enumerate(parts)
    )
    return re.compile(text)
