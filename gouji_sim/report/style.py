"""How pictures look: one palette that colour-blind people can tell apart, one set of matplotlib settings.

Pictures are drawn in the light colours below. In a page each of these colours becomes a CSS variable, so that
the same picture follows the reader's light or dark setting.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gouji_sim.report import fonts

__all__ = ["ACCENT", "GRID", "INK", "MUTED", "PAGE_COLOURS", "PAPER", "SERIES", "canvas", "settings", "tidy"]

SERIES: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5c2e", "#5b5b99")
"""Colours of series in order: Okabe and Ito (2008), yellow and black replaced because they vanish on paper or
night."""

DARK_SERIES: Final = ("#4aa3dd", "#f08a4b", "#2fc79b", "#e0a2c4", "#f0b429", "#8fd0f5", "#c8a26a", "#a5a5e0")
INK: Final = "#1d2126"
MUTED: Final = "#5d6671"
GRID: Final = "#d9dee4"
PAPER: Final = "#fefefe"
ACCENT: Final = "#0b6e4f"

PAGE_COLOURS: Final[dict[str, tuple[str, str, str]]] = {
    INK: ("ink", INK, "#e8eaed"),
    MUTED: ("muted", MUTED, "#a9b2bc"),
    GRID: ("grid", GRID, "#363d45"),
    PAPER: ("paper", PAPER, "#171b20"),
    ACCENT: ("accent", ACCENT, "#5fd3a8"),
    **{
        light: (f"series-{i}", light, dark)
        for i, (light, dark) in enumerate(zip(SERIES, DARK_SERIES, strict=True))
    },
}
"""Colour in a picture → (CSS variable, value by day, value by night)."""

_SETTINGS: Final[dict[str, Any]] = {
    "axes.axisbelow": True,
    "axes.edgecolor": MUTED,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.labelcolor": INK,
    "axes.labelsize": 11,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": 11.5,
    "axes.unicode_minus": True,
    "figure.constrained_layout.use": True,
    "figure.dpi": 100,
    "figure.facecolor": "none",
    "font.size": 11,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "legend.edgecolor": GRID,
    "legend.fontsize": 10.5,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "lines.linewidth": 1.6,
    "lines.markersize": 5.5,
    "savefig.dpi": 200,
    "savefig.facecolor": "auto",
    "svg.fonttype": "path",
    "text.color": INK,
    "xtick.color": MUTED,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 10.5,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 10.5,
    "ytick.major.size": 0,
}


@contextmanager
def settings() -> Iterator[None]:
    """The matplotlib settings of a picture, starting from matplotlib's own defaults, undone afterwards."""
    family = fonts.register()
    own: Any = {**_SETTINGS, "font.family": [family], "font.sans-serif": [family]}
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(own)
        yield


def canvas(width: float = 5.8, height: float = 3.2) -> Figure:
    """An empty picture of that size in inches; to be called under `settings`."""
    return Figure(figsize=(width, height), layout="constrained")


def tidy(axes: Axes, *, grid: str = "x") -> Axes:
    """Leave only the grid lines that help to read values: along ``x``, ``y`` or ``both``."""
    axes.grid(False)
    axes.grid(True, axis=grid)  # type: ignore[arg-type]
    return axes
