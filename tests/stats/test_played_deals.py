"""Statistics of deals that the engine played: features, exact odds, common deals, duplicate deals."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, play_deals, play_sessions
from gouji_sim.rules import Options, list_variants, load_variant
from gouji_sim.stats import Totals, estimate, estimates
from gouji_sim.stats.features import FEATURES, features
from gouji_sim.stats.intervals import wilson
from gouji_sim.stats.lead_odds import lead_odds
from gouji_sim.stats.luck import luck_share, replay_totals, snowball, snowball_totals
from gouji_sim.stats.odds import any_hand_without, at_least_in_any_hand, at_least_in_hand, hand_without
from gouji_sim.stats.paired import PairedTotals, difference
from gouji_sim.stats.sequential import Gsprt, PairCounts
from gouji_sim.vocab import BIG, SMALL, TWO

CERTAIN = 0.99999
"""Level at which a simulated figure must agree with the exact one; the seeds are fixed, the checks many."""


@cache
def options_of(variant: str) -> Options:
    return load_variant(variant).options


def play(variant: str, lineup: tuple[str, ...] = ("random",) * 6, count: int = 2000, **more: Any) -> Any:
    return play_deals(CompiledRules(options_of(variant)), list(lineup), 11, 0, count, **more)


@pytest.mark.parametrize("variant", list_variants())
def test_figures_of_played_deals_hang_together(variant: str) -> None:
    options = options_of(variant)
    records = play(variant, ("greedy",) * 6, 300)
    table = dict(zip(FEATURES, features(records, options).T, strict=True))
    assert (sum(table[f"first_seat_{s}"] for s in range(6)) == 1).all()
    assert (sum(table[f"place_seat_{s}"] for s in range(6)) == 21).all()
    assert (sum(table[f"lead_position_{s}"] for s in range(6)) == 1).all()
    assert (sum(table[f"opened_place_{p}"] for p in range(1, 7)) == table["opened"]).all()
    assert (table["burns"] <= table["burn_chances"]).all()
    assert (table["burners"] <= table["burns"]).all()
    assert (table["burn_winners"] == table["burn_success"]).all()
    assert (table["taken_at"] <= table["decided_at"]).all()
    assert (table["decided_at"] <= table["plays_won"]).all()
    if options.teams:
        # what is decided on place points is decided on the score
        winner = np.sign(table["margin"]) != 0
        assert (winner == (table["drawn"] == 0)).all() or options.positive_only
    found = estimates(Totals.from_records(records, options), options)
    assert found["plays"].value == pytest.approx(records["plays"].mean())


@pytest.mark.parametrize("variant", ["qingdao", "heze", "zaozhuang", "kyushu"])
def test_dealt_cards_have_their_exact_odds(variant: str) -> None:
    options = options_of(variant)
    # what was redealt after a void deal is no plain sample, but here that is too rare to show
    n = 5000
    records = play(variant, count=n)
    counts, sizes = options.deck_counts, options.hand_sizes
    wild = records["big"].astype(int) + records["small"] + records["twos"]
    first = records["first_dealt"].astype(int)
    mine = np.arange(n), first
    for seen, exact in (
        (records["big"][mine] >= 2, at_least_in_hand(counts, BIG, 2, sizes[0])),
        ((records["big"] >= 4).any(axis=1), at_least_in_any_hand(counts, BIG, 4, sizes)),
        (wild[mine] == 0, hand_without(counts, (TWO, SMALL, BIG), sizes[0])),
        ((wild == 0).any(axis=1), any_hand_without(counts, (TWO, SMALL, BIG), sizes)),
    ):
        low, high = wilson(int(seen.sum()), n, CERTAIN)
        assert low <= float(exact) <= high


@pytest.mark.parametrize(("variant", "rank"), [("qingdao", 0), ("hero", 1)])
def test_the_first_lead_by_showing_has_its_exact_odds(variant: str, rank: int) -> None:
    options = options_of(variant)
    records = play(variant, count=20_000)
    odds = lead_odds(options.deck_counts[rank], options.hand_sizes)
    # a revolt moves the lead
    totals = Totals.from_records(records[records["revolter"] < 0], options)
    for position, exact in enumerate(odds.leads):
        found = estimate(totals, f"lead_rate_position_{position}", CERTAIN)
        assert found.low is not None
        assert found.high is not None
        assert found.low <= float(exact) <= found.high


def test_common_deals_reduce_the_variance() -> None:
    a, b = options_of("qingdao"), load_variant("qingdao", {"yield": False}).options
    lineup = ["greedy"] * 6
    one = play_deals(CompiledRules(a), lineup, 3, 0, 1500)
    two = play_deals(CompiledRules(b), lineup, 3, 0, 1500)
    found = difference(PairedTotals.from_records(one, two, a, b), "lead_advantage")
    assert found.reduction is None or found.reduction > 1


def test_duplicate_deals_cancel_the_cards() -> None:
    """Points, sequential test and totals over blocks agree on who is stronger."""
    options = options_of("qingdao")
    sides = ("greedy", "random") * 3
    first, second = (play("qingdao", sides, 400, rotation=r) for r in (0, 1))
    pairs = PairCounts.from_records(first, second)
    totals = Totals.from_replays([first, second], options)
    skill = estimate(totals, "skill")
    assert pairs.points().value == pytest.approx(skill.value)
    assert pairs.points().half_width == pytest.approx(skill.half_width)
    assert skill.value is not None
    even = Gsprt(-1.0, 1.0).decide(pairs)
    assert even == ("accept1" if skill.value > 0 else "accept0")


def test_luck_of_replays_and_sessions() -> None:
    replays = [play("hero_classic", ("random",) * 6, 1000, replicate=r) for r in range(2)]
    assert (replays[0]["big"] == replays[1]["big"]).all()
    found = luck_share(replay_totals(replays))
    assert found.value is not None
    assert -0.2 < found.value < 1
    options = options_of("qingdao")
    records = play_sessions(CompiledRules(options), ["greedy"] * 6, 5, 0, 100)
    found = snowball(snowball_totals(records, options.session_deals))
    assert found.n == 100
    assert found.defined
    assert Totals.from_records(records, options, unit=options.session_deals).n == 100
