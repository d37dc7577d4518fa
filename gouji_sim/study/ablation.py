"""Ablations: a variant with one option at a time set otherwise, on common deals, as a study.

An ablation of a variant V pairs every switch of V with V. A path from V to another variant W asks which of
their differences makes the difference: each is added to V alone and left out of W alone, and V, W, and all of
these play the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gouji_sim.errors import StudyError
from gouji_sim.i18n import LANGS
from gouji_sim.rules import Options, Variant
from gouji_sim.study.assembled import Playing, assemble, file_id, make_cell
from gouji_sim.study.plan import Pair, Plan
from gouji_sim.study.switches import Skipped, Switch, switch

__all__ = ["BASE", "TARGET", "Ablation", "Contrasted", "Way", "key", "path"]

BASE: Final = "base"
TARGET: Final = "target"


@dataclass(frozen=True)
class Contrasted:
    """Two variants whose difference is asked: ``one`` less ``base``, by their keys in the plan."""

    one: str
    base: str


@dataclass(frozen=True)
class Way:
    """One difference on the way from a base to a target.

    ``added`` is the base with it alone, ``left_out`` the target without it; either may be refused by the
    rules.
    """

    option: str
    before: Any
    after: Any
    added: Switch | Skipped
    left_out: Switch | Skipped


@dataclass(frozen=True)
class Ablation:
    """What is switched. Without a ``target`` the ``switches`` are those of the base; with one the ``ways``
    lead to it."""

    base: Variant
    switches: tuple[Switch, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    target: Variant | None = None
    ways: tuple[Way, ...] = ()

    def variants(self) -> Iterator[tuple[str, Variant]]:
        """Every variant that is played with its key: the base first."""
        yield BASE, self.base
        if self.target is not None:
            yield TARGET, self.target
        for each in self.switches:
            yield key(each), each.variant
        for way in self.ways:
            for prefix, made in (("plus", way.added), ("minus", way.left_out)):
                if isinstance(made, Switch):
                    yield f"{prefix}-{way.option}", made.variant

    def contrasts(self) -> list[Contrasted]:
        """The planned comparisons: a switch less the base; on a path what each way adds, either time."""
        found = [Contrasted(key(each), BASE) for each in self.switches]
        if self.target is not None:
            found.append(Contrasted(TARGET, BASE))
        for way in self.ways:
            if isinstance(way.added, Switch):
                found.append(Contrasted(f"plus-{way.option}", BASE))
            if isinstance(way.left_out, Switch):
                found.append(Contrasted(TARGET, f"minus-{way.option}"))
        return found

    def plan(self, playing: Playing, lineups: Sequence[Sequence[str]], statistics: Sequence[str]) -> Plan:
        """The study: every variant by every line-up of one, two or six policies.

        Raises StudyError for sessions of unequal length.
        """
        cells = [
            make_cell(variant_key, variant, names, playing.seed)
            for names in lineups
            for variant_key, variant in self.variants()
        ]
        pairs = [
            Pair(f"{each.one}.{lineup}", f"{each.base}.{lineup}")
            for lineup in dict.fromkeys(cell.lineup_key for cell in cells)
            for each in self.contrasts()
        ]
        zh, en = (
            self.base.label(lang)
            if self.target is None
            else f"{self.base.label(lang)} → {self.target.label(lang)}"
            for lang in LANGS
        )
        return assemble("ablate", (zh, en), playing, cells, pairs, statistics)


def key(each: Switch) -> str:
    """The key of a switch in the plan, one for each option and value."""
    return file_id(each.id)


def path(base: Variant, target: Variant) -> Ablation:
    """The way from one variant to another. Raises StudyError when their options are the same."""
    before, after = base.options.to_dict(), target.options.to_dict()
    ways = tuple(
        Way(
            name,
            before[name],
            after[name],
            switch(base, name, after[name]),
            switch(target, name, before[name]),
        )
        for name in Options.names()
        if before[name] != after[name]
    )
    if not ways:
        raise StudyError(f"has the same rules as {base.id}", "--to")
    return Ablation(base, target=target, ways=ways)
