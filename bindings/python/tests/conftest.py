"""Fixtures shared by all tests."""

from collections.abc import Iterator

import pytest
from http_client import NOW, Client

from personalize.sandbox import Sandbox


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """A sandbox whose clock stands still."""
    with Sandbox(now=NOW) as running:
        yield running


@pytest.fixture
def client(sandbox: Sandbox) -> Iterator[Client]:
    """A keep-alive connection to the sandbox."""
    connected = Client(sandbox.port)
    yield connected
    connected.close()
