"""What the verbs share: languages, options, and how they print."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from gouji_sim.i18n import Lang, message

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

__all__ = [
    "JsonOption",
    "LangOption",
    "SetOption",
    "console",
    "examples",
    "plain_table",
    "print_json",
    "ui",
    "ui_lang",
]

UNLIMITED_WIDTH: Final = 10_000
"""Columns where standard output is no terminal: tables are then never folded."""


def ui_lang() -> Lang:
    """The language of help pages: GOUJI_LANG where it is ``zh``, else English."""
    return "zh" if os.environ.get("GOUJI_LANG") == "zh" else "en"


def ui(id: str) -> str:
    """The text of a help page, ``room.key`` in its catalogue, in the language of help pages."""
    return message(id, ui_lang())


def examples(*commands: str) -> str:
    """The end of a help page: commands to try, each on a line of its own, without ``gouji-sim``."""
    return "\n\n".join(
        ["Examples:" if ui_lang() == "en" else "例：", *(f"  gouji-sim {command}" for command in commands)]
    )


LangOption: TypeAlias = Annotated[
    Lang, typer.Option("--lang", envvar="GOUJI_LANG", show_envvar=False, help=ui("cli.lang_option"))
]
JsonOption: TypeAlias = Annotated[bool, typer.Option("--json", help=ui("cli.json_option"))]
SetOption: TypeAlias = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help=ui("cli.set_option"))
]


def print_json(document: Mapping[str, Any], schema_version: int = 1) -> None:
    """Print one JSON document with its ``schema_version`` on standard output."""
    typer.echo(json.dumps({"schema_version": schema_version, **document}, ensure_ascii=False, indent=2))


def console(*, stderr: bool = False) -> Console:
    """A console for text as it is: no markup, no emoji; colour on terminals where NO_COLOR is unset."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() or "COLUMNS" in os.environ else UNLIMITED_WIDTH
    return Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)


def plain_table(*headings: str, right: tuple[int, ...] = ()) -> Table:
    """A table without frames, aligned by display width; the columns numbered in ``right`` are numbers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number in right else "left", overflow="fold")
    return table
