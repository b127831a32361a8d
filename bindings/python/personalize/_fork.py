"""Engines that a child process inherits."""

import os
import weakref
from typing import Protocol


class Inheritable(Protocol):
    """What an engine does in the child after a fork."""

    def _inherit(self) -> None: ...


_engines: "weakref.WeakSet[Inheritable]" = weakref.WeakSet()


def watch(engine: Inheritable) -> None:
    """Tell `engine` when it finds itself in a child process."""
    _engines.add(engine)


def unwatch(engine: Inheritable) -> None:
    """A closed engine has nothing to inherit."""
    _engines.discard(engine)


def _after_in_child() -> None:
    for engine in list(_engines):
        engine._inherit()


os.register_at_fork(after_in_child=_after_in_child)
