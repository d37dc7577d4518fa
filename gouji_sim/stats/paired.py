"""Differences between two cells that played the same deals, deal by deal (common random numbers).

`PairedTotals` add up the products of the features of both cells over common units; from them come the paired
difference of any smooth statistic by the influence functions of its two values, the variance-reduction
factor, and for rates the discordant pairs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from scipy import special

from gouji_sim.stats.catalogue import CATALOGUE, PAIRS, Statistic, statistic
from gouji_sim.stats.features import CHUNK, FEATURES, Block, Records
from gouji_sim.stats.intervals import LEVEL, RARE, Estimate, Method, student_quantile
from gouji_sim.stats.mcnemar import bonett_price, mcnemar
from gouji_sim.stats.totals import Pair, Totals, units_by_chunk

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = ["Difference", "PairedTotals", "difference", "differences"]

_A: Final = tuple(f"a.{name}" for name in FEATURES)
_B: Final = tuple(f"b.{name}" for name in FEATURES)


@dataclass(frozen=True)
class Difference:
    """The value of a statistic in cell ``b`` less that in cell ``a``, the baseline, on common units.

    ``p_value`` is two-sided for no difference. ``reduction`` is the variance-reduction factor
    (Var A + Var B) / Var(B − A): how many times more unpaired deals the same precision would take; ``None``
    where the difference never varies. ``only_a`` and ``only_b`` count the discordant units of a rate.
    """

    statistic: str
    value: float | None
    low: float | None
    high: float | None
    n: int
    a: Estimate
    b: Estimate
    p_value: float | None
    reduction: float | None
    method: Method
    level: float
    only_a: int | None = None
    only_b: int | None = None

    @property
    def half_width(self) -> float | None:
        """Half the length of the interval, or ``None`` without one."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def to_dict(self) -> dict[str, Any]:
        """A dictionary of JSON values; undefined figures are ``None``."""
        return asdict(self)


class PairedTotals:
    """Exact totals over units that two cells, ``a`` and ``b``, have both played; they merge in any order."""

    __slots__ = ("_joint",)

    def __init__(self, joint: Totals | None = None) -> None:
        self._joint = Totals(_A + _B, _joint_pairs()) if joint is None else joint

    @classmethod
    def empty(cls) -> PairedTotals:
        """Totals over no units."""
        return cls()

    @classmethod
    def from_records(
        cls,
        a: Records,
        b: Records,
        options_a: Options,
        options_b: Options,
        *,
        unit_a: int = 1,
        unit_b: int = 1,
    ) -> PairedTotals:
        """Totals over two arrays of records of the same deals, in the same order.

        ``unit_a`` and ``unit_b`` are the deals a unit in each. Raises ValueError when the numbers of units
        differ.
        """
        if len(a) * unit_b != len(b) * unit_a:
            raise ValueError(f"{len(a)} deals by {unit_a} and {len(b)} by {unit_b} are not the same units")
        totals = cls.empty()
        step = max(1, CHUNK // max(unit_a, unit_b))
        for start in range(0, len(a) // unit_a, step):
            part_a = a[start * unit_a : (start + step) * unit_a]
            part_b = b[start * unit_b : (start + step) * unit_b]
            blocks = zip(
                units_by_chunk(part_a, options_a, unit_a),
                units_by_chunk(part_b, options_b, unit_b),
                strict=True,
            )
            for block_a, block_b in blocks:
                totals.add_blocks(block_a, block_b)
        return totals

    def add_blocks(self, a: Block, b: Block) -> None:
        """Add units: two blocks (len(FEATURES), m) as of `units_by_chunk`, column by column the same
        deals."""
        self._joint.add_rows([*a, *b])

    @property
    def n(self) -> int:
        return self._joint.n

    @property
    def joint(self) -> Totals:
        """Totals of the features of both cells, named ``a.…`` and ``b.…``."""
        return self._joint

    @property
    def a(self) -> Totals:
        """The totals of the first cell alone."""
        return self._side("a.")

    @property
    def b(self) -> Totals:
        """The totals of the second cell alone."""
        return self._side("b.")

    def _side(self, prefix: str) -> Totals:
        side = Totals.empty()
        side.n = self.n
        side.sums = [self._joint.sum(prefix + name) for name in side.names]
        side.products = [self._joint.product(prefix + x, prefix + y) for x, y in side.pairs]
        return side

    def __iadd__(self, other: PairedTotals) -> PairedTotals:
        self._joint += other._joint
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PairedTotals) and self._joint == other._joint

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"PairedTotals(n={self.n})"

    def to_dict(self) -> dict[str, Any]:
        return self._joint.to_dict()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PairedTotals:
        """Inverse of `to_dict`. Raises ValueError when the parts do not fit together."""
        joint, expected = Totals.from_dict(data), cls.empty()._joint
        if joint.names != expected.names or joint.pairs != expected.pairs:
            raise ValueError("paired totals are of other quantities")
        return cls(joint)

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> PairedTotals:
        """Inverse of `to_json`. Raises ValueError when the text is no paired totals."""
        return cls.from_dict(json.loads(text))


@lru_cache(maxsize=1)
def _joint_pairs() -> tuple[Pair, ...]:
    within = [(side + x, side + y) for side in ("a.", "b.") for x, y in PAIRS]
    across = [
        (f"a.{x}", f"b.{y}")
        for stat in CATALOGUE.values()
        if stat.measure is None
        for x, y in product(stat.uses, repeat=2)
    ]
    return tuple(dict.fromkeys([*within, *across]))


def difference(
    totals: PairedTotals,
    id: str,
    level: float = LEVEL,
    *,
    options_a: Options | None = None,
    options_b: Options | None = None,
) -> Difference:
    """The paired difference of one statistic, b less a.

    Rates of single deals: discordant pairs, with McNemar's p and the interval of Bonett and Price (2012).
    Rare counts and shares (fewer than 20 events together): exact intervals of the two figures combined by
    the square-and- add rule (Newcombe 1998), the p exact given the events. Everything else: Student's t on
    the difference of influence functions, which for a mean is the t test on the differences over deals.
    Figures that are not smooth have no paired difference.
    """
    return _difference(totals, totals.a, totals.b, statistic(id), level, options_a, options_b)


def differences(
    totals: PairedTotals, options_a: Options, options_b: Options, level: float = LEVEL
) -> dict[str, Difference]:
    """The paired differences of all smooth statistics that are defined under both rules, by id."""
    a, b = totals.a, totals.b
    return {
        stat.id: _difference(totals, a, b, stat, level, options_a, options_b)
        for stat in CATALOGUE.values()
        if stat.measure is None and stat.defined(options_a) and stat.defined(options_b)
    }


def _difference(
    totals: PairedTotals,
    a: Totals,
    b: Totals,
    stat: Statistic,
    level: float,
    options_a: Options | None,
    options_b: Options | None,
) -> Difference:
    n = totals.n
    one, two = stat.estimate(a, options_a, level), stat.estimate(b, options_b, level)
    linear_a, linear_b = stat.linearise(a, options_a), stat.linearise(b, options_b)
    if n < 2 or linear_a is None or linear_b is None:
        return Difference(stat.id, None, None, None, n, one, two, None, None, "na", level)
    value = linear_b.value - linear_a.value
    names = [*(f"a.{name}" for name in linear_a.names), *(f"b.{name}" for name in linear_b.names)]
    covariance = totals.joint.covariance(names)
    joined = np.concatenate([-linear_a.coefficients, linear_b.coefficients])
    variance = max(0.0, float(joined @ covariance @ joined)) / n
    apart = linear_a.variance(a) + linear_b.variance(b)
    # below this the difference of the two is rounding
    reduction = apart / variance if variance > 1e-12 * apart else None
    if variance <= 1e-12 * apart:
        variance = 0.0

    if stat.kind == "rate" and stat.denominator == "deals" and a.sum("deals") == b.sum("deals") == n:
        both = totals.joint.product(f"a.{stat.numerator}", f"b.{stat.numerator}")
        only_a, only_b = a.sum(stat.numerator) - both, b.sum(stat.numerator) - both
        low, high = bonett_price(only_b, only_a, n, level)
        p = mcnemar(only_a, only_b)
        return Difference(
            stat.id, value, low, high, n, one, two, p, reduction, "mcnemar", level, only_a, only_b
        )
    rare = _rare(stat, one, two)
    if rare is not None:
        low, high, p = rare
        return Difference(stat.id, value, low, high, n, one, two, p, reduction, "newcombe", level)
    deviation = sqrt(variance)
    half = student_quantile(level, n - 1) * deviation
    if deviation > 0:
        p = float(2 * special.stdtr(n - 1, -abs(value) / deviation))
    else:
        p = 1.0 if value == 0 else 0.0
    return Difference(stat.id, value, value - half, value + half, n, one, two, p, reduction, "t", level)


def _rare(stat: Statistic, a: Estimate, b: Estimate) -> tuple[float, float, float] | None:
    """Interval and p-value of a difference of rare events, or ``None`` where they are not rare."""
    if not (stat.proportion or stat.unit == "count") or stat.function is not None:
        return None
    if (
        a.value is None
        or a.low is None
        or a.high is None
        or b.value is None
        or b.low is None
        or b.high is None
    ):
        return None
    events = int(a.numerator), int(b.numerator)
    if stat.proportion and sum(events) > (a.denominator + b.denominator) / 2:
        events = int(a.denominator) - events[0], int(b.denominator) - events[1]
    if sum(events) >= RARE:
        return None
    value = b.value - a.value
    low = value - sqrt((b.value - b.low) ** 2 + (a.high - a.value) ** 2)
    high = value + sqrt((b.high - b.value) ** 2 + (a.value - a.low) ** 2)
    share = a.denominator / (a.denominator + b.denominator)
    total, mine = sum(events), events[0]
    below = float(special.bdtr(mine, total, share))
    above = float(special.bdtrc(mine - 1, total, share)) if mine > 0 else 1.0
    return low, high, min(1.0, 2 * min(below, above))
