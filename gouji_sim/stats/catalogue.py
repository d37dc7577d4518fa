"""Every statistic once: what it divides by what, where it is defined, what it is measured against.

Reports, stopping rules and comparisons all read this table (RULES 21 and the balance measures). A statistic
is a quotient of two `FEATURES` summed over units, times a scale, or a measure with a function of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from gouji_sim.stats import balance
from gouji_sim.stats.course import DRAMA_SCALE
from gouji_sim.stats.features import HOLDINGS
from gouji_sim.stats.intervals import (
    LEVEL,
    RARE,
    Estimate,
    Method,
    clopper_pearson,
    garwood,
    ratio_interval,
    undefined,
    wilson,
)
from gouji_sim.stats.regression import r_squared
from gouji_sim.stats.totals import Totals
from gouji_sim.vocab import PLACES, SEATS, TRIBUTE_KINDS, TributeKind

if TYPE_CHECKING:
    from gouji_sim.rules import Options

__all__ = ["CATALOGUE", "GROUPS", "Statistic", "estimate", "estimates", "statistic", "statistics_for"]

Kind = Literal["rate", "ratio", "mean", "measure"]
Unit = Literal["share", "count", "points", "index"]
Direction = Literal["higher", "lower", "baseline", "none"]
Defined = Callable[["Options"], bool]
Measure = Callable[[Totals, "Options | None", float], Estimate]

GROUPS: Final = (
    "opening",
    "sweep",
    "burn",
    "smother",
    "revolt",
    "lead",
    "length",
    "score",
    "seat",
    "balance",
    "tribute",
)


@dataclass(frozen=True)
class Statistic:
    """One statistic.

    ``kind``: ``rate`` (0 or 1 a deal), ``ratio`` (a quotient of sums over deals), ``mean`` (a quantity a
    deal) or ``measure`` (a function of many sums). ``unit`` says how to print the value: a share of 1, a
    count, points of score, or a bare index. ``low`` / ``high`` bound the value. ``direction``: which way is
    better balanced or more eventful; ``baseline`` means as near to the baseline as possible. `label` is the
    id of its name in the terms.
    """

    id: str
    group: str
    kind: Kind
    unit: Unit
    numerator: str = ""
    denominator: str = "deals"
    scale: float = 1.0
    baseline: float | None = None
    direction: Direction = "none"
    low: float | None = None
    high: float | None = None
    defined: Defined = lambda options: True
    measure: Measure | None = None

    @property
    def label(self) -> str:
        return self.id

    @property
    def proportion(self) -> bool:
        """Whether the numerator counts some of what the denominator counts."""
        return self.kind in ("rate", "ratio") and self.unit == "share" and self.scale == 1.0

    def baseline_under(self, options: Options) -> float | None:
        """The baseline where these rules have it: a mean score of 0 needs points that sum to 0."""
        if self.unit == "points" and (options.positive_only or sum(options.place_points) != 0):
            return None
        return self.baseline

    def estimate(self, totals: Totals, options: Options | None = None, level: float = LEVEL) -> Estimate:
        """The estimate from totals over `FEATURES`; measures that depend on the rules need ``options``."""
        if self.measure is not None:
            return self.measure(totals, options, level).clipped(self.low, self.high)
        return _quotient(self, totals, level).clipped(self.low, self.high)


def _quotient(stat: Statistic, totals: Totals, level: float) -> Estimate:
    n, s, a = totals.n, totals.sum(stat.numerator), totals.sum(stat.denominator)
    if a == 0:
        return undefined(stat.id, n, level)
    value = stat.scale * s / a
    found = Estimate(stat.id, value, None, None, n, s, a, "na", level)
    # rare events hardly cluster: exact as if each unit of the denominator were a trial of its own
    if stat.proportion:
        if min(s, a - s) < RARE:
            low, high = clopper_pearson(s, a, level)
            return replace(found, low=low, high=high, method="clopper_pearson")
        if stat.kind == "rate" and stat.denominator == "deals" and a == n:
            low, high = wilson(s, n, level)
            return replace(found, low=low, high=high, method="wilson")
    elif stat.unit == "count" and s < RARE and stat.denominator == "deals":
        low, high = garwood(s, a, level)
        return replace(found, low=stat.scale * low, high=stat.scale * high, method="garwood")
    names = stat.numerator, stat.denominator
    squares = totals.product(names[0], names[0]), totals.product(names[1], names[1])
    interval = ratio_interval(n, s, a, *squares, totals.product(*names), level)
    if interval is None:
        return found
    method: Method = "t" if a == n and totals.product(names[1], names[1]) == n else "delta"
    low, high = interval
    return replace(found, low=stat.scale * low, high=stat.scale * high, method=method)


def _opens(options: Options) -> bool:
    return options.open_by != "none"


def _teams(options: Options) -> bool:
    return options.teams


def _burns(options: Options) -> bool:
    return options.burn


def _smothers(options: Options) -> bool:
    return options.hold_threes == "smother"


def _revolts(options: Options) -> bool:
    voluntary = options.revolt != "never" and "revolt" in options.setup
    return voluntary or (options.buy_threes and options.buy_broke == "revolt" and "buy" in options.setup)


def _declares(options: Options) -> bool:
    return options.declare and "declare" in options.setup and _opens(options)


def _tributes(options: Options) -> bool:
    return options.tribute


def _uneven(options: Options) -> bool:
    return len(set(options.hand_sizes)) > 1


def _pays(kind: TributeKind) -> Defined:
    return lambda options: options.tribute and kind in options.tribute_order


def _evenness(id: str, direction: Direction, function: Callable[..., Estimate], prefix: str) -> Statistic:
    def measure(totals: Totals, options: Options | None, level: float) -> Estimate:
        return function(totals, prefix, statistic=id, level=level)

    return Statistic(
        id, "balance", "measure", "index", low=0.0, high=1.0, direction=direction, measure=measure
    )


def _share(
    id: str, group: str, numerator: str, denominator: str, defined: Defined, **more: object
) -> Statistic:
    kind: Kind = "rate" if denominator == "deals" else "ratio"
    stat = Statistic(id, group, kind, "share", numerator, denominator, low=0.0, high=1.0, defined=defined)
    return replace(stat, **more)  # type: ignore[arg-type]


def _count(id: str, group: str, numerator: str, defined: Defined = lambda options: True) -> Statistic:
    return Statistic(id, group, "mean", "count", numerator, low=0.0, defined=defined)


def _points(id: str, group: str, numerator: str, denominator: str = "deals", **more: object) -> Statistic:
    kind: Kind = "mean" if denominator == "deals" else "ratio"
    stat = Statistic(id, group, kind, "points", numerator, denominator)
    return replace(stat, **more)  # type: ignore[arg-type]


def _table() -> Iterable[Statistic]:
    always: Defined = lambda options: True  # noqa: E731
    yield _share("open_rate", "opening", "opened", "seats", _opens)
    yield _share("open_by_play_rate", "opening", "opened_by_play", "openers", _opens)
    yield _share("open_declared_rate", "opening", "opened_declared", "declared", _declares)
    yield _points("score_of_opened", "opening", "score_opened", "opened", defined=_opens)
    for place in PLACES:
        yield _share(f"open_rate_place_{place}", "opening", f"opened_place_{place}", "deals", _opens)
    for seat in SEATS:
        yield _share(f"open_rate_seat_{seat}", "opening", f"opened_seat_{seat}", "deals", _opens)
    yield Statistic(
        "opening_gain", "opening", "measure", "points", defined=_opens,
        measure=lambda totals, options, level: balance.opening_gain(totals, level=level),
    )  # fmt: skip

    yield _share("sweep_rate", "sweep", "sweep", "deals", _teams, baseline=1 / 10, direction="baseline")
    for team in (0, 1):
        yield _share(
            f"sweep_rate_team_{team}", "sweep", f"sweep_team_{team}", "deals", _teams, baseline=1 / 20
        )
    yield _share(
        "leader_sweep_rate", "sweep", "leader_sweep", "deals", _teams, baseline=1 / 20, direction="baseline"
    )

    yield _count("burn_chances", "burn", "burn_chances", _burns)
    yield _count("burn_attempts", "burn", "burns", _burns)
    yield _share("burn_deal_rate", "burn", "burn_deals", "deals", _burns)
    yield _share("burn_taken_rate", "burn", "burns", "burn_chances", _burns)
    yield _share("burn_success_rate", "burn", "burn_success", "burns_ended", _burns)
    for outcome in ("broken", "countered", "failed", "dissolved"):
        yield _share(f"burn_{outcome}_rate", "burn", f"burn_{outcome}", "burns_ended", _burns)
    yield _share("burn_running_rate", "burn", "burn_running", "burns", _burns)
    yield _share("counter_burn_rate", "burn", "counter_burns", "burns", _burns)
    yield _points("score_of_burners", "burn", "score_burners", "burners", defined=_burns)
    yield _points("score_of_burn_winners", "burn", "score_burn_winners", "burn_winners", defined=_burns)

    yield _count("smother_rate", "smother", "smothered", _smothers)
    yield _share("smother_deal_rate", "smother", "smother_deals", "deals", _smothers)
    yield _count("suffocation_rate", "smother", "suffocated", lambda options: options.suffocation)

    yield _count("revolt_rate", "revolt", "revolts", _revolts)
    yield _share("void_rate", "revolt", "voids", "dealt", _revolts)
    yield _share(
        "keep_head_rate", "revolt", "kept_head", "revolters", lambda o: _revolts(o) and o.head_choice
    )

    yield _points("lead_advantage", "lead", "leader_score", baseline=0.0, direction="baseline")
    yield _share(
        "lead_first_rate", "lead", "leader_first", "deals", always, baseline=1 / 6, direction="baseline"
    )
    yield _points("score_of_first_out", "lead", "first_out_score", "first_outs")

    for id in ("plays", "decisions", "rounds", "gouji_plays"):
        yield _count(id, "length", id)
    yield _count("yields", "length", "yields", lambda options: options.yield_)
    yield Statistic("decisions_per_play", "length", "ratio", "index", "decisions", "plays", low=0.0)

    yield _points("skill", "score", "margin", scale=1 / 3, baseline=0.0)
    yield Statistic(
        "win_rate", "score", "mean", "share", "half_wins", scale=0.5, baseline=0.5, low=0.0, high=1.0
    )  # fmt: skip
    yield Statistic(
        "skill_order", "score", "measure", "index", baseline=0.0, low=-1.0, high=1.0,
        measure=lambda totals, options, level: balance.skill_order(totals, level=level),
    )  # fmt: skip
    yield _share("draw_rate", "score", "drawn", "deals", _teams, direction="lower")
    yield Statistic(
        "score_spread", "score", "measure", "points", low=0.0,
        measure=lambda totals, options, level: balance.score_spread(totals, level=level),
    )  # fmt: skip

    for seat in SEATS:
        yield _points(f"score_seat_{seat}", "seat", f"score_seat_{seat}", baseline=0.0, direction="baseline")
        yield _share(
            f"first_rate_seat_{seat}", "seat", f"first_seat_{seat}", "deals", always, baseline=1 / 6,
            direction="baseline",
        )  # fmt: skip
    for position in SEATS:
        yield _points(
            f"score_position_{position}",
            "seat",
            f"score_position_{position}",
            baseline=0.0,
            direction="baseline",
        )
        yield _share(
            f"first_rate_position_{position}", "seat", f"first_position_{position}", "deals", always,
            baseline=1 / 6, direction="baseline",
        )  # fmt: skip
        yield _share(f"lead_rate_position_{position}", "seat", f"lead_position_{position}", "deals", always)
        yield Statistic(
            f"place_position_{position}", "seat", "mean", "index", f"place_position_{position}",
            baseline=3.5, direction="baseline", low=1.0, high=6.0,
        )  # fmt: skip

    yield _evenness("seat_balance", "higher", balance.seat_balance, "first_seat")
    yield _evenness("position_balance", "higher", balance.seat_balance, "first_position")
    yield _evenness("seat_variation", "lower", balance.total_variation, "first_seat")
    yield _evenness("position_variation", "lower", balance.total_variation, "first_position")
    yield Statistic(
        "position_advantage", "balance", "measure", "points", baseline=0.0, direction="baseline",
        defined=_uneven, measure=_position_advantage,
    )  # fmt: skip
    yield Statistic(
        "lead_changes",
        "balance",
        "mean",
        "count",
        "lead_changes",
        low=0.0,
        direction="higher",
        defined=_teams,
    )
    yield Statistic(
        "drama", "balance", "ratio", "index", "drama", "plays_behind", scale=1 / DRAMA_SCALE,
        low=0.0, high=1.0, direction="higher", defined=_teams,
    )  # fmt: skip
    for id, at in (("decisiveness", "taken_at"), ("decided_share", "decided_at")):
        yield Statistic(
            id,
            "balance",
            "ratio",
            "index",
            at,
            "plays_won",
            low=0.0,
            high=1.0,
            direction="higher",
            defined=_teams,
        )
    yield Statistic(
        "hand_strength_r2", "balance", "measure", "share", low=0.0, high=1.0, defined=_teams,
        measure=lambda totals, options, level: r_squared(
            "hand_strength_r2", totals, "margin", HOLDINGS, squared="margin_squared", level=level
        ),
    )  # fmt: skip

    for kind in TRIBUTE_KINDS:
        yield _count(f"tribute_{kind}", "tribute", f"tribute_{kind}", _pays(kind))
    yield _count("returned", "tribute", "returned", lambda o: o.tribute and o.tribute_return != "none")
    yield _share("resist_rate", "tribute", "resisted", "seats", lambda o: o.tribute and o.resist)
    yield _count("shed", "tribute", "shed", lambda o: o.tribute and o.shed_fives)
    yield _count("bought", "tribute", "bought", lambda o: o.buy_threes or o.buy_fours != "no")
    yield _share("declare_rate", "tribute", "declared", "seats", _declares)
    yield _share("declare_right_rate", "tribute", "declared_right", "declared", _declares)


def _position_advantage(totals: Totals, options: Options | None, level: float) -> Estimate:
    if options is None:
        raise ValueError("position_advantage depends on the sizes of the hands: give the options")
    return balance.position_advantage(totals, options, level=level)


CATALOGUE: Final[dict[str, Statistic]] = {stat.id: stat for stat in _table()}
"""All statistics by id, in the order of reports."""


def statistic(id: str) -> Statistic:
    """The statistic of that id. Raises KeyError that names the nearest ids."""
    if id not in CATALOGUE:
        from difflib import get_close_matches

        near = ", ".join(get_close_matches(id, CATALOGUE, cutoff=0.4)) or ", ".join(CATALOGUE)
        raise KeyError(f"no statistic {id!r}; did you mean: {near}")
    return CATALOGUE[id]


def statistics_for(options: Options) -> list[Statistic]:
    """The statistics that are defined under these rules, in the order of reports."""
    return [stat for stat in CATALOGUE.values() if stat.defined(options)]


def estimate(totals: Totals, id: str, level: float = LEVEL, *, options: Options | None = None) -> Estimate:
    """The estimate of one statistic from totals over `FEATURES`, with a two-sided interval at ``level``."""
    return statistic(id).estimate(totals, options, level)


def estimates(totals: Totals, options: Options, level: float = LEVEL) -> dict[str, Estimate]:
    """The estimates of all statistics that are defined under these rules, by id."""
    return {stat.id: stat.estimate(totals, options, level) for stat in statistics_for(options)}
