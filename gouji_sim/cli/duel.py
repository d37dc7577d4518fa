"""``gouji-sim duel``: which of two policies is stronger, and by how many points."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gouji_sim.cli.common import (
    JsonOption,
    LangOption,
    SetOption,
    console,
    examples,
    plain_table,
    print_json,
    ui,
)
from gouji_sim.cli.studies import BackendOption, JobsOption, QuietOption
from gouji_sim.errors import StudyError
from gouji_sim.i18n import Lang, message

if TYPE_CHECKING:
    from gouji_sim.stats.sequential import Gsprt
    from gouji_sim.study.duel import DuelResult
    from gouji_sim.study.machine import Machine

app = typer.Typer(add_completion=False)

INTERRUPTED = 130

VariantOption = Annotated[
    str, typer.Option("--variant", "-v", metavar="NAME", help=ui("duel.variant_option"))
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="S", min=0, max=2**64 - 1, help=ui("duel.seed_option"))
]


@app.command(
    help=ui("duel.help"),
    epilog=examples(
        "duel --a greedy --b random",
        "duel --a expert --b greedy --variant hero --deals 50_000 --jobs 2",
        "duel --a expert --b greedy --hypotheses 0,1 --deals 1M",
        "duel --a my_module:MyPolicy --b greedy --half-width 0.2 --keep duel.json",
    ),
)
def duel(
    a: Annotated[str, typer.Option("--a", metavar="POLICY", help=ui("duel.a_option"))],
    b: Annotated[str, typer.Option("--b", metavar="POLICY", help=ui("duel.b_option"))],
    variant: VariantOption = "qingdao",
    settings: SetOption = None,
    deals: Annotated[str, typer.Option(metavar="N", help=ui("duel.deals_option"))] = "10_000",
    least: Annotated[str | None, typer.Option("--min", metavar="N", help=ui("duel.min_option"))] = None,
    batch: Annotated[str, typer.Option(metavar="N", help=ui("duel.batch_option"))] = "1000",
    half_width: Annotated[
        float | None, typer.Option("--half-width", metavar="POINTS", help=ui("duel.half_width_option"))
    ] = None,
    hypotheses: Annotated[
        str | None, typer.Option("--hypotheses", metavar="P0,P1", help=ui("duel.hypotheses_option"))
    ] = None,
    errors: Annotated[
        str, typer.Option("--errors", metavar="ALPHA,BETA", help=ui("duel.errors_option"))
    ] = "0.05,0.05",
    seed: SeedOption = 1,
    keep: Annotated[Path | None, typer.Option("--keep", metavar="FILE", help=ui("duel.keep_option"))] = None,
    jobs: JobsOption = None,
    backend: BackendOption = None,
    quiet: QuietOption = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    import os

    from gouji_sim.rules import load_variant
    from gouji_sim.rules.registry import parse_overrides
    from gouji_sim.study.duel import MAX_BATCH, Duel, StopRules, run_duel
    from gouji_sim.study.machine import read_machine
    from gouji_sim.study.policies import written_in_python

    machine = read_machine({"jobs": jobs, "backend": backend}, os.environ, bool(written_in_python([a, b])))
    refuse_cluster(machine)
    if half_width is not None and not half_width > 0:
        raise StudyError(f"{half_width:g} is not above 0", place="--half-width")
    blocks, step = count(deals, "--deals"), count(batch, "--batch")
    if step > MAX_BATCH:
        raise StudyError(f"{step:,} is more than {MAX_BATCH:,}", place="--batch")
    rules = StopRules(
        blocks,
        half_width,
        read_test(hypotheses, errors),
        min(blocks, count(least, "--min") if least else step),
        step,
    )
    chosen = load_variant(variant, parse_overrides(settings or []), overrides_place="--set")

    def watch(result: DuelResult) -> None:
        sys.stderr.write(f"{_line(result, lang)}\n")

    try:
        result = run_duel(
            Duel(chosen, a, b, seed),
            rules,
            jobs=machine.jobs,
            backend=machine.backend,
            keep=keep,
            watch=None if quiet else watch,
        )
    except KeyboardInterrupt:
        key = "interrupted_kept" if keep is not None and keep.exists() else "interrupted"
        sys.stderr.write(f"{message(f'duel.{key}', lang, file=keep)}\n")
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print_json(result.to_dict())
        return
    out = console()
    out.print(message("duel.title", lang, a=a, b=b, variant=chosen.label(lang)), style="bold")
    table = plain_table("", "", right=(1,))
    for label, value in _rows(result, lang):
        table.add_row(label, value)
    out.print(table)
    out.print(message(f"duel.ending_{result.ending}", lang))


def refuse_cluster(machine: Machine) -> None:
    """Raises `StudyError` for a backend that only studies have."""
    if machine.backend == "dask":
        raise StudyError("plays studies; this takes threading or loky", place="--backend dask")


def count(text: str, place: str) -> int:
    """A number of deals; `StudyError` names the flag."""
    from gouji_sim.study.counts import parse_count

    try:
        return parse_count(text)
    except ValueError as error:
        raise StudyError(str(error), place=place) from None


def read_test(hypotheses: str | None, errors: str) -> Gsprt | None:
    from gouji_sim.stats.sequential import Gsprt

    if hypotheses is None:
        return None
    try:
        points0, points1 = map(float, hypotheses.split(","))
        alpha, beta = map(float, errors.split(","))
        return Gsprt(points0, points1, alpha, beta)
    except ValueError as error:
        reason = str(error) if "hypothesis" in str(error) or "errors" in str(error) else "must be two numbers"
        raise StudyError(f"{reason}: P0,P1 such as 0,1", place="--hypotheses") from None


def _points(result: DuelResult) -> str:
    points = result.points
    if points.value is None:
        return "–"
    if points.low is None or points.high is None:
        return f"{points.value:+.3f}"
    return f"{points.value:+.3f} [{points.low:+.3f}, {points.high:+.3f}]"


def _line(result: DuelResult, lang: Lang) -> str:
    return message("duel.line", lang, blocks=f"{result.pairs.n:,}", points=_points(result))


def _rows(result: DuelResult, lang: Lang) -> list[tuple[str, str]]:
    rows = [
        (message("duel.points", lang), _points(result)),
        (message("duel.blocks", lang), f"{result.pairs.n:,}"),
        (message("duel.deals_played", lang), f"{2 * result.pairs.n:,}"),
    ]
    if result.win_rate is not None:
        rows += [
            (message("duel.win_rate", lang), f"{100 * result.win_rate:.2f} %"),
            (message("duel.order", lang), f"{2 * result.win_rate - 1:+.3f}"),
        ]
    names = ("lost", "behind", "drawn", "ahead", "won")
    for name, number in zip(names, result.pairs.pentanomial(), strict=True):
        rows.append((message(f"duel.{name}", lang), f"{number:,}"))
    test = result.rules.test
    if test is not None:
        low, high = test.bounds
        rows += [
            (message("duel.test", lang), f"{test.points0:g} / {test.points1:g}"),
            (message("duel.ratio", lang), f"{test.ratio(result.pairs):+.2f} [{low:.2f}, {high:.2f}]"),
        ]
    return rows
