"""What a running study tells people: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from gouji_sim.i18n import Lang, message, term
from gouji_sim.stats.catalogue import estimate
from gouji_sim.study.checkpoint import Checkpoint
from gouji_sim.study.counts import format_count

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["Bar", "Lines", "Progress", "Silent", "live_estimates"]

LINE_EVERY: Final = 30.0
"""Seconds between lines."""

BAR_EVERY: Final = 1.0
"""Seconds between live estimates."""

_SHOWN: Final = ("open_rate", "sweep_rate")
_CELLS_SHOWN: Final = 4


class Progress(Protocol):
    """Hears how far a run is."""

    def start(self, checkpoint: Checkpoint) -> None: ...

    def update(self, checkpoint: Checkpoint) -> None: ...

    def close(self) -> None: ...


class Silent:
    """Says nothing."""

    def start(self, checkpoint: Checkpoint) -> None:
        pass

    def update(self, checkpoint: Checkpoint) -> None:
        pass

    def close(self) -> None:
        pass


class _Clock:
    """Speed and time left since a start."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.began = time.monotonic()
        self.first = _counted(checkpoint)

    def speed(self, checkpoint: Checkpoint) -> float:
        """Deals a second over all cells."""
        units = _counted(checkpoint) - self.first
        return units * checkpoint.plan.deals_per_unit / max(time.monotonic() - self.began, 1e-9)

    def left(self, checkpoint: Checkpoint) -> float:
        """Seconds until all deals are played, infinite before the first is."""
        speed = self.speed(checkpoint)
        units = checkpoint.plan.units - _counted(checkpoint)
        return units * checkpoint.plan.deals_per_unit / speed if speed else math.inf


class Lines:
    """A line at the start, every `LINE_EVERY` seconds and at the end."""

    def __init__(self, stream: TextIO, lang: Lang, every: float = LINE_EVERY) -> None:
        self.stream = stream
        self.lang = lang
        self.every = every
        self.last = 0.0

    def start(self, checkpoint: Checkpoint) -> None:
        self.clock = _Clock(checkpoint)
        self.last = time.monotonic()

    def update(self, checkpoint: Checkpoint) -> None:
        if checkpoint.finished or time.monotonic() - self.last >= self.every:
            self.last = time.monotonic()
            self._say(checkpoint)

    def close(self) -> None:
        self.stream.flush()

    def _say(self, checkpoint: Checkpoint) -> None:
        text = message(
            "study.progress_line",
            self.lang,
            done=format_count(_counted(checkpoint)),
            units=format_count(checkpoint.plan.units),
            mode=message(f"study.{checkpoint.plan.mode}", self.lang),
            speed=format_count(round(self.clock.speed(checkpoint))),
            left=_duration(self.clock.left(checkpoint)),
        )
        estimates = "; ".join(live_estimates(checkpoint, self.lang))
        self.stream.write(f"{text}{'  ' if estimates else ''}{estimates}\n")
        self.stream.flush()


class Bar:
    """A bar with speed, time left and live estimates under it."""

    def __init__(self, console: Console, lang: Lang) -> None:
        from rich.console import Group
        from rich.live import Live
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn
        from rich.progress import Progress as RichProgress
        from rich.text import Text

        self.lang = lang
        self.bar = RichProgress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[pace]}"),
            console=console,
        )
        self.text = Text()
        self.live = Live(Group(self.bar, self.text), console=console, refresh_per_second=4, transient=True)
        self.last = 0.0

    def start(self, checkpoint: Checkpoint) -> None:
        self.clock = _Clock(checkpoint)
        plan = checkpoint.plan
        self.task = self.bar.add_task(
            plan.label(self.lang), total=plan.units, completed=_counted(checkpoint), pace=""
        )
        self.live.start()

    def update(self, checkpoint: Checkpoint) -> None:
        pace = message(
            "study.pace",
            self.lang,
            speed=format_count(round(self.clock.speed(checkpoint))),
            left=_duration(self.clock.left(checkpoint)),
        )
        self.bar.update(self.task, completed=_counted(checkpoint), pace=pace)
        if time.monotonic() - self.last >= BAR_EVERY:
            self.last = time.monotonic()
            self.text.plain = "\n".join(live_estimates(checkpoint, self.lang))

    def close(self) -> None:
        self.live.stop()


def live_estimates(checkpoint: Checkpoint, lang: Lang) -> list[str]:
    """A text for each of the first cells: a few statistics so far, that of the stop rule first, with their
    intervals."""
    stop = checkpoint.plan.stop
    wanted = dict.fromkeys(([stop.statistic] if stop else []) + list(_SHOWN))
    lines = []
    for cell in checkpoint.plan.cells[:_CELLS_SHOWN]:
        totals = checkpoint.cells[cell.id]
        parts = []
        for id in wanted if totals.n else ():
            found = estimate(totals, id, options=cell.variant.options)
            if found.value is not None and found.low is not None and found.high is not None:
                half = max(found.high - found.value, found.value - found.low)
                parts.append(f"{term(id, lang)} {found.value:.4f} ± {half:.4f}")
        if parts:
            lines.append(f"{cell.label(lang)}: {', '.join(parts)}")
    return lines


def _counted(checkpoint: Checkpoint) -> int:
    """Units played, those that wait for their turn included."""
    return checkpoint.done + sum(result.shard.count for result in checkpoint.ahead.values())


def _duration(seconds: float) -> str:
    if math.isinf(seconds):
        return "–"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"
