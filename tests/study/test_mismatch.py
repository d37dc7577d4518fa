"""What is said when a directory holds another study."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gouji_sim.study.mismatch import MOST, differences
from gouji_sim.study.plan import Plan

Make = Callable[..., Plan]


@pytest.mark.parametrize(
    ("here", "asked", "lines"),
    [
        ({}, {}, []),
        ({}, {"label": {"en": "Mine"}, "name": "mine"}, []),
        ({"variants": ["qingdao"]}, {"variants": ["hero"]}, ["variants: qingdao here, hero asked"]),
        ({}, {"policies": ["greedy", "random"]}, ["policies: – here, greedy asked"]),
        ({}, {"sessions": 50}, ["deals: 700 here, – asked", "sessions: – here, 50 asked"]),
        ({}, {"seed": 2}, [f"cells.{v}.random.seed: 1 here, 2 asked" for v in ("qingdao", "hero")]),
        ({"seed": [1, 2]}, {"seed": [1, 3]}, ["seed: 2 here, 3 asked"]),
        (
            {},
            {"records": "none", "shard": 9},
            ['records: "all" here, "none" asked', "shard: 200 here, 9 asked"],
        ),
        (
            {"variants": [{"use": "qingdao", "id": "mine"}]},
            {"variants": [{"use": "qingdao", "id": "mine", "set": {"yield": False}}]},
            ["cells.mine.random.options.yield: true here, false asked"],
        ),
        (
            {"variants": ["qingdao"], "rotations": [0, 1]},
            {"variants": ["qingdao"]},
            ["rotations: 1 here, – asked"],
        ),
    ],
)
def test_each_point_is_a_short_line(
    make_plan: Make, here: dict[str, Any], asked: dict[str, Any], lines: list[str]
) -> None:
    assert [str(problem) for problem in differences(make_plan(**here), make_plan(**asked))] == lines


def test_many_points_are_counted(make_plan: Make) -> None:
    """Qingdao and hero differ in more options than are told."""
    plans = [make_plan(variants=[{"use": use, "id": "mine"}]) for use in ("qingdao", "hero")]
    *lines, last = map(str, differences(*plans))
    assert len(lines) == MOST
    assert last.startswith("and ")
    assert last.endswith(" more")
    assert max(map(len, lines)) < 200
