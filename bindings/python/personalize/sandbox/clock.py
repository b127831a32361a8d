"""The sandbox's idea of now."""

import time


class Clock:
    """Unix seconds, either the system's or set by hand.

    A hand-set clock stands still until it is advanced, so that schedules and
    time stamps in a test do not depend on how fast the test runs.
    """

    def __init__(self, now: float | None = None) -> None:
        self._fixed = now

    @property
    def fixed(self) -> bool:
        """Whether the clock stands still."""
        return self._fixed is not None

    def now(self) -> float:
        """The current time in unix seconds."""
        return time.time() if self._fixed is None else self._fixed

    def set(self, now: float | None) -> None:
        """Stop the clock at `now`; None returns to the system's time."""
        self._fixed = now

    def advance(self, seconds: float) -> None:
        """Move the time; a running clock is stopped first."""
        self._fixed = self.now() + seconds
