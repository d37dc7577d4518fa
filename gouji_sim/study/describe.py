"""What a study would do, before it does it: every setting with its origin, time and disk by a short trial."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from gouji_sim.i18n import Lang, message
from gouji_sim.study.config import Config
from gouji_sim.study.counts import format_count
from gouji_sim.study.places import Origin
from gouji_sim.study.plan import Plan, Shard
from gouji_sim.study.shards import ShardPlayer
from gouji_sim.study.signature import worker_engine

__all__ = ["Forecast", "forecast", "settings_of"]

TRIAL_SECONDS: Final = 0.2
"""Time that the trial of one cell may take before it is long enough to go by."""

BYTES_PER_DEAL: Final = 21
"""Disk of a deal with its record: the upper end of what was measured over all variants."""


@dataclass(frozen=True)
class Forecast:
    """``speeds``: deals a second on one core by cell id; ``seconds`` on all jobs; ``disk`` in bytes."""

    speeds: dict[str, float]
    deals: int
    seconds: float
    disk: int
    shards: int

    def to_dict(self) -> dict[str, Any]:
        """Fit for JSON."""
        return asdict(self)

    def lines(self, plan: Plan, lang: Lang) -> Iterator[str]:
        """The forecast for people."""
        yield message(
            "study.forecast",
            lang,
            deals=format_count(self.deals),
            shards=format_count(self.shards),
            shard=format_count(plan.shard),
            mode=message(f"study.{plan.mode}", lang),
            time=_span(self.seconds),
            disk=f"{self.disk / 1e6:,.1f} MB",
        )
        if plan.stop is not None:
            yield message(
                "study.forecast_stop",
                lang,
                statistic=plan.stop.statistic,
                half_width=plan.stop.half_width,
                batch=format_count(plan.stop.batch * plan.shard),
                least=format_count(plan.stop.min),
            )


def forecast(plan: Plan, jobs: int) -> Forecast:
    """Play a few deals of each cell and reckon from them."""
    speeds = {cell.id: _speed(plan, index) for index, cell in enumerate(plan.cells)}
    deals = {cell.id: plan.units * cell.deals_per_unit(plan.mode) for cell in plan.cells}
    kept = plan.units if plan.kept is None else min(plan.kept, plan.units)
    return Forecast(
        speeds,
        sum(deals.values()),
        sum(deals[id] / speed for id, speed in speeds.items()) / jobs,
        kept * plan.deals_per_unit * BYTES_PER_DEAL,
        plan.n_shards,
    )


def settings_of(config: Config) -> Iterator[tuple[str, Any, Origin, str]]:
    """Name, value, origin and place of each setting of a study; the place is empty for a default."""
    document = config.study.model_dump(exclude_none=True, exclude_defaults=False)
    for key, value in document.items():
        inner = value.items() if key == "stop" else [(None, value)]
        for part, one in inner:
            path = (key,) if part is None else (key, part)
            origin = config.origin(path)
            place = "" if origin == "default" else config.place(path)
            yield ".".join(path), _short(one), origin, place
    for key, value in config.overrides.items():
        yield f"set.{key}", value, "flag", "--set"


def _speed(plan: Plan, index: int) -> float:
    """Deals a second of one cell alone, totals included."""
    cell = plan.cells[index]
    alone = Plan("trial", "", "", plan.mode, plan.units, 0, plan.shard, (cell,), ())
    player = ShardPlayer(alone, worker_engine(alone.own_policies))
    units = 1
    while True:
        began = time.perf_counter()
        player(Shard(0, 0, units, 0))
        seconds = time.perf_counter() - began
        if seconds >= TRIAL_SECONDS or units >= 4_096:
            return units * cell.deals_per_unit(plan.mode) / seconds
        units *= 4


def _short(value: Any) -> Any:
    """Values of the grid as the shortest text that says the same."""
    if isinstance(value, list):
        return [_short(item) for item in value]
    if isinstance(value, dict):
        kept = {key: _short(item) for key, item in value.items() if item not in (None, {}, [])}
        return next(iter(kept.values())) if set(kept) in ({"use"}, {"seats"}) else kept
    return value


def _span(seconds: float) -> str:
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
