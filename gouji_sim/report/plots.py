"""The few kinds of picture that every report is made of.

Each function draws under `style.settings` and returns a new figure. Series differ by colour and by marker.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator
from rich.cells import cell_len

from gouji_sim.report import fonts, style
from gouji_sim.report.format import MINUS
from gouji_sim.report.model import Measure

__all__ = ["curves", "distributions", "forest", "heat_map", "stacked", "strip"]

Series = tuple[str, Sequence[Measure | None]]
Labelled = tuple[str, *tuple[Any, ...]]
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "*")
_SHORT_LABEL = 33
"""Columns of a terminal that a label may take to stand beside another in a legend."""


def curves(
    groups: Sequence[str],
    series: Sequence[Series],
    *,
    x_label: str,
    y_label: str,
    baseline: float | None = None,
    joined: bool = True,
) -> Figure:
    """A value for each group with its interval, a line for each series (no line when ``joined`` is false)."""
    figure = style.canvas(5.8, 3.2 + _legend_height(series))
    axes = style.tidy(figure.subplots(), grid="y")
    scale = _scale(series)
    width = min(0.16, 0.6 / max(1, len(series)))
    for index, (label, measures) in enumerate(series):
        shift = (index - (len(series) - 1) / 2) * width
        at = [i + shift for i, m in enumerate(measures) if m is not None and m.value is not None]
        shown = [m for m in measures if m is not None and m.value is not None]
        _error_bars(axes, at, shown, scale, index, label, joined=joined, vertical=True)
    if baseline is not None:
        axes.axhline(baseline * scale, color=style.MUTED, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    axes.set_xticks(range(len(groups)), [fonts.drawable(group) for group in groups])
    axes.set_xlim(-0.6, len(groups) - 0.4)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    _plain_numbers(axes, "y", scale)
    _legend(figure, axes, series)
    return figure


def forest(
    rows: Sequence[tuple[str, Measure]],
    *,
    x_label: str,
    baseline: float | None = None,
    series: Sequence[int] | None = None,
) -> Figure:
    """One line a row with its interval; ``series`` picks the colour of each row."""
    figure = style.canvas(5.8, 0.9 + 0.34 * max(1, len(rows)))
    axes = style.tidy(figure.subplots(), grid="x")
    measures = [measure for _, measure in rows]
    scale = 100.0 if measures and measures[0].form == "rate" else 1.0
    if baseline is not None:
        axes.axvline(baseline * scale, color=style.MUTED, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    for line, measure in enumerate(measures):
        if measure.value is not None:
            index = 0 if series is None else series[line]
            _error_bars(axes, [line], [measure], scale, index, None, joined=False, vertical=False)
    axes.set_yticks(range(len(rows)), [fonts.drawable(label) for label, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel(x_label)
    axes.spines["left"].set_visible(False)
    _plain_numbers(axes, "x", scale)
    return figure


def strip(
    series: Sequence[Series],
    groups: Sequence[str],
    *,
    x_label: str,
    baseline: float | None = None,
    band: tuple[float, float] | None = None,
) -> Figure:
    """A forest of groups with one mark for each series in every row; ``band`` shades a margin."""
    figure = style.canvas(5.8, 1.0 + 0.22 * len(groups) * max(1.6, len(series)) + _legend_height(series))
    axes = style.tidy(figure.subplots(), grid="x")
    scale = _scale(series)
    step = 0.8 / max(1, len(series))
    if band is not None:
        axes.axvspan(band[0] * scale, band[1] * scale, color=style.GRID, alpha=0.55, linewidth=0, zorder=0)
    if baseline is not None:
        axes.axvline(baseline * scale, color=style.MUTED, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    for index, (label, measures) in enumerate(series):
        shift = (index - (len(series) - 1) / 2) * step
        at = [i + shift for i, m in enumerate(measures) if m is not None and m.value is not None]
        shown = [m for m in measures if m is not None and m.value is not None]
        _error_bars(axes, at, shown, scale, index, label, joined=False, vertical=False)
    axes.set_yticks(range(len(groups)), [fonts.drawable(group) for group in groups])
    axes.set_ylim(len(groups) - 0.4, -0.6)
    for line in range(1, len(groups)):
        axes.axhline(line - 0.5, color=style.GRID, linewidth=0.7)
    axes.set_xlabel(x_label)
    axes.spines["left"].set_visible(False)
    _plain_numbers(axes, "x", scale)
    _legend(figure, axes, series)
    return figure


def stacked(
    rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[str], *, x_label: str, percent: bool = True
) -> Figure:
    """Bars that add up: one a row, one colour a part; shares of one when ``percent``."""
    figure = style.canvas(5.8, 1.35 + 0.42 * max(1, len(rows)) + 0.25 * ((len(parts) - 1) // 3))
    axes = style.tidy(figure.subplots(), grid="x")
    scale = 100.0 if percent else 1.0
    widest = max((sum(values) for _, values in rows), default=1.0) * scale or 1.0
    for line, (_, values) in enumerate(rows):
        left = 0.0
        for index, value in enumerate(values):
            width = value * scale
            axes.barh(
                line,
                width,
                left=left,
                height=0.66,
                color=_colour(index),
                edgecolor=style.PAPER,
                linewidth=0.8,
                label=parts[index] if line == 0 else None,
            )
            if width > 0.09 * widest:
                text = f"{width:.0f}" if percent else f"{width:.2f}"
                axes.text(
                    left + width / 2, line, text, ha="center", va="center", color=style.PAPER, fontsize=10
                )
            left += width
    axes.set_yticks(range(len(rows)), [fonts.drawable(label) for label, _ in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(0, 100 if percent else widest * 1.02)
    axes.set_xlabel(x_label)
    axes.spines["left"].set_visible(False)
    if rows:
        figure.legend(loc="outside upper center", ncols=3, handlelength=1.2, columnspacing=1.2)
    return figure


def distributions(
    series: Sequence[tuple[str, npt.NDArray[np.int64], npt.NDArray[np.int64]]], *, x_label: str, y_label: str
) -> Figure:
    """Shares of whole numbers as outlines: (label, values, counts) each; long ranges are put into 60 bins."""
    figure = style.canvas(5.8, 3.1 + _legend_height(series))
    axes = style.tidy(figure.subplots(), grid="y")
    seen = [
        (values[counts > 0].min(), values[counts > 0].max()) for _, values, counts in series if counts.any()
    ]
    low, high = (min(a for a, _ in seen), max(b for _, b in seen)) if seen else (0, 1)
    step = max(1, -(-(int(high) - int(low) + 1) // 60))
    edges = np.arange(int(low), int(high) + step + 1, step) - 0.5
    for index, (label, values, counts) in enumerate(series):
        if counts.any():
            shares, _ = np.histogram(values, bins=edges, weights=100.0 * counts / counts.sum())
            axes.stairs(
                shares,
                edges,
                color=_colour(index),
                linewidth=1.8,
                linestyle=_dash(index),
                label=fonts.drawable(label),
            )
            if len(series) == 1:
                axes.stairs(shares, edges, color=_colour(index), alpha=0.25, fill=True)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    _plain_numbers(axes, "x", 1.0)
    _legend(figure, axes, series)
    return figure


def heat_map(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    *,
    limit: float,
) -> Figure:
    """Cells shaded from −``limit`` (blue) over 0 (paper) to ``limit`` (vermilion), each with its text."""
    figure = style.canvas(max(5.8, 1.6 + 0.72 * len(columns)), 1.5 + 0.32 * len(rows))
    axes = figure.subplots()
    axes.grid(False)
    for line, row in enumerate(values):
        for place, value in enumerate(row):
            share = 0.0 if value is None else min(1.0, abs(value) / limit)
            colour = style.SERIES[1] if (value or 0.0) > 0 else style.SERIES[0]
            axes.add_patch(_tile(place, line, colour, share))
            axes.text(
                place, line, texts[line][place], ha="center", va="center", fontsize=9.5,
                color=style.INK if share < 0.6 else style.PAPER,
            )  # fmt: skip
    axes.set_xticks(
        range(len(columns)),
        [fonts.drawable(c) for c in columns],
        rotation=35,
        ha="right",
        rotation_mode="anchor",
    )
    axes.set_yticks(range(len(rows)), [fonts.drawable(row) for row in rows])
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return figure


def _tile(x: float, y: float, colour: str, share: float) -> Rectangle:
    return Rectangle(
        (x - 0.48, y - 0.46), 0.96, 0.92, facecolor=colour, alpha=0.06 + 0.94 * share, linewidth=0
    )


def _error_bars(
    axes: Axes,
    at: Sequence[float],
    measures: Sequence[Measure],
    scale: float,
    index: int,
    label: str | None,
    *,
    joined: bool,
    vertical: bool,
) -> None:
    values = np.array([(m.value or 0.0) * scale for m in measures])
    low = np.array([(m.low if m.low is not None else m.value or 0.0) * scale for m in measures])
    high = np.array([(m.high if m.high is not None else m.value or 0.0) * scale for m in measures])
    # an exact interval may leave the value at its very end, and rounding a hair outside
    spread = np.maximum(0.0, np.stack([values - low, high - values])) if len(measures) else np.zeros((2, 0))
    axes.errorbar(
        at if vertical else values,
        values if vertical else at,
        xerr=None if vertical else spread,
        yerr=spread if vertical else None,
        color=_colour(index),
        marker=MARKERS[index % len(MARKERS)],
        linestyle=_dash(index) if joined else "none",
        linewidth=1.3,
        elinewidth=1.5,
        capsize=2.5,
        label=None if label is None else fonts.drawable(label),
        zorder=3,
    )  # fmt: skip


def _scale(series: Sequence[Series]) -> float:
    measures = [m for _, row in series for m in row if m is not None]
    return 100.0 if measures and measures[0].form == "rate" else 1.0


def _colour(index: int) -> str:
    return style.SERIES[index % len(style.SERIES)]


def _dash(index: int) -> str | tuple[int, tuple[int, ...]]:
    dashes: tuple[str | tuple[int, tuple[int, ...]], ...] = ("-", (0, (5, 2)), (0, (1, 1)), (0, (6, 2, 1, 2)))
    return dashes[index % len(dashes)]


def _plain_numbers(axes: Axes, which: str, scale: float) -> None:
    axis = axes.xaxis if which == "x" else axes.yaxis
    axis.set_major_locator(MaxNLocator(6 if which == "x" else 5, steps=[1, 2, 2.5, 5, 10]))
    unit = "%" if scale != 1.0 else ""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}".replace("-", MINUS) + unit))


def _legend_columns(series: Sequence[Labelled]) -> int:
    """Two columns of labels where they are short enough to stand side by side."""
    return 2 if max((cell_len(entry[0]) for entry in series), default=0) <= _SHORT_LABEL else 1


def _legend_height(series: Sequence[Labelled]) -> float:
    return 0.0 if len(series) < 2 else 0.25 * -(-len(series) // _legend_columns(series))


def _legend(figure: Figure, axes: Axes, series: Sequence[Labelled]) -> None:
    if len(series) > 1:
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(
            handles,
            labels,
            loc="outside upper left",
            ncols=_legend_columns(series),
            handlelength=1.8,
            columnspacing=1.4,
        )
