"""``gouji-sim run``: carry out a study from a file, from flags, or from both."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from gouji_sim.cli.studies import (
    BackendOption,
    JobsOption,
    QuietOption,
    SchedulerOption,
    carry_out,
    progress_for,
)
from gouji_sim.errors import StudyError
from gouji_sim.i18n import Lang, message

if TYPE_CHECKING:
    from gouji_sim.study.config import Config
    from gouji_sim.study.machine import Machine
    from gouji_sim.study.plan import Plan

app = typer.Typer(add_completion=False)


@app.command(
    help=ui("study.run"),
    epilog=examples(
        "run --variant qingdao --variant hero --policy greedy --deals 200_000",
        "run study.toml --jobs 8",
        "run study.toml --sessions 50k --set yield=false --dry-run",
        "run -v qingdao -p random --stop sweep_rate:0.002 --min 100k --max 2M --records none",
        "run study.toml --backend dask --scheduler tcp://host:8786",
    ),
)
def run(
    study: Annotated[Path | None, typer.Argument(metavar="[STUDY]", help=ui("study.study_argument"))] = None,
    variant: Annotated[
        list[str] | None, typer.Option("--variant", "-v", metavar="NAME", help=ui("study.variant_option"))
    ] = None,
    policy: Annotated[
        list[str] | None, typer.Option("--policy", "-p", metavar="NAMES", help=ui("study.policy_option"))
    ] = None,
    settings: SetOption = None,
    deals: Annotated[str | None, typer.Option(metavar="N", help=ui("study.deals_option"))] = None,
    sessions: Annotated[str | None, typer.Option(metavar="N", help=ui("study.sessions_option"))] = None,
    duplicate: Annotated[bool, typer.Option("--duplicate", help=ui("study.duplicate_option"))] = False,
    seed: Annotated[list[int] | None, typer.Option(metavar="S", help=ui("study.seed_option"))] = None,
    records: Annotated[str | None, typer.Option(metavar="WHICH", help=ui("study.records_option"))] = None,
    shard: Annotated[str | None, typer.Option(metavar="N", help=ui("study.shard_option"))] = None,
    stop: Annotated[str | None, typer.Option(metavar="STAT:WIDTH", help=ui("study.stop_option"))] = None,
    least: Annotated[str | None, typer.Option("--min", metavar="N", help=ui("study.min_option"))] = None,
    most: Annotated[str | None, typer.Option("--max", metavar="N", help=ui("study.max_option"))] = None,
    name: Annotated[str | None, typer.Option(metavar="ID", help=ui("study.name_option"))] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help=ui("study.out_option"))] = None,
    jobs: JobsOption = None,
    backend: BackendOption = None,
    scheduler: SchedulerOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=ui("study.dry_run_option"))] = False,
    show_config: Annotated[bool, typer.Option("--show-config", help=ui("study.show_config_option"))] = False,
    quiet: QuietOption = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.study.config import read_config
    from gouji_sim.study.grid import build_plan
    from gouji_sim.study.machine import read_machine
    from gouji_sim.study.runner import Settings, start_run

    given: dict[str, Any] = {
        "variants": variant, "policies": policy, "deals": deals, "sessions": sessions, "seed": seed,
        "records": records, "shard": shard, "name": name, "stop": _stop(stop, least, most),
        "rotations": [0, 1] if duplicate else None,
    }  # fmt: skip
    flags = {key: value for key, value in given.items() if value not in (None, [], {})}
    overrides = _overrides(settings)
    config = read_config(study, flags, overrides, os.environ)
    plan = build_plan(config)
    own = bool(plan.own_policies)
    machine = read_machine({"jobs": jobs, "backend": backend, "scheduler": scheduler}, os.environ, own)
    path = out or Path(machine.runs) / f"{plan.name}-{plan.cells[0].seed}-{plan.hash[:8]}"
    if show_config:
        _show_config(config, machine, path, out is not None, lang, as_json)
    elif dry_run:
        _show_plan(plan, machine, path, lang, as_json)
    else:
        source = None if study is None else study.read_text(encoding="utf-8")
        carry_out(
            lambda chosen: start_run(plan, path, chosen, source),
            Settings(machine.jobs, machine.backend, machine.scheduler, progress_for(quiet, lang)),
            path, lang, quiet, as_json,
        )  # fmt: skip


def _overrides(texts: list[str] | None) -> dict[str, Any]:
    if not texts:
        return {}
    from gouji_sim.rules.registry import parse_overrides

    return parse_overrides(texts)


def _stop(rule: str | None, least: str | None, most: str | None) -> dict[str, Any]:
    """The table of a stop rule from ``statistic:half-width`` and the two limits. Raises StudyError."""
    table: dict[str, Any] = {}
    if rule is not None:
        statistic, _, width = rule.rpartition(":")
        try:
            table = {"statistic": statistic, "half_width": float(width)}
        except ValueError:
            statistic = ""
        if not statistic:
            raise StudyError(f"must be STAT:WIDTH, such as sweep_rate:0.002, not {rule!r}", "--stop")
    return table | {key: value for key, value in (("min", least), ("max", most)) if value is not None}


def _show_config(
    config: Config, machine: Machine, path: Path, out_given: bool, lang: Lang, as_json: bool
) -> None:
    from gouji_sim.study.describe import settings_of

    rows = [
        *settings_of(config),
        *((key, getattr(machine, key), machine.origins[key], "") for key in ("jobs", "backend", "scheduler")),
        ("out", str(path), "flag" if out_given else machine.origins["runs"], ""),
    ]
    if as_json:
        print_json({"settings": {key: {"value": value, "origin": origin} for key, value, origin, _ in rows}})
        return
    table = plain_table(*(message(f"study.{key}", lang) for key in ("setting", "value", "origin")))
    for key, value, origin, place in rows:
        source = message(f"study.origin_{origin}", lang)
        table.add_row(key, "–" if value is None else str(value), f"{source} {place}".rstrip())
    console().print(table)


def _show_plan(plan: Plan, machine: Machine, path: Path, lang: Lang, as_json: bool) -> None:
    from gouji_sim.study.counts import format_count
    from gouji_sim.study.describe import forecast

    expected = forecast(plan, machine.jobs)
    if as_json:
        print_json({"out": str(path), "plan": plan.to_dict(), "forecast": expected.to_dict()})
        return
    table = plain_table(
        *(message(f"study.{key}", lang) for key in ("cell", "label", "deals_column", "speed_column")),
        right=(2, 3),
    )
    for cell in plan.cells:
        table.add_row(
            cell.id,
            cell.label(lang),
            format_count(plan.units * cell.deals_per_unit(plan.mode)),
            format_count(round(expected.speeds[cell.id])),
        )
    out = console()
    out.print(table)
    for line in expected.lines(plan, lang):
        out.print(line)
    out.print(message("study.would_write", lang, path=path))
