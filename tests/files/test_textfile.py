"""Files that people write, and messages that terminals show."""

from pathlib import Path

import pytest

from gouji_sim.errors import GoujiError, PositionError, Problem, StudyError, VariantError
from gouji_sim.position import Position
from gouji_sim.rules import load_variant
from gouji_sim.study.config import read_config
from gouji_sim.textfile import MOST_BYTES, parse_toml, read_text

NESTED = "[" * 5000 + "]" * 5000


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes(b'\xef\xbb\xbfextends = "hero"\nyield = false\n')
    assert load_variant(str(file)).options.yield_ is False
    position = tmp_path / "position.json"
    position.write_bytes(
        b'\xef\xbb\xbf{"variant": "qingdao", "leader": 0, "hands": ["6", "5", "5", "5", "5", "5"]}'
    )
    assert Position.from_file(position).legal()["actions"] == ["6"]


@pytest.mark.parametrize(
    ("content", "reason"), [(b"\xff\xfe\x00", "UTF-8 text .byte 0"), (None, "cannot be read: Is a directory")]
)
def test_what_cannot_be_read(tmp_path, content, reason):
    path = tmp_path / "thing"
    path.mkdir() if content is None else path.write_bytes(content)
    with pytest.raises(StudyError, match=f"thing: .*{reason}"):
        read_text(path, StudyError)


def test_a_name_with_a_null_byte(tmp_path):
    with pytest.raises(StudyError, match=r"a\\x00b: is no name of a file"):
        read_text(tmp_path / "a\0b", StudyError, "a\0b")


def test_an_endless_file_is_refused():
    with pytest.raises(VariantError, match=f"longer than {MOST_BYTES >> 20} MiB"):
        read_text(Path("/dev/zero"), VariantError)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("deck = " + NESTED, "too deeply nested"), ("melee_at = " + "9" * 5000, "too long"), ("=", "Invalid")],
)
def test_toml_that_is_none(tmp_path, text, reason):
    with pytest.raises(GoujiError, match=reason):
        parse_toml(text, GoujiError, "here")
    variant, study = tmp_path / "v.toml", tmp_path / "s.toml"
    variant.write_text(text)
    study.write_text(text)
    with pytest.raises(VariantError, match=rf"v\.toml: is not valid TOML: .*{reason}"):
        load_variant(str(variant))
    with pytest.raises(StudyError, match=rf"s\.toml: is not valid TOML: .*{reason}"):
        read_config(study)


def test_a_position_names_the_variant_file_that_is_wrong(tmp_path):
    (tmp_path / "deep.toml").write_text("deck = " + NESTED)
    with pytest.raises(PositionError, match=r"deep\.toml: is not valid TOML"):
        Position.from_dict(
            {"variant": "deep.toml", "leader": 0, "hands": ["6", "5", "5", "5", "5", "5"]}, folder=tmp_path
        )


def test_control_characters_do_not_reach_the_terminal(tmp_path):
    assert str(Problem("a\x1b[31m", "b\x00c\n青岛")) == "a\\x1b[31m: b\\x00c\n青岛"
    file = tmp_path / "esc.toml"
    file.write_text('"\\u001b[31mkey" = 3\n')
    with pytest.raises(VariantError) as caught:
        load_variant(str(file))
    assert "\x1b" not in str(caught.value)
