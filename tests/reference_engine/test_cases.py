"""Random cases are possible positions of all variants; the tables of the obligations (RULES 15.3)."""

from __future__ import annotations

from itertools import product

from reference import ReferenceError, ReferenceGame
from reference.families import FAMILIES
from reference.obligations import POINT_COLUMNS, POINT_TABLE
from reference.randomise import DOMAINS, case, choose, kind_of

from gouji_sim.rules import DEFAULTS, list_variants


def test_cases_take_families_and_variants_in_turn():
    n_families = len(FAMILIES)
    assert [case(1, number).family for number in range(n_families)] == list(FAMILIES)
    variants = [case(1, number * n_families).position["variant"] for number in range(19)]
    assert variants == list_variants()


def test_cases_can_be_played_but_for_setups_that_empty_a_hand():
    refusals = []
    for number in range(4 * len(FAMILIES)):
        seen = case(3, number)
        try:
            game = ReferenceGame.from_position(seen.position)
            for _ in range(10):
                if game.decision is not None:
                    game.apply(choose(game.decision, seen.tendency, seen.rng))
        except ReferenceError as error:
            refusals.append(str(error))
    assert all("whole hand" in refusal for refusal in refusals)
    assert len(refusals) < len(FAMILIES)


def test_options_that_one_deal_depends_on_are_all_varied():
    elsewhere = {
        "deck", "first_lead_first", "first_lead", "session_deals", "count_visible_at", "peek_partner_below"
    }  # fmt: skip
    assert set(DOMAINS) | elsewhere == set(DEFAULTS.names())
    assert not set(DOMAINS) & elsewhere


def test_kinds_of_actions():
    actions = ["burn:KK", "return:5", "KK", "w2233", "pass", "yield", "shed"]
    assert [kind_of(action) for action in actions] == [
        "burn",
        "return",
        "play",
        "play",
        "pass",
        "yield",
        "shed",
    ]


def test_the_point_table_is_its_own_mirror_where_heads_are_alike():
    assert sorted(POINT_COLUMNS) == sorted(product((False, True), repeat=2))
    for declared in ((True, True), (False, False)):
        for (a_opened, b_opened), (a_pays, b_pays) in zip(POINT_COLUMNS, POINT_TABLE[declared], strict=True):
            mirrored = POINT_TABLE[declared][POINT_COLUMNS.index((b_opened, a_opened))]
            assert mirrored == (b_pays, a_pays)
