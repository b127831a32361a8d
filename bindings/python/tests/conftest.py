"""Fixtures shared by all tests."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from http_client import NOW, Client

from personalize import Engine
from personalize._library import VARIABLE, library
from personalize.sandbox import Sandbox

SOURCE = Path(__file__).parent / "double" / "double.c"
INCLUDE = Path(__file__).resolve().parents[3] / "include"


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


@pytest.fixture(scope="session")
def compile_double(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Builds the stand-in for the library, with macros if wanted."""

    def compile_it(*options: str) -> Path:
        built = tmp_path_factory.mktemp("double") / "libpersonalize.so.1"
        command = ["cc", "-std=gnu11", "-Wall", "-Werror", "-shared", "-fPIC", f"-I{INCLUDE}"]
        subprocess.run([*command, *options, "-o", str(built), str(SOURCE)], check=True)
        return built

    return compile_it


@pytest.fixture(scope="session")
def double_path(compile_double: Callable[..., Path]) -> Path:
    """The stand-in for the library."""
    return compile_double()


@pytest.fixture
def double(double_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Has engines use the stand-in for the library."""
    monkeypatch.setenv(VARIABLE, str(double_path))
    library.cache_clear()
    yield double_path
    library.cache_clear()


@pytest.fixture
def engine(double: Path) -> Iterator[Engine]:
    """An engine of the stand-in."""
    with Engine({"version": 1}) as opened:
        yield opened
