"""Plans that are put together cell by cell instead of from a grid: ablations and restricted play.

Their cells play the same deals, no records are kept, and only the planned pairs are paired.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gouji_sim.errors import StudyError
from gouji_sim.rules import Variant
from gouji_sim.study.labels import lineup_label
from gouji_sim.study.model import expand_lineup
from gouji_sim.study.plan import SHARD_DEALS, SLOW, Cell, Contrast, Mode, Pair, Plan
from gouji_sim.study.policies import check_policies

__all__ = ["Playing", "assemble", "file_id", "make_cell", "read_lineup"]

LEAST_UNITS: Final = 200
"""Units of a shard at least where the policies are fast: without records it may be small."""

_NOT_ID: Final = re.compile(r"[^A-Za-z0-9_+-]+")


@dataclass(frozen=True)
class Playing:
    """How much is played, of what, from which seed."""

    units: int
    mode: Mode
    seed: int


def read_lineup(text: str) -> tuple[str, ...]:
    """One, two or six policies with commas between them. Raises StudyError for other numbers and unknown
    names."""
    names = tuple(name.strip() for name in text.split(","))
    try:
        expand_lineup(names)
    except ValueError as error:
        raise StudyError(str(error), f"--policy {text!r}") from error
    check_policies(names, "--policy")
    return names


def file_id(text: str) -> str:
    """The text fit for an id."""
    return _NOT_ID.sub("_", text)


def make_cell(variant_key: str, variant: Variant, lineup: Sequence[str], seed: int) -> Cell:
    """The cell of one variant and one, two or six policies; its id is made of both."""
    lineup_key = file_id("+".join(lineup))
    return Cell(
        id=f"{variant_key}.{lineup_key}",
        variant=variant,
        lineup=expand_lineup(lineup),
        seed=seed,
        rotation=0,
        replicate=0,
        variant_key=variant_key,
        lineup_key=lineup_key,
        variant_label=(variant.label("zh"), variant.label("en")),
        lineup_label=lineup_label(lineup),
    )


def assemble(
    name: str,
    label: tuple[str, str],
    playing: Playing,
    cells: Sequence[Cell],
    pairs: Iterable[Pair],
    statistics: Sequence[str],
) -> Plan:
    """The plan of these cells, each pair a contrast in every statistic.

    Raises StudyError for a pair of sessions of different length.
    """
    pairs = tuple(dict.fromkeys(pairs))
    lengths = {cell.id: cell.deals_per_unit(playing.mode) for cell in cells}
    if any(lengths[pair.a] != lengths[pair.b] for pair in pairs):
        raise StudyError(
            "the variants have sessions of different length, which are no common units; play --deals, or set"
            " session_deals alike"
        )
    work = sum(lengths[cell.id] * cell.slowness for cell in cells)
    shard = max(1, SHARD_DEALS // work)
    if work <= SLOW * sum(lengths.values()):
        shard = max(LEAST_UNITS, shard // 100 * 100)
    return Plan(
        name=name,
        label_zh=label[0],
        label_en=label[1],
        mode=playing.mode,
        units=playing.units,
        kept=0,
        shard=shard,
        cells=tuple(cells),
        pairs=pairs,
        contrasts=tuple(Contrast(pair.a, pair.b, each, None) for each in statistics for pair in pairs),
    )
