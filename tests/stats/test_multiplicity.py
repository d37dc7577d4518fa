"""Holm against statsmodels; verdicts by margin."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from gouji_sim.stats.multiplicity import holm, verdict


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_holm_is_the_closed_test_of_bonferroni(p_values: list[float]) -> None:
    """A hypothesis is rejected when Bonferroni rejects every intersection that it is part of."""
    at = range(len(p_values))
    subsets = [set(chosen) for size in range(1, len(p_values) + 1) for chosen in combinations(at, size)]
    for index, adjusted in enumerate(holm(p_values)):
        worst = max(len(part) * min(p_values[i] for i in part) for part in subsets if index in part)
        assert adjusted == pytest.approx(min(1.0, worst))


def test_holm_agrees_with_statsmodels() -> None:
    p_values = [0.04, 0.001, 0.3, 0.013, 0.013, 0.9]
    assert holm(p_values) == pytest.approx(list(multipletests(p_values, method="holm")[1]))


def test_holm_of_nothing_and_of_nonsense() -> None:
    assert holm([]) == []
    with pytest.raises(ValueError, match="between 0 and 1"):
        holm([0.5, 1.5])


@pytest.mark.parametrize(
    ("value", "low", "high", "p", "expected"),
    [
        (0.05, 0.04, 0.06, 1e-9, "different"),  # the whole interval outside ±0.02
        (-0.05, -0.06, -0.04, 1e-9, "different"),
        (0.03, 0.01, 0.05, 0.004, "different"),  # 0 excluded, the value beyond the margin
        (0.03, 0.01, 0.05, 0.2, "undecided"),  # 0 not excluded once adjusted
        (0.015, 0.012, 0.018, 1e-9, "equivalent"),  # there is a difference, too small to matter
        (0.0, -0.01, 0.01, 1.0, "equivalent"),
        (0.015, 0.001, 0.029, 0.03, "undecided"),
        (0.0, -0.05, 0.05, 1.0, "undecided"),
        (None, None, None, None, "undecided"),
    ],
)
def test_verdicts(
    value: float | None, low: float | None, high: float | None, p: float | None, expected: str
) -> None:
    assert verdict(value, low, high, 0.02, p) == expected


def test_without_a_margin_every_certain_difference_counts() -> None:
    assert verdict(0.001, 0.0005, 0.0015, 0.0, 0.01) == "different"
    assert verdict(0.001, -0.0005, 0.0025, 0.0, 0.2) == "undecided"
    with pytest.raises(ValueError, match="margin"):
        verdict(0.1, 0.0, 0.2, -1.0, 0.5)
