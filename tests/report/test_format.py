"""Numbers as people read them."""

import pytest

from gouji_sim.report.format import cell_text, common_n, interval_text, short_text, value_text
from gouji_sim.report.model import Label, Measure


@pytest.mark.parametrize(
    ("measure", "value", "interval"),
    [
        (Measure(0.12345, 0.1201, 0.1268, form="rate"), "12.35\u202f%", "[12.01, 12.68]"),
        (Measure(0.5, 0.1, 0.9, form="rate"), "50\u202f%", "[10, 90]"),
        (Measure(0.0, 0.0, 0.0000001, form="rate"), "0.0000\u202f%", "[0.0000, 0.0000]"),
        (Measure(-0.25, -0.31, -0.19, form="points", signed=True), "−0.250", "[−0.310, −0.190]"),
        (Measure(0.25, 0.01, 0.49, form="points", signed=True), "+0.25", "[+0.01, +0.49]"),
        (Measure(83.2, 83.08, 83.32), "83.20", "[83.08, 83.32]"),
        (Measure(12345.6, 12300.0, 12400.0), "12,346", "[12,300, 12,400]"),
        (Measure(None, form="rate", n=0), "–", ""),
        (Measure(float("nan"), 0.0, 1.0), "–", ""),
        (Measure(0.1, form="rate"), "10.00\u202f%", ""),
        (Measure(3.2, form="factor"), "×\u202f3.20", ""),
        (Measure(0.00001, form="p"), "<\u202f0.0001", ""),
        (Measure(0.0312, form="p"), "0.0312", ""),
        (Measure(1.0, form="p"), "1.000", ""),
    ],
)
def test_digits_follow_the_interval(measure, value, interval):
    assert value_text(measure) == value
    assert interval_text(measure) == interval


def test_a_difference_that_rounds_to_zero_has_no_sign():
    assert value_text(Measure(-0.0001, -0.1, 0.1, signed=True)) == "0.00"


def test_cells_of_every_kind_have_a_text():
    assert cell_text(None) == "–"
    assert cell_text(12345) == "12,345"
    assert cell_text(Label("id", "名称")) == "名称"
    assert cell_text(Measure(2.0, 1.0, 3.0)) == "2.0 [1.0, 3.0]"


def test_an_n_stands_in_the_head_only_when_all_share_it():
    assert common_n([Measure(1.0, n=1200), Measure(2.0, n=1200), "text"]) == "1,200"
    assert common_n([Measure(1.0, n=1200), Measure(2.0, n=7)]) == ""
    assert common_n([Measure(1.0)]) == ""


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (0.97735, "rate", "+97.7%"),
        (-0.0183, "rate", "−1.83%"),
        (-288.4, "number", "−288"),
        (0.00000001, "number", "0"),
        (0.0, "points", "0"),
        (1.5, "rate", "+150%"),
    ],
)
def test_differences_in_narrow_places_have_three_digits(value, form, text):
    assert short_text(Measure(value, form=form)) == text


def test_a_missing_difference_is_a_dash():
    assert short_text(Measure(None)) == "–"
