"""``gouji-sim``: the verbs, and what becomes of errors.

Exit codes: 0 done, 1 unexpected error, 2 usage or a mistake in a file, 3 precision not reached, 4 a gate
failed, 5 damaged or mismatching run directory, 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module, metadata
from typing import Annotated, Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from gouji_sim.cli.common import ui, ui_lang
from gouji_sim.errors import GoujiError

__all__ = ["VERBS", "main"]


class Verb(NamedTuple):
    """The module of a verb, which holds a `typer.Typer` called ``app``, and what the verb does."""

    module: str
    en: str
    zh: str


VERBS: Final = {
    "variants": Verb(
        "gouji_sim.cli.variants",
        "List, show, compare and check variants.",
        "列出、查看、比较、检查规则变体。",
    ),
    "position": Verb(
        "gouji_sim.cli.position",
        "Ask the rules about a position, or draw it.",
        "按规则查询一个局面，或画出牌桌。",
    ),
    "deal": Verb("gouji_sim.cli.deal", "Tell one deal of a seed.", "讲述一个种子的一局。"),
    "replay": Verb("gouji_sim.cli.replay", "Tell one deal of a run.", "讲述一个运行中的一局。"),
    "run": Verb("gouji_sim.cli.run", "Carry out a study.", "进行一项研究。"),
    "resume": Verb("gouji_sim.cli.resume", "Go on with a run, or make it longer.", "继续或延长一个运行。"),
    "runs": Verb("gouji_sim.cli.runs", "List, show and verify runs.", "列出、查看、核对运行。"),
    "report": Verb("gouji_sim.cli.report", "Write a page about runs.", "为运行写一页报告。"),
    "compare": Verb(
        "gouji_sim.cli.compare",
        "Compare variants on common deals, or runs.",
        "让几种规则打同一批牌并比较，或比较运行。",
    ),
    "ablate": Verb(
        "gouji_sim.cli.ablate",
        "Switch the rules of a variant one by one and rank the effects.",
        "逐项改动一个变体的规则，按影响排序。",
    ),
    "restrict": Verb(
        "gouji_sim.cli.restrict",
        "Tell what a team loses that may not burn, yield, open, declare or revolt.",
        "一方不许烧牌、让牌、开点、宣点或革命，会少得多少分。",
    ),
    "bench": Verb(
        "gouji_sim.cli.bench",
        "Measure the speed of the engine, or print its signature.",
        "测量引擎速度，或输出其签名。",
    ),
    "duel": Verb(
        "gouji_sim.cli.duel",
        "Let two policies meet on duplicate deals.",
        "两个策略在复式牌局上对打。",
    ),
    "ladder": Verb(
        "gouji_sim.cli.ladder",
        "Rate policies by a round robin.",
        "策略循环赛与评分。",
    ),
    "odds": Verb(
        "gouji_sim.cli.odds",
        "Exact probabilities of what is dealt.",
        "发牌的精确概率。",
    ),
}


class Verbs(TyperGroup):
    """The group of all verbs: listed from `VERBS`, imported when called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        lang = ui_lang()
        for name, verb in VERBS.items():
            self.commands[name] = TyperCommand(name, help=verb.zh if lang == "zh" else verb.en)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        if name in VERBS:
            command = get_command(import_module(VERBS[name].module).app)
            command.name = name
        return name, command, rest


app = typer.Typer(cls=Verbs, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        try:
            version = metadata.version("gouji-sim")
        except metadata.PackageNotFoundError:
            version = "(source tree, not installed)"
        typer.echo(f"gouji-sim {version}")
        raise typer.Exit


@app.callback(help=ui("cli.root"), epilog=ui("cli.root_epilog"))
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help=ui("cli.version_option"))
    ] = False,
) -> None:
    pass


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line on ``argv`` (`sys.argv` if none) and exit.

    Mistakes of the user are one paragraph on standard error and the exit code of their class; what is
    unexpected leaves as an exception, with its traceback.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        get_command(app)(args=argv, prog_name="gouji-sim")
    except GoujiError as error:
        sys.stderr.write(paragraph(error))
        sys.exit(error.exit_code)
    finally:
        _flush()


def paragraph(error: GoujiError) -> str:
    """The problems of an error, each on a line of its own."""
    lines = "".join(f"  {problem}\n" for problem in error.problems)
    if len(error.problems) == 1:
        return f"error: {lines.lstrip()}"
    return f"error: {len(error.problems)} problems\n{lines}"


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
