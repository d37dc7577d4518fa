"""Variants: the table of RULES 18, how variants are found, and users' own files."""

import pickle
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_sim.errors import VariantError
from gouji_sim.rules import DEFAULTS, Variant, list_variants, load_variant, parse_override, parse_overrides
from gouji_sim.rules import registry as registry_module
from gouji_sim.rules.registry import fold, variant_names
from gouji_sim.rules.variant import format_value

FOLDER = Path(registry_module.__file__).parent / "variants"

SINGLE_DEALS: dict[str, Any] = {"declare": False, "tribute": False}
JAPANESE = {"after_pass": "head", **SINGLE_DEALS, "first_lead_first": "random", "first_lead": "random"}
ALONE = {"teams": False, **JAPANESE}
FREE_THREES = {"hold_threes": "off", "buy_threes": False}
SHORT = {"deck": "short196", "after_pass": "none", "end_when_team_out": True, "count_visible_at": 0}
ZAOZHUANG = {
    "deck": "six324", "open_by": "any", "open_needs_four": "no", "head_choice": True, **SINGLE_DEALS,
    "first_lead_first": "random", "end_when_team_out": True,
}  # fmt: skip
HEZE = {
    **SHORT, "open_by": "no_joker", "buy_fours": "optional", "buy_broke": "highest", "revolt": "never",
    "first_lead_first": "random",
}  # fmt: skip
HERO = {
    "mixed_jokers": "small", "after_pass": "head", "open_by": "no_joker", "open_single_two": False,
    "open_needs_four": "no", "head_choice": True, "tribute_cards": "any", "last_within_team": True,
}  # fmt: skip
KINKI = {
    **ALONE, "hold_threes": "hold", "buy_fours": "required", "buy_broke": "none", "buy_broke_fours": "none",
    "open_by": "no_joker", "open_min_cards": 2, "open_needs_four": "no", "four_forfeits": True,
    "no_four_forfeits": True,
}  # fmt: skip
KANSAI = {**ALONE, **FREE_THREES, "suffocation": True, "open_by": "none"}

# RULES 18: what differs from the defaults
DIFFERENCES: dict[str, dict[str, Any]] = {
    "qingdao": {"bluff_burn": True, "counter_burn_cards": 2},
    "changyi": {
        "burn_needs_open": True, "burn_last_play": False, "melee_starts": "at_once", "open_until": "head_out",
        "four_forfeits": True, "fours_with_jokers": "after_open_closed", "declare": False,
        "tribute_order": ["smother", "burn"],
    },
    "zoucheng": {
        **SHORT, "open_until": "head_out", "open_if_head_smothered": True, "buy_fours": "required",
        "buy_broke": "free", "revolt": "never", "first_lead_first": "random", **SINGLE_DEALS,
    },
    "zhangqiu": {
        **SHORT, "melee_at": 5, "burn_until_first_out": True, "open_needs_four": "single_four",
        "open_until": "any_out", "buy_fours": "required", "buy_broke": "free", "revolt": "never",
        "setup": ["deal", "buy", "tribute", "shed", "declare", "lead"],
        "tribute_order": ["point", "burn", "smother", "last"], "last_within_team": True,
        "tribute_return": "none", "resist": True, "sweep_tribute": "reduced", "shed_fives": True,
        "first_lead_first": "random",
    },
    "zaozhuang": ZAOZHUANG,
    "zaozhuang_classic": {**ZAOZHUANG, **FREE_THREES, "dead_gouji_on_last": True},
    "heze": {**HEZE, **SINGLE_DEALS},
    "heze_tribute": {
        **HEZE, "tribute_order": ["point", "burn", "last"], "resist": True,
        "setup": ["declare", "deal", "buy", "tribute", "lead"],
    },
    "hero": {**HERO, "first_lead_first": "show_fours", "first_lead": "show_fours"},
    "hero_classic": {**HERO, **FREE_THREES, "dead_gouji_on_last": True, "first_lead": "show_threes"},
    "puji": {
        "after_pass": "head", **FREE_THREES, "open_by": "none", "burn_team_first": False, "revolt": "redeal",
        **SINGLE_DEALS, "tribute_return": "may_refuse", "positive_only": True,
    },
    "kanto": {
        **ALONE, "hold_threes": "hold", "red_two_for_one": True, "open_by": "none", "buy_broke": "none",
    },
    "shikoku": {
        **ALONE, **FREE_THREES, "open_by": "no_joker", "open_min_cards": 2, "open_needs_four": "no",
    },
    "kinki": KINKI,
    "kinki_single_three": {**KINKI, "deck": "threes204"},
    "kinki_single_four": {**KINKI, "deck": "fours192"},
    "kyushu": {
        **ALONE, **FREE_THREES, "deck": "jokers240", "red_two_for_one": True, "revolt_void_at": 1,
        "open_by": "none",
    },
    "kansai": KANSAI,
    "camp": {key: value for key, value in KANSAI.items() if key not in ("teams", "suffocation")}
    | {"peek_partner_below": 10},
}  # fmt: skip

NAMES_ZH = {
    "qingdao": "青岛够级", "changyi": "昌邑够级", "zoucheng": "邹城够级", "zhangqiu": "章丘够级",
    "zaozhuang": "枣庄够级（憋三）", "zaozhuang_classic": "枣庄够级（不憋三）", "heze": "菏泽够级",
    "heze_tribute": "菏泽够级（进贡）", "hero": "够级英雄（憋三）", "hero_classic": "够级英雄（不憋三）",
    "puji": "够级大纲（普级）", "kanto": "关东", "shikoku": "四国", "kinki": "近畿・中部",
    "kinki_single_three": "单张三", "kinki_single_four": "单张四", "kyushu": "九州", "kansai": "关西",
    "camp": "阵营战",
}  # fmt: skip


def problems_of(*args: Any, **kwargs: Any) -> list[str]:
    with pytest.raises(VariantError) as caught:
        load_variant(*args, **kwargs)
    assert caught.value.exit_code == 2
    return [str(problem) for problem in caught.value.problems]


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write a variant file into the working directory."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_the_19_variants_stand_in_the_order_of_the_rules():
    assert list_variants() == list(DIFFERENCES)
    assert sorted(path.stem for path in FOLDER.glob("*.toml")) == sorted(list_variants())


@pytest.mark.parametrize("id", DIFFERENCES)
def test_a_variant_differs_from_the_defaults_as_the_rules_say(id):
    variant = load_variant(id)
    assert variant.options.differences() == DIFFERENCES[id]
    assert (variant.id, variant.name_zh) == (id, NAMES_ZH[id])
    assert variant.name_en
    assert variant.overrides == {}


@pytest.mark.parametrize("id", DIFFERENCES)
def test_a_variant_file_says_only_what_differs_and_why(id):
    text = (FOLDER / f"{id}.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    base = load_variant(table["extends"]).options if "extends" in table else DEFAULTS
    repeated = [key for key, value in base.to_dict().items() if table.get(key) == value]
    assert not repeated
    assert table["sources"]
    clauses = re.findall(r"\b[A-Z]{2}-\d\d\b", text)
    assert clauses
    assert text.count("#") >= 1


def test_names_and_aliases_are_unique_over_all_variants():
    owners: dict[str, set[str]] = {}
    for id in list_variants():
        variant = load_variant(id)
        for name in (id, variant.name_zh, variant.name_en, *variant.aliases):
            owners.setdefault(fold(name), set()).add(id)
    assert [name for name, ids in owners.items() if len(ids) > 1] == []
    assert set(owners) == set(variant_names())


@pytest.mark.parametrize("id", DIFFERENCES)
def test_every_variant_answers_to_chinese_pinyin_and_a_short_name(id):
    aliases = load_variant(id).aliases
    assert any("\u4e00" <= character <= "\u9fff" for alias in aliases for character in alias)
    assert any(alias.isascii() and len(alias) <= 4 for alias in aliases)
    for alias in (*aliases, id.upper(), id.replace("_", "-"), f" {id} "):
        assert load_variant(alias).id == id


@pytest.mark.parametrize("name", ["qingdao", "青岛", "qd", "QD", "Qīngdǎo", "青岛够级", "Qingdao Gouji"])
def test_qingdao_by_any_of_its_names(name):
    assert load_variant(name).id == "qingdao"


def test_an_unknown_name_is_refused_with_the_nearest():
    assert problems_of("qingdoa") == ["'qingdoa': no variant of that name (did you mean 'qingdao'?)"]
    (problem,) = problems_of("xyzzy")
    assert all(id in problem for id in list_variants())
    assert problems_of("", {"burn": False})


def test_overrides_change_options_and_the_label():
    variant = load_variant("青岛", {"yield": False, "setup": ["deal", "lead"]})
    assert not variant.options.yield_
    assert variant.overrides == {"yield": False, "setup": ["deal", "lead"]}
    assert variant.label("zh") == '青岛够级 (yield=false, setup=["deal", "lead"])'
    assert load_variant("qd").label("en") == "Qingdao gouji"
    assert load_variant("qd").options.yield_


def test_overrides_are_told_under_the_callers_name_for_them():
    assert problems_of("qd", {"burn": 1}, overrides_place="--set") == [
        "--set: burn: must be true or false, not 1"
    ]


def test_a_variant_can_be_changed_further():
    variant = load_variant("hero", {"burn": False}).changed({"melee_at": 5})
    assert variant == load_variant("hero", {"burn": False, "melee_at": 5})
    with pytest.raises(VariantError, match=r"^options: red_two_for_one"):
        variant.changed({"red_two_for_one": True})


@pytest.mark.parametrize("id", DIFFERENCES)
def test_a_variant_survives_json_and_pickling(id):
    variant = load_variant(id, {"session_deals": 7})
    assert Variant.from_dict(variant.to_dict()) == variant
    assert pickle.loads(pickle.dumps(variant)) == variant
    assert hash(variant) == hash(load_variant(id, {"session_deals": 7}))


def test_a_user_file_extends_a_variant(write):
    write(
        "mine.toml",
        'extends = "昌邑"\nname = "我们的打法"\naliases = ["wm"]\nsources = ["Aunt Li"]\nmelee_at = 5\n'
        'deck = { "3" = 6, A = 16, W = 4 }\n',
    )
    variant = load_variant("mine.toml", {"burn": False})
    assert (variant.id, variant.name_zh, variant.name_en) == ("mine", "我们的打法", "我们的打法")
    assert (variant.aliases, variant.sources) == (("wm",), ("Aunt Li",))
    assert variant.options.differences(load_variant("changyi").options) == {
        "melee_at": 5,
        "burn": False,
        "deck": {"3": 6, "A": 16, "W": 4},
    }


def test_a_user_file_without_a_base_starts_from_the_defaults(write):
    path = write("plain.toml", "")
    variant = load_variant(path)
    assert variant.options == DEFAULTS
    assert variant.label("zh") == "plain"
    assert load_variant(str(path)) == variant


def test_a_name_may_be_given_in_both_languages(write):
    write("both.toml", 'name = { zh = "双语", en = "Both" }\n')
    assert [load_variant("both.toml").name(lang) for lang in ("zh", "en")] == ["双语", "Both"]


def test_a_relative_path_is_looked_up_in_the_search_directories_first(write):
    write("far/rules.toml", "melee_at = 2\n")
    write("rules.toml", "melee_at = 3\n")
    assert load_variant("rules.toml").options.melee_at == 3
    assert load_variant("rules.toml", search_dirs=["far"]).options.melee_at == 2
    assert load_variant("rules.toml", search_dirs=["nowhere"]).options.melee_at == 3
    assert load_variant("./far/rules.toml", search_dirs=["far"]).options.melee_at == 2


def test_a_base_is_looked_up_beside_the_file_that_extends_it(write):
    write("far/base.toml", "melee_at = 2\n")
    write("base.toml", "melee_at = 3\n")
    write("far/top.toml", 'extends = "base.toml"\nburn = false\n')
    options = load_variant("far/top.toml").options
    assert (options.melee_at, options.burn) == (2, False)


def test_variants_that_extend_one_another_in_a_circle_are_refused(write):
    write("a.toml", 'extends = "b.toml"\n')
    write("b.toml", 'extends = "c.toml"\n')
    write("c.toml", '# a comment\nextends = "a.toml"\nburn = 3\n')
    found = problems_of("a.toml")
    assert found[0] == (
        "c.toml:2: extends: the variants extend one another in a circle: a.toml → b.toml → c.toml → a.toml"
    )
    assert found[1:] == ["c.toml:3: burn: must be true or false, not 3"]
    write("self.toml", 'extends = "self.toml"\n')
    assert "circle: self.toml → self.toml" in problems_of("self.toml")[0]


def test_all_mistakes_of_a_chain_of_files_are_told_at_once_with_file_and_line(write):
    write("base.toml", "# one\nmelee_at = 0\nname = 7\nopen_by = 'pure'\n")
    write(
        "top.toml",
        "extends = 'base.toml'\n\nopen_bye = 'any'\naliases = 'x'\nred_two_for_one = true\n"
        "mixed_jokers = 'small'\nsource = ['y']\ngouji_thresholds = { K = 0, Z = 1 }\n",
    )
    found = problems_of("top.toml", {"yield": "no"})
    assert sorted(problem.split(": ", 1)[0] for problem in found) == [
        "base.toml:2",
        "base.toml:3",
        "options",
        "top.toml:3",
        "top.toml:4",
        "top.toml:6",
        "top.toml:7",
        "top.toml:8",
        "top.toml:8",
    ]
    text = "\n".join(found)
    assert "base.toml:2: melee_at: must be at least 1, not 0" in text
    assert 'base.toml:3: name: must be a string or { zh = "…", en = "…" }, not 7' in text
    assert "top.toml:3: open_bye: no option of that name (did you mean 'open_by'?)" in text
    assert 'top.toml:4: aliases: must be a list of strings, not "x"' in text
    assert "top.toml:6: mixed_jokers: red_two_for_one needs" in text
    assert "top.toml:7: source: no option of that name (did you mean 'sources'?)" in text
    assert "top.toml:8: gouji_thresholds.K: must be at least 1, not 0" in text
    assert 'options: yield: must be true or false, not "no"' in text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("burn = maybe\n", "x.toml: is not valid TOML"),
        ("extends = 'nowhere'\n", "x.toml:1: extends: 'nowhere': no variant of that name"),
        ("extends = 'no.toml'\n", "x.toml:1: extends: no.toml: no such file"),
        ("extends = 3\n", "x.toml:1: extends: must be the name of a variant or a path, not 3"),
        ("name = ''\n", "x.toml:1: name: must be a string"),
        ("name = { zh = '名' }\n", "x.toml:1: name: must be a string"),
        ("sources = [1]\n", "x.toml:1: sources: must be a list of strings, not [1]"),
        ("[burn]\nx = 1\n", "x.toml: burn: must be true or false"),
        ('"yield" = 1\n', "x.toml:1: yield: must be true or false, not 1"),
        ("when = 1979-05-27\n", "x.toml:1: when: no option of that name"),
        ("burn = 1979-05-27\n", 'x.toml:1: burn: must be true or false, not "1979-05-27"'),
    ],
)
def test_what_is_wrong_with_a_file(write, text, problem):
    write("x.toml", text)
    (found,) = problems_of("x.toml")
    assert found.startswith(problem)


def test_a_file_that_cannot_be_read(write, tmp_path):
    assert problems_of("no.toml") == ["no.toml: no such file"]
    assert problems_of(Path("no")) == ["no: no such file"]
    (tmp_path / "dir.toml").mkdir()
    assert problems_of("dir.toml") == ["dir.toml: cannot be read: Is a directory"]
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"\n')
    assert problems_of("latin.toml") == ["latin.toml: is not UTF-8 text (byte 8)"]


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("yield=false", "yield", False),
        ("open_by=any", "open_by", "any"),
        ('open_by = "any"', "open_by", "any"),
        ("melee_at=5", "melee_at", 5),
        ("deck=std216", "deck", "std216"),
        ('setup=["deal", "lead"]', "setup", ["deal", "lead"]),
        ("gouji_thresholds={T=5, 2=1}", "gouji_thresholds", {"T": 5, "2": 1}),
        ("place_points=[4,2,0,0,-2,-4]", "place_points", [4, 2, 0, 0, -2, -4]),
        ("burn=True", "burn", "True"),
    ],
)
def test_an_override_is_read_as_toml_with_bare_words(text, key, value):
    assert parse_override(text) == (key, value)


@pytest.mark.parametrize("text", ["yield", "yield=", "=false", "", "setup=[deal", "x='", "x=1\ny=2", "x=a b"])
def test_an_override_that_cannot_be_read(text):
    with pytest.raises(VariantError, match="--set"):
        parse_override(text)


def test_all_overrides_that_cannot_be_read_are_told_at_once():
    with pytest.raises(VariantError) as caught:
        parse_overrides(["yield", "burn=true", "burn=false", "melee_at=5", "x=["])
    assert [problem.place for problem in caught.value.problems] == ["--set", "--set burn", "--set x"]
    assert parse_overrides(["burn=true", "melee_at=5"]) == {"burn": True, "melee_at": 5}


@given(st.sampled_from(list(DIFFERENCES)), st.data())
def test_a_value_survives_being_shown_and_set(id, data):
    values = load_variant(id).options.to_dict()
    key = data.draw(st.sampled_from(list(values)))
    assert parse_override(f"{key}={format_value(values[key])}") == (key, values[key])
