"""Common random numbers: deal i is one shuffle in every cell, and differences are the sharper for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from gouji_sim.stats.paired import difference
from gouji_sim.study import open_run
from gouji_sim.study.plan import Plan
from gouji_sim.study.runner import Settings, start_run

Make = Callable[..., Plan]


def test_all_cells_deal_the_same_cards(make_plan: Make, tmp_path: Path, serial: Settings) -> None:
    grid = {
        "variants": ["qingdao", "changyi", "kansai"],
        "policies": ["random", "greedy"],
        "replicates": [0, 1],
    }
    start_run(make_plan(deals=400, **grid), tmp_path / "a", serial)
    cells = open_run(tmp_path / "a").cells
    cards = ["big", "small", "twos", "first_dealt"]
    first = np.concatenate(list(cells[0].batches(cards)))
    assert len({bytes(row) for row in first}) > 390
    for cell in cells[1:]:
        rows = np.concatenate(list(cell.batches([*cards, "void_deals"])))
        kept = rows["void_deals"] == 0
        assert kept.mean() > 0.95
        assert all((rows[name][kept] == first[name][kept]).all() for name in cards)


def test_a_rotation_gives_the_hands_to_other_seats(make_plan: Make, tmp_path: Path, serial: Settings) -> None:
    start_run(make_plan(variants=["kansai"], rotations=[0, 1]), tmp_path / "a", serial)
    there, here = (
        np.concatenate(list(cell.batches(["twos", "big"]))) for cell in open_run(tmp_path / "a").cells
    )
    for name in ("twos", "big"):
        assert (np.roll(there[name], 1, axis=1) == here[name]).all()


def test_paired_differences_are_sharper_than_independent_ones(
    make_plan: Make, tmp_path: Path, serial: Settings
) -> None:
    """Two rules that differ in little, played by a policy without chance: most deals run alike."""
    variants = ["qingdao", {"use": "qingdao", "id": "melee_5", "set": {"melee_at": 5}}]
    plan = make_plan(variants=variants, policies=["greedy"], deals=2_000, shard=1_000, records="none")
    start_run(plan, tmp_path / "a", serial)
    run = open_run(tmp_path / "a")
    (paired,) = run.pairs.values()
    assert paired.n == 2_000
    reduction = difference(paired, "gouji_plays").reduction
    assert reduction is not None
    assert reduction > 1.5
