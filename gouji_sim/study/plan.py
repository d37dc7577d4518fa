"""A resolved study: its cells, its shards and what is counted, with nothing left to look up.

A plan is all that a result depends on. Its hash covers that and leaves out names for people and the number of
deals, so that a label can be mended and a run extended without becoming foreign.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from gouji_sim.errors import RunDirectoryError, VariantError
from gouji_sim.i18n import Lang
from gouji_sim.rules import Variant
from gouji_sim.study.policies import slowness, written_in_python

__all__ = [
    "MAX_RECORDS",
    "Cell",
    "Contrast",
    "Mode",
    "Pair",
    "Plan",
    "Shard",
    "Stop",
    "default_shard",
    "too_many_records",
]

Mode = Literal["deals", "sessions"]

SHARD_DEALS: Final = 50_000
"""Deals that a shard plays over all its cells: about a second of work, so that an interruption loses little,
and enough that the parts compress well and the upkeep of a shard does not count."""

SLOW: Final = 10
"""Mean slowness from which on time counts for more than disk."""

MAX_RECORDS: Final = 10_000_000
"""Most records that a shard may keep over all its cells: a gigabyte of memory for each job."""

MIN_ROWS: Final = 10_000
"""Least deals of a cell in a shard: below that the upkeep of the columns outweighs the records (measured)."""


@dataclass(frozen=True)
class Cell:
    """One line of the grid. ``variant_key`` and ``lineup_key`` are the ids of its entries in the study."""

    id: str
    variant: Variant
    lineup: tuple[str, ...]
    seed: int
    rotation: int
    replicate: int
    variant_key: str
    lineup_key: str
    variant_label: tuple[str, str]
    lineup_label: tuple[str, str]
    suffix: str = ""

    def deals_per_unit(self, mode: Mode) -> int:
        """Deals of one unit: 1, or the length of a session."""
        return self.variant.options.session_deals if mode == "sessions" else 1

    @property
    def slowness(self) -> int:
        """Roughly the time of a deal, in deals of the fast policies."""
        return max(map(slowness, self.lineup))

    def label(self, lang: Lang) -> str:
        """Variant and line-up for people, with rotation, replicate and seed where the study has several."""
        index = 0 if lang == "zh" else 1
        text = f"{self.variant_label[index]} · {self.lineup_label[index]}"
        return f"{text} ({self.suffix})" if self.suffix else text

    def coordinates(self) -> tuple[str, str, int, int, int]:
        """Where the cell stands in the grid."""
        return self.variant_key, self.lineup_key, self.rotation, self.replicate, self.seed

    def to_dict(self) -> dict[str, Any]:
        """Fit for JSON."""
        document: dict[str, Any] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return {
            **document,
            "variant": self.variant.to_dict(),
            "lineup": list(self.lineup),
            "variant_label": list(self.variant_label),
            "lineup_label": list(self.lineup_label),
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Cell:
        """The inverse of `to_dict`."""
        fields = dict(document)
        fields["variant"] = Variant.from_dict(fields["variant"], f"cell {fields['id']}")
        for name in ("lineup", "variant_label", "lineup_label"):
            fields[name] = tuple(fields[name])
        return cls(**fields)


@dataclass(frozen=True)
class Pair:
    """Two cells, by id, whose deals are compared one by one: ``a`` less ``b``, the baseline."""

    a: str
    b: str

    @property
    def id(self) -> str:
        return f"{self.a} - {self.b}"


@dataclass(frozen=True)
class Contrast:
    """A planned comparison: ``statistic`` of cell ``a`` less that of the baseline ``b``, judged by ``margin``
    if any."""

    a: str
    b: str
    statistic: str
    margin: float | None


@dataclass(frozen=True)
class Stop:
    """The rule of `gouji_sim.study.stopping`; ``cells`` are the ids that must reach it, ``batch`` counts
    shards."""

    statistic: str
    half_width: float
    level: float
    cells: tuple[str, ...]
    min: int
    batch: int


@dataclass(frozen=True)
class Shard:
    """Units ``start`` to ``start + count - 1`` of every cell; those before ``counted_from`` are in the totals
    already."""

    index: int
    start: int
    count: int
    counted_from: int

    @property
    def end(self) -> int:
        return self.start + self.count


@dataclass(frozen=True)
class Plan:
    """A whole study, resolved.

    ``units`` is the number of deals or sessions of each cell (the most of them, under a stop rule); the
    records of the first ``kept`` units are stored (all if None); a shard has ``shard`` units.
    """

    name: str
    label_zh: str
    label_en: str
    mode: Mode
    units: int
    kept: int | None
    shard: int
    cells: tuple[Cell, ...]
    pairs: tuple[Pair, ...]
    contrasts: tuple[Contrast, ...] = ()
    stop: Stop | None = None

    def label(self, lang: Lang) -> str:
        """The title of the study."""
        return self.label_zh if lang == "zh" else self.label_en

    @property
    def deals_per_unit(self) -> int:
        """Deals that one unit takes over all cells."""
        return sum(cell.deals_per_unit(self.mode) for cell in self.cells)

    @property
    def own_policies(self) -> list[str]:
        """The policies written in Python."""
        return written_in_python(name for cell in self.cells for name in cell.lineup)

    @property
    def n_shards(self) -> int:
        return -(-self.units // self.shard)

    def shards(self, done: int = 0) -> Iterator[Shard]:
        """The shards that are needed when the first ``done`` units are in the totals."""
        for index in range(done // self.shard, self.n_shards):
            yield self.shard_at(index, done)

    def shard_at(self, index: int, done: int = 0) -> Shard:
        """One shard, when the first ``done`` units are in the totals. Raises ValueError for an index past
        the end."""
        if not 0 <= index < self.n_shards:
            raise ValueError(f"there is no shard {index}")
        start = index * self.shard
        return Shard(index, start, min(self.shard, self.units - start), max(start, done))

    @property
    def records_per_shard(self) -> int:
        """The most records that a shard keeps over all its cells."""
        kept = self.units if self.kept is None else self.kept
        return min(self.shard, self.units, kept) * self.deals_per_unit

    def keeps(self, shard: Shard) -> int:
        """How many units of the shard have their records stored: from the first on."""
        return shard.count if self.kept is None else max(0, min(shard.count, self.kept - shard.start))

    def cell(self, id: str) -> Cell:
        """The cell of that id. Raises KeyError."""
        for cell in self.cells:
            if cell.id == id:
                return cell
        raise KeyError(id)

    def extended(self, units: int) -> Plan:
        """The same study with more units; shards keep their size, so that it equals a study planned that
        long."""
        return replace(self, units=units)

    def identity(self) -> dict[str, Any]:
        """All that the result depends on but its length, fit for JSON; variants by their options."""
        played = ("id", "lineup", "seed", "rotation", "replicate")
        return {
            "mode": self.mode,
            "kept": self.kept,
            "shard": self.shard,
            "cells": {
                cell.id: {
                    **{name: value for name, value in cell.to_dict().items() if name in played},
                    "options": cell.variant.options.to_dict(),
                }
                for cell in self.cells
            },
            "pairs": [[pair.a, pair.b] for pair in self.pairs],
            "stop": None if self.stop is None else {**asdict(self.stop), "cells": list(self.stop.cells)},
        }

    @property
    def hash(self) -> str:
        """SHA-256 of `identity`, in hexadecimal."""
        text = json.dumps(self.identity(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Fit for JSON; `from_dict` reads it back."""
        return {
            "name": self.name,
            "label": {"zh": self.label_zh, "en": self.label_en},
            "mode": self.mode,
            "units": self.units,
            "kept": self.kept,
            "shard": self.shard,
            "cells": [cell.to_dict() for cell in self.cells],
            "pairs": [[pair.a, pair.b] for pair in self.pairs],
            "contrasts": [asdict(contrast) for contrast in self.contrasts],
            "stop": None if self.stop is None else {**asdict(self.stop), "cells": list(self.stop.cells)},
        }

    @classmethod
    def from_dict(cls, document: Mapping[str, Any], place: str = "manifest.json") -> Plan:
        """The inverse of `to_dict`. Raises RunDirectoryError for a document of another shape."""
        try:
            stop = document["stop"]
            return cls(
                name=document["name"],
                label_zh=document["label"]["zh"],
                label_en=document["label"]["en"],
                mode=document["mode"],
                units=document["units"],
                kept=document["kept"],
                shard=document["shard"],
                cells=tuple(map(Cell.from_dict, document["cells"])),
                pairs=tuple(Pair(a, b) for a, b in document["pairs"]),
                contrasts=tuple(Contrast(**contrast) for contrast in document["contrasts"]),
                stop=None if stop is None else Stop(**{**stop, "cells": tuple(stop["cells"])}),
            )
        except (KeyError, TypeError, ValueError, VariantError) as error:
            raise RunDirectoryError(f"the study in it cannot be read: {error}", place) from error


def too_many_records(plan: Plan) -> str:
    """Why shards so large cannot be played."""
    return (
        f"a shard of {plan.shard:,} {plan.mode} keeps {plan.records_per_shard:,} records in memory, more than"
        f" {MAX_RECORDS:,}; make it smaller or keep fewer records"
    )


def default_shard(cells: Sequence[Cell], mode: Mode) -> int:
    """Units of a shard when the study does not say: it depends on the cells alone, never on how many deals
    are asked."""
    lengths = [cell.deals_per_unit(mode) for cell in cells]
    work = sum(cell.deals_per_unit(mode) * cell.slowness for cell in cells)
    if work > SLOW * sum(lengths):
        return max(1, SHARD_DEALS // work)
    units = max(SHARD_DEALS // work, -(-MIN_ROWS // min(lengths)))
    return -(-units // 1_000) * 1_000
