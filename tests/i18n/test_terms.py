"""Terms and catalogues: complete, in both languages, each name once."""

import re
import string
import unicodedata

import pytest

import gouji_sim.i18n as i18n
from gouji_sim import vocab
from gouji_sim.i18n import CatalogueError, definition, message, read_messages, read_terms, term, terms
from gouji_sim.rules import Options
from gouji_sim.stats.catalogue import CATALOGUE

FOLDER = i18n._FOLDER
CATALOGUES = sorted(path.name for path in FOLDER.glob("*.toml") if path.name != "terms.toml")

# RULES 1, in the order of its table; identifiers that the package uses for them
TERMS_OF_THE_RULES = [
    "team", "head", "previous_seat", "next_seat", "big_joker", "small_joker", "two", "hang_jokers",
    "gouji_play", "pass", "concede", "yield", "burn", "counter_burn", "broken_burn", "failed_burn",
    "open", "declare", "held_threes", "smother", "go_out", "inherit_lead", "headless", "keep_head",
    "dead_gouji", "melee", "revolt", "sweep", "tribute", "return", "resist", "first_lead",
    "buy_threes", "buy_fours", "shed_fives",
]  # fmt: skip

# RULES 21
STATISTICS_OF_THE_RULES = [
    "open_rate", "sweep_rate", "burn_attempts", "burn_success_rate", "burn_broken_rate",
    "burn_countered_rate", "burn_failed_rate", "burn_dissolved_rate", "smother_rate", "revolt_rate",
    "void_rate", "lead_advantage", "seat_advantage", "skill", "length", "lead_changes",
]  # fmt: skip


def test_every_term_and_statistic_of_the_rules_is_there():
    assert [id for id in (*TERMS_OF_THE_RULES, *STATISTICS_OF_THE_RULES) if id not in terms()] == []


def test_every_statistic_of_the_catalogue_is_there():
    assert [statistic.label for statistic in CATALOGUE.values() if statistic.label not in terms()] == []


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("option", Options.names()),
        ("rank", vocab.RANKS),
        ("place", [str(place) for place in vocab.PLACES]),
        ("settled", vocab.SETTLED_BY),
        ("burn_outcome", vocab.BURN_OUTCOMES),
        ("tribute_kind", vocab.TRIBUTE_KINDS),
        ("step", vocab.SETUP_STEPS),
        ("phase", vocab.PHASES),
        ("action", [*vocab.CHOICES, "burn", "return"]),
    ],
)
def test_a_group_holds_exactly_the_names_of_the_vocabulary(group, names):
    prefix = f"{group}."
    assert sorted(id.removeprefix(prefix) for id in terms() if id.startswith(prefix)) == sorted(names)


@pytest.mark.parametrize("id", terms())
def test_a_term_is_written_in_the_right_script(id):
    entry = terms()[id]
    assert re.search(r"[\u4e00-\u9fff]", entry.zh)
    assert re.search(r"[\u4e00-\u9fff]", entry.definition_zh)
    for text in (entry.en, entry.pinyin):
        assert not re.search(r"[\u4e00-\u9fff，。（）]", text)
    assert entry.definition_zh.endswith("。")
    assert entry.definition_en.endswith(".")
    assert any(mark in unicodedata.normalize("NFD", entry.pinyin) for mark in "\u0304\u0301\u030c\u0300")


def test_labels_and_definitions_by_language():
    assert (term("burn", "zh"), term("burn", "en")) == ("烧牌", "burn")
    assert term("option.yield", "zh") == "让牌"
    assert definition("place.1", "zh").startswith("第一名")
    assert definition("place.1", "en").startswith("Place 1")
    with pytest.raises(KeyError):
        term("no_such_term", "en")


def test_a_family_stands_for_each_of_its_numbers():
    assert term("open_rate_seat_0", "en") == "open rate of seat 0"
    assert term("open_rate_place_6", "zh") == "第6名开点率"
    assert "open_rate_place_0" not in terms()
    assert not [id for id in terms() if "{" in id]
    assert not [id for id, entry in terms().items() if "{" in entry.definition_en]


def fields_of(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


@pytest.mark.parametrize("name", CATALOGUES)
def test_both_languages_of_a_message_have_the_same_fields(name):
    for id, texts in read_messages(FOLDER / name).items():
        fields = [fields_of(texts[lang]) for lang in i18n.LANGS]
        assert fields[0] == fields[1], id


def test_messages_fill_in_their_fields():
    assert message("cli.same", "zh", a="甲", b="乙") == "甲 与 乙 的选项完全相同。"
    for id in ("cli.nothing", "nothing.same", "nothing"):
        with pytest.raises(KeyError):
            message(id, "en")
    with pytest.raises(KeyError):
        message("cli.same", "en", a="x")


TERM = "zh = '烧'\nen = 'burn'\npinyin = 'shāo'\ndefinition_zh = '烧。'\ndefinition_en = 'To burn.'\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[a]\nzh = '烧'\n", r"\[a\] must have exactly zh, en, pinyin"),
        (f"[a]\n{TERM}fr = 'brûler'\n", r"check fr"),
        ("[a]\n" + TERM.replace("'burn'", "''"), r"\[a\] en must be a text"),
        ("[a]\n" + TERM.replace("'burn'", "3"), r"\[a\] en must be a text"),
        (f"[a]\n{TERM}[b]\n{TERM}", r"\[b\] and \[a\] have the same zh name"),
        (f"a = 3\n[b]\n{TERM}", r"a is no table"),
    ],
)
def test_a_faulty_file_of_terms_is_refused(tmp_path, text, reason):
    path = tmp_path / "terms.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError, match=reason):
        read_terms(path)


@pytest.mark.parametrize(
    "text", ["[a]\nzh = '好'\n", "[a]\nzh = '好'\nen = ' '\n", "[a]\nzh='好'\nen='x'\nfr='y'\n"]
)
def test_a_faulty_catalogue_is_refused(tmp_path, text):
    path = tmp_path / "room.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogueError):
        read_messages(path)


def test_the_same_name_may_stand_in_two_groups(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text(f"[a]\n{TERM}[group.a]\n{TERM}", encoding="utf-8")
    assert list(read_terms(path)) == ["a", "group.a"]
