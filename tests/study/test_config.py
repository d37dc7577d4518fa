from __future__ import annotations

from pathlib import Path

import pytest

from gouji_sim.errors import StudyError
from gouji_sim.study.config import read_config
from gouji_sim.study.describe import settings_of
from gouji_sim.study.lines import LineIndex

GOOD = """\
name = "yielding"
label = { zh = "让牌", en = "Yielding" }
seed = 7
deals = "2k"
records = "none"
variants = [
  "qingdao",
  { use = "青岛", id = "no_yield", set = { yield = false }, label = { zh = "不让", en = "No yielding" } },
]
policies = ["random", "greedy"]

[margins]
sweep_rate = 0.01

[[contrasts]]
baseline = "qingdao"
statistics = ["sweep_rate", "open_rate"]

[stop]
statistic = "sweep_rate"
half_width = 0.02
"""

BAD = """\
name = "bad name"
deals = "1x"
variants = [
  "qingdoa",
  { use = "hero", set = { yeld = false, melee_at = 9 } },
]
policies = ["greedy", "foo", "a,b,c"]
colour = 3

[stop]
statistic = "sweeprate"
half_width = -1

[[contrasts]]
baseline = "hero"
statistics = ["nothing"]
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "study.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_whole_file(tmp_path: Path) -> None:
    study = read_config(write(tmp_path, GOOD)).study
    assert (study.name, study.seed, study.deals, study.records) == ("yielding", [7], 2000, "none")
    assert [entry.use for entry in study.variants] == ["qingdao", "青岛"]
    assert study.variants[1].set == {"yield": False}


def test_all_mistakes_at_once_with_line_and_field(tmp_path: Path) -> None:
    path = write(tmp_path, BAD)
    with pytest.raises(StudyError) as caught:
        read_config(path)
    places = [problem.place.removeprefix(f"{path}:") for problem in caught.value.problems]
    assert sorted(places) == sorted(
        [
            "1: name",
            "2: deals",
            "4: variants[0]: 'qingdoa'",
            "5: variants[1].set.yeld",
            "5: variants[1].set.melee_at",
            "7: policies[1]",
            "7: policies[2]",
            "8: colour",
            "11: stop.statistic",
            "12: stop.half_width",
            "16: contrasts[0].statistics[0]",
        ]
    )


ILL_TYPED = """\
name = 5
label = "mine"
seed = 1.5
variants = [3, { use = "hero", set = 4 }]
policies = [["greedy"], { seats = 2 }]
rotations = [6]
contrasts = ["hero"]

[margins]
sweep_rate = "wide"

[stop]
statistic = "sweep_rate"
half_width = inf
level = 1
"""


def test_what_is_ill_typed_is_told_in_words_of_our_own(tmp_path: Path) -> None:
    path = write(tmp_path, ILL_TYPED)
    with pytest.raises(StudyError) as caught:
        read_config(path)
    assert [str(problem).removeprefix(f"{path}:") for problem in caught.value.problems] == [
        "1: name: must be a text in quotes, not 5",
        '2: label: must be a table { zh = "…", en = "…" }, not "mine"',
        "3: seed[0]: must be a whole number, not 1.5",
        '4: variants[0]: must be the name of a variant, or a table { use = "…" }, not 3',
        "4: variants[1].set: must be a table, not 4",
        '5: policies[0]: must be policies such as "greedy" or "greedy,random", or a table { seats = "…" },'
        ' not ["greedy"]',
        "5: policies[1].seats: must be policies with commas between them, or a list of policies, not 2",
        "6: rotations[0]: must be below 6, not 6",
        '10: margins.sweep_rate: must be a number, not "wide"',
        '7: contrasts[0]: must be a table { baseline = "…", statistics = ["…"] }, not "hero"',
        "14: stop.half_width: must be a finite number, not Infinity",
        "15: stop.level: must be below 1, not 1",
    ]
    with pytest.raises(StudyError, match=r"variants: must be a list, not 3; .*policies: must not be empty"):
        read_config(write(tmp_path, "variants = 3\npolicies = []\n"))


def test_mistakes_of_flags_and_variables_are_named_after_them() -> None:
    with pytest.raises(StudyError) as caught:
        read_config(
            flags={
                "variants": ["qingdao"],
                "policies": ["nobody"],
                "stop": {"statistic": "x", "half_width": 1},
            },
            overrides={"yeld": True},
            environment={"GOUJI_SIM_SEED": "-1", "GOUJI_SIM_DEALS": "many"},
        )
    assert {problem.place for problem in caught.value.problems} == {
        "--policy",
        "--stop",
        "--set yeld",
        "GOUJI_SIM_SEED",
        "GOUJI_SIM_DEALS",
    }


def test_what_is_needed(tmp_path: Path) -> None:
    with pytest.raises(StudyError) as caught:
        read_config()
    assert {problem.place for problem in caught.value.problems} == {"--variant", "--policy"}


def test_layers(tmp_path: Path) -> None:
    config = read_config(
        write(tmp_path, GOOD),
        {"deals": "3k", "stop": {"half_width": 0.1}},
        {"burn": False},
        {"GOUJI_SIM_RECORDS": "all", "GOUJI_SIM_DEALS": "9", "HOME": "/"},
    )
    found = {name: (value, origin, place) for name, value, origin, place in settings_of(config)}
    path = tmp_path / "study.toml"
    assert found["deals"] == (3000, "flag", "--deals")
    assert found["records"] == ("all", "environment", "GOUJI_SIM_RECORDS")
    assert found["seed"] == ([7], "file", f"{path}:3: seed")
    assert found["stop.half_width"] == (0.1, "flag", "--stop")
    assert found["stop.statistic"] == ("sweep_rate", "file", f"{path}:20: stop.statistic")
    assert found["stop.level"] == (0.95, "default", "")
    assert found["set.burn"] == (False, "flag", "--set")


def test_sessions_of_a_flag_replace_deals_of_the_file(tmp_path: Path) -> None:
    study = read_config(write(tmp_path, GOOD), {"sessions": "5"}).study
    assert (study.deals, study.sessions) == (None, 5)


@pytest.mark.parametrize(("text", "reason"), [("a = ", "not valid TOML"), (None, "cannot be read")])
def test_no_file(tmp_path: Path, text: str | None, reason: str) -> None:
    path = tmp_path / "study.toml" if text is None else write(tmp_path, text)
    with pytest.raises(StudyError, match=reason):
        read_config(path)


def test_a_variant_file_beside_the_study(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('extends = "hero"\nyield = 3\n', encoding="utf-8")
    path = write(tmp_path, 'variants = ["mine.toml"]\npolicies = ["random"]\n')
    with pytest.raises(StudyError) as caught:
        read_config(path)
    assert str(caught.value.problems[0]).startswith(f"{path}:1: variants[0]: mine.toml:2: yield: ")


def test_lines_of_nested_tables() -> None:
    index = LineIndex(
        '[a.b]\nc = { d = [1, "]"] } # [\n"e f".g = 1\n[[a.x]]\ny = 1\n[[a.x]]\ny = [\n 1,\n\n 2]\n'
    )
    assert index.line(("a", "b", "c", "d", 0)) == 2
    assert index.line(("a", "b", "e f", "g")) == 3
    assert index.line(("a", "x", 0, "y")) == 5
    assert index.line(("a", "x", 1, "y")) == 7
    assert [index.line(("a", "x", 1, "y", i)) for i in (0, 1)] == [8, 10]
    assert index.line(("z",)) is None
