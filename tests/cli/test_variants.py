"""``gouji-sim variants``: list, show, diff, check."""

import json

import pytest
from rich.cells import cell_len

from gouji_sim.cli import main
from gouji_sim.rules import DEFAULTS, Options, Variant, list_variants, load_variant


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command and return its exit code and what it wrote to both streams."""
    monkeypatch.delenv("GOUJI_LANG", raising=False)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main(["variants", *arguments])
        streams = capsys.readouterr()
        return int(caught.value.code or 0), streams.out, streams.err

    return run


@pytest.fixture
def document(run):
    """Run a command with ``--json`` and return its document."""

    def document(*arguments: str) -> dict:
        code, out, err = run(*arguments, "--json")
        assert (code, err) == (0, "")
        found = json.loads(out)
        assert found.pop("schema_version") == 1
        return found

    return document


def rows(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def test_list_names_every_variant_in_both_languages(run):
    code, out, _ = run("list")
    assert code == 0
    listed = {line.split()[0]: line for line in rows(out)[2:]}
    assert list(listed) == list_variants()
    for id, line in listed.items():
        variant = load_variant(id)
        assert variant.name_zh in line
        assert variant.name_en in line
        assert line.endswith(str(len(variant.options.differences())))


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_tables_are_aligned_by_display_width(run, lang):
    _, out, _ = run("list", "--lang", lang)
    assert len({cell_len(line) for line in out.splitlines()}) == 1


def test_list_as_json(document):
    variants = document("list")["variants"]
    assert [variant["id"] for variant in variants] == list_variants()
    assert variants[0]["differs"] == {"bluff_burn": True, "counter_burn_cards": 2}


def test_show_marks_what_differs_from_the_defaults(run):
    code, out, _ = run("show", "章丘")
    assert code == 0
    assert "ZQ-01" in out
    table = [line.split() for line in rows(out)]
    marked = {line[1] for line in table if line[0] == "*"}
    assert marked == set(load_variant("zhangqiu").options.differences())
    shown = {line[1] if line[0] == "*" else line[0] for line in table}
    assert set(Options.names()) <= shown


def test_show_speaks_chinese(run, monkeypatch):
    _, by_option, _ = run("show", "qd", "--lang", "zh")
    monkeypatch.setenv("GOUJI_LANG", "zh")
    _, by_environment, _ = run("show", "qd")
    assert by_option == by_environment
    assert "标有 * 的选项与默认值不同。" in by_option
    assert "让牌" in by_option


def test_show_with_options_set_otherwise(document):
    shown = document("show", "qd", "--set", "yield=false", "--set", "open_by=any")
    assert shown["overrides"] == {"yield": False, "open_by": "any"}
    assert shown["differs"] == ["yield", "bluff_burn", "open_by", "counter_burn_cards"]
    assert Variant.from_dict(shown) == load_variant("qd", {"yield": False, "open_by": "any"})


def test_mistakes_in_options_are_told_at_once(run):
    code, out, err = run("show", "qd", "--set", "yield=no", "--set", "melee_at=7")
    assert (code, out) == (2, "")
    assert err == (
        "error: 2 problems\n"
        '  --set: yield: must be true or false, not "no"\n'
        "  --set: melee_at: must be at most 6, not 7\n"
    )


def test_an_unknown_variant(run):
    code, out, err = run("show", "qingdoa")
    assert (code, out) == (2, "")
    assert err == "error: 'qingdoa': no variant of that name (did you mean 'qingdao'?)\n"


def test_diff_shows_only_the_options_that_differ(document, run):
    expected = {
        key: [DEFAULTS.to_dict()[key] if key not in ("bluff_burn", "counter_burn_cards") else value, other]
        for key, value, other in (
            (key, load_variant("qingdao").options.to_dict()[key], other)
            for key, other in load_variant("puji").options.to_dict().items()
        )
        if value != other
    }
    assert document("diff", "qd", "普级")["options"] == expected
    _, out, _ = run("diff", "qd", "普级")
    assert [line.split()[0] for line in rows(out)[2:]] == list(expected)


def test_diff_sets_options_on_the_second(document):
    assert document("diff", "hero", "hero", "--set", "burn=false")["options"] == {"burn": [True, False]}
    assert document("diff", "hero", "--set", "burn=false")["options"] == {"burn": [True, False]}


def test_diff_of_equals_and_of_one(run):
    code, out, _ = run("diff", "qd", "qingdao")
    assert (code, out) == (0, "Qingdao gouji and Qingdao gouji have the same options.\n")
    code, out, err = run("diff", "qd")
    assert (code, out) == (2, "")
    assert "give a second variant" in err


def test_check_of_good_and_bad_files(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.toml").write_text('extends = "hero"\nname = "Ours"\nburn = false\n')
    (tmp_path / "bad.toml").write_text("burn = 1\nopen_by = 'luck'\n")
    code, out, err = run("check", "good.toml")
    assert (code, err) == (0, "")
    assert out == "good: fine (Ours, 11 options differ from the defaults)\n"
    code, out, err = run("check", "bad.toml", "good.toml", "none.toml")
    assert code == 2
    assert out.startswith("good: fine")
    assert [line.split(": ")[0].strip() for line in err.splitlines()[1:]] == [
        "bad.toml:1",
        "bad.toml:2",
        "none.toml",
    ]


def test_check_as_json_lists_the_problems_and_exits_2(run, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text("burn = 1\n")
    code, out, err = run("check", str(path), "--json")
    assert (code, err) == (2, "")
    assert json.loads(out) == {
        "schema_version": 1,
        "variants": [],
        "problems": [{"place": f"{path}:1: burn", "reason": "must be true or false, not 1"}],
    }


def test_colour_is_never_written_into_a_pipe(run, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b" not in run("show", "qd")[1]


def test_no_color_is_respected(run, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in run("show", "qd")[1]
