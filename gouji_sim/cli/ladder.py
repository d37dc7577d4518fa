"""``gouji-sim ladder``: a round robin of policies over variants, with one rating a policy."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from gouji_sim.cli.common import JsonOption, LangOption, console, examples, plain_table, print_json, ui
from gouji_sim.cli.duel import INTERRUPTED, SeedOption, count, refuse_cluster
from gouji_sim.cli.studies import BackendOption, JobsOption, QuietOption
from gouji_sim.errors import StudyError
from gouji_sim.i18n import message

app = typer.Typer(add_completion=False)


@app.command(
    help=ui("duel.ladder"),
    epilog=examples(
        "ladder -p random -p greedy -p expert",
        "ladder -p greedy -p expert -p search:16 -v qingdao -v hero --deals 500 --json",
    ),
)
def ladder(
    policy: Annotated[
        list[str], typer.Option("--policy", "-p", metavar="POLICY", help=ui("duel.policies_option"))
    ],
    variant: Annotated[
        list[str] | None, typer.Option("--variant", "-v", metavar="NAME", help=ui("duel.variants_option"))
    ] = None,
    deals: Annotated[str, typer.Option(metavar="N", help=ui("duel.deals_option"))] = "2000",
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    backend: BackendOption = None,
    quiet: QuietOption = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    import os

    from gouji_sim.rules import load_variant
    from gouji_sim.study.ladder import run_ladder
    from gouji_sim.study.machine import read_machine
    from gouji_sim.study.policies import check_policies, written_in_python

    policies = list(dict.fromkeys(policy))
    if len(policies) < 2:
        raise StudyError("a ladder takes two different policies at least", place="--policy")
    check_policies(policies, "--policy")
    variants = [load_variant(name) for name in dict.fromkeys(variant or ["qingdao", "hero"])]
    own = bool(written_in_python(policies))
    machine = read_machine({"jobs": jobs, "backend": backend}, os.environ, own)
    refuse_cluster(machine)

    def watch(done: int, total: int) -> None:
        sys.stderr.write(f"{message('duel.ladder_line', lang, done=done, total=total)}\n")

    try:
        found = run_ladder(
            policies,
            variants,
            seed,
            count(deals, "--deals"),
            jobs=machine.jobs,
            backend=machine.backend,
            watch=None if quiet else watch,
        )
    except KeyboardInterrupt:
        sys.stderr.write(f"{message('duel.ladder_interrupted', lang)}\n")
        raise typer.Exit(INTERRUPTED) from None
    if as_json:
        print_json(found.to_dict())
        return
    out = console()
    headings = ("variant_column", "a_column", "b_column", "blocks", "points")
    table = plain_table(*(message(f"duel.{key}", lang) for key in headings), right=(3, 4))
    for result in found.duels:
        points = result.points
        shown = "–" if points.value is None else f"{points.value:+.3f}"
        if points.half_width is not None:
            shown += f" ± {points.half_width:.3f}"
        table.add_row(
            result.duel.variant.label(lang), result.duel.a, result.duel.b, f"{result.pairs.n:,}", shown
        )
    out.print(table)
    overall = found.ratings()
    table = plain_table(*(message(f"duel.{key}", lang) for key in ("policy_column", "rating")), right=(1,))
    for rating in overall.table:
        table.add_row(rating.policy, f"{rating.value:+.3f} [{rating.low:+.3f}, {rating.high:+.3f}]")
    out.print(table)
    out.print(message("duel.rating_note", lang))
