"""The printer for browsers: one HTML file that asks the network for nothing."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import jinja2
from markupsafe import Markup, escape

from gouji_sim.i18n import message
from gouji_sim.report import fonts, style
from gouji_sim.report.format import common_n, interval_text, n_text, value_text
from gouji_sim.report.model import Cell, Document, Label, Measure

__all__ = ["to_html"]

_WORDS = ("alt", "brand", "contents", "reproduce", "reproduce_text", "skip", "sort")
_WASH = ("#f3f5f7", "#1f252b")
_FONT_PLACE = "\x00font\x00"


def to_html(document: Document, pictures: dict[str, str], folder: str, version: str) -> str:
    """The page as text.

    ``pictures`` holds the inline SVG of each figure by id; ``folder`` is the relative address of the CSV, SVG
    and PNG files. The font is cut down to the characters of the page.
    """
    html = _template().render(
        doc=document,
        pictures={name: Markup(text) for name, text in pictures.items()},
        folder=folder,
        version=version,
        words={word: message(f"report.page.{word}", document.lang) for word in _WORDS},
        colours=Markup(_colours()),
        css=Markup(_source("page.css")),
        script=Markup(_source("page.js")),
        font=_FONT_PLACE,
        cell_html=_cell_html,
        common_n=common_n,
    )
    return html.replace(_FONT_PLACE, fonts.woff2_subset(html.replace(_FONT_PLACE, "")))


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, keep_trailing_newline=True
    )
    return environment.from_string(_source("page.html.j2"))


def _source(name: str) -> str:
    return (resources.files(__package__) / "template" / name).read_text(encoding="utf-8")


def _colours() -> str:
    day = [("wash", _WASH[0]), *((name, light) for name, light, _ in style.PAGE_COLOURS.values())]
    night = [("wash", _WASH[1]), *((name, dark) for name, _, dark in style.PAGE_COLOURS.values())]

    def block(pairs: list[tuple[str, str]]) -> str:
        return " ".join(f"--{name}: {value};" for name, value in pairs)

    return (
        f":root {{ color-scheme: light dark; {block(day)} }}\n"
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {block(night)} }} }}"
    )


def _cell_html(cell: Cell, first: bool, numeric: bool, with_n: bool) -> Markup:
    """One cell: the first of a row is its head; ``data-sort`` carries what the text would sort wrongly."""
    sort, inner = _sort_and_text(cell, with_n)
    attribute = Markup("") if sort is None else Markup(' data-sort="{}"').format(sort)
    if first:
        return Markup('<th scope="row"{}>{}</th>').format(attribute, inner)
    kind = Markup(' class="number"') if numeric else Markup("")
    return Markup("<td{}{}>{}</td>").format(kind, attribute, inner)


def _sort_and_text(cell: Cell, with_n: bool) -> tuple[Any, Markup]:
    if isinstance(cell, Measure):
        parts = [escape(value_text(cell))]
        if interval := interval_text(cell):
            parts.append(Markup("<small>{}</small>").format(interval))
        if with_n and cell.n is not None:
            parts.append(Markup("<small>n {}</small>").format(n_text(cell)))
        return ("" if cell.value is None else repr(cell.value)), Markup("").join(parts)
    if isinstance(cell, Label):
        return cell.order, escape(cell.text)
    if isinstance(cell, int):
        return cell, escape(f"{cell:,}")
    return ("" if cell is None else None), escape("–" if cell is None else cell)
