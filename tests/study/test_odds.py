"""Exact odds against simulated deals, for every deck (docs/statistics.md, exact checks)."""

import pytest

from gouji_sim.rules import list_variants, load_variant
from gouji_sim.stats.intervals import clopper_pearson, ratio_interval
from gouji_sim.study.odds import checked_odds, lead_table


@pytest.mark.parametrize(
    "name", ["qingdao", "zhangqiu", "zaozhuang", "kinki_single_three", "kinki_single_four", "kyushu"]
)
def test_simulated_figures_agree_with_the_closed_forms(name):
    options = load_variant(name).options
    # Level chosen for about 120 correlated comparisons with fixed seeds.
    for row in checked_odds(options, 7, 40_000, level=0.9999):
        assert row.agrees, row
        assert row.simulated.n == 40_000


def test_first_lead_by_showing():
    exact, simulated = lead_table(load_variant("qingdao").options, 5, 6000)
    assert sum(exact.leads) == 1
    for position, found in enumerate(simulated):
        low, high = clopper_pearson(found.numerator, found.denominator, 0.9999)
        assert low <= float(exact.leads[position]) <= high


def test_no_table_where_the_first_lead_is_not_shown():
    assert lead_table(load_variant("kansai").options, 5, 100) is None


def test_every_variant_has_odds():
    for name in list_variants():
        rows = checked_odds(load_variant(name).options, 1, 200)
        assert all(0 <= row.odds.value <= 1 for row in [row.odds for row in rows])


def test_ratio_interval_is_the_unit_of_the_deal():
    # Two hands of a deal with the event in both or neither: half the information of independent hands.
    one = ratio_interval(100, 20, 200, 40, 400, 40)
    two = ratio_interval(200, 20, 200, 20, 200, 20)
    assert one[1] - one[0] > 1.3 * (two[1] - two[0])
