"""Differences between cells: paired where the deals are the same, with the sign that people expect."""

import numpy as np
import pytest

from gouji_sim.errors import RunDirectoryError, StudyError
from gouji_sim.report.cells import read_cells
from gouji_sim.report.comparison import COMPARED, make_comparison
from gouji_sim.report.contrasts import Pairing, contrast
from gouji_sim.report.gates import failures, parse_gates
from gouji_sim.report.order import compare_orders
from gouji_sim.report.report import build_report
from gouji_sim.report.sources import exchanged_sweeps, open_sources, paired_totals, same_deals
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.stats.intervals import Estimate


def by_id(sources):
    return {source.id: source for source in sources}


def plays(source):
    return np.concatenate([records["plays"] for records in source.cell.batches()]).astype(float)


def test_a_difference_is_the_variant_less_its_baseline_deal_by_deal(sources):
    cells = by_id(sources)
    one, base = cells["hero.greedy"], cells["qingdao.greedy"]
    found = contrast(Pairing.of(one, base), "plays")
    gaps = plays(one) - plays(base)
    assert found.value == pytest.approx(gaps.mean())
    assert found.half_width == pytest.approx(1.9615 * gaps.std(ddof=1) / 1500**0.5, rel=1e-3)
    expected = (plays(one).var() + plays(base).var()) / gaps.var()
    assert found.reduction == pytest.approx(expected, rel=1e-3)
    assert found.a.value == pytest.approx(plays(base).mean())
    assert found.b.value == pytest.approx(plays(one).mean())
    back = contrast(Pairing.of(base, one), "plays")
    assert (back.value, back.low, back.high) == (-found.value, -found.high, -found.low)


def test_discordant_deals_of_a_rate_are_counted_on_their_side(sources):
    cells = by_id(sources)
    one, base = cells["hero.greedy"], cells["qingdao.greedy"]
    swept = [
        np.concatenate([records["sweep"] for records in source.cell.batches()]) >= 0 for source in (base, one)
    ]
    found = contrast(Pairing.of(one, base), "sweep_rate")
    assert found.value == pytest.approx(swept[1].mean() - swept[0].mean())
    assert (found.only_a, found.only_b) == ((swept[0] & ~swept[1]).sum(), (swept[1] & ~swept[0]).sum())


def test_runs_that_share_the_seed_pair_like_cells_of_one_run(sources, tmp_path, play):
    apart = by_id(
        open_sources(
            [
                play(
                    tmp_path / "q", variants=["qingdao"], policies=["greedy"], deals=1500, seed=7, shard=700
                ),
                play(tmp_path / "h", variants=["hero"], policies=["greedy"], deals=1200, seed=7, shard=500),
            ]
        )
    )
    one, base = apart["hero.greedy"], apart["qingdao.greedy"]
    totals, turned = paired_totals(base, one)
    assert (totals.n, turned) == (1200, False)
    found = contrast(Pairing.of(one, base), "plays")
    together = by_id(sources)
    gaps = (plays(together["hero.greedy"]) - plays(together["qingdao.greedy"]))[:1200]
    assert found.value == pytest.approx(gaps.mean())


def test_other_seeds_are_subtracted_as_independent_samples(sources, tmp_path, play):
    (other,) = open_sources(
        [play(tmp_path / "other", variants=["hero"], policies=["greedy"], deals=800, seed=8)]
    )
    base = by_id(sources)["qingdao.greedy"]
    assert not same_deals(other, base)
    pairing = Pairing.of(other, base)
    assert pairing.paired is None
    found = contrast(pairing, "plays")
    a, b = (CATALOGUE["plays"].estimate(s.cell.totals, s.cell.variant.options) for s in (base, other))
    assert found.value == pytest.approx(b.value - a.value)
    assert found.half_width == pytest.approx((a.half_width**2 + b.half_width**2) ** 0.5)
    assert found.reduction is None


def test_a_statistic_that_one_side_lacks_has_no_difference(melee_run):
    cells = by_id(open_sources([melee_run]))
    pairing = Pairing.of(cells["kansai.greedy"], cells["zhangqiu.greedy"])
    assert contrast(pairing, "sweep_rate") is None
    assert contrast(pairing, "plays") is not None


def test_sweeps_with_hands_exchanged_are_counted_by_hands_and_by_seats(tmp_path, play):
    path = play(
        tmp_path / "turned", variants=["qingdao"], policies=["greedy"], deals=900, seed=7, rotations=[0, 1, 2]
    )
    straight, turned, again = open_sources([path])
    first, second = (
        np.concatenate([records["sweep"] for records in source.cell.batches()]).tolist()
        for source in (straight, turned)
    )
    swept = [(a, b) for a, b in zip(first, second, strict=True) if a >= 0]
    hands, seats = sum(b == 1 - a for a, b in swept), sum(b == a for a, b in swept)
    assert exchanged_sweeps(straight, turned) == (len(swept), hands, seats)
    # two seats on, the hands are back with the team
    assert exchanged_sweeps(straight, again) is None
    table = build_report(read_cells([straight, turned]), "en", "", {}).table("sweep_exchanged")
    assert len(table.rows) == 2


def test_all_runs_that_cannot_be_read_are_named_at_once(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(StudyError) as caught:
        open_sources([tmp_path / "nothing", tmp_path / "empty"])
    assert caught.value.problems[0].place.endswith("nothing")
    assert len(caught.value.problems) == 2
    (tmp_path / "empty" / "totals.json").write_text("{}")
    with pytest.raises(RunDirectoryError) as caught:
        open_sources([tmp_path / "nothing", tmp_path / "empty"])
    assert len(caught.value.problems) == 2
    assert caught.value.exit_code == 5


def test_the_same_cell_of_two_runs_is_told_apart(grid_run, tmp_path, play):
    again = play(tmp_path / "again", variants=["qingdao"], policies=["random"], deals=100, seed=7)
    ids = [source.id for source in open_sources([grid_run, again])]
    assert ids == [
        "grid.qingdao.random",
        "qingdao.greedy",
        "hero.random",
        "hero.greedy",
        "again.qingdao.random",
    ]


def test_the_family_is_judged_by_holm_and_margin(sources):
    comparison = make_comparison(sources, None, COMPARED, {"plays": 1000.0})
    assert comparison.baseline.id == "qingdao"
    assert [lineup.id for lineup in comparison.lineups] == ["random", "greedy"]
    for each in comparison.judged:
        if each.difference.p_value is not None:
            assert each.adjusted >= each.difference.p_value
        if each.statistic == "plays":
            assert (each.margin, each.verdict) == (1000.0, "equivalent")
        if each.verdict == "different":
            assert each.adjusted <= 0.05
            assert abs(each.difference.value) > each.margin
    opened = [each for each in comparison.judged if each.statistic == "open_rate"]
    assert len(opened) == 2
    assert {each.verdict for each in opened} == {"different"}


@pytest.mark.parametrize("name", ["hero", "够级英雄（憋三）", "Gouji Hero, held threes"])
def test_the_baseline_goes_by_any_of_its_names(sources, name):
    assert make_comparison(sources, name, ["plays"], {}).baseline.id == "hero"


def test_what_cannot_be_compared_is_refused(sources):
    with pytest.raises(StudyError, match="none of qingdao, hero"):
        make_comparison(sources, "nowhere", ["plays"], {})
    with pytest.raises(StudyError, match="no statistic 'speed'"):
        make_comparison(sources, None, ["speed"], {})
    with pytest.raises(StudyError, match="two variants"):
        make_comparison(sources[:2], None, ["plays"], {})


def test_gates_are_read_and_hold_on_the_figures_they_name(sources):
    judged = make_comparison(sources, None, ["open_rate", "plays"], {}).judged
    gates = parse_gates(
        ["open_rate>0.02", "open_rate < -0.02", "abs(plays)>1000", "value(plays)>=1", "open_rate=different"]
    )
    failed = failures(gates, judged)
    assert {failure.gate.text for failure in failed} == {
        "open_rate>0.02",
        "value(plays)>=1",
        "open_rate=different",
    }
    assert len([failure for failure in failed if failure.gate.text == "open_rate>0.02"]) == 2


@pytest.mark.parametrize(
    "text",
    ["sweep_rate", "sweep_rate>", "speed>1", "sweep_rate>much", "sweep_rate=better", "abs(plays)=different"],
)
def test_a_gate_that_cannot_be_read_is_a_usage_error(text):
    with pytest.raises(StudyError) as caught:
        parse_gates(["plays>1", text])
    assert len(caught.value.problems) == 1
    assert text in caught.value.problems[0].place


def around(value, half=0.1):
    return None if value is None else Estimate("plays", value, value - half, value + half, 10, 0, 1, "t")


def ranking(one, other):
    return compare_orders([around(value) for value in one], [around(value) for value in other])


def test_orders_agree_turn_or_cannot_be_told():
    assert ranking([1, 2, 3], [5, 6, 7]).tau == 1
    turned = ranking([1, 2, 3], [7, 6, 5])
    assert turned.tau == -1
    assert turned.reversed_pairs == ((1, 0), (2, 0), (2, 1))
    assert not ranking([1, 1.05], [1.05, 1]).changes
    assert ranking([1, 2, None], [2, 1, 9]).reversed_pairs == ((1, 0),)
    assert ranking([1, 1], [1, 2]).tau is None
