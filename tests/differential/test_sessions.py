"""Whole sessions of the batch driver against the reference's own links from deal to deal (RULES 15)."""

from itertools import islice

import pytest
from reference.dealing import Card
from reference.sessions import Shuffle, play_session

from gouji_sim.core import CompiledRules, Engine, play_sessions
from gouji_sim.core._deal import dealing_order, leader_by_rule
from gouji_sim.rules import list_variants, load_variant

MIXED = ["random", "greedy", "random", "random", "greedy", "random"]
CASES = [(name, {}) for name in list_variants()] + [
    ("zhangqiu", {"session_deals": 12}),
    ("zhangqiu", {"session_deals": 12, "sweep_tribute": "none"}),
    ("qingdao", {"sweep_tribute": "reduced", "revolt_void_at": 1}),
    ("hero", {"tribute_return": "may_refuse", "resist": True}),
]


def engine_session(variant, session):
    """The actions of every deal dealt in a session, void ones too, and their outcomes, by the core."""
    rules = CompiledRules(variant.options)
    n = variant.options.session_deals
    engine = Engine.from_deal(rules, 3, session * n, MIXED, session=True)
    played = []
    for number in range(n):
        attempt = 0
        while True:
            engine.start()
            actions = []
            while engine.phase != "over":
                actions.append(engine.policy_action())
                engine.apply(actions[-1])
            outcome = None if engine.is_void else engine.record_outcome()
            played.append((session * n + number, attempt, actions, outcome))
            if outcome is not None:
                break
            engine.redeal()
            attempt += 1
        if number + 1 < n:
            engine.next_deal()
    return played


def shuffles(variant, played):
    rules = CompiledRules(variant.options)
    for index, attempt, _, _ in played:
        first_dealt, cards = dealing_order(rules, 3, index, attempt=attempt)
        leader = leader_by_rule(rules, 3, index, "random", attempt=attempt)
        yield Shuffle([Card(rank, suit) for rank, suit, _ in cards], first_dealt, leader)


@pytest.mark.parametrize(("name", "overrides"), CASES, ids=lambda value: str(value))
def test_sessions_are_linked_as_the_reference_links_them(name, overrides):
    variant = load_variant(name, overrides)
    for session in range(6 if "session_deals" in overrides else 2):
        played = engine_session(variant, session)
        chosen = iter([action for _, _, deal, _ in played for action in deal])
        found = play_session(
            name, overrides, shuffles(variant, played), lambda _, chosen=chosen: next(chosen)
        )
        assert len(found) == len(played)
        for (_, _, taken, outcome), deal in zip(played, found, strict=True):
            assert deal.position["actions"] == taken
            assert deal.result["void"] == (outcome is None)
            if outcome is not None:
                assert deal.result["places"] == outcome["places"]
                assert deal.result["scores"] == outcome["scores"]
        records = play_sessions(CompiledRules(variant.options), MIXED, 3, session, 1)
        whole = [outcome["places"] for _, _, _, outcome in played if outcome is not None]
        assert records["place"].tolist() == list(islice(whole, len(records)))
