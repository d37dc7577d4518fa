from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from gouji_sim.errors import StudyError
from gouji_sim.rules import list_variants
from gouji_sim.study.config import read_config
from gouji_sim.study.grid import build_plan
from gouji_sim.study.plan import Pair, Plan, Shard

Make = Callable[..., Plan]


def test_cells_are_the_product_of_all_axes(make_plan: Make) -> None:
    plan = make_plan(policies=["greedy", "greedy,random"], rotations=[0, 1], seed=[3, 4])
    assert len(plan.cells) == 2 * 2 * 2 * 2
    assert plan.cells[0].id == "qingdao.greedy.r0.s3"
    last = plan.cells[-1]
    assert last.id == "hero.greedy+random.r1.s4"
    assert last.lineup == ("greedy", "random") * 3
    assert (last.rotation, last.replicate, last.seed) == (1, 0, 4)


def test_labels_are_bilingual(make_plan: Make) -> None:
    cell = make_plan(policies=["greedy,random"]).cells[0]
    assert cell.label("zh").startswith("青岛够级 · ")
    assert "even seats" in cell.label("en")


def test_overrides_make_an_id_of_their_own(make_plan: Make) -> None:
    variants = ["qingdao", {"use": "qingdao", "set": {"yield": False}}]
    plan = make_plan(variants=variants, overrides={"burn": False})
    assert [cell.variant_key for cell in plan.cells] == [
        "qingdao-burn_false",
        "qingdao-yield_false-burn_false",
    ]
    assert not plan.cells[1].variant.options.yield_


def test_pairs_differ_from_the_first_of_one_axis(make_plan: Make) -> None:
    plan = make_plan(policies=["random", "greedy"])
    assert set(plan.pairs) == {
        Pair("hero.random", "qingdao.random"),
        Pair("hero.greedy", "qingdao.greedy"),
        Pair("qingdao.greedy", "qingdao.random"),
        Pair("hero.greedy", "hero.random"),
    }


def test_cells_of_two_seeds_and_unequal_sessions_are_not_paired(make_plan: Make) -> None:
    assert make_plan(variants=["qingdao"], seed=[1, 2]).pairs == ()
    variants = ["qingdao", {"use": "hero", "set": {"session_deals": 3}}]
    assert make_plan(variants=variants, sessions=4).pairs == ()
    assert len(make_plan(variants=variants).pairs) == 1


def test_contrasts_stand_for_all_cells_that_agree_in_the_rest(make_plan: Make) -> None:
    plan = make_plan(
        variants=["qingdao", "hero", "camp"],
        policies=["random", "greedy"],
        margins={"sweep_rate": 0.01},
        contrasts=[{"baseline": "hero", "against": "camp", "statistics": ["sweep_rate", "plays"]}],
    )
    assert [(c.a, c.b, c.statistic, c.margin) for c in plan.contrasts] == [
        ("camp.random", "hero.random", "sweep_rate", 0.01),
        ("camp.greedy", "hero.greedy", "sweep_rate", 0.01),
        ("camp.random", "hero.random", "plays", None),
        ("camp.greedy", "hero.greedy", "plays", None),
    ]
    assert Pair("camp.greedy", "hero.greedy") in plan.pairs


@pytest.mark.parametrize(
    ("flags", "place"),
    [
        ({"variants": ["qingdao", "qd"]}, "--variant"),
        ({"seed": [1, 1]}, "--seed"),
        ({"deals": 10, "sessions": 10}, "--sessions"),
        ({"contrasts": [{"baseline": "x", "statistics": "plays"}]}, "--contrasts"),
        ({"stop": {"statistic": "plays", "half_width": 1.0, "min": 50, "max": 20}}, "--min"),
        ({"stop": {"statistic": "plays", "half_width": 1.0, "cell": "x"}}, "--stop"),
        ({"deals": 10, "stop": {"statistic": "plays", "half_width": 1.0, "max": 20}}, "--max"),
    ],
)
def test_mistakes_between_fields(make_plan: Make, flags: dict[str, object], place: str) -> None:
    with pytest.raises(StudyError) as caught:
        make_plan(**flags)
    assert [problem.place for problem in caught.value.problems] == [place]


def test_the_size_of_shards_does_not_depend_on_the_number_of_deals() -> None:
    def shard(**flags: object) -> int:
        usual = {"variants": list_variants(), "policies": ["random"]}
        return build_plan(read_config(flags=usual | flags)).shard

    assert shard(deals=1) == shard(deals="1T") == 10_000
    assert shard(sessions=3) == 2_000
    assert shard(variants=["qingdao"]) == 50_000


def test_shards_cover_all_units_once(make_plan: Make) -> None:
    plan = make_plan(deals=700, shard=200)
    assert list(plan.shards()) == [
        Shard(0, 0, 200, 0),
        Shard(1, 200, 200, 200),
        Shard(2, 400, 200, 400),
        Shard(3, 600, 100, 600),
    ]
    assert list(plan.extended(900).shards(700)) == [Shard(3, 600, 200, 700), Shard(4, 800, 100, 800)]


def test_a_plan_survives_json(make_plan: Make) -> None:
    plan = make_plan(
        sessions=30,
        variants=["qingdao", {"use": "hero", "set": {"melee_at": 5}}],
        stop={"statistic": "sweep_rate", "half_width": 0.1},
        contrasts=[{"baseline": "qingdao", "statistics": "plays"}],
    )
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())))
    assert again == plan
    assert again.hash == plan.hash


def test_the_hash_covers_what_is_played_and_nothing_else(make_plan: Make) -> None:
    plan = make_plan()
    assert plan.hash == make_plan(name="other", label={"zh": "名", "en": "name"}, deals=9).hash
    different = [
        make_plan(seed=2),
        make_plan(shard=100),
        make_plan(records="none"),
        make_plan(overrides={"yield": False}),
        make_plan(policies=["greedy"]),
        make_plan(rotations=[1]),
        make_plan(sessions=9),
    ]
    assert len({plan.hash, *(other.hash for other in different)}) == 8
