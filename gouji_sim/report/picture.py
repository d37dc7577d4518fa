"""A drawn figure as SVG for the page, SVG for a file, or PNG."""

from __future__ import annotations

import io
import re
from html import escape

import matplotlib as mpl

from gouji_sim.report import style
from gouji_sim.report.model import Figure

__all__ = ["inline_svg", "png", "render", "svg"]

_POINTS_AN_INCH = 72
_PIXELS_AN_INCH = 112
"""Most pixels that an inch of a picture takes in a page: its 11 points are then as large as the text."""

_PHONE_INCHES = 6.0
_SMALLEST_INCH = 80
"""A wider picture does not shrink below this many pixels an inch; its frame scrolls instead."""

_SVG_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
_ID = re.compile(r'\bid="([^"]+)"')
_REFERENCE = re.compile(r'(url\(#|href="#)([^")]+)')
_PATH = re.compile(r'\bd="[^"]*"')
_DECIMALS = re.compile(r"(\d+\.\d{2})\d+")


def render(figure: Figure) -> tuple[str, bytes]:
    """Draw once and return the stand-alone SVG and the PNG (200 dpi on paper white)."""
    with style.settings(), mpl.rc_context({"svg.hashsalt": figure.id}):
        drawn = figure.draw()
        text, binary = io.StringIO(), io.BytesIO()
        drawn.savefig(text, format="svg", metadata=_SVG_METADATA, facecolor=style.PAPER)
        # the layout is settled; to solve it again for the second file takes as long as drawing
        drawn.set_layout_engine("none")
        drawn.savefig(binary, format="png", metadata={"Software": None}, facecolor=style.PAPER)
    return text.getvalue(), binary.getvalue()


def svg(figure: Figure) -> str:
    """The stand-alone SVG alone."""
    return render(figure)[0]


def png(figure: Figure) -> bytes:
    """The PNG alone."""
    return render(figure)[1]


def inline_svg(figure: Figure, text: str) -> str:
    """The stand-alone SVG ``text`` of ``figure`` made fit to stand in a page.

    Colours become CSS variables, ids get the figure's id in front so that two pictures never share one, and
    the picture carries its words for readers who cannot see it.
    """
    body = text[text.index("<svg") :]
    start = body.index(">") + 1
    view_box = re.search(r'viewBox="([^"]+)"', body[:start])
    if view_box is None:
        raise ValueError(f"figure {figure.id}: an SVG without a viewBox")
    body = _ID.sub(rf'id="{figure.id}-\1"', body[start:])
    body = _REFERENCE.sub(rf"\1{figure.id}-\2", body)
    body = _PATH.sub(lambda path: _DECIMALS.sub(r"\1", path[0]), body)
    for colour, (name, _, _) in style.PAGE_COLOURS.items():
        body = body.replace(colour, f"var(--{name})")
    width = float(view_box[1].split()[2]) / _POINTS_AN_INCH
    size = f"max-width:{width * _PIXELS_AN_INCH:.0f}px"
    if width > _PHONE_INCHES:
        size += f";min-width:{width * _SMALLEST_INCH:.0f}px"
    return (
        f'<svg class="picture" style="{size}" xmlns="http://www.w3.org/2000/svg" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{view_box[1]}" role="img" '
        f'aria-label="{escape(figure.alt)}">{body}'
    )
