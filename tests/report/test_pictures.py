"""Pictures: no missing glyph (warnings are errors), no global state, fit to stand in a page."""

import re
import xml.etree.ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest

from gouji_sim.report import picture, plots, style
from gouji_sim.report.model import Figure, Measure


def figure(draw, id="sample"):
    return Figure(id, "title", "caption", 'what is "seen" & <read>', draw)


def rate(value):
    return Measure(value, value - 0.02, value + 0.02, 100, "rate")


SERIES = [
    ("青岛够级 · 随机", [rate(0.1), None, rate(0.3)]),
    ("够级英雄 \U0001f0cf", [rate(0.2), rate(0.25), rate(0.4)]),
]
KINDS = {
    "curves": lambda: plots.curves(["0–1", "2", "3+"], SERIES, x_label="王", y_label="率", baseline=0.2),
    "strip": lambda: plots.strip(SERIES, ["甲", "乙", "丙"], x_label="比率", baseline=0.0, band=(-0.1, 0.1)),
    "forest": lambda: plots.forest([("甲", rate(0.1)), ("乙", Measure(None))], x_label="率", baseline=0.1),
    "stacked": lambda: plots.stacked([("甲", [0.7, 0.25, 0.05])], ["烧成", "被解", "失败"], x_label="%"),
    "distributions": lambda: plots.distributions(
        [("甲", np.arange(-24, 25), np.arange(49)), ("乙", np.arange(9), np.zeros(9, dtype=np.int64))],
        x_label="得分", y_label="%",
    ),
    "heat_map": lambda: plots.heat_map(["甲"], ["串三户率", "手数"], [[0.5, None]], [["+0.5", ""]], limit=1),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_without_a_missing_glyph(kind):
    text, binary = picture.render(figure(KINDS[kind]))
    ET.fromstring(text)
    assert binary.startswith(b"\x89PNG")
    assert "<image" not in text


def test_drawing_leaves_no_trace_and_heeds_none():
    before = dict(mpl.rcParams)
    first = picture.svg(figure(KINDS["curves"]))
    assert dict(mpl.rcParams) == before
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "red", "lines.linewidth": 9}):
        assert picture.svg(figure(KINDS["curves"])) == first


def test_in_a_page_ids_are_the_figures_own_and_colours_are_variables():
    text = picture.svg(figure(KINDS["curves"]))
    inline = picture.inline_svg(figure(KINDS["curves"]), text)
    root = ET.fromstring(inline)
    ids = re.findall(r'\bid="([^"]+)"', inline)
    assert len(ids) == len(set(ids))
    assert all(id.startswith("sample-") for id in ids)
    assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', inline)) <= set(ids)
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'what is "seen" & <read>'
    assert "var(--series-0)" in inline
    assert not any(colour in inline for colour in style.PAGE_COLOURS)


def test_day_and_night_have_a_value_for_every_colour():
    names = [name for name, _, _ in style.PAGE_COLOURS.values()]
    assert len(names) == len(set(names)) == len(style.PAGE_COLOURS)
    assert len(style.SERIES) == len(style.DARK_SERIES) == len(plots.MARKERS)


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    high, low = sorted([luminance(a), luminance(b)], reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_texts_can_be_read_by_day_and_by_night():
    # WCAG 2.1, 1.4.3: 4.5 for text
    colours = {name: (day, night) for name, day, night in style.PAGE_COLOURS.values()}
    for when in (0, 1):
        for name in ("ink", "muted", "accent"):
            assert contrast(colours[name][when], colours["paper"][when]) >= 4.5, (name, when)
