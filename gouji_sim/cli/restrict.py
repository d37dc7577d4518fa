"""``gouji-sim restrict``: what a team loses that may not do something."""

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
from gouji_sim.cli.studies import BackendOption, JobsOption, QuietOption, play_plan
from gouji_sim.errors import StudyError
from gouji_sim.i18n import Lang, message

if TYPE_CHECKING:
    from gouji_sim.stats.paired import Difference
    from gouji_sim.study.restricted import Worth

app = typer.Typer(add_completion=False)

_POLICIES = ("greedy", "expert")
_DEALS = "50_000"


@app.command(
    help=ui("restrict.help"),
    epilog=examples(
        "restrict --variant qingdao --policy expert --not burn",
        "restrict --variant zhangqiu --variant heze_tribute --not open --sessions 20_000 --lang zh",
    ),
)
def restrict(
    variant: Annotated[
        list[str] | None, typer.Option("--variant", "-v", metavar="NAME", help=ui("restrict.variant_option"))
    ] = None,
    policy: Annotated[
        list[str] | None, typer.Option("--policy", "-p", metavar="NAME", help=ui("restrict.policy_option"))
    ] = None,
    never: Annotated[
        list[str] | None, typer.Option("--not", metavar="ACTION", help=ui("restrict.not_option"))
    ] = None,
    settings: SetOption = None,
    deals: Annotated[str | None, typer.Option(metavar="N", help=ui("restrict.deals_option"))] = None,
    sessions: Annotated[str | None, typer.Option(metavar="N", help=ui("restrict.sessions_option"))] = None,
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**64 - 1, help=ui("duel.seed_option"))] = 1,
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
    from gouji_sim.core.policies import RESTRICTIONS
    from gouji_sim.rules import load_variant
    from gouji_sim.rules.registry import parse_overrides
    from gouji_sim.study.assembled import Playing, read_lineup
    from gouji_sim.study.restricted import restricted, worths

    if deals is not None and sessions is not None:
        raise StudyError("deals and sessions exclude each other", "--sessions")
    overrides = parse_overrides(settings or [])
    policies = list(dict.fromkeys(policy or _POLICIES))
    for name in policies:
        read_lineup(name)
    tried = restricted(
        [
            load_variant(name, overrides, overrides_place="--set")
            for name in dict.fromkeys(variant or ["qingdao"])
        ],
        policies,
        never or RESTRICTIONS,
    )
    units = count(sessions, "--sessions") if sessions else count(deals or _DEALS, "--deals")
    plan = tried.plan(Playing(units, "sessions" if sessions else "deals", seed))
    run = play_plan(plan, run_dir, jobs, backend, quiet, lang)
    found = worths(run, tried)
    if as_json:
        print_json(
            {
                "mode": plan.mode,
                "units": run.cells[0].n_units,
                "seed": seed,
                "run": str(run.path),
                "engine": run.manifest.engine,
                "worths": [each.to_dict() for each in found],
                "undefined": [
                    {
                        "variant": each.variant.id,
                        "never": each.never,
                        "reason": message(f"restrict.{each.reason}", lang),
                    }
                    for each in tried.undefined
                ],
            }
        )
        return
    out = console()
    out.print(message("restrict.title", lang), style="bold")
    headings = ("variant", "policy", "never", "points", "p_holm", "wins", "used")
    table = plain_table(*(message(f"restrict.{key}", lang) for key in headings), right=(3, 4, 5, 6))
    for each in found:
        table.add_row(*_row(each, lang))
    out.print(table)
    many = message(f"restrict.{plan.mode}", lang, n=f"{run.cells[0].n_units:,}")
    out.print(message("restrict.note", lang, units=many))
    for left_out in tried.undefined:
        text = message(
            "restrict.undefined",
            lang,
            variant=left_out.variant.label(lang),
            never=message(f"restrict.{left_out.never}", lang),
            reason=message(f"restrict.{left_out.reason}", lang),
        )
        sys.stderr.write(f"{text}\n")


def _row(worth: Worth, lang: Lang) -> tuple[str, ...]:
    from gouji_sim.report.format import value_text
    from gouji_sim.report.model import Measure
    from gouji_sim.study.labels import policy_label

    trial = worth.trial
    name = trial.never[0] if len(trial.never) == 1 else "together"
    head = (
        trial.variant.label(lang),
        policy_label(trial.policy, lang),
        message(f"restrict.{name}", lang),
    )
    if worth.same:
        return (*head, "0", "", "", message("restrict.same", lang))
    used = worth.used
    shown = ""
    if used is not None and used.value is not None:
        share = used.statistic in ("open_rate", "declare_rate")
        text = value_text(Measure(used.value, used.low, used.high, form="rate" if share else "number"))
        shown = message(f"restrict.each_{'seat' if share else 'deal'}", lang, value=text)
    p = value_text(Measure(worth.adjusted, form="p"))
    return (*head, _shown(worth.points, "points"), p, _shown(worth.wins, "rate"), shown)


def _shown(made: Difference, form: str) -> str:
    from gouji_sim.report.format import cell_text
    from gouji_sim.report.model import Measure

    return cell_text(
        Measure(made.value, made.low, made.high, form="rate" if form == "rate" else "points", signed=True)
    )
