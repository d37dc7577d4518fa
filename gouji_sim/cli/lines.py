"""Printing the lines of drawn tables and told deals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gouji_sim.cli.common import console

if TYPE_CHECKING:
    from gouji_sim.narrate.text import Line

__all__ = ["print_lines"]


def print_lines(lines: Iterable[Line]) -> None:
    """Print lines as they are, in their styles where standard output shows colours."""
    out = console()
    for line in lines:
        out.print(line.text, style=line.style or None, soft_wrap=True)
