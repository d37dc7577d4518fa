"""Lines: folding and padding by display width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from gouji_sim.narrate.text import fold, grouped, pad
from gouji_sim.vocab import parse_cards


def test_hands_in_groups():
    assert grouped(parse_cards("3W2w8WA82")) == "WW w 22 A 88 3"
    assert grouped(parse_cards("")) == ""


@pytest.mark.parametrize(("align", "padded"), [("<", "走科   "), (">", "   走科"), ("^", " 走科  ")])
def test_padding_counts_columns(align, padded):
    assert pad("走科", 7, align) == padded


def test_padding_cuts_nothing():
    assert pad("够级牌", 2) == "够级牌"


def test_folding():
    assert fold("a: ", ["bb", "cc", "dd"], 8) == ["a: bb cc", "   dd"]
    assert fold("a: ", ["bb", "cc", "dd"], 8, indent=0) == ["a: bb cc", "dd"]
    assert fold("a: ", ["b" * 20, "c"], 8) == ["a: " + "b" * 20, "   c"]
    assert fold("a: ", [], 8) == ["a:"]
    assert fold("", ["管不住；", "还没轮到"], 40) == ["管不住；还没轮到"]


@given(st.lists(st.text("ab够级", min_size=1, max_size=6), max_size=30), st.integers(12, 40))
def test_folded_lines_fit_and_lose_nothing(words, width):
    lines = fold("x ", words, width)
    assert all(wcswidth(line) <= max(width, 2 + 12) for line in lines)
    assert " ".join(lines).split() == ["x", *words]
