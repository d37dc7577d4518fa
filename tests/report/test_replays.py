"""Luck over replays and skill over duplicate deals, from the cells of one run."""

import numpy as np
import pytest

from gouji_sim.report.cells import read_cells
from gouji_sim.report.report import build_report
from gouji_sim.report.sources import hands_exchanged, open_sources, replays, side_by_side


def scores(source):
    return np.concatenate([records["score"][:, 0] for records in source.cell.batches()]).astype(float)


@pytest.fixture(scope="module")
def cells(tmp_path_factory, play):
    path = tmp_path_factory.mktemp("runs") / "replays"
    return read_cells(
        open_sources(
            [
                play(
                    path, variants=["qingdao"], policies=["greedy,random"], deals=500, seed=4, shard=200,
                    rotations=[0, 1], replicates=[0, 1, 2],
                )
            ]
        )
    )  # fmt: skip


def test_cells_are_grouped_by_what_they_share(cells):
    sources = [cell.source for cell in cells]
    groups = [[source.cell.cell.replicate for source in group] for group in replays(sources)]
    assert groups == [[0, 1, 2], [0, 1, 2]]
    assert sum(hands_exchanged(a, b) for a in sources for b in sources) == 6


def test_luck_is_the_intraclass_correlation_over_replays(cells):
    document = build_report(cells, "en", "", {})
    rows = document.table("luck_share").rows
    assert [row[1] for row in rows] == [3, 3]
    group = replays([cell.source for cell in cells])[0]
    table = np.stack([scores(source) for source in group], axis=1)
    n, k = table.shape
    between = k * table.mean(axis=1).var(ddof=1)
    within = table.var(axis=1, ddof=1).mean()
    assert rows[0][2].value == pytest.approx((between - within) / (between + (k - 1) * within), rel=1e-6)
    assert rows[0][2].n == n == 500


def test_over_duplicate_deals_the_cards_cancel(cells):
    document = build_report(cells, "en", "", {})
    rows = document.table("duplicates").rows
    assert len(rows) == 3
    straight, turned = (next(c for c in cells if c.cell.cell.rotation == r) for r in (0, 1))
    both = (scores(straight.source) + scores(turned.source)) / 2
    skill = next(measure for measure, name in zip(rows[0][1:], ("skill",), strict=False))
    # the margin is the score of one team less that of the other: twice the score of seat 0
    assert skill.value == pytest.approx(2 * both.mean())
    assert skill.n == 500


def test_side_by_side_goes_as_far_as_all_have_records(cells, tmp_path, play):
    shorter = open_sources(
        [play(tmp_path / "short", variants=["qingdao"], policies=["greedy"], deals=330, seed=4, shard=150)]
    )
    pieces = list(side_by_side([cells[0].source, *shorter], ("deal",)))
    assert [len(a) for a, _ in pieces] == [150, 50, 100, 30]
    assert all((a["deal"] == b["deal"]).all() for a, b in pieces)
