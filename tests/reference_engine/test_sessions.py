"""What one deal of a session hands on to the next (RULES 15.1, 15.6)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from reference import ReferenceGame
from reference.dealing import deck
from reference.sessions import Links, Shuffle, next_links, play_session

from gouji_sim.rules import list_variants, load_variant

DUE = [{"kind": "last", "from": 5, "to": 0, "cards": 2}]


def options(variant: str, **overrides):
    return load_variant(variant, overrides).options


def result(sweep: int | None, obligations=()):
    places = [1, 4, 2, 5, 3, 6] if sweep == 0 else [4, 1, 5, 2, 6, 3]
    if sweep is None:
        places = [1, 2, 3, 4, 5, 6]
    return {"sweep": sweep, "places": places, "obligations": list(obligations)}


def test_the_last_place_leads_and_obligations_pass_on():
    links = next_links(options("qingdao"), Links("show_threes"), result(None, DUE))
    assert links == Links("last_place", last_place=5, obligations=DUE)


def test_a_sweep_starts_a_new_order():
    links = next_links(options("qingdao"), Links("last_place"), result(0))
    assert (links.first_lead, links.obligations, links.swept) == ("show_threes", [], None)


def test_a_sweep_with_reduced_tribute_goes_on():
    links = next_links(options("zhangqiu"), Links("last_place"), result(0, DUE))
    assert links == Links("last_place", last_place=5, obligations=DUE, swept=1, shed_deals=0)


def test_fives_are_shed_in_three_deals_in_a_row_at_most():
    rules, links = options("zhangqiu"), Links("random")
    swept = []
    for _ in range(5):
        links = next_links(rules, links, result(1, DUE))
        swept.append(links.swept)
    assert swept == [0, 0, 0, None, 0]


def test_after_three_deals_with_shed_fives_a_new_session_starts():
    links = Links("last_place", 4, DUE, swept=0, shed_deals=2)
    assert next_links(options("zhangqiu"), links, result(1, DUE)) == Links("random")


def test_a_deal_without_a_sweep_ends_the_row():
    links = Links("last_place", 4, DUE, swept=0, shed_deals=1)
    assert next_links(options("zhangqiu"), links, result(None, DUE)).shed_deals == 0


def shuffles(variant: str, overrides, rng: Random):
    while True:
        order = deck(options(variant, **overrides))
        rng.shuffle(order)
        yield Shuffle(order, rng.randrange(6), rng.randrange(6))


@pytest.mark.parametrize("variant", list_variants())
def test_whole_sessions(variant):
    rng, overrides = Random(variant), {"session_deals": 3}
    rules = options(variant, **overrides)
    played = play_session(
        variant, overrides, shuffles(variant, overrides, rng), lambda game: rng.choice(game.decision.actions)
    )
    assert sum(not deal.result["void"] for deal in played) == 3
    for deal in played:
        assert deal.result["finished"]
        assert ReferenceGame.from_position(deal.position).result() == deal.result
    assert played[0].position["obligations"] == []
    for before, after in pairwise(played):
        if before.result["void"]:
            assert after.first_lead == before.first_lead
            assert after.position["obligations"] == before.position["obligations"]
        else:
            assert after.position["obligations"] == before.result["obligations"]
            if after.first_lead == "last_place":
                assert before.result["places"][after.position["leader"]] == 6
    if not rules.tribute:
        assert all(deal.result["obligations"] == [] for deal in played)


def test_a_void_deal_is_dealt_anew_with_what_it_had():
    """With one revolt a deal is void; a third of those who may revolt do."""
    rng, overrides = (
        Random(5),
        {"session_deals": 4, "revolt_void_at": 1, "deck": {"2": 7, "5": 12, "6": 12, "7": 12, "W": 4}},
    )

    def choose(game):
        actions = game.decision.actions
        return "stay" if "stay" in actions and rng.random() < 0.7 else rng.choice(actions)

    played = play_session("hero_classic", overrides, shuffles("hero_classic", overrides, rng), choose)
    void = [index for index, deal in enumerate(played) if deal.result["void"]]
    assert void
    assert len(played) == 4 + len(void)
    for index in void:
        assert played[index].result["obligations"] == []
        assert played[index + 1].position["obligations"] == played[index].position["obligations"]
        assert played[index + 1].first_lead == played[index].first_lead
    assert any(played[index].position["obligations"] for index in void)
