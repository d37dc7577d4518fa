"""The weights of the policy ``expert``: their names, and the sets that are shipped.

A weight is an integer. Worths are counted in 1/64 of a hand to go, chances in 1/256. docs/policies.md says
what each weight does and how the shipped values were found.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = ["WEIGHT_NAMES", "WEIGHT_SETS", "most_saved", "shipped_weights", "weight_set"]

WEIGHT_SETS: Final[dict[str, dict[str, int]]] = tomllib.loads(
    files("gouji_sim.core").joinpath("weights.toml").read_text(encoding="utf-8")
)
"""The shipped sets by name (see `weight_set`): every weight by name."""

FOUR_PACKS: Final = 216

WEIGHT_NAMES: Final = tuple(next(iter(WEIGHT_SETS.values())))
"""The weights in the order of ``_weights.pxd``."""


def weight_set(options: Options) -> str:
    """The set of weights for a variant: by teams, by held or ordinary threes, by size of the deck."""
    name = f"{'teams' if options.teams else 'solo'}_{'free' if options.hold_threes == 'off' else 'held'}"
    large = f"{name}_large"
    return large if options.deck_size > FOUR_PACKS and large in WEIGHT_SETS else name


def shipped_weights(options: Options) -> tuple[int, ...]:
    """The shipped weights for the variant of these options, in the order of `WEIGHT_NAMES`."""
    weights = WEIGHT_SETS[weight_set(options)]
    return tuple(weights[name] for name in WEIGHT_NAMES)


def most_saved(weights: Sequence[int]) -> int:
    """An upper bound of what one play saves of the cost of a hand, twos and jokers apart.

    The core skips candidates that cannot reach the best one by it.
    """
    named = dict(zip(WEIGHT_NAMES, weights, strict=True))
    costs = [value for name, value in named.items() if name.startswith("cost_")]
    lacks = [value for name, value in named.items() if name.startswith("lacks_")]
    group = max(0, *costs) + 6 * abs(named["size"]) + abs(named["gouji"]) + max(0, -named["split"])
    return group + max(lacks) - min(lacks)
