"""The weights of the policy ``expert``: their names, and the sets that are shipped.

A weight is an integer. Worths are counted in 1/64 of a hand to go, chances in 1/256. docs/policies.md says
what each weight does and how the shipped values were found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = ["SHIPPED", "WEIGHT_NAMES", "shipped_weights"]

SHIPPED: Final[dict[str, int]] = {
    "cost_3": 70,
    "cost_4": 68,
    "cost_5": 64,
    "cost_6": 60,
    "cost_7": 56,
    "cost_8": 52,
    "cost_9": 48,
    "cost_T": 44,
    "cost_J": 36,
    "cost_Q": 28,
    "cost_K": 16,
    "cost_A": 0,
    "gouji": 16,
    "two": 40,
    "small": 70,
    "big": 90,
    "reserve": 60,
    "split": 10,
    "lead": 20,
    "lead_low": 40,
    "owner_opponent": 20,
    "owner_partner": 40,
    "danger": 6,
    "feed": 4,
    "followed": 160,
    "pass": 0,
    "smother": 200,
    "spare_0": 10,
    "spare_1": 30,
    "spare_2": 50,
    "spare_3": 64,
    "fill_two": 200,
    "fill_joker": 120,
    "partner_beats": 80,
    "burn": 200,
}
"""The weights in the order of ``_weights.pxd``."""

WEIGHT_NAMES: Final = tuple(SHIPPED)


def shipped_weights(options: Options) -> tuple[int, ...]:
    """The shipped weights for the variant of these options, in the order of `WEIGHT_NAMES`."""
    return tuple(SHIPPED.values())
