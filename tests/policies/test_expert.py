"""The policy expert plays legally and reproducibly in every variant."""

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.core._engine import Engine
from gouji_sim.core.weights import WEIGHT_NAMES, shipped_weights
from gouji_sim.rules import list_variants, load_variant


@pytest.mark.parametrize("variant", list_variants())
@pytest.mark.parametrize(
    "lineup", [["expert"] * 6, ["expert", "random"] * 3, ["greedy", "expert", "random"] * 2]
)
def test_every_choice_is_legal(variant, lineup):
    rules = CompiledRules(load_variant(variant).options)
    for deal in range(4):
        engine = Engine.from_deal(rules, 11, deal, lineup)
        engine.start()
        while engine.phase != "over":
            action = engine.policy_action()
            assert engine.is_legal(action), (deal, engine.state(), engine.hand(engine.seat), action)
            engine.apply(action)


def test_draws_nothing():
    """Its decisions do not depend on the play randomness."""
    rules = CompiledRules(load_variant("qingdao").options)
    first = play_deals(rules, ["expert"] * 6, 3, 0, 50)
    again = play_deals(rules, ["expert"] * 6, 3, 0, 50, replicate=1)
    assert np.array_equal(first, again)


def test_weights_by_seat():
    options = load_variant("hero").options
    shipped = shipped_weights(options)
    same = play_deals(CompiledRules(options, [shipped] * 6), ["expert"] * 6, 3, 0, 50)
    assert np.array_equal(same, play_deals(CompiledRules(options), ["expert"] * 6, 3, 0, 50))
    changed = list(shipped)
    changed[WEIGHT_NAMES.index("two")] *= 4
    other = play_deals(CompiledRules(options, [changed, *[shipped] * 5]), ["expert"] * 6, 3, 0, 50)
    assert not np.array_equal(same, other)
    with pytest.raises(ValueError, match="six vectors"):
        CompiledRules(options, [shipped] * 5)


@pytest.mark.parametrize("variant", ["qingdao", "puji"])
def test_stronger_than_greedy(variant):
    rules = CompiledRules(load_variant(variant).options)
    gains = [
        np.where(np.arange(6) % 2 == 0, 1, -1)
        * play_deals(rules, ["expert", "greedy"] * 3, 5, 0, 400, rotation=rotation)["score"]
        for rotation in (0, 1)
    ]
    assert np.mean(gains) * 2 > 3
