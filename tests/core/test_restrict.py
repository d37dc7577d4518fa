"""Restricted play: a seat never does what its name rules out, and otherwise nothing changes."""

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, play_deals, play_sessions
from gouji_sim.core._engine import Engine
from gouji_sim.core.policies import RESTRICTIONS, is_core_policy, restrictions, split_policy
from gouji_sim.errors import StudyError
from gouji_sim.rules import list_variants, load_variant

EVEN, ODD = 0b010101, 0b101010
POLICIES = ("random", "greedy", "expert")


def rules(variant, **options):
    return CompiledRules(load_variant(variant, options).options)


def played(rules, policy, never, count=1500, seed=2):
    return play_deals(rules, [f"{policy}-{never}", policy] * 3, seed, 0, count)


def opens(action, options):
    """Is it a lead that completes an opening (RULES 9.2)?"""
    return action == "4" if options.open_needs_four == "single_four" else set(action) == {"4"}


def test_a_name_says_what_a_seat_never_does():
    assert split_policy("greedy-burn-yield") == ("greedy", ("burn", "yield"))
    assert split_policy("search:64:greedy-open") == ("search:64:greedy", ("open",))
    assert restrictions(["greedy", "random-burn", "expert-revolt-yield"]) == [0, 1, 18]
    assert is_core_policy("search:8-burn")
    assert not is_core_policy("my_module:Mine-burn")


@pytest.mark.parametrize("name", ["greedy-fly", "greedy-", "fly-burn", "-burn"])
def test_other_names_are_refused(name):
    with pytest.raises(StudyError):
        play_deals(rules("qingdao"), [name] * 6, 1, 0, 1)


@pytest.mark.parametrize("policy", ["greedy", "expert"])
@pytest.mark.parametrize("variant", ["qingdao", "hero", "zhangqiu", "puji"])
def test_a_seat_that_may_not_burn_never_does_while_others_do(variant, policy):
    records = played(rules(variant), policy, "burn")
    assert not (records["burners"] & EVEN).any()
    assert (records["burners"] & ODD).any()


def test_nobody_yields_where_nobody_may():
    records = play_deals(rules("qingdao"), ["random-yield"] * 6, 2, 0, 300)
    assert not records["yields"].any()
    assert played(rules("qingdao"), "random", "yield", 300)["yields"].any()


@pytest.mark.parametrize("policy", POLICIES)
def test_declaring_and_revolting_are_left_out(policy):
    base = rules("qingdao")
    silent = played(base, policy, "declare", 300)
    assert not (silent["declared"] & EVEN).any()
    # automatic revolts of seats that cannot buy stay: 7 % of deals have one at these rules
    many = play_deals(rules("qingdao", buy_threes=False), [f"{policy}-revolt"] * 6, 2, 0, 3000)
    assert (many["revolter"] == -1).all()
    assert not many["void_revolts"].any()


@pytest.mark.parametrize("variant", ["qingdao", "changyi", "zoucheng", "zhangqiu", "heze"])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_seat_that_may_not_open_opens_only_with_no_other_lead(variant, policy):
    base = rules(variant, revolt="never", buy_broke="free")
    free = play_deals(base, [policy] * 6, 2, 0, 1500)
    kept = played(base, policy, "open")
    opened = np.bitwise_count(kept["opened"] & EVEN).sum()
    # what is left are hands of 4s and held 3s only
    assert opened <= 0.05 * np.bitwise_count(free["opened"] & EVEN).sum()
    assert (kept["opened"] & ODD).any()


def test_where_no_four_is_needed_opening_is_no_choice():
    base = rules("hero")
    free = play_deals(base, ["greedy"] * 6, 2, 0, 200)
    assert (played(base, "greedy", "open", 200) == free).all()


@pytest.mark.parametrize("never", RESTRICTIONS)
def test_a_restriction_that_never_applies_changes_nothing(never):
    base = rules("puji", burn=False, **{"yield": False}, revolt="never")
    free = play_deals(base, ["random"] * 6, 2, 0, 100)
    assert (play_deals(base, [f"random-{never}"] * 6, 2, 0, 100) == free).all()


@pytest.mark.parametrize("variant", list_variants())
@pytest.mark.parametrize("policy", POLICIES)
def test_restricted_actions_are_legal_and_the_table_is_left_alone(variant, policy):
    base = rules(variant)
    never = "-".join(RESTRICTIONS)
    for deal in range(12):
        engine = Engine.from_deal(base, 7, deal, [f"{policy}-{never}"] * 6)
        engine.start()
        while engine.seat is not None:
            before = engine.state(), engine.hands(), engine.legal()
            action = engine.policy_action()
            assert (engine.state(), engine.hands(), engine.legal()) == before
            state, _, legal = before
            may_open = state["chance"] == state["seat"] and not state["melee"]
            if state["phase"] == "lead" and may_open and opens(action, base.options):
                assert all(opens(other, base.options) for other in legal)
            engine.apply(action)


def test_sessions_and_rotations_take_restrictions_too():
    base = rules("zhangqiu")
    lineup = ["greedy-burn", "greedy"] * 3
    records = play_sessions(base, lineup, 1, 0, 40)
    assert not (records["burners"] & EVEN).any()
    turned = play_deals(base, lineup, 1, 0, 200, rotation=1)
    assert not (turned["burners"] & EVEN).any()
