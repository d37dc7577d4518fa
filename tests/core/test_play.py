"""Comparison, gouji and enumeration of plays against brute force from the sorted definition (RULES 4 to 6,
8.2).
"""

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gouji_sim.core import CompiledRules, Engine, beats
from gouji_sim.rules import load_variant
from gouji_sim.vocab import RANKS, parse_cards

SEPARATE = CompiledRules(load_variant("qingdao").options)
SMALL = CompiledRules(load_variant("qingdao", {"mixed_jokers": "small"}).options)
TWO_FOR_ONE = CompiledRules(load_variant("qingdao", {"red_two_for_one": True}).options)
FREE = load_variant("camp").options  # no held threes, no opening, no bluff


def as_ranks(play):
    """The cards of a play as ranks from high to low, twos in the rank of the naturals (RULES 5)."""
    naturals = [card for card in play if card not in "2wW"]
    rank_of = {card: RANKS.index(card) for card in play}
    if naturals:
        rank_of["2"] = RANKS.index(naturals[0])
    return sorted((rank_of[card] for card in play), reverse=True)


def outranks(attack, table):
    return len(attack) == len(table) and all(a > b for a, b in zip(attack, table, strict=True))


def beats_by_definition(attack, table, mixed_small=False, two_for_one=False):
    def ranks(play):
        if mixed_small and "W" in play and "w" in play:
            play = play.replace("W", "w")
        return as_ranks(play)

    big = table.count("W")
    if two_for_one and big:
        if len(attack) != len(table) + big or attack.count("W") < 2 * big:
            return False
        return outranks(as_ranks(attack)[2 * big :], as_ranks(table)[big:])
    return outranks(ranks(attack), ranks(table))


def all_plays(max_size, ranks="3489A"):
    for rank in [*ranks, ""]:
        for naturals, twos, small, big in itertools.product(range(max_size + 1), repeat=4):
            if 1 <= naturals + twos + small + big <= max_size and bool(naturals) == bool(rank):
                yield "W" * big + "w" * small + "2" * twos + rank * naturals


PLAYS = list(all_plays(3))


@pytest.mark.parametrize(
    ("rules", "how"),
    [(SEPARATE, {}), (SMALL, {"mixed_small": True}), (TWO_FOR_ONE, {"two_for_one": True})],
    ids=["separate", "small", "red_two_for_one"],
)
def test_beats_is_the_sorted_definition(rules, how):
    for attack, table in itertools.product(PLAYS, repeat=2):
        assert beats(rules, attack, table) == beats_by_definition(attack, table, **how), (attack, table)


cards = st.text(alphabet=RANKS, min_size=1, max_size=12)


def lead_engine(rules, hand, other="5"):
    hands = [parse_cards(hand)] + [parse_cards(other)] * 5
    return Engine.from_lead(rules, hands, 0)


def plays_of(hand):
    """Every play that a hand holds, by brute force over its sub-multisets."""
    count = Counter(hand)
    naturals = [card for card in count if card not in "2wW"]
    for rank in [*naturals, None]:
        for n in range(1, count[rank] + 1) if rank else [0]:
            for big, small, twos in itertools.product(
                range(count["W"] + 1), range(count["w"] + 1), range(count["2"] + 1)
            ):
                play = "W" * big + "w" * small + "2" * twos + (rank or "") * n
                if play:
                    yield play


@given(cards)
@settings(max_examples=300)
def test_leads_are_all_plays(hand):
    engine = lead_engine(CompiledRules(FREE), hand)
    legal = engine.legal()
    assert sorted(legal) == sorted(plays_of(hand))
    assert engine.n_actions() == len(legal) == len(set(legal))
    assert [engine.nth_legal(i) for i in range(len(legal))] == legal


@given(cards)
@settings(max_examples=200)
def test_leads_under_held_threes(hand):
    engine = lead_engine(SEPARATE, hand)
    threes = hand.count("3")
    if threes == len(hand):
        assert engine.legal() == ["3" * threes]
    else:
        assert sorted(engine.legal()) == sorted(play for play in plays_of(hand) if "3" not in play)


options = st.fixed_dictionaries(
    {"burn": st.just(False)},
    optional={"mixed_jokers": st.sampled_from(["small", "separate"]), "hold_threes": st.just("smother")},
)


@given(options, st.sampled_from(PLAYS), cards)
@settings(max_examples=600)
def test_answers_are_all_plays_that_beat(overrides, table, hand):
    rules = CompiledRules(load_variant("camp", overrides).options)
    if "hold_threes" in overrides and "3" in table:
        table = table.replace("3", "5")
    hands = [parse_cards("5")] * 6
    hands[0] = parse_cards(table + "6")
    hands[3] = parse_cards(hand)
    engine = Engine.from_lead(rules, hands, 0)
    engine.apply(table)
    expected = [play for play in plays_of(hand) if beats(rules, play, table)]
    while engine.phase == "answer" and engine.seat != 3 and engine.state()["owner"] == 0:
        engine.apply("pass")
    asked = engine.phase == "answer" and engine.seat == 3
    assert asked == bool(expected)
    if asked:
        legal = engine.legal()
        assert sorted(set(legal) - {"pass", "yield"}) == sorted(expected)
        assert engine.n_actions() == len(legal)
        assert [engine.nth_legal(i) for i in range(len(legal))] == legal
        for play in PLAYS:
            assert engine.is_legal(play) == (play in expected)


def is_burnable(rest, hold):
    """RULES 8.2, word for word."""
    if not rest:
        return True
    jokers = sum(card in "wW" for card in rest)
    groups = len({card for card in rest if card not in ("2wW3" if hold else "2wW")})
    least = groups if groups else int("2" in rest)
    held = hold and "3" in rest
    return jokers >= least if held else jokers >= least - 1


@given(st.booleans(), st.sampled_from(["KK", "w", "w9", "AA", "ww8", "2", "Q2K"]), cards)
@settings(max_examples=600)
def test_covering_plays_leave_a_burnable_rest(hold, table, hand):
    if "Q" in table:
        table = "22KK"
    rules = CompiledRules(load_variant("camp", {"hold_threes": "smother"} if hold else {}).options)
    hands = [parse_cards("5")] * 6
    hands[0] = parse_cards(table + "6")
    hands[1] = parse_cards(hand)
    engine = Engine.from_lead(rules, hands, 0)
    engine.apply(table)
    expected = []
    for play in plays_of(hand):
        rest = Counter(hand) - Counter(play)
        if beats(rules, play, table) and is_burnable(list(rest.elements()), hold):
            expected.append("burn:" + play)
    if expected:
        assert (engine.seat, engine.phase) == (1, "burn")
        assert sorted(engine.legal()) == sorted([*expected, "decline"])
        assert [engine.nth_legal(i) for i in range(engine.n_actions())] == engine.legal()
    else:
        assert engine.phase != "burn"


@pytest.mark.parametrize(
    ("play", "gouji"),
    [
        ("TTTT", False), ("TTTTT", True), ("22TTT", True), ("JJJ", False), ("JJJJ", True), ("QQ", False),
        ("QQQ", True), ("K", False), ("KK", True), ("2K", True), ("A", False), ("AA", True), ("2", True),
        ("9999999", False), ("w4", True), ("W", True), ("w", True),
    ],
)  # fmt: skip
def test_gouji_thresholds(play, gouji):  # RULES 6
    # Everybody can beat it with big jokers; only the head is asked about a gouji play.
    hands = [parse_cards(play + "5")] + [parse_cards("W" * len(play) + "6")] * 5
    engine = Engine.from_lead(CompiledRules(load_variant("camp", {"burn": False}).options), hands, 0)
    engine.apply(play)
    if play == "W":
        assert engine.phase == "lead"  # nothing beats it
    else:
        assert engine.seat == (3 if gouji else 1)
        assert engine.state()["gouji"] == gouji
