"""From a checked study to its plan: loads the variants, names the cells, pairs them, fixes shards and looks.

Everything that can be wrong is collected and reported at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from gouji_sim.errors import Problem, StudyError
from gouji_sim.rules import Variant, load_variant
from gouji_sim.study.config import Config
from gouji_sim.study.counts import parse_count
from gouji_sim.study.labels import lineup_label, set_label
from gouji_sim.study.model import ContrastEntry, StopRule, expand_lineup
from gouji_sim.study.places import FieldPath
from gouji_sim.study.plan import (
    MAX_RECORDS,
    Cell,
    Contrast,
    Mode,
    Pair,
    Plan,
    Stop,
    default_shard,
    too_many_records,
)

__all__ = ["DEFAULT_MAX", "DEFAULT_UNITS", "build_plan"]

DEFAULT_UNITS: Final = 100_000
"""Deals or sessions of a cell when the study does not say."""

DEFAULT_MAX: Final = 10_000_000
"""The same under a stop rule without a maximum."""

LOOK_UNITS: Final = 100_000
"""Least distance between looks of a stop rule that does not say."""

_NOT_ID: Final = re.compile(r"[^A-Za-z0-9_+-]+")


@dataclass(frozen=True)
class _Variant:
    key: str
    variant: Variant
    label: tuple[str, str]


@dataclass(frozen=True)
class _Lineup:
    key: str
    seats: tuple[str, ...]
    label: tuple[str, str]


class _Builder:
    def __init__(self, config: Config) -> None:
        self.config = config
        self.study = config.study
        self.problems: list[Problem] = []

    def wrong(self, path: FieldPath, reason: str) -> None:
        self.problems.append(Problem(self.config.place(path), reason))

    def build(self) -> Plan:
        study = self.study
        variants = list(self.variants())
        lineups = list(self.lineups())
        for name in ("seed", "rotations", "replicates"):
            for value in _repeated(getattr(study, name)):
                self.wrong((name,), f"{value} is listed more than once")
        for kind, entries in (("variants", variants), ("policies", lineups)):
            for key in _repeated([entry.key for entry in entries]):
                self.wrong((kind,), f"two entries have the id {key!r}; give one of them an id of its own")
        if study.deals is not None and study.sessions is not None:
            self.wrong(("sessions",), "deals and sessions exclude each other")
        mode: Mode = "deals" if study.sessions is None else "sessions"
        cells = tuple(self.cells(variants, lineups))
        shard = study.shard or (default_shard(cells, mode) if cells else 1)
        units = self.units()
        contrasts = tuple(self.contrasts(cells))
        stop = None if study.stop is None else self.stop(study.stop, cells, shard, units)
        if self.problems:
            raise StudyError(self.problems)
        label = study.label.texts() if study.label else (study.name, study.name)
        plan = Plan(
            name=study.name,
            label_zh=label[0],
            label_en=label[1],
            mode=mode,
            units=units,
            kept=_kept(study.records),
            shard=shard,
            cells=cells,
            pairs=_pairs(cells, contrasts, mode),
            contrasts=contrasts,
            stop=stop,
        )
        if plan.records_per_shard > MAX_RECORDS:
            raise StudyError(too_many_records(plan), self.config.place(("shard",)))
        return plan

    def variants(self) -> Iterator[_Variant]:
        for entry in self.study.variants:
            options = {**entry.set, **self.config.overrides}
            variant = load_variant(entry.use, options, search_dirs=self.config.search_dirs)
            key = entry.id or _NOT_ID.sub("_", set_label(variant.id, variant.overrides))
            label = entry.label.texts() if entry.label else (variant.label("zh"), variant.label("en"))
            yield _Variant(key, variant, label)

    def lineups(self) -> Iterator[_Lineup]:
        for entry in self.study.policies:
            names = entry.names()
            key = entry.id or _NOT_ID.sub("_", "+".join(names))
            label = entry.label.texts() if entry.label else lineup_label(names)
            yield _Lineup(key, expand_lineup(names), label)

    def cells(self, variants: Sequence[_Variant], lineups: Sequence[_Lineup]) -> Iterator[Cell]:
        study = self.study
        grid = product(study.seed, variants, lineups, study.rotations, study.replicates)
        for seed, variant, lineup, rotation, replicate in grid:
            marks = [
                f"{mark}{value}"
                for mark, value, axis in (
                    ("r", rotation, study.rotations),
                    ("x", replicate, study.replicates),
                    ("s", seed, study.seed),
                )
                if len(axis) > 1
            ]
            yield Cell(
                id=".".join([variant.key, lineup.key, *marks]),
                variant=variant.variant,
                lineup=lineup.seats,
                seed=seed,
                rotation=rotation,
                replicate=replicate,
                variant_key=variant.key,
                lineup_key=lineup.key,
                variant_label=variant.label,
                lineup_label=lineup.label,
                suffix=" ".join(marks),
            )

    def units(self) -> int:
        study = self.study
        given = study.deals or study.sessions
        most = study.stop.max if study.stop else None
        if given is not None and most is not None and given != most:
            self.wrong(
                ("stop", "max"), f"{most} contradicts {given} deals or sessions; leave one of them out"
            )
        return most or given or (DEFAULT_MAX if study.stop else DEFAULT_UNITS)

    def stop(self, rule: StopRule, cells: Sequence[Cell], shard: int, units: int) -> Stop:
        ids = tuple(cell.id for cell in cells)
        if rule.cell is not None and rule.cell not in ids:
            self.wrong(("stop", "cell"), f"no cell {rule.cell!r}; there are {', '.join(ids)}")
        batch = -(-(rule.batch or LOOK_UNITS) // shard)
        least = rule.min or min(batch * shard, units)
        if least > units:
            self.wrong(("stop", "min"), f"{least} is more than the maximum of {units}")
        wanted = ids if rule.cell is None else (rule.cell,)
        return Stop(rule.statistic, rule.half_width, rule.level, wanted, least, batch)

    def contrasts(self, cells: Sequence[Cell]) -> Iterator[Contrast]:
        for i, entry in enumerate(self.study.contrasts):
            path: FieldPath = ("contrasts", i)
            for statistic, (a, b) in product(entry.statistics, list(self.compared(path, entry, cells))):
                margin = self.study.margins.get(statistic) if entry.margin is None else entry.margin
                yield Contrast(a.id, b.id, statistic, margin)

    def compared(
        self, path: FieldPath, entry: ContrastEntry, cells: Sequence[Cell]
    ) -> Iterator[tuple[Cell, Cell]]:
        names = [(cell.id, cell.variant_key, cell.lineup_key) for cell in cells]
        axis = next((k for k in range(3) if any(entry.baseline == name[k] for name in names)), None)
        if axis is None:
            self.wrong(
                (*path, "baseline"), f"{entry.baseline!r} is no cell, variant or line-up of this study"
            )
            return
        ids = [name[axis] for name in names]
        against = entry.against or [id for id in dict.fromkeys(ids) if id != entry.baseline]
        for j, id in enumerate(against):
            if id not in ids or id == entry.baseline:
                self.wrong((*path, "against", j), f"{id!r} cannot be compared with {entry.baseline!r}")
        for a, name in zip(cells, names, strict=True):
            if name[axis] not in against:
                continue
            for b, base in zip(cells, names, strict=True):
                if base[axis] == entry.baseline and (axis == 0 or _same_but(a, b, axis - 1)):
                    yield a, b


def build_plan(config: Config) -> Plan:
    """Resolve a study. Raises StudyError with all problems at once."""
    return _Builder(config).build()


def _same_but(a: Cell, b: Cell, axis: int) -> bool:
    rest_a, rest_b = list(a.coordinates()), list(b.coordinates())
    del rest_a[axis], rest_b[axis]
    return rest_a == rest_b


def _pairs(cells: Sequence[Cell], contrasts: Sequence[Contrast], mode: Mode) -> tuple[Pair, ...]:
    """Cells that differ in one coordinate from the first of that axis, and those of the contrasts.

    Only cells of one seed play the same deals, and sessions pair only when they are equally long.
    """
    by_id = {cell.id: cell for cell in cells}
    pairs = [Pair(c.a, c.b) for c in contrasts]
    first = [values[0] for values in zip(*(c.coordinates() for c in cells), strict=True)]
    for axis in range(4):
        for a in cells:
            for b in cells:
                if a is not b and b.coordinates()[axis] == first[axis] and _same_but(a, b, axis):
                    pairs.append(Pair(a.id, b.id))
    return tuple(
        pair
        for pair in dict.fromkeys(pairs)
        if by_id[pair.a].seed == by_id[pair.b].seed
        and by_id[pair.a].deals_per_unit(mode) == by_id[pair.b].deals_per_unit(mode)
    )


def _kept(records: str) -> int | None:
    if records in ("all", "none"):
        return None if records == "all" else 0
    return parse_count(records.partition(":")[2])


def _repeated(values: Sequence[object]) -> list[object]:
    return [value for value, count in Counter(values).items() if count > 1]
