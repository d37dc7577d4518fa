"""Sameness of two cells, deal by deal."""

import numpy as np

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.rules import load_variant
from gouji_sim.stats.paired import PairedTotals
from gouji_sim.stats.sameness import identical

OPTIONS = load_variant("qingdao").options
RECORDS = play_deals(CompiledRules(OPTIONS), ["greedy"] * 6, 8, 0, 300)


def paired(a, b):
    return PairedTotals.from_records(a, b, OPTIONS, OPTIONS)


def test_the_same_deals_are_identical_in_any_number_of_parts():
    whole = paired(RECORDS, RECORDS)
    assert identical(whole)
    parts = paired(RECORDS[:100], RECORDS[:100])
    parts += paired(RECORDS[100:], RECORDS[100:])
    assert identical(parts)


def test_one_figure_of_one_deal_is_enough_to_differ():
    for field in ("plays", "yields", "declared", "bought", "opened"):
        other = RECORDS.copy()
        other[field][17] ^= 1
        assert not identical(paired(RECORDS, other)), field


def test_equal_sums_are_not_sameness():
    # the same deals in another order add up to the same, and are not the same one by one
    other = np.roll(RECORDS, 1)
    assert not identical(paired(RECORDS, other))
