"""The one font of every picture and page, brought by a package so that no machine lacks 汉字.

Noto Sans SC (SIL Open Font License 1.1) covers simplified Chinese and Latin. A page carries only the
characters that it uses.
"""

from __future__ import annotations

import base64
import io
from functools import cache
from pathlib import Path

import pylopdf_fonts_zh_cn
from fontTools import subset
from fontTools.ttLib import TTFont
from matplotlib import font_manager

__all__ = ["FAMILY", "drawable", "font_path", "missing_characters", "register", "woff2_subset"]

FAMILY = "Noto Sans SC"
"""Family name of the font."""

_REPLACEMENT = "□"


def font_path() -> Path:
    """Where the font file (OpenType, about 8 MB) lies."""
    return Path(pylopdf_fonts_zh_cn.sans_path())


@cache
def _covered() -> frozenset[int]:
    with TTFont(font_path(), lazy=True) as font:
        return frozenset(font.getBestCmap())


def missing_characters(text: str) -> str:
    """``text`` with an empty box for each character that the font lacks: variants may have any name."""
    return "".join(sorted({c for c in text if not c.isspace() and ord(c) not in _covered()}))


def drawable(text: str) -> str:
    """``text`` with an empty box for each character that the font lacks: a variant may have any name."""
    return "".join(c if c.isspace() or ord(c) in _covered() else _REPLACEMENT for c in text)


@cache
def register() -> str:
    """Make the font known to matplotlib, once a process, and return its family name."""
    font_manager.fontManager.addfont(str(font_path()))
    return FAMILY


def woff2_subset(text: str) -> str:
    """A WOFF2 font with the characters of ``text`` only, base64-encoded.

    The time stamp of the source font is kept, so equal texts give equal bytes.
    """
    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    options.desubroutinize = True
    options.layout_features = ["kern"]
    options.name_IDs = [0, 1, 2, 13, 14]
    options.notdef_outline = True
    with TTFont(font_path(), recalcTimestamp=False) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(text="".join(sorted(set(text))))
        subsetter.subset(font)
        font.flavor = "woff2"
        buffer = io.BytesIO()
        font.save(buffer)
    return base64.b64encode(buffer.getvalue()).decode("ascii")
