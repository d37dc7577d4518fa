"""Every statistic once (RULES 21 and the balance measures).

Reports, stopping rules and comparisons all read this table. A statistic is a quotient of two `FEATURES`
summed over units, times a scale, or a measure with a function of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from gouji_sim.stats import balance
from gouji_sim.stats.course import DRAMA_SCALE
from gouji_sim.stats.delta import Smooth
from gouji_sim.stats.features import HOLDINGS
from gouji_sim.stats.intervals import LEVEL, Estimate
from gouji_sim.stats.regression import r_squared, r_squared_names
from gouji_sim.stats.statistic import Direction, Kind, Statistic, Unit
from gouji_sim.vocab import PLACES, SEATS, TRIBUTE_KINDS, TributeKind

if TYPE_CHECKING:
    from gouji_sim.rules import Options
    from gouji_sim.stats.totals import Totals

__all__ = [
    "CATALOGUE",
    "GROUPS",
    "PAIRS",
    "Statistic",
    "estimate",
    "estimates",
    "pairs_of",
    "statistic",
    "statistics_for",
]

GROUPS: Final = (
    "opening", "sweep", "burn", "smother", "revolt", "lead", "length", "score", "seat", "balance", "tribute",
)  # fmt: skip
"""Groups of statistics, in the order of reports."""

_POSITION_PLACES: Final = tuple(f"place_position_{position}" for position in SEATS)


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


def _keeps(options: Options) -> bool:
    return options.head_choice and _revolts(options)


def _declares(options: Options) -> bool:
    return options.declare and "declare" in options.setup and _opens(options)


def _buys(options: Options) -> bool:
    return "buy" in options.setup and (options.buy_threes or options.buy_fours != "no")


def _pays(*kinds: TributeKind) -> Callable[[Options], bool]:
    return lambda options: options.tribute and any(kind in options.tribute_order for kind in kinds)


def _returns(options: Options) -> bool:
    return _pays("last")(options) and options.tribute_return != "none"


def _share(id: str, group: str, numerator: str, denominator: str = "deals", **more: Any) -> Statistic:
    kind: Kind = "rate" if denominator == "deals" else "ratio"
    return Statistic(id, group, kind, "share", numerator, denominator, low=0.0, high=1.0, **more)


def _count(id: str, group: str, numerator: str, **more: Any) -> Statistic:
    return Statistic(id, group, "mean", "count", numerator, low=0.0, **more)


def _points(id: str, group: str, numerator: str, denominator: str = "deals", **more: Any) -> Statistic:
    return Statistic(
        id, group, "mean" if denominator == "deals" else "ratio", "points", numerator, denominator, **more
    )


def _index(id: str, group: str, numerator: str, denominator: str = "deals", **more: Any) -> Statistic:
    return Statistic(
        id, group, "mean" if denominator == "deals" else "ratio", "index", numerator, denominator, **more
    )


def _smooth(id: str, group: str, unit: Unit, smooth: Smooth, **more: Any) -> Statistic:
    features = (*smooth.names, "deals")
    return Statistic(
        id, group, "measure", unit, features=features, function=lambda totals, options: smooth, **more
    )


def _evenness(id: str, direction: Direction, make: Callable[..., Estimate], prefix: str) -> Statistic:
    def measure(totals: Totals, level: float) -> Estimate:
        return make(totals, prefix, statistic=id, level=level)

    features = (*(f"{prefix}_{seat}" for seat in SEATS), "deals")
    stat = Statistic(id, "balance", "measure", "index", low=0.0, high=1.0, direction=direction)
    return replace(stat, features=features, measure=measure)


def _opening() -> Iterator[Statistic]:
    group = "opening"
    yield _share("open_rate", group, "opened", "seats", defined=_opens)
    yield _share("open_by_play_rate", group, "opened_by_play", "openers", defined=_opens)
    yield _share("open_declared_rate", group, "opened_declared", "declared", defined=_declares)
    yield _points("score_of_opened", group, "score_opened", "opened", defined=_opens)
    yield _smooth("opening_gain", group, "points", balance.OPENING_GAIN, defined=_opens)
    for place in PLACES:
        yield _share(f"open_rate_place_{place}", group, f"opened_place_{place}", defined=_opens)
    for seat in SEATS:
        yield _share(f"open_rate_seat_{seat}", group, f"opened_seat_{seat}", defined=_opens)


def _sweeps() -> Iterator[Statistic]:
    # of the 20 sets of seats that may take places 1 to 3 two are teams
    yield _share("sweep_rate", "sweep", "sweep", defined=_teams, baseline=1 / 10, direction="baseline")
    for team in (0, 1):
        yield _share(
            f"sweep_rate_team_{team}", "sweep", f"sweep_team_{team}", defined=_teams, baseline=1 / 20
        )
    yield _share("leader_sweep_rate", "sweep", "leader_sweep", defined=_teams, baseline=1 / 20)


def _burning() -> Iterator[Statistic]:
    group = "burn"
    yield _count("burn_chances", group, "burn_chances", defined=_burns)
    yield _count("burn_attempts", group, "burns", defined=_burns)
    yield _share("burn_deal_rate", group, "burn_deals", defined=_burns)
    yield _share("burn_taken_rate", group, "burns", "burn_chances", defined=_burns)
    for outcome in ("success", "broken", "countered", "failed", "dissolved"):
        yield _share(f"burn_{outcome}_rate", group, f"burn_{outcome}", "burns_ended", defined=_burns)
    yield _share("burn_running_rate", group, "burn_running", "burns", defined=_burns)
    yield _share("counter_burn_rate", group, "counter_burns", "burns", defined=_burns)
    yield _points("score_of_burners", group, "score_burners", "burners", defined=_burns)
    yield _points("score_of_burn_winners", group, "score_burn_winners", "burn_winners", defined=_burns)


def _settling() -> Iterator[Statistic]:
    yield _count("smother_rate", "smother", "smothered", defined=_smothers)
    yield _share("smother_deal_rate", "smother", "smother_deals", defined=_smothers)
    yield _count("suffocation_rate", "smother", "suffocated", defined=lambda options: options.suffocation)
    # at most six revolts in a deal dealt, so not a share
    revolts = Statistic("revolt_rate", "revolt", "ratio", "count", "revolts", "dealt", low=0.0)
    yield replace(revolts, defined=_revolts)
    yield _share("void_rate", "revolt", "voids", "dealt", defined=_revolts)
    yield _share("keep_head_rate", "revolt", "kept_head", "revolters", defined=_keeps)


def _leading() -> Iterator[Statistic]:
    yield _points("lead_advantage", "lead", "leader_score", baseline=0.0, direction="baseline")
    yield _share("lead_first_rate", "lead", "leader_first", baseline=1 / 6, direction="baseline")
    yield _points("score_of_first_out", "lead", "first_out_score", "first_outs")


def _length() -> Iterator[Statistic]:
    for id in ("plays", "decisions", "rounds", "gouji_plays"):
        yield _count(id, "length", id)
    yield _count("yields", "length", "yields", defined=lambda options: options.yield_)
    yield _index("decisions_per_play", "length", "decisions", "plays", low=0.0)


def _scores() -> Iterator[Statistic]:
    yield _points("skill", "score", "margin", scale=1 / 3, baseline=0.0)
    win = Statistic("win_rate", "score", "mean", "share", "half_wins", scale=0.5, baseline=0.5)
    yield replace(win, low=0.0, high=1.0)
    yield _smooth("skill_order", "score", "index", balance.SKILL_ORDER, baseline=0.0, low=-1.0, high=1.0)
    yield _share("draw_rate", "score", "drawn", defined=_teams, direction="lower")
    yield _smooth("score_spread", "score", "points", balance.SCORE_SPREAD, low=0.0)


def _seats() -> Iterator[Statistic]:
    fair: dict[str, Any] = {"direction": "baseline"}
    for seat in SEATS:
        yield _points(f"score_seat_{seat}", "seat", f"score_seat_{seat}", baseline=0.0, **fair)
        yield _share(f"first_rate_seat_{seat}", "seat", f"first_seat_{seat}", baseline=1 / 6, **fair)
    for at in SEATS:
        yield _points(f"score_position_{at}", "seat", f"score_position_{at}", baseline=0.0, **fair)
        yield _share(f"first_rate_position_{at}", "seat", f"first_position_{at}", baseline=1 / 6, **fair)
        yield _share(f"lead_rate_position_{at}", "seat", f"lead_position_{at}")
        place = _index(f"place_position_{at}", "seat", f"place_position_{at}", low=1.0, high=6.0)
        yield replace(place, baseline=3.5, direction="baseline")


def _balance() -> Iterator[Statistic]:
    group = "balance"
    yield _evenness("seat_balance", "higher", balance.seat_balance, "first_seat")
    yield _evenness("position_balance", "higher", balance.seat_balance, "first_position")
    yield _evenness("seat_variation", "lower", balance.total_variation, "first_seat")
    yield _evenness("position_variation", "lower", balance.total_variation, "first_position")
    yield Statistic(
        "position_advantage", group, "measure", "index", baseline=0.0, direction="baseline",
        defined=lambda options: len(set(options.hand_sizes)) > 1,
        features=(*_POSITION_PLACES, "deals"),
        function=_position_advantage,
    )  # fmt: skip
    eventful: dict[str, Any] = {"low": 0.0, "direction": "higher", "defined": _teams}
    yield Statistic("lead_changes", group, "mean", "count", "lead_changes", **eventful)
    yield _index("drama", group, "drama", "plays_behind", scale=1 / DRAMA_SCALE, high=1.0, **eventful)
    yield _index("decisiveness", group, "taken_at", "plays_won", high=1.0, **eventful)
    yield _index("decided_share", group, "decided_at", "plays_won", high=1.0, **eventful)
    yield Statistic(
        "hand_strength_r2", group, "measure", "share", low=0.0, high=1.0, defined=_teams,
        features=(*r_squared_names("margin", HOLDINGS, "margin_squared"), "deals"),
        function=lambda totals, options: r_squared(totals, "margin", HOLDINGS, squared="margin_squared"),
    )  # fmt: skip


def _position_advantage(totals: Totals, options: Options | None) -> Smooth:
    if options is None:
        raise ValueError("position_advantage depends on the sizes of the hands: give the options")
    return balance.position_advantage(options)


def _tribute() -> Iterator[Statistic]:
    group = "tribute"
    for kind in TRIBUTE_KINDS:
        yield _count(f"tribute_{kind}", group, f"tribute_{kind}", defined=_pays(kind))
    yield _count("returned", group, "returned", defined=_returns)
    yield _share("resist_rate", group, "resisted", "seats", defined=lambda o: o.tribute and o.resist)
    yield _count("shed", group, "shed", defined=lambda o: o.tribute and o.shed_fives and "shed" in o.setup)
    yield _count("bought", group, "bought", defined=_buys)
    yield _share("declare_rate", group, "declared", "seats", defined=_declares)
    yield _share("declare_right_rate", group, "declared_right", "declared", defined=_declares)


CATALOGUE: Final[dict[str, Statistic]] = {
    stat.id: stat
    for part in (
        _opening, _sweeps, _burning, _settling, _leading, _length, _scores, _seats, _balance, _tribute,
    )
    for stat in part()
}  # fmt: skip
"""All statistics by id, in the order of reports."""


def pairs_of(statistics: Iterable[Statistic]) -> tuple[tuple[str, str], ...]:
    """The pairs of features whose products the variances of these statistics need."""
    pairs = (pair for stat in statistics for pair in combinations_with_replacement(stat.uses, 2))
    return tuple(dict.fromkeys(pairs))


PAIRS: Final = pairs_of(CATALOGUE.values())
"""The pairs whose products `Totals` keep."""


def statistic(id: str) -> Statistic:
    """The statistic of that id. Raises KeyError that names the nearest ids."""
    if id not in CATALOGUE:
        near = ", ".join(get_close_matches(id, CATALOGUE, cutoff=0.4) or CATALOGUE)
        raise KeyError(f"no statistic {id!r}; nearest: {near}")
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
