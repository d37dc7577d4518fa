"""Duels: blocks, stopping, keeping; ladders (docs/statistics.md, duplicate deals)."""

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.errors import RunDirectoryError, StudyError
from gouji_sim.rules import load_variant
from gouji_sim.stats.sequential import Gsprt
from gouji_sim.study.duel import Duel, StopRules, play_blocks, run_duel
from gouji_sim.study.ladder import run_ladder
from gouji_sim.study.store import seal

QINGDAO = load_variant("qingdao")


def duel(a="greedy", b="random", seed=3):
    return Duel(QINGDAO, a, b, seed)


def test_a_block_is_a_deal_played_with_both_sides_on_either_hands():
    pairs = play_blocks(duel(), 5, 40)
    rules = CompiledRules(QINGDAO.options)
    lineup = ["greedy", "random"] * 3
    results = []
    for deal in range(5, 45):
        one = play_deals(rules, lineup, 3, deal, 1)[0]
        two = play_deals(rules, lineup, 3, deal, 1, rotation=1)[0]
        assert (np.roll(one["twos"], 1) == two["twos"]).all()
        results.append(sum(int(r["score"][0]) - int(r["score"][1]) for r in (one, two)) * 3)
    assert pairs.n == 40
    assert pairs.points().value == pytest.approx(np.mean(results) / 6)


def test_equal_policies_draw_every_block():
    # Greedy play draws nothing at random: with the hands swapped the deal is the same seen from the other
    # side.
    result = run_duel(duel("greedy", "greedy"), StopRules(200, batch=100))
    assert result.pairs.pentanomial() == (0, 0, 200, 0, 0)
    assert result.points.value == 0
    assert result.win_rate == 0.5


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_jobs_do_not_matter(jobs):
    rules = StopRules(700, half_width=0.9, least=100, batch=100)
    result = run_duel(duel(), rules, jobs=jobs)
    assert result.ending == "precision"
    assert (result.pairs.n, result.pairs.to_dict()) == (BLOCKS.n, BLOCKS.to_dict())


BLOCKS = run_duel(duel(), StopRules(700, half_width=0.9, least=100, batch=100)).pairs


def test_the_sequential_test_ends_a_clear_duel():
    result = run_duel(duel(), StopRules(5000, test=Gsprt(0, 2), least=100, batch=100))
    assert result.ending == "accept1"
    assert result.pairs.n < 5000
    reverse = run_duel(duel("random", "greedy"), StopRules(5000, test=Gsprt(0, 2), least=100, batch=100))
    assert reverse.ending == "accept0"


def test_a_kept_duel_goes_on_where_it_was(tmp_path):
    kept = tmp_path / "deep" / "duel.json"
    run_duel(duel(), StopRules(200, batch=100), keep=kept)
    seen = []
    longer = run_duel(
        duel(), StopRules(500, batch=100), keep=kept, watch=lambda result: seen.append(result.pairs.n)
    )
    assert seen == [300, 400, 500]
    assert longer.pairs.to_dict() == run_duel(duel(), StopRules(500, batch=100)).pairs.to_dict()
    assert list(kept.parent.iterdir()) == [kept]


def sealed(text, old, new):
    """The document of a duel otherwise, with a checksum that fits."""
    assert old in text
    body = text[: text.rindex(',\n"sha256"')] + "\n}"
    return seal(body.replace(old, new)).decode()


@pytest.mark.parametrize("place", [".", "file/below", "/proc/duel.json"])
def test_a_place_that_cannot_be_kept_is_told_before_the_play(tmp_path, place):
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError):
        run_duel(duel(), StopRules(10**15), keep=tmp_path / place)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:50], "damaged"),
        (lambda text: text.replace('"blocks": 100', '"blocks": 101'), "damaged"),
        (lambda text: sealed(text, '"seed": 3', '"seed": 4'), "seed"),
        (lambda text: sealed(text, '"batch": 100', '"batch": 10'), "batch"),
        (lambda text: sealed(text, '"greedy"', '"random"'), "another duel: a differ"),
    ],
)
def test_a_file_of_another_duel_is_refused(tmp_path, change, message):
    kept = tmp_path / "duel.json"
    run_duel(duel(), StopRules(100, batch=100), keep=kept)
    kept.write_text(change(kept.read_text()))
    with pytest.raises(RunDirectoryError, match=message):
        run_duel(duel(), StopRules(200, batch=100), keep=kept)


def test_ladder_rates_the_stronger_policy_higher():
    ladder = run_ladder(["random", "greedy"], [QINGDAO, load_variant("hero")], 1, 300)
    assert [(r.duel.a, r.duel.b, r.duel.variant.id) for r in ladder.duels] == [
        ("random", "greedy", "qingdao"),
        ("random", "greedy", "hero"),
    ]
    for variant in (None, "qingdao", "hero"):
        table = ladder.ratings(variant).table
        assert [rating.policy for rating in table] == ["greedy", "random"]
        assert sum(rating.value for rating in table) == pytest.approx(0)
    document = ladder.to_dict()
    assert set(document["ratings"]) == {"all", "qingdao", "hero"}


def test_policies_are_checked_before_anything_is_played():
    with pytest.raises(StudyError, match=r"--a: .*clever.*; --b: .*smart"):
        run_duel(duel("clever", "smart"), StopRules(100))
    with pytest.raises(StudyError, match="no_such_module"):
        run_duel(duel("greedy", "no_such_module:Policy"), StopRules(100))
