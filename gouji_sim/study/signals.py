"""Ctrl-C and SIGTERM while a study runs: first finish, then drop.

The first signal stops new shards and lets the running ones end; a second one, or `GRACE` seconds, drops them.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, Final

__all__ = ["GRACE", "Dropped", "Signals"]

GRACE: Final = 10.0
"""Seconds that running shards have to finish after the first signal."""

_CAUGHT: Final = (signal.SIGINT, signal.SIGTERM)


class Dropped(BaseException):
    """Raised in the main thread when running shards are to be given up."""


class Signals:
    """Catches the signals of a block of code; outside the main thread, where nothing can be caught, it only
    holds flags."""

    def __init__(self, grace: float = GRACE) -> None:
        self.grace = grace
        self.stopping = threading.Event()
        self.name = ""
        self._shielded = False
        self._pending = False
        self._over = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Signals:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._caught) for number in _CAUGHT}
            self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._caught)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before = {}

    def shield(self, on: bool) -> None:
        """While on, a drop waits: for the moments between a part and its checkpoint."""
        self._shielded = on
        if not on and self._pending:
            raise Dropped

    def ignore(self) -> None:
        """From here on nothing is left to drop."""
        self._over = True

    def _caught(self, number: int, _frame: FrameType | None) -> None:
        if self._over:
            return
        if not self.stopping.is_set() and number != signal.SIGALRM:
            self.name = signal.Signals(number).name
            self.stopping.set()
            signal.setitimer(signal.ITIMER_REAL, self.grace)
        elif self._shielded:
            self._pending = True
        else:
            raise Dropped
