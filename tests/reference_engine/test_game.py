"""Positions, copies, perft and errors of the reference (RULES 19, 20, 22.26 to 22.29)."""

from __future__ import annotations

from typing import Any

import pytest
from reference import ReferenceError, ReferenceGame

LEAD: dict[str, Any] = {"variant": "qingdao", "hands": ["86", "74", "94", "T4", "J4", "Q4"], "leader": 0}
DEALT: dict[str, Any] = {"variant": "qingdao", "hands": ["236"] * 6, "leader": 0, "start": "dealt"}


def start(position: dict[str, Any], *actions: str) -> ReferenceGame:
    game = ReferenceGame.from_position(position)
    for action in actions:
        game.apply(action)
    return game


def test_a_copy_goes_its_own_way():
    game = start(LEAD, "8")
    twin = game.copy()
    assert (twin.legal(), twin.result(), twin.history) == (game.legal(), game.result(), game.history)
    twin.apply("9")
    assert game.legal() == {"seat": 2, "phase": "answer", "actions": ["9", "pass"]}
    assert twin.result()["owner"] == 2
    assert game.result()["owner"] == 0


def count(game: ReferenceGame, depth: int) -> int:
    """Perft by its definition: one for each sequence of actions, each played from the start."""
    if depth == 0 or game.decision is None:
        return 1
    return sum(count(start(LEAD, *game.history, action), depth - 1) for action in game.decision.actions)


@pytest.mark.parametrize("depth", range(6))
def test_perft_counts_sequences(depth):
    game = start(LEAD)
    assert game.perft(depth) == count(game, depth)
    assert game.history == []


def test_forced_steps_take_no_depth():
    # 8; then 1 can beat it or pass; 2 to 5 cannot and pass by force; then a lead with one play each way
    position = LEAD | {"hands": ["8", "9", "4", "4", "4", "4"]}
    assert [start(position).perft(depth) for depth in (0, 1, 2, 3)] == [1, 1, 2, 2]


def test_cards_of_an_action_in_any_order():
    game = start(LEAD | {"hands": ["2286", "74", "94", "T4", "J4", "Q4"]}, "822")
    assert game.history == ["228"]


def test_an_illegal_action_changes_nothing():
    game = start(LEAD, "8")
    before = game.legal(), game.result()
    for wrong in ("8", "yield", "9 ", "", "burn:9", "decline", "99"):
        with pytest.raises(ReferenceError):
            game.apply(wrong)
    assert (game.legal(), game.result()) == before
    assert game.history == ["8"]


def due(**changes: Any) -> dict[str, Any]:
    return DEALT | {"obligations": [{"kind": "burn", "from": 0, "to": 1, "cards": 1} | changes]}


SETTLED = LEAD | {"hands": ["86", "74", "94", "T4", "J4", ""], "settled": [{"seat": 5, "by": "out"}]}


@pytest.mark.parametrize(
    ("position", "place"),
    [
        (LEAD | {"colour": "red"}, "colour"),
        (LEAD | {"first_dealt": 0}, "first_dealt"),
        (LEAD | {"swept": None}, "swept"),
        (DEALT | {"opened": [False] * 6}, "opened"),
        (DEALT | {"settled": []}, "settled"),
        (LEAD | {"start": "middle"}, "start"),
        ({key: value for key, value in LEAD.items() if key != "leader"}, "leader"),
        (LEAD | {"leader": 6}, "leader"),
        (LEAD | {"leader": True}, "leader"),
        (LEAD | {"variant": "no_such_place"}, "no_such_place"),
        (LEAD | {"options": {"luck": True}}, "luck"),
        (LEAD | {"options": {"open_by": "luck"}}, "open_by"),
        (LEAD | {"options": {"red_two_for_one": True, "mixed_jokers": "small"}}, "red_two_for_one"),
        (LEAD | {"hands": ["6"] * 7}, "hands"),
        (LEAD | {"hands": ["6", "7", "8 8", "5", "5", "5"]}, r"hands\[2\]"),
        (LEAD | {"hands": ["WWW", "WW", "8", "5", "5", "5"]}, "hands"),
        (LEAD | {"hands": ["6", "7", "8", "", "5", "5"]}, r"hands\[3\]"),
        (SETTLED | {"hands": LEAD["hands"]}, r"hands\[5\]"),
        (SETTLED | {"settled": [{"seat": 5, "by": "suffocated"}]}, r"settled\[0\]\.by"),
        (SETTLED | {"settled": [{"seat": 5, "by": "out"}] * 2}, r"settled\[1\]"),
        (SETTLED | {"settled": [{"seat": 4, "by": "revolt"}, {"seat": 5, "by": "revolt"}]}, "revolter"),
        (LEAD | {"opened": [True] * 5}, "opened"),
        (LEAD | {"declared": [0] * 6}, "declared"),
        (DEALT | {"swept": 2}, "swept"),
        (DEALT | {"first_dealt": -1}, "first_dealt"),
        (due(kind="love"), r"obligations\[0\]\.kind"),
        (due(to=7), r"obligations\[0\]\.to"),
        (due(cards=0), r"obligations\[0\]\.cards"),
        (due(note=""), r"obligations\[0\]"),
        (LEAD | {"actions": ["8", "7"]}, r"actions\[1\]"),
        (LEAD | {"actions": "8"}, "actions"),
        (LEAD | {"hands": ["8", "5", "", "", "", ""], "actions": ["8", "5"],
                 "settled": [{"seat": seat, "by": "out"} for seat in (2, 3, 4, 5)]}, r"actions\[1\]"),
    ],
)  # fmt: skip
def test_errors_name_the_place(position, place):
    with pytest.raises(ReferenceError, match=place):
        ReferenceGame.from_position(position)


def test_a_variant_file_beside_the_position(tmp_path):
    (tmp_path / "ours.toml").write_text('extends = "qingdao"\nname = "Ours"\nhold_threes = "off"\n')
    position = LEAD | {"variant": "ours.toml", "hands": ["23", "74", "94", "T4", "J4", "Q4"]}
    game = ReferenceGame.from_position(position, tmp_path)
    assert game.legal()["actions"] == ["2", "23", "3"]


def test_a_revolter_in_the_file_opens_its_head_and_leaves_it_headless():
    position = LEAD | {
        "hands": ["KK6", "AA4", "5", "", "5", "5"],
        "settled": [{"seat": 3, "by": "revolt"}],
        "opened": [False, False, False, True, False, False],
    }
    game = start(position, "KK")
    assert game.result()["opened"] == [True, False, False, False, False, False]
    assert game.result()["revolted"] == [3]
    assert game.legal() == {"seat": 1, "phase": "answer", "actions": ["AA", "pass"]}


def test_a_setup_that_would_empty_a_hand_is_an_error():
    position = due() | {"hands": ["2", *["236"] * 5], "options": {"declare": False, "buy_threes": False}}
    with pytest.raises(ReferenceError, match="whole hand"):
        ReferenceGame.from_position(position)
