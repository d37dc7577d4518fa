"""``gouji-sim position``: what the rules make of a position (RULES 19, 20)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from gouji_sim.cli import advise
from gouji_sim.cli.common import LangOption, examples, ui
from gouji_sim.errors import GoujiError, PositionError

if TYPE_CHECKING:
    from gouji_sim.position import Position

app = typer.Typer(add_completion=False, no_args_is_help=True, help=ui("table.position"))
app.command(help=advise.HELP, epilog=advise.EPILOG)(advise.advise)

STANDARD_INPUT: Final = "-"

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help=ui("table.position_file"))]


@app.command(
    help=ui("table.position_legal"),
    epilog=examples("position legal table.json", "position legal - < positions.jsonl"),
)
def legal(file: FileArgument) -> None:
    _answer(file, lambda position, _: position.legal())


@app.command(
    help=ui("table.position_play"),
    epilog=examples("position play table.json", "position play - < positions.jsonl"),
)
def play(file: FileArgument) -> None:
    _answer(file, lambda position, _: position.result())


@app.command(
    help=ui("table.position_perft"),
    epilog=examples("position perft table.json --depth 3", "position perft - < positions.jsonl"),
)
def perft(
    file: FileArgument,
    depth: Annotated[int | None, typer.Option("--depth", metavar="N", help=ui("table.depth"))] = None,
) -> None:
    def count(position: Position, own: object) -> dict[str, Any]:
        wanted: Any = depth if own is None else own
        if wanted is None:
            raise PositionError("how many decisions to count is not given (--depth N)", "depth")
        return {"depth": wanted, "nodes": position.perft(wanted)}

    _answer(file, count)


@app.command(
    help=ui("table.position_show"),
    epilog=examples("position show table.json", "position show table.json --lang zh"),
)
def show(file: FileArgument, lang: LangOption = "en") -> None:
    from gouji_sim.cli.lines import print_lines
    from gouji_sim.narrate.table import draw_position
    from gouji_sim.position import Position

    if file == STANDARD_INPUT:
        text = _decoded(sys.stdin.buffer.read(), "standard input")
        position = Position.from_json(text, source="standard input")
    else:
        position = Position.from_file(file)
    print_lines(draw_position(position, lang))


def _answer(file: str, query: Callable[[Position, object], dict[str, Any]]) -> None:
    """Answer one file, or each line of standard input; the query is also given the ``depth`` of the line."""
    from gouji_sim.position import Position

    if file != STANDARD_INPUT:
        _print(query(Position.from_file(file), None))
        return
    for line in _answers(sys.stdin.buffer, query):
        _print(line)


def _answers(
    lines: Iterator[bytes], query: Callable[[Position, object], dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    from gouji_sim.position import Position, parse_json

    for number, line in enumerate(lines, start=1):
        source = f"line {number}"
        try:
            data = parse_json(_decoded(line.rstrip(b"\r\n"), source), source)
            depth = data.pop("depth", None) if isinstance(data, dict) else None
            yield query(Position.from_dict(data, source=source, folder=Path()), depth)
        except GoujiError as error:
            yield {"error": str(error)}


def _decoded(line: bytes, source: str) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise PositionError(f"is not UTF-8 text (byte {error.start})", source) from None


def _print(answer: dict[str, Any]) -> None:
    """One document a line, sent at once: a program at the other end may wait for it."""
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    sys.stdout.flush()
