"""Why a seat cannot act: every reason where it holds, and none where it does not."""

import random
from pathlib import Path

import pytest
from golden import perft

from gouji_sim import i18n
from gouji_sim.i18n import LANGS, read_messages
from gouji_sim.narrate.reasons import reasons
from gouji_sim.position import Position
from gouji_sim.rules import list_variants
from gouji_sim.vocab import SEATS

LATER = {"later", "after_window", "last"}
"""Reasons that promise a turn on the play on the table."""

UNABLE = {"cannot_beat", "holds_wild", "holds_four", "no_seller", "broke", "not_swept", "no_five"}
"""Reasons that take a promised turn away: what is forced is not asked."""

GOUJI = {
    "variant": "qingdao",
    "hands": ["KK44", "2277", "WW88", "AAw5", "9966", "TT5"],
    "leader": 0,
    "actions": ["KK"],
}
SETUP = {
    "variant": "qingdao",
    "leader": 0,
    "start": "dealt",
    "hands": ["A23", "W73", "293", "J3", "K23", "T23"],
}
DEBT = {"from": 0, "to": 3, "kind": "last", "cards": 1}


def keys(position: dict, seat: int) -> list[str]:
    return [reason.key for reason in reasons(Position.from_dict(position))[seat]]


def table(**changes) -> dict:
    return {**GOUJI, **changes}


CASES = {
    "leader": (table(actions=[]), 3, ["leader"]),
    "settled": (
        table(hands=["KK44", "", *GOUJI["hands"][2:]], settled=[{"seat": 1, "by": "out"}]), 1, ["settled"],
    ),
    # KK of seat 0: seats 2 and 4 are asked to burn, then 1 and 5
    "asked to burn next": (table(), 1, ["later"]),
    "the owner": (table(), 0, ["owner"]),
    "the head waits for the burn window": (table(), 3, ["after_window", "head_answers"]),
    "cannot beat, cannot burn": (table(), 4, ["cannot_beat"]),
    "declined": (table(actions=["KK", "decline"]), 2, ["declined"]),
    "only the head answers": (table(actions=["KK", "decline", "decline"]), 1, ["head_only", "declined"]),
    "only the head answers, and not this": (
        table(actions=["KK", "decline", "decline"]), 5, ["head_only", "cannot_beat"],
    ),
    "the rest is not burnable": (
        table(hands=["KK44", "22789", *GOUJI["hands"][2:]], options={"bluff_burn": False}),
        1, ["not_burnable"],
    ),
    "has not opened": (
        table(options={"burn_needs_open": True}, opened=[False, False, True, False, False, False]),
        1, ["not_opened"],
    ),
    "no burning": (
        table(options={"burn": False}), 1, ["head_only", "burning_off"],
    ),
    "somebody is out": (
        table(
            hands=["KK44", "2277", "WW88", "AAw5", "9966", ""], settled=[{"seat": 5, "by": "smothered"}],
            options={"burn_until_first_out": True},
        ), 1, ["head_only", "no_burn_after_out"],
    ),
    "the last play": (
        table(hands=["KK", *GOUJI["hands"][1:]], options={"burn_last_play": False, "melee_at": 3}),
        1, ["head_only", "last_play"],
    ),
    "headless play, headless seat": (
        table(hands=["KK44", "2277", "WW88", "", "9966", "AA5"], settled=[{"seat": 3, "by": "out"}]),
        2, ["later", "headless_play"],
    ),
    "headless, so may not burn but answer": (
        table(
            hands=["KK44", "2277", "WW88", "AAw5", "", "AA5"], settled=[{"seat": 4, "by": "out"}],
        ), 1, ["after_window", "headless_no_burn"],
    ),
    # 4 of seat 0, then round the table
    "not its turn yet": (table(actions=["4"]), 2, ["later"]),
    "passed": (table(actions=["4", "pass"]), 1, ["passed"]),
    "passed before its head came in": (
        table(
            hands=["4KT", "2277", "WW88", "A5", "9966", "TT5"], options={"after_pass": "head"},
            actions=["4", "7", "8", "pass", "9", "T", "K"],
        ), 3, ["passed", "last"],
    ),
    "a pass binds": (
        table(
            hands=["4KK4", "57", "8A6", "AA5", "9966", "TT5"], actions=["4", "5", "8", "pass", "9", "T", "K"],
            options={"after_pass": "none", "gouji_thresholds": {"K": 1, "2": 1}},
        ), 3, ["head_answers", "passed", "pass_binds"],
    ),
    # seat 0 went out with KK and its head answered with AA, which is dead: headless seat 4 may not answer
    "a dead answer": (
        {
            "variant": "hero_classic", "leader": 0, "options": {"melee_at": 3},
            "hands": ["KK", "", "w2299", "AA4", "2266", "TT5"], "settled": [{"seat": 1, "by": "smothered"}],
            "actions": ["KK", "decline", "AA"],
        }, 4, ["dead", "headless_no_burn"],
    ),
    "the deal is over": (
        table(hands=["KK", "", "", "", "", "5"], settled=[{"seat": s, "by": "out"} for s in (1, 2, 3, 4)]),
        5, ["over"],
    ),
    "void": (
        {**SETUP, "hands": ["A3", "73", "93", "J3", "K23", "T23"], "actions": ["revolt", "revolt"]},
        4, ["void"],
    ),
    "declaring: had its turn": ({**SETUP, "actions": ["stay", "declare"]}, 0, ["chose"]),
    "declaring: later": ({**SETUP, "actions": ["stay", "declare"]}, 5, ["later"]),
    "revolting: holds a 2": (SETUP, 0, ["holds_wild", "chose"]),
    "buying a 4": (
        {**SETUP, "variant": "heze", "hands": ["A23", "4473", "293", "J23", "K243", "T23"]},
        4, ["holds_four", "later"],
    ),
    "nobody sells": (
        {**SETUP, "variant": "heze", "hands": ["A23", "4473", "293", "J23", "K243", "T23"]}, 1,
        ["holds_four", "no_seller", "later"],
    ),
    "cannot pay": (
        {
            **SETUP, "variant": "heze", "hands": ["A23", "4473", "293", "J3", "K243", "T23"],
            "options": {"buy_broke_fours": "none"},
        }, 3, ["broke", "later"],
    ),
    "not swept": (
        {**SETUP, "variant": "zhangqiu", "swept": 1, "hands": ["A234", "W5344", "2934", "J34", "K23", "T23"]},
        0, ["not_swept", "no_five", "chose"],
    ),
    "holds no 5": (
        {**SETUP, "variant": "zhangqiu", "swept": 1, "hands": ["A234", "W5344", "2934", "J34", "K23", "T23"]},
        3, ["no_five", "later"],
    ),
    "only the receiver": (
        {**SETUP, "hands": ["A27743", "W73", "293", "J743", "K23", "T23"], "obligations": [DEBT]},
        0, ["receiver_only"],
    ),
    "only the head of the revolter": (
        {**SETUP, "variant": "zaozhuang", "actions": ["revolt"]}, 5, ["revolter_head_only"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_reasons(case):
    position, seat, expected = CASES[case]
    assert keys(position, seat) == expected


def test_yielding():
    position = {
        "variant": "qingdao",
        "hands": ["5599K", "667A", "778A", "889A", "99TA", "TTJA"],
        "leader": 0,
        "actions": ["55", "pass", "pass", "yield"],
    }
    assert keys(position, 3) == ["yielded", "last"]
    assert keys(position, 5) == ["later"]


def test_a_burn_runs():
    """Seat 2 burns with AA and leads on with w8: its head, seat 5, may break that; others may only burn."""
    hands = ["KK44", "7789", "wwAA8", "5566", "9966", "WWTT5"]
    position = table(hands=hands, actions=["KK", "burn:AA", "pass", "w8"])
    assert Position.from_dict(position).legal()["seat"] == 5
    assert keys(position, 1) == ["burner_head_only", "cannot_beat"]


def test_dead_gouji():
    """Seat 4 keeps its head and leads KK as its first dead gouji: headless seat 1 is gone, 2 may burn."""
    position = {
        "variant": "zaozhuang", "hands": ["A2234", "73", "WW922", "J23", "KK2", "T23"], "leader": 4,
        "start": "dealt", "options": {"buy_threes": False}, "actions": ["revolt", "keep", "KK"],
    }  # fmt: skip
    found = Position.from_dict(position)
    assert found.engine.state()["dead"]
    assert found.legal()["phase"] == "burn"
    assert keys(position, 1) == ["settled"]


def walk(entry: perft.Entry, seed: int):
    """The positions along a random way on from an entry."""
    rng = random.Random(f"{entry.id} {seed}")
    position = Position.from_dict(entry.position)
    for _ in range(25):
        yield position
        if position.seat is None:
            return
        position.apply(rng.choice(position.legal()["actions"]))


def asked_later(position: Position) -> set[int]:
    """Who is asked about the same play, or in the same step, when everybody passes, declines or stays."""
    found = set()
    rest = position.copy()
    phase, plays = position.phase, position.engine.state()["plays"]
    quiet = {
        "revolt": "stay",
        "declare": "silent",
        "shed": "skip",
        "buy": "skip",
        "burn": "decline",
        "answer": "pass",
    }
    while True:
        rest.apply(quiet[rest.phase])
        state = rest.engine.state()
        same = rest.phase == phase if phase not in ("burn", "answer") else state["plays"] == plays
        if rest.seat is None or not same or rest.phase in ("lead", "choose", "return"):
            return found
        found.add(rest.seat)


@pytest.mark.parametrize("variant", list_variants())
def test_a_turn_is_promised_to_those_who_get_one(variant):
    for entry in perft.read(perft.FOLDER / f"{variant}.perft"):
        for position in walk(entry, 1):
            found = reasons(position)
            assert set(found) == set(SEATS) - {position.seat}
            settled = {seat for seat, _, _ in position.engine.settled()}
            for seat, why in found.items():
                assert why
                assert len(set(why)) == len(why)
                assert ([reason.key for reason in why] == ["settled"]) == (seat in settled)
            if position.phase in ("buy", "shed", "revolt", "declare", "burn", "answer"):
                told = {seat: {reason.key for reason in why} for seat, why in found.items()}
                promised = {seat for seat, why in told.items() if why & LATER and not why & UNABLE}
                again = {position.seat} if position.seat in asked_later(position) else set()
                assert promised | again == asked_later(position) | again, (entry.id, position.legal())


def test_every_reason_has_a_sentence_in_both_languages():
    catalogue = read_messages(Path(i18n.__file__).with_name("table.toml"))
    told = {key.removeprefix("reason.") for key in catalogue if key.startswith("reason.")}
    seen = set()
    for variant in list_variants():
        for entry in perft.read(perft.FOLDER / f"{variant}.perft"):
            for position in walk(entry, 2):
                for why in reasons(position).values():
                    for reason in why:
                        seen.add(reason.key)
                        for lang in LANGS:
                            assert reason.tell(lang)
    for position, _, _ in CASES.values():
        seen |= {reason.key for why in reasons(Position.from_dict(position)).values() for reason in why}
    assert seen == told
