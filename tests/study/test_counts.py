from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_sim.study.counts import MAX_COUNT, format_count, parse_count


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("200_000", 200_000),
        ("2e5", 200_000),
        ("2.5e3", 2_500),
        ("1M", 1_000_000),
        ("1.5k", 1_500),
        ("3 g", 3_000_000_000),
        ("1T", 10**12),
        (7, 7),
        (2e5, 200_000),
    ],
)
def test_reads(text: str | int | float, number: int) -> None:
    assert parse_count(text) == number


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "1.5", "1x", "1e", "_1", "1__0", "nan", "1e30", True, 0.5, -3]
)
def test_refuses(text: str | int | float) -> None:
    with pytest.raises(ValueError, match=r"count|whole|between"):
        parse_count(text)


@given(st.integers(1, MAX_COUNT))
def test_reads_what_it_writes(number: int) -> None:
    assert parse_count(number) == parse_count(str(number)) == number
    assert parse_count(format_count(number).replace(",", "_")) == number
