"""Exact odds of a variant beside a simulated check of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gouji_sim.core import CompiledRules, deal_hands
from gouji_sim.core._deal import leader_by_rule
from gouji_sim.rules import Options
from gouji_sim.stats.intervals import (
    LEVEL,
    RARE,
    Estimate,
    clopper_pearson,
    ratio_interval,
    undefined,
    wilson,
)
from gouji_sim.stats.lead_odds import LeadOdds, lead_odds
from gouji_sim.stats.odds import HandOdds, hand_odds
from gouji_sim.vocab import BIG, FOUR, NATURALS, SMALL, THREE, TWO

__all__ = ["CheckedOdds", "checked_odds", "lead_table"]

BATCH = 50_000
LEADS_CHECKED = 20_000
"""Deals on which the first lead is checked: one by one in Python."""

Hands = NDArray[np.uint8]
Event = Callable[[Hands], Any]


@dataclass(frozen=True)
class CheckedOdds:
    """An exact probability and its simulated estimate; ``agrees`` is whether it lies in the interval."""

    odds: HandOdds
    simulated: Estimate

    @property
    def agrees(self) -> bool | None:
        low, high = self.simulated.low, self.simulated.high
        return None if low is None or high is None else low <= self.odds.odds.value <= high

    def to_dict(self) -> dict[str, Any]:
        return {**self.odds.to_dict(), "simulated": self.simulated.to_dict(), "agrees": self.agrees}


def _without(*ranks: int) -> Event:
    return lambda hands: (hands[..., list(ranks)] == 0).all(axis=-1)


def _big(least: int, most: int = 255) -> Event:
    return lambda hands: (hands[..., BIG] >= least) & (hands[..., BIG] <= most)


def _no_group(options: Options, ranks: range) -> Event:
    chosen = [rank for rank in ranks if options.thresholds[rank]]
    least = np.array([options.thresholds[rank] for rank in chosen])
    return lambda hands: (hands[..., chosen] < least).all(axis=-1)


_WILD = (TWO, SMALL, BIG)
_HAND_EVENTS: dict[str, Event] = {
    "no_three": _without(THREE),
    "no_four": _without(FOUR),
    "can_revolt": _without(*_WILD),
    "four_big_jokers": _big(4),
}


def _hand_event(id: str, options: Options) -> Event | None:
    if id in _HAND_EVENTS:
        return _HAND_EVENTS[id]
    if id == "no_gouji_group":
        return _no_group(options, NATURALS)
    if id == "no_pure_gouji":
        return _no_group(options, range(TWO + 1))
    if match := re.fullmatch(r"big_jokers_(\d+)", id):
        return _big(int(match[1]), int(match[1]))
    if match := re.fullmatch(r"at_least_(\d+)_big_jokers", id):
        return _big(int(match[1]))
    return None


def _deal_event(id: str) -> Event:
    """An event of the deal, on hands of shape (n, 6, 15) in dealing order."""
    if id == "four_big_jokers_in_a_hand":
        return lambda hands: (hands[..., BIG] >= 4).any(axis=1)
    if id == "four_big_jokers_in_a_team":
        return lambda hands: (hands[:, 0::2, BIG].sum(axis=1) >= 4) | (hands[:, 1::2, BIG].sum(axis=1) >= 4)
    least, name = (2, id[4:]) if id.startswith("two_") else (1, id[4:])
    event = _HAND_EVENTS[name]
    return lambda hands: event(hands).sum(axis=1) >= least


def checked_odds(options: Options, seed: int, deals: int, level: float = LEVEL) -> list[CheckedOdds]:
    """The table of `hand_odds` and, on ``deals`` simulated deals, how often each event happened."""
    table = hand_odds(options)
    sizes = np.array(options.hand_sizes)
    sums = {(odds.id, odds.cards): np.zeros(2, dtype=object) for odds in table}
    rules = CompiledRules(options)
    for start in range(0, deals, BATCH):
        hands, first = deal_hands(rules, seed, start, min(BATCH, deals - start))
        order = (first[:, None] + np.arange(6)) % 6
        hands = np.take_along_axis(hands, order[:, :, None], axis=1)
        for odds in table:
            if odds.cards is None:
                happened = _deal_event(odds.id)(hands).astype(np.int64)
            else:
                event = _hand_event(odds.id, options)
                assert event is not None, odds.id
                happened = event(hands[:, sizes == odds.cards]).sum(axis=1, dtype=np.int64)
            sums[odds.id, odds.cards] += [int(happened.sum()), int((happened**2).sum())]
    return [
        CheckedOdds(odds, _estimate(odds, sums[odds.id, odds.cards], sizes, deals, level)) for odds in table
    ]


def _estimate(
    odds: HandOdds, sums: NDArray[np.object_], sizes: NDArray[np.int64], deals: int, level: float
) -> Estimate:
    if deals == 0:
        return undefined(odds.id, 0, level)
    events, squares = int(sums[0]), int(sums[1])
    hands = 1 if odds.cards is None else int((sizes == odds.cards).sum())
    value = events / (deals * hands)
    if odds.cards is None or events < RARE or events > deals * hands - RARE:
        exact = min(events, deals * hands - events) < RARE
        low, high = (clopper_pearson if exact else wilson)(events, deals * hands, level)
        method = "clopper_pearson" if exact else "wilson"
        return Estimate(odds.id, value, low, high, deals, events, deals * hands, method, level)  # type: ignore[arg-type]
    found = ratio_interval(
        deals, events, deals * hands, squares, deals * hands * hands, events * hands, level
    )
    low, high = found if found else (0.0, 1.0)
    return Estimate(odds.id, value, low, high, deals, events, deals * hands, "delta", level)


def lead_table(options: Options, seed: int, deals: int) -> tuple[LeadOdds, list[Estimate]] | None:
    """Exact odds of the first lead by showing, by position in the deal, and its simulated check on at most
    `LEADS_CHECKED` deals; None for variants whose first lead is not shown."""
    rule = options.first_lead_first
    if rule == "random":
        return None
    rank = THREE if rule == "show_threes" else FOUR
    exact = lead_odds(options.deck_counts[rank], tuple(options.hand_sizes))
    n = min(deals, LEADS_CHECKED)
    rules = CompiledRules(options)
    counts = [0] * 6
    _, first = deal_hands(rules, seed, 0, n)
    for deal in range(n):
        counts[(leader_by_rule(rules, seed, deal, rule) - int(first[deal])) % 6] += 1
    estimates = [
        Estimate(f"leads_{position}", count / n, *wilson(count, n), n, count, n, "wilson")
        if n
        else undefined(f"leads_{position}", 0)
        for position, count in enumerate(counts)
    ]
    return exact, estimates
