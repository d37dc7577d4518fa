"""Determinised search: samples fit what is public, scores do not depend on how they are cut, and it wins."""

from __future__ import annotations

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, Engine, play_deals
from gouji_sim.core.policies import SEARCH, policy_codes
from gouji_sim.errors import StudyError
from gouji_sim.rules import list_variants, load_variant
from gouji_sim.vocab import BIG, SMALL, TWO, parse_cards


def rules(variant, **changes):
    return CompiledRules(load_variant(variant, changes).options)


def decisions(compiled, n, *, seed=3, lineup=("expert",) * 6):
    """Engines at every seventh decision of the play of some deals."""
    found = deal = 0
    while found < n:
        engine = Engine.from_deal(compiled, seed, deal, lineup)
        deal += 1
        engine.start()
        number = 0
        while engine.seat is not None:
            if engine.phase in ("lead", "answer", "burn") and number % 7 == 0:
                found += 1
                yield engine
            engine.apply(engine.copy().policy_action())
            number += 1


def beats(hand, size, base):
    """Can a hand beat a play of ``size`` cards without jokers whose base rank is ``base``?"""
    wild = hand[TWO] + hand[SMALL] + hand[BIG]
    naturals = max((hand[rank] for rank in range(base + 1, TWO)), default=0)
    if naturals and naturals + wild >= size:
        return True
    return (base < TWO and wild >= size) or hand[SMALL] + hand[BIG] >= size


@pytest.mark.parametrize("variant", list_variants())
def test_samples_fit_what_is_public(variant):
    compiled = rules(variant)
    deck = np.array(compiled.options.deck_counts)
    moved = 0
    for engine in decisions(compiled, 25):
        seen = np.array(engine.state()["out_of_play"])
        for number in range(3):
            world = engine.sampled(11, number)
            assert world.hand(engine.seat) == engine.hand(engine.seat)
            assert [sum(hand) for hand in world.hands()] == engine.state()["cards"]
            assert (np.sum(world.hands(), axis=0) + seen <= deck).all()
            assert world.legal() == engine.legal()
            moved += world.hands() != engine.hands()
    assert moved > 40


def test_samples_respect_forced_passes():
    """Hardly any sample contradicts a forced pass, though many blind ones would."""
    compiled = rules("puji")
    contradicted = blind = checked = 0
    rng = np.random.default_rng(1)
    for engine in decisions(compiled, 60, lineup=("greedy",) * 6):
        table, least = None, {}
        for kind, seat, _, extra, _, play in engine.events():
            if kind in ("lead", "beat"):
                table = parse_cards(play)
            elif kind == "pass" and extra and not table[SMALL] and not table[BIG] and sum(table) <= 8:
                base = next((rank for rank in range(TWO) if table[rank]), TWO)
                key = seat, sum(table)
                least[key] = min(base, least.get(key, base))
        state = engine.state()
        world = engine.sampled(5, 0)
        pool = np.repeat(
            np.arange(15),
            np.sum([engine.hand(seat) for seat in range(6) if seat != engine.seat], axis=0),
        )
        for (seat, size), base in least.items():
            if seat == engine.seat or not state["active"] >> seat & 1:
                continue
            checked += 1
            contradicted += beats(world.hand(seat), size, base)
            cards = rng.permutation(pool)[: state["cards"][seat]]
            blind += beats(np.bincount(cards, minlength=15), size, base)
    assert checked > 200
    assert contradicted < 0.05 * checked
    assert blind > 3 * contradicted


def test_samples_hold_what_was_bought_and_paid():
    """A seat still holds the jokers that it got as tribute and has not played."""
    compiled = rules("qingdao")
    hands = [parse_cards(hand) for hand in ["344567W", "3W45678", "3456789", "3456789", "34567TT", "34567JJ"]]
    engine = Engine.from_dealt(compiled, hands, 0, obligations=[("last", 1, 0, 1)], first_dealt=2)
    while engine.phase != "lead":
        engine.apply(engine.nth_legal(0))
    for number in range(10):
        assert engine.sampled(1, number).hand(0)[BIG] >= 1


def test_scores_do_not_depend_on_how_samples_are_cut():
    compiled = rules("qingdao")
    for engine in decisions(compiled, 12):
        actions = engine.search_candidates("expert")
        scores, places = engine.search(actions, "greedy", 77, 0, 12)
        again = [engine.search(actions[::-1], "greedy", 77, first, 4) for first in (8, 0, 4)]
        joined = np.concatenate([again[at][0][:, ::-1] for at in (1, 2, 0)])
        assert (joined == scores).all()
        assert places.min() >= 0
        assert places.max() <= 6
        assert engine.search(actions, "greedy", 78, 0, 12)[0].shape == (12, len(actions))


def test_first_candidate_is_what_the_rollout_policy_does():
    for variant in ("qingdao", "kansai"):
        for engine in decisions(rules(variant), 40):
            actions = engine.search_candidates("expert")
            assert actions[0] == engine.copy().policy_action()
            assert len(set(actions)) == len(actions) <= 24
            assert set(actions) <= set(engine.legal())


def test_an_obvious_move():
    """The last pair beats the table and goes out: nothing is better than first place."""
    hands = [parse_cards(hand) for hand in ["9988", "TT", "99K", "QQK", "55K", "44K"]]
    engine = Engine.from_lead(rules("puji"), hands, 0)
    engine.apply("88")
    scores, places = engine.search(["TT", "pass"], "expert", 1, 0, 20)
    assert (places[:, 0] == 1).all()
    assert scores[:, 0].mean() > scores[:, 1].mean()


def test_not_enough_cards():
    engine = Engine.from_lead(rules("puji"), [parse_cards("99")] * 6, 0)
    with pytest.raises(ValueError, match="not legal"):
        engine.search(["WW"], "expert", 0, 0, 1)
    with pytest.raises(ValueError, match="1 to 24"):
        engine.search([], "expert", 0, 0, 1)


@pytest.mark.parametrize("variant", ["qingdao", "kansai", "zhangqiu", "hero"])
def test_line_ups_with_search_are_reproducible(variant):
    compiled = rules(variant)
    lineup = ["search:4:greedy", "greedy"] * 3
    whole = play_deals(compiled, lineup, 5, 0, 4)
    cut = np.concatenate([play_deals(compiled, lineup, 5, at, 2) for at in (0, 2)])
    assert whole.tobytes() == cut.tobytes()


def test_node_budget():
    """A budget of one decision ends the samples after the first block: as 8 samples do."""
    compiled = rules("puji")
    few = play_deals(compiled, ["search:8:greedy", "greedy"] * 3, 5, 0, 3)
    bounded = play_deals(compiled, ["search:64:greedy:1", "greedy"] * 3, 5, 0, 3)
    assert few.tobytes() == bounded.tobytes()


def test_search_beats_its_rollout_policy():
    """Duplicate deals against greedy, played out by greedy: far more than chance would give."""
    compiled = rules("puji")
    n = 25
    one = play_deals(compiled, ["search:24:greedy", "greedy"] * 3, 1, 0, n)["score"].astype(int)
    two = play_deals(compiled, ["greedy", "search:24:greedy"] * 3, 1, 0, n)["score"].astype(int)
    points = (one[:, 0] - one[:, 1] + two[:, 1] - two[:, 0]) / 2
    assert points.mean() > 3 * points.std(ddof=1) / n**0.5


def test_names():
    assert policy_codes([SEARCH] * 6)[0] == policy_codes(["search:64:expert:0"] * 6)[0]
    assert policy_codes(["search:16:greedy:500"] * 6)[0] == 0xFF | 1 << 8 | 16 << 16 | 500 << 32
    for name in ("search:", "search:0", "search:x", "search:8:search", "search:8:greedy:-1", "search:5000"):
        with pytest.raises(StudyError, match="policy search"):
            policy_codes([name] * 6)
