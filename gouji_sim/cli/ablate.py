"""``gouji-sim ablate``: what each rule of a variant is worth, and which rules make two variants differ."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gouji_sim.cli.common import JsonOption, LangOption, SetOption, console, examples, ui
from gouji_sim.cli.studies import BackendOption, JobsOption, QuietOption, play_plan
from gouji_sim.errors import StudyError
from gouji_sim.i18n import Lang, message

if TYPE_CHECKING:
    from gouji_sim.report.model import Document
    from gouji_sim.study.assembled import Playing

app = typer.Typer(add_completion=False)

_POLICIES = ("greedy", "expert")
_DEALS = "20_000"
_ROWS = 15
"""Rows of a table that a terminal shows; the page has all."""


@app.command(
    help=ui("ablate.help"),
    epilog=examples(
        "ablate --base qingdao --statistic sweep_rate",
        "ablate --base hero --option melee_at=3,5 --option yield --policy greedy --deals 100_000",
        "ablate --base zhangqiu --sessions 4000 --out zhangqiu.html --lang zh",
        "ablate --base qingdao --to hero --statistic open_rate --statistic burn_attempts",
    ),
)
def ablate(
    base: Annotated[str, typer.Option("--base", metavar="VARIANT", help=ui("ablate.base_option"))],
    to: Annotated[str | None, typer.Option("--to", metavar="VARIANT", help=ui("ablate.to_option"))] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="NAME[=VALUES]", help=ui("ablate.option_option")),
    ] = None,
    statistic: Annotated[
        list[str] | None,
        typer.Option("--statistic", "-s", metavar="ID", help=ui("ablate.statistic_option")),
    ] = None,
    policy: Annotated[
        list[str] | None, typer.Option("--policy", "-p", metavar="NAMES", help=ui("ablate.policy_option"))
    ] = None,
    settings: SetOption = None,
    deals: Annotated[str | None, typer.Option(metavar="N", help=ui("ablate.deals_option"))] = None,
    sessions: Annotated[str | None, typer.Option(metavar="N", help=ui("ablate.sessions_option"))] = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**64 - 1, help=ui("duel.seed_option"))] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=ui("ablate.out_option"))] = None,
    run_dir: Annotated[
        Path | None, typer.Option("--run", metavar="DIR", help=ui("ablate.run_option"))
    ] = None,
    jobs: JobsOption = None,
    backend: BackendOption = None,
    quiet: QuietOption = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.cli.duel import count
    from gouji_sim.report.ablation import check_defined, find_effects
    from gouji_sim.report.ablation_page import build_ablation
    from gouji_sim.report.files import check_page, folder_of, json_text, to_json, write_document, write_file
    from gouji_sim.rules import load_variant
    from gouji_sim.rules.registry import parse_overrides
    from gouji_sim.study.ablation import Ablation, path
    from gouji_sim.study.assembled import Playing, read_lineup
    from gouji_sim.study.signature import versions
    from gouji_sim.study.switches import read_wanted, switches

    if to is not None and option:
        raise StudyError("is for one variant; a path to another takes all their differences", "--option")
    if deals is not None and sessions is not None:
        raise StudyError("deals and sessions exclude each other", "--sessions")
    page = out or Path("ablate.html")
    if out is not None or not as_json:
        check_page(page)
    overrides = parse_overrides(settings or [])
    chosen = load_variant(base, overrides, overrides_place="--set")
    if to is None:
        made, left_out = switches(chosen, read_wanted(option or []), sessions=sessions is not None)
        ablation = Ablation(chosen, tuple(made), tuple(left_out))
    else:
        ablation = path(chosen, load_variant(to, overrides, overrides_place="--set"))
    statistics = check_defined(statistic, chosen)
    lineups = [read_lineup(names) for names in dict.fromkeys(policy or _POLICIES)]
    playing = Playing(
        count(sessions, "--sessions") if sessions else count(deals or _DEALS, "--deals"),
        "sessions" if sessions else "deals",
        seed,
    )
    if not quiet:
        for each in ablation.skipped:
            sys.stderr.write(_skipped(each.option, each.value, each.reason, lang) + "\n")
    plan = ablation.plan(playing, lineups, statistics)
    run = play_plan(plan, run_dir, jobs, backend, quiet, lang)
    effects = find_effects(run, ablation, statistics)
    command = shlex.join(_again(base, to, option, statistics, playing, lineups, settings, lang, page))
    meta = {
        "base": chosen.id,
        "target": None if ablation.target is None else ablation.target.id,
        "statistics": list(statistics),
        "mode": playing.mode,
        "units": run.cells[0].n_units,
        "seed": seed,
        "run": str(run.path),
        "study_hash": run.manifest.plan.hash,
        "engine": run.manifest.engine,
    }
    document = build_ablation(effects, lang, command, meta)
    version = versions()["gouji-sim"]
    content = json_text(to_json(document, version))
    if out is not None or not as_json:
        write_file(folder_of(page) / f"{document.kind}.json", content.encode())
        write_document(document, page, version)
    if as_json:
        typer.echo(content, nl=False)
        return
    _show(document, page, lang)


def _skipped(option: str, value: object, reason: str, lang: Lang) -> str:
    from gouji_sim.rules.variant import format_value
    from gouji_sim.study.switches import SESSION_LENGTH

    if reason == SESSION_LENGTH:
        reason = message("ablate.reason_session", lang)
    return message("ablate.skipped", lang, option=option, value=format_value(value), reason=reason)


def _again(
    base: str,
    to: str | None,
    option: Sequence[str] | None,
    statistics: Sequence[str],
    playing: Playing,
    lineups: Sequence[Sequence[str]],
    settings: Sequence[str] | None,
    lang: Lang,
    page: Path,
) -> list[str]:
    """The command that makes the page again."""
    words = ["gouji-sim", "ablate", "--base", base]
    if to is not None:
        words += ["--to", to]
    for flag, values in (
        ("--option", option or ()),
        ("--set", settings or ()),
        ("--statistic", statistics),
        ("--policy", [",".join(names) for names in lineups]),
    ):
        words += [part for value in values for part in (flag, value)]
    words += [f"--{playing.mode}", str(playing.units), "--seed", str(playing.seed)]
    return [*words, "--lang", lang, "--out", str(page)]


def _show(document: Document, page: Path, lang: Lang) -> None:
    """What was found in words and the top of each table."""
    from gouji_sim.report.terminal import print_table

    for section in document.sections:
        tables = [block for block in document.tables() if block in section.blocks]
        if not section.id.startswith(("effects_", "path_")):
            continue
        for table in tables:
            print_table(replace(table, rows=table.rows[:_ROWS]), console())
        for line in section.paragraphs:
            typer.echo(line)
        typer.echo()
    typer.echo(message("ablate.written", lang, path=page))
