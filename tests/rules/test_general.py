"""What the texts say of the game as a whole (GEN)."""

from __future__ import annotations

from rules.positions import LAST_TWO, state

from gouji_sim.rules import load_variant


def test_gen_03_six_players_four_packs_teams_of_crossing_seats() -> None:
    options = load_variant("qingdao").options
    assert options.hand_sizes == (36,) * 6
    assert options.deck_counts == (16,) * 13 + (4, 4)
    # places 1, 3, 5 against 2, 4, 6: 4 + 0 - 2 and 2 + 0 - 4
    assert state("qingdao", **LAST_TWO)["scores"] == [2, -2, 2, -2, 2, -2]


def test_gen_05_six_each_for_himself() -> None:
    assert state("kansai", **LAST_TWO)["scores"] == [4, 2, 0, 0, -2, -4]
