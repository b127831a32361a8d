"""A stand-in for a vendor's service, for tests, demos and benchmarks.

It speaks the vendor's real endpoints over HTTP, keeps state per customer, records what it
received and can misbehave on request::

    with Sandbox(port=0) as sandbox:
        sandbox.inject("status", match="events", status=503, times=2)
        run_the_host(sandbox.url)
        assert [event.type for event in sandbox.events] == ["banner"]

Vendor-specific code lives in one package per vendor; everything else is neutral.
"""

from .clock import Clock
from .faults import Fault
from .ledger import Event, Violation
from .recorder import ReceivedRequest
from .sandbox import Sandbox

__all__ = ["Clock", "Event", "Fault", "ReceivedRequest", "Sandbox", "Violation"]
