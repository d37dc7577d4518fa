"""RULES 16: with the hidden cards exchanged among the other seats a policy decides the same."""

from __future__ import annotations

import random

import pytest

from gouji_sim.core import POLICIES, CompiledRules, Engine
from gouji_sim.playing import choose_action
from gouji_sim.rules import list_variants, load_variant
from gouji_sim.view import History, view_of

DEALS = 2


class Busy:
    """A policy in Python whose choice hangs on everything that a view tells, chance included."""

    def choose(self, view):
        told = repr([fact for fact in view.facts() if fact[0] != "options"])
        number = sum(map(ord, told)) + int(view.unseen.sum()) + int(view.left.sum())
        return (number + int(view.rng().integers(1000))) % view.n_actions


def exchanged(engine, options, rng):
    """Six hands in which the cards that the asked seat does not see are dealt anew, as many to each hand.

    Where declaring comes before the deal it sees no card at all.
    """
    view = view_of(engine, options, ())
    own = [] if view.phase == "declare" and not view.n_cards.any() else [view.seat]
    hidden = [seat for seat in range(6) if seat not in own and seat not in view.shown]
    hands = engine.hands()
    pool = [rank for seat in hidden for rank in range(15) for _ in range(hands[seat][rank])]
    rng.shuffle(pool)
    for seat in hidden:
        n = sum(hands[seat])
        cards, pool = pool[:n], pool[n:]
        hands[seat] = tuple(cards.count(rank) for rank in range(15))
    return hands


def decisions(rules, policy, rng):
    """Engines of the policy's own deals, each at a decision with the history until there."""
    for deal in range(DEALS):
        engine = Engine.from_deal(rules, 31, deal, [policy] * 6, session=True)
        engine.start()
        history = History()
        while engine.seat is not None:
            yield engine, history.follow(engine)
            engine.apply(engine.copy().policy_action())
            for _ in range(rng.randrange(12)):
                if engine.seat is not None:
                    engine.apply(engine.nth_legal(rng.randrange(min(engine.n_actions(), 3))))


@pytest.mark.parametrize("variant", list_variants())
@pytest.mark.parametrize("policy", [*POLICIES, "search:3:greedy"])
def test_policies_of_the_core(variant, policy):
    rules = CompiledRules(load_variant(variant).options)
    rng = random.Random(variant + policy)
    checked = 0
    for engine, _ in decisions(rules, policy, rng):
        chosen = engine.copy().policy_action()
        for _ in range(2):
            other = engine.with_hands(exchanged(engine, rules.options, rng))
            if other.legal() == engine.legal():  # what may be returned depends on the payer's hand
                assert other.policy_action() == chosen, engine.state()
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("variant", list_variants())
def test_policies_in_python(variant):
    rules = CompiledRules(load_variant(variant).options)
    rng = random.Random(variant)
    for engine, history in decisions(rules, "greedy", rng):
        view = view_of(engine, rules.options, history, engine.stream(engine.seat))
        other = engine.with_hands(exchanged(engine, rules.options, rng))
        if other.legal() != engine.legal():
            continue
        again = view_of(other, rules.options, history, other.stream(other.seat))
        assert dict(view.facts()) == dict(again.facts())
        assert choose_action(Busy(), view, "") == choose_action(Busy(), again, "")


def test_an_exchange_keeps_what_a_seat_sees():
    """The test would prove nothing if the exchange left all hands alone, or touched the own hand."""
    rules = CompiledRules(load_variant("camp").options)
    rng = random.Random(1)
    shown = moved = 0
    for engine, _ in decisions(rules, "greedy", rng):
        view = view_of(engine, rules.options, ())
        hands = exchanged(engine, rules.options, rng)
        moved += hands != engine.hands()
        assert hands[view.seat] == engine.hand(view.seat)
        for partner in view.shown:
            shown += 1
            assert hands[partner] == engine.hand(partner)
    assert shown
    assert moved
