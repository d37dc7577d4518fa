"""Options: the defaults of RULES 17, strict types, and every mistake told at once with its place."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from gouji_sim.errors import VariantError
from gouji_sim.rules import DECK_NAMES, DECKS, DEFAULTS, Options, RankCounts, load_variant
from gouji_sim.rules.decks import hand_sizes
from gouji_sim.vocab import RANKS, SETUP_STEPS, TRIBUTE_KINDS

# RULES 17, word for word
DEFAULT_VALUES: dict[str, Any] = {
    "deck": "std216", "teams": True, "mixed_jokers": "separate", "red_two_for_one": False,
    "red_not_gouji": False, "gouji_thresholds": {"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2, "2": 1},
    "yield": True, "after_pass": "head_gouji", "dead_gouji_on_last": False, "burn": True,
    "burn_needs_open": False, "burn_until_first_out": False, "burn_last_play": True, "burn_team_first": True,
    "bluff_burn": False, "open_by": "pure", "open_single_two": True, "open_min_cards": 1,
    "open_needs_four": "fours", "open_until": "melee", "open_if_head_smothered": False,
    "four_forfeits": False, "no_four_forfeits": False, "fours_with_jokers": "always",
    "hold_threes": "smother", "melee_at": 4, "melee_starts": "next_round", "suffocation": False,
    "end_when_team_out": False, "setup": ["deal", "buy", "tribute", "revolt", "declare", "lead"],
    "buy_threes": True, "buy_fours": "no", "buy_broke": "revolt", "buy_broke_fours": "free",
    "revolt": "allowed", "revolt_void_at": 2, "head_choice": False, "declare": True,
    "first_lead_first": "show_threes", "first_lead": "last_place", "place_points": [4, 2, 0, 0, -2, -4],
    "positive_only": False, "tribute": True, "session_deals": 5,
    "tribute_order": ["smother", "burn", "point", "last"], "counter_burn_cards": 1,
    "tribute_cards": "jokers_and_twos", "last_within_team": False, "tribute_return": "must_hold",
    "resist": False, "sweep_tribute": "none", "shed_fives": False, "count_visible_at": 10,
    "peek_partner_below": 0,
}  # fmt: skip

CHOICES: dict[str, list[str]] = {
    "mixed_jokers": ["separate", "small"],
    "after_pass": ["none", "head_gouji", "head"],
    "open_by": ["pure", "no_joker", "any", "none"],
    "open_needs_four": ["no", "fours", "single_four"],
    "open_until": ["melee", "head_out", "any_out"],
    "fours_with_jokers": ["always", "after_open_closed"],
    "hold_threes": ["smother", "hold", "off"],
    "melee_starts": ["next_round", "at_once"],
    "buy_fours": ["no", "optional", "required"],
    "buy_broke": ["revolt", "free", "highest", "none"],
    "buy_broke_fours": ["free", "highest", "none"],
    "revolt": ["allowed", "never", "redeal"],
    "first_lead_first": ["random", "show_threes", "show_fours"],
    "first_lead": ["random", "show_threes", "show_fours", "last_place"],
    "tribute_cards": ["jokers_and_twos", "any"],
    "tribute_return": ["must_hold", "may_refuse", "none"],
    "sweep_tribute": ["none", "reduced"],
}
BOUNDS = {
    "open_min_cards": (1, 255),
    "melee_at": (1, 6),
    "revolt_void_at": (1, 2),
    "session_deals": (1, 1000),
    "counter_burn_cards": (1, 255),
    "count_visible_at": (0, 255),
    "peek_partner_below": (0, 255),
}
SWITCHES = [name for name, value in DEFAULT_VALUES.items() if isinstance(value, bool)]


@st.composite
def setups(draw):
    middle = draw(st.permutations(["buy", "tribute", "shed", "revolt", "declare"]))
    middle = middle[: draw(st.integers(0, len(middle)))]
    if draw(st.booleans()):
        return ["declare", "deal", *(step for step in middle if step != "declare"), "lead"]
    return ["deal", *middle, "lead"]


decks = st.sampled_from(DECK_NAMES) | st.dictionaries(
    st.sampled_from(RANKS), st.integers(0, 24), max_size=15
).filter(lambda counts: sum(counts.values()) >= 6)

options_tables = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.booleans() for name in SWITCHES if name != "red_two_for_one"},
        **{name: st.sampled_from(choices) for name, choices in CHOICES.items()},
        **{name: st.integers(*bounds) for name, bounds in BOUNDS.items()},
        "deck": decks,
        "gouji_thresholds": st.dictionaries(st.sampled_from(RANKS[:13]), st.integers(1, 255)),
        "setup": setups(),
        "place_points": st.lists(st.integers(-1000, 1000), min_size=6, max_size=6),
        "tribute_order": st.permutations(TRIBUTE_KINDS).flatmap(
            lambda kinds: st.integers(0, 4).map(lambda n: kinds[:n])
        ),
    },
)


def problems_of(overrides: dict[str, Any]) -> list[str]:
    with pytest.raises(VariantError) as caught:
        load_variant("qingdao", overrides)
    return [str(problem) for problem in caught.value.problems]


def test_defaults_are_those_of_the_rules():
    assert DEFAULTS.to_dict() == DEFAULT_VALUES
    assert Options.names() == tuple(DEFAULT_VALUES)
    assert DEFAULTS.differences() == {}


@given(options_tables)
def test_options_survive_being_written_and_read(table):
    options = Options.model_validate(table)
    written = options.to_dict()
    assert Options.model_validate(written) == options
    assert Options.model_validate({**DEFAULT_VALUES, **options.differences()}) == options
    for key, value in table.items():
        zeros_gone = {k: v for k, v in value.items() if v} if isinstance(value, dict) else value
        assert written[key] == zeros_gone


@given(options_tables)
def test_options_are_frozen_values(table):
    options = Options.model_validate(table)
    for twin in (copy.deepcopy(options), pickle.loads(pickle.dumps(options))):
        assert twin == options
        assert hash(twin) == hash(options)
    with pytest.raises(ValidationError):
        options.burn = False  # type: ignore[misc]
    with pytest.raises(TypeError):
        options.gouji_thresholds["K"] = 9  # type: ignore[index]


@given(options_tables)
def test_every_seat_gets_a_card_and_all_cards_are_dealt(table):
    options = Options.model_validate(table)
    assert sum(options.hand_sizes) == options.deck_size == sum(options.deck_counts)
    assert min(options.hand_sizes) >= 1
    assert max(options.hand_sizes) - min(options.hand_sizes) <= 1
    assert list(options.hand_sizes) == sorted(options.hand_sizes, reverse=True)


@pytest.mark.parametrize(
    ("deck", "hands", "cards"),
    [
        ("std216", (36,) * 6, {"3": 16, "4": 16, "5": 16, "A": 16, "2": 16, "w": 4, "W": 4}),
        ("short196", (33, 33, 33, 33, 32, 32), {"3": 6, "4": 6, "5": 16}),
        ("threes204", (34,) * 6, {"3": 6, "4": 14, "5": 16}),
        ("fours192", (32,) * 6, {"3": 6, "4": 6, "5": 12, "6": 16}),
        ("six324", (54,) * 6, {"3": 24, "2": 24, "w": 6, "W": 6}),
        ("jokers240", (40,) * 6, {"3": 16, "w": 16, "W": 16}),
    ],
)
def test_built_in_decks_are_those_of_the_rules(deck, hands, cards):
    options = Options(deck=deck)
    assert options.hand_sizes == hands
    assert options.deck_size == int(deck.lstrip("abcdefghijklmnopqrstuvwxyz"))
    assert {rank: options.deck_counts[RANKS.index(rank)] for rank in cards} == cards
    assert hand_sizes(DECKS[deck]) == hands


def test_a_deck_of_counts_leaves_out_what_it_does_not_name():
    options = Options.model_validate({"deck": {"3": 16, "W": 4, "4": 0}})
    assert options.deck_counts == (16, *[0] * 13, 4)
    assert options.hand_sizes == (4, 4, 3, 3, 3, 3)
    assert options.to_dict()["deck"] == {"3": 16, "W": 4}


def test_thresholds_replace_the_whole_table():
    assert DEFAULTS.thresholds == (0, 0, 0, 0, 0, 0, 0, 5, 4, 3, 2, 2, 1, 0, 0)
    options = load_variant("qingdao", {"gouji_thresholds": {"K": 2, "9": 6}}).options
    assert options.thresholds == (0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 2, 0, 0, 0, 0)
    assert load_variant("qingdao", {"gouji_thresholds": {}}).options.thresholds == (0,) * 15


def test_rank_tables_behave_like_mappings():
    table = RankCounts({"K": 2, "3": 1, "w": 0})
    assert list(table.items()) == [("3", 1), ("K", 2)]
    assert (len(table), "w" in table, "34" in table, "" in table) == (2, False, False, False)
    assert table == {"3": 1, "K": 2}
    assert repr(table) == "RankCounts({'3': 1, 'K': 2})"


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("value", ["true", 1, 0, None, "yes", [True]])
def test_a_switch_is_true_or_false_and_nothing_else(name, value):
    (problem,) = problems_of({name: value})
    assert problem.startswith(f"options: {name}: must be true or false, not ")


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("value", [True, False, "luck", "", 1, ["none"], None])
def test_a_choice_is_one_of_the_listed_words(name, value):
    (problem,) = problems_of({name: value})
    assert problem.startswith(f"options: {name}: must be '{CHOICES[name][0]}'")
    assert all(f"'{choice}'" in problem for choice in CHOICES[name])


@pytest.mark.parametrize("name", BOUNDS)
def test_a_number_is_whole_and_within_bounds(name):
    low, high = BOUNDS[name]
    assert problems_of({name: low - 1}) == [f"options: {name}: must be at least {low}, not {low - 1}"]
    assert problems_of({name: high + 1}) == [f"options: {name}: must be at most {high}, not {high + 1}"]
    for value, shown in ((True, "true"), (4.0, "4.0"), ("4", '"4"'), (None, "null")):
        assert problems_of({name: value}) == [f"options: {name}: must be a whole number, not {shown}"]


@pytest.mark.parametrize(
    ("overrides", "problem"),
    [
        ({"deck": "std217"}, "deck: must be 'std216'"),
        ({"deck": 216}, "deck: must be the name of a deck or a table of counts by rank, not 216"),
        ({"deck": {"3": 25, "4": 6}}, "deck.3: must be at most 24, not 25"),
        ({"deck": {"3": -1, "4": 6}}, "deck.3: must be at least 0, not -1"),
        ({"deck": {"10": 6}}, "deck.10: ranks here are '3', '4'"),
        ({"deck": {"3": 5}}, "deck: 5 cards do not give each of the six seats one"),
        ({"deck": {}}, "deck: 0 cards do not give each of the six seats one"),
        ({"gouji_thresholds": {"K": 0}}, "gouji_thresholds.K: must be at least 1, not 0"),
        ({"gouji_thresholds": {"w": 1}}, "gouji_thresholds.w: ranks here are '3', '4'"),
        ({"gouji_thresholds": {"K": True}}, "gouji_thresholds.K: must be a whole number, not true"),
        ({"gouji_thresholds": 5}, "gouji_thresholds: must be a table of numbers by rank, not 5"),
        ({"place_points": [4, 2, 0, -2, -4]}, "place_points: six numbers are needed, not 5"),
        ({"place_points": [4, 2, 0, 0, 0, -2, -4]}, "place_points: six numbers are needed, not 7"),
        ({"place_points": [4, 2, 0, 0, -2, 1001]}, "place_points[5]: must be at most 1000, not 1001"),
        ({"place_points": [4, 2, 0, 0, -2, 0.5]}, "place_points[5]: must be a whole number, not 0.5"),
        ({"place_points": "4,2,0"}, 'place_points: must be a list, not "4,2,0"'),
        ({"setup": "deal"}, 'setup: must be a list, not "deal"'),
        ({"setup": ["deal", "by", "lead"]}, "setup[1]: must be 'deal'"),
        ({"setup": ["deal", "buy", "buy", "lead"]}, "setup: step 'buy' is listed more than once"),
        ({"setup": ["deal", "buy"]}, "setup: step 'lead' is missing"),
        ({"setup": ["buy", "lead"]}, "setup: step 'deal' is missing"),
        ({"setup": ["deal", "lead", "buy"]}, "setup: step 'lead' must be the last"),
        ({"setup": ["revolt", "deal", "lead"]}, "setup: step 'revolt' must come after 'deal'"),
        ({"tribute_order": ["last", "last"]}, "tribute_order: kind 'last' is listed more than once"),
        ({"tribute_order": ["gift"]}, "tribute_order[0]: must be 'smother'"),
        ({"first_lead_first": "last_place"}, "first_lead_first: must be 'random'"),
        ({"buy_broke_fours": "revolt"}, "buy_broke_fours: must be 'free'"),
        ({"tribute_return": True}, "tribute_return: must be 'must_hold', 'may_refuse' or 'none', not true"),
        ({"yeild": False}, "yeild: no option of that name (did you mean 'yield'?)"),
        ({"yield_": False}, "yield_: no option of that name (did you mean 'yield'?)"),
        ({"name": "x"}, "name: no option of that name"),
        ({"open_by": "nojoker"}, "(did you mean 'no_joker'?)"),
    ],
)
def test_a_wrong_value_is_told_with_its_place(overrides, problem):
    (found,) = problems_of(overrides)
    assert found.startswith("options: ")
    assert problem in found


def test_two_for_one_and_small_jokers_do_not_go_together():
    """RULES 22.28."""
    reason = 'red_two_for_one needs mixed_jokers = "separate" (RULES 5)'
    both = {"red_two_for_one": True, "mixed_jokers": "small"}
    assert problems_of(both) == [f"options: mixed_jokers: {reason}"]
    with pytest.raises(VariantError, match="options: red_two_for_one"):
        load_variant("hero", {"red_two_for_one": True})
    with pytest.raises(VariantError, match="options: mixed_jokers"):
        load_variant("kanto", {"mixed_jokers": "small"})
    with pytest.raises(ValidationError, match="red_two_for_one needs"):
        Options(red_two_for_one=True, mixed_jokers="small")


@given(
    st.lists(
        st.sampled_from(
            [
                ("teams", 1, "teams"),
                ("deck", {"3": 2}, "deck"),
                ("setup", ["lead"], "setup"),
                ("melee_at", 9, "melee_at"),
                ("revolt", "maybe", "revolt"),
                ("place_points", [1], "place_points"),
                ("tribute_order", ["burn", "burn"], "tribute_order"),
                ("gouji_thresholds", {"K": 0}, "gouji_thresholds.K"),
                ("spite", True, "spite"),
            ]
        ),
        min_size=1,
        unique_by=lambda row: row[0],
    )
)
def test_all_mistakes_are_told_at_once(mistakes):
    found = problems_of({key: value for key, value, _ in mistakes})
    assert sorted(p.split(": ")[1] for p in found) == sorted(place for _, _, place in mistakes)


def test_every_setup_of_the_steps_is_accepted_in_any_order_after_the_deal():
    middle = [step for step in SETUP_STEPS if step not in ("deal", "lead")]
    for first in middle:
        rest = [step for step in middle if step != first]
        Options.model_validate({"setup": ["deal", first, *rest, "lead"]})
    Options.model_validate({"setup": ["declare", "deal", "lead"]})
