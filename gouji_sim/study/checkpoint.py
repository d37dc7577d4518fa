"""How far a run is: exact totals of the first shards, and of those that came back before their turn.

Totals are added in the order of shards, so that a stop rule sees the same totals on every machine. The
document of a finished run depends on the study alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from gouji_sim.errors import RunDirectoryError
from gouji_sim.stats.paired import PairedTotals
from gouji_sim.stats.totals import Totals
from gouji_sim.study.plan import Plan, Shard
from gouji_sim.study.shards import ShardResult
from gouji_sim.study.stopping import is_look, look
from gouji_sim.study.store import seal, unseal

__all__ = ["TOTALS_FORMAT", "Checkpoint", "Part", "State"]

TOTALS_FORMAT: Final = 1

State = Literal["running", "complete", "precision", "maximum"]
"""``complete``: all deals of a study without a stop rule; ``precision``: the stop rule was satisfied;
``maximum``: it was not when the deals ran out."""


@dataclass(frozen=True)
class Part:
    """A part on disk: how many units it holds of each cell, its size and its SHA-256."""

    units: int
    size: int
    sha256: str


@dataclass
class Checkpoint:
    """The progress of a plan. ``done`` units are in the totals; ``ahead`` waits for the shards before it."""

    plan: Plan
    done: int = 0
    state: State = "running"
    cells: dict[str, Totals] = field(default_factory=dict)
    pairs: dict[str, PairedTotals] = field(default_factory=dict)
    parts: dict[int, Part] = field(default_factory=dict)
    ahead: dict[int, ShardResult] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for cell in self.plan.cells:
            self.cells.setdefault(cell.id, Totals.empty())
        for pair in self.plan.pairs:
            self.pairs.setdefault(pair.id, PairedTotals.empty())

    @property
    def finished(self) -> bool:
        return self.state != "running"

    def missing(self) -> Iterator[Shard]:
        """The shards still to be played, in order; those that come back meanwhile are left out."""
        if not self.finished:
            yield from (shard for shard in self.plan.shards(self.done) if shard.index not in self.ahead)

    def is_missing(self, index: int) -> bool:
        """Whether the shard of that index is still to be played."""
        first = self.done // self.plan.shard
        return not self.finished and first <= index < self.plan.n_shards and index not in self.ahead

    def drop_short_part(self) -> bool:
        """Forget the part of the short last shard of a run that was made longer: it is played again.

        Returns whether there was one.
        """
        first = self.done // self.plan.shard
        return self.is_missing(first) and self.parts.pop(first, None) is not None

    def add(self, result: ShardResult, part: Part | None) -> None:
        """Take in a shard, and count all that can now be counted in order. Shards past a stop are let go."""
        if self.finished:
            return
        self.ahead[result.shard.index] = result
        if part is not None:
            self.parts[result.shard.index] = part
        while not self.finished and (ready := self.ahead.pop(self.done // self.plan.shard, None)) is not None:
            self._count(ready)

    def _count(self, result: ShardResult) -> None:
        for id, totals in result.cells.items():
            self.cells[id] += totals
        for id, paired in result.pairs.items():
            self.pairs[id] += paired
        self.done = result.shard.end
        satisfied = is_look(self.plan, self.done) and look(self.plan, self.done, self.cells).reached
        if satisfied:
            self.state = "precision"
        elif self.done == self.plan.units:
            self.state = "complete" if self.plan.stop is None else "maximum"
        if self.finished:
            self.ahead.clear()
            last = (self.done - 1) // self.plan.shard
            self.parts = {index: part for index, part in self.parts.items() if index <= last}

    def to_bytes(self) -> bytes:
        """The document ``totals.json``, with a checksum of itself."""
        body = {
            "format": json.dumps(TOTALS_FORMAT),
            "study_hash": json.dumps(self.plan.hash),
            "state": json.dumps(self.state),
            "units": json.dumps(self.done),
            **_totals_texts(self.cells, self.pairs),
            "parts": _object(
                {str(i): _compact([p.units, p.size, p.sha256]) for i, p in sorted(self.parts.items())}
            ),
            "ahead": _object({str(i): _ahead_text(r) for i, r in sorted(self.ahead.items())}),
        }
        return seal(_object(body))

    @classmethod
    def from_bytes(cls, data: bytes, plan: Plan, place: str) -> Checkpoint:
        """Read ``totals.json`` back; when the plan has become longer since, the run goes on. Raises
        RunDirectoryError when it is damaged or belongs to another study."""
        try:
            document = unseal(data)
            if document["format"] != TOTALS_FORMAT:
                raise RunDirectoryError(f"has format {document['format']}, not {TOTALS_FORMAT}", place)
            if document["study_hash"] != plan.hash:
                raise RunDirectoryError("belongs to another study than manifest.json", place)
            longer = document["state"] in ("complete", "maximum") and document["units"] < plan.units
            ahead = {
                shard: result
                for index, result in document["ahead"].items()
                if _counts(shard := plan.shard_at(int(index), document["units"]), result)
            }
            cells, pairs = _read_totals(document)
            return cls(
                plan,
                done=document["units"],
                state="running" if longer else document["state"],
                cells=cells,
                pairs=pairs,
                parts={int(index): Part(*part) for index, part in document["parts"].items()},
                ahead={
                    shard.index: ShardResult(shard, *_read_totals(result), part=None)
                    for shard, result in ahead.items()
                },
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RunDirectoryError(f"is damaged: {error}", place) from error


def _counts(shard: Shard, result: Mapping[str, Any]) -> bool:
    """Whether a result is of this very shard: the short last shard of a plan that has become longer since is
    another one now."""
    units: int = result["units"]
    return units == shard.end - shard.counted_from


def _totals_texts(cells: Mapping[str, Totals], pairs: Mapping[str, PairedTotals]) -> dict[str, str]:
    return {
        "cells": _table(cells),
        "pairs": _table({id: paired.joint for id, paired in pairs.items()}),
    }


def _ahead_text(result: ShardResult) -> str:
    units = result.shard.end - result.shard.counted_from
    return _object({"units": json.dumps(units), **_totals_texts(result.cells, result.pairs)})


def _table(totals: Mapping[str, Totals]) -> str:
    """Totals of the same quantities, whose names are written once."""
    first: Mapping[str, Any] = {"names": [], "products": []}
    for one in totals.values():
        first = one.to_dict()
        break
    return _object(
        {
            "names": _compact(first["names"]),
            "products": _compact([[i, j] for i, j, _ in first["products"]]),
            "totals": _object({id: _compact([one.n, one.sums, one.products]) for id, one in totals.items()}),
        }
    )


def _read_totals(document: Mapping[str, Any]) -> tuple[dict[str, Totals], dict[str, PairedTotals]]:
    cells, pairs = (
        {
            id: {
                "names": table["names"],
                "n": n,
                "sums": sums,
                "products": [
                    [i, j, total] for (i, j), total in zip(table["products"], products, strict=True)
                ],
            }
            for id, (n, sums, products) in table["totals"].items()
        }
        for table in (document["cells"], document["pairs"])
    )
    return (
        {id: Totals.from_dict(one) for id, one in cells.items()},
        {id: PairedTotals(Totals.from_dict(one)) for id, one in pairs.items()},
    )


def _compact(document: Any) -> str:
    return json.dumps(document, separators=(",", ":"))


def _object(items: Mapping[str, str]) -> str:
    """A JSON object of ready texts, a key a line."""
    return "{\n" + ",\n".join(f"{json.dumps(key)}:{text}" for key, text in items.items()) + "\n}"
