"""Action counts: the engine makes those of the files, and the plain reference engine agrees with them."""

import pytest
from golden import perft
from reference import ReferenceGame

from gouji_sim.position import Position
from gouji_sim.rules import list_variants

AT_LEAST = 5
"""Positions a variant."""

REFERENCE_NODES = 300
"""Most sequences that the reference engine counts: it plays each from the start."""


def entries(variant: str) -> list[perft.Entry]:
    return perft.read(perft.FOLDER / f"{variant}.perft")


@pytest.mark.parametrize("variant", list_variants())
def test_every_variant_has_positions_of_its_own(variant):
    found = entries(variant)
    assert len(found) >= AT_LEAST
    assert len({entry.id for entry in found}) == len(found)
    for entry in found:
        assert entry.position["variant"] == variant
        assert min(entry.counts) == 1, f"{entry.id} has no count of one decision"
        assert list(entry.counts) == sorted(entry.counts)


def test_every_file_is_of_a_variant():
    assert {path.stem for path in perft.files()} == set(list_variants())


@pytest.mark.parametrize("variant", list_variants())
def test_counts(variant):
    for entry in entries(variant):
        assert entry.counted() == entry.counts, entry.id


@pytest.mark.parametrize("variant", list_variants())
def test_the_reference_engine_agrees(variant):
    for entry in entries(variant):
        game = ReferenceGame.from_position(entry.position)
        position = Position.from_dict(entry.position)
        assert game.legal() == position.legal(), entry.id
        assert game.result() == position.result(), entry.id
        depth = max((depth for depth, count in entry.counts.items() if count <= REFERENCE_NODES), default=0)
        if depth:
            assert game.perft(depth) == entry.counts[depth], entry.id


def test_counts_made_anew_keep_the_rest_of_the_file(tmp_path):
    path = tmp_path / "some.perft"
    text = perft.FOLDER.joinpath("qingdao.perft").read_text(encoding="utf-8")
    path.write_text(text.replace("perft 1 ", "perft 1 9"), encoding="utf-8")
    assert perft.regenerated(path) == text


def test_a_line_of_no_kind_is_named(tmp_path):
    path = tmp_path / "some.perft"
    path.write_text("id a\nposition {}\nperf 1 2\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"some\.perft:3"):
        perft.read(path)
