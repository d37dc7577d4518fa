"""``gouji-sim position advise``: what the seat that is asked had best do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from gouji_sim.cli.common import (
    JsonOption,
    LangOption,
    console,
    examples,
    plain_table,
    print_json,
    ui,
)
from gouji_sim.i18n import Lang, message, term

if TYPE_CHECKING:
    from gouji_sim.advise import Advice, Choice

STANDARD_INPUT = "-"

HELP = ui("advise.help")
EPILOG = examples(
    "position advise table.json",
    "position advise table.json --samples 1000 --jobs 2 --lang zh",
    "position advise table.json --seconds 5 --json",
    "position advise table.json --policy my_module:MyPolicy --samples 32",
)


def advise(
    file: Annotated[str, typer.Argument(metavar="FILE", help=ui("advise.file"))],
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", min=1, max=1_000_000, help=ui("advise.samples"))
    ] = 256,
    policy: Annotated[str, typer.Option("--policy", metavar="NAME", help=ui("advise.policy"))] = "expert",
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", min=0, max=2**64 - 1, help=ui("advise.seed"))
    ] = 0,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="T", min=0, help=ui("advise.seconds"))
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=256, help=ui("advise.jobs"))] = 1,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.advise import advise as rank
    from gouji_sim.position.observed import observed_from_file, observed_from_json

    if file == STANDARD_INPUT:
        text = sys.stdin.buffer.read().decode("utf-8", errors="replace")
        engine, _ = observed_from_json(text, source="standard input")
    else:
        engine, _ = observed_from_file(file)
    advice = rank(engine, samples=samples, rollout=policy, seed=seed, jobs=jobs, seconds=seconds)
    if as_json:
        print_json(advice.to_dict())
    else:
        _print(advice, lang)


def _print(advice: Advice, lang: Lang) -> None:
    out = console()
    title = message(
        "advise.title",
        lang,
        seat=advice.seat,
        phase=term(f"phase.{advice.phase}", lang),
        samples=advice.samples,
        policy=advice.rollout,
    )
    out.print(title, style="bold")
    headings = ("action", "score", "interval", "behind")
    table = plain_table(
        *(message(f"advise.{name}", lang) for name in headings),
        *(term(f"place.{place}", lang) for place in range(1, 7)),
        "",
        right=tuple(range(1, 10)),
    )
    for choice in advice.choices:
        table.add_row(*_row(choice, lang))
    out.print(table)
    if advice.legal > len(advice.choices):
        out.print(message("advise.compared", lang, compared=len(advice.choices), legal=advice.legal))


def _row(choice: Choice, lang: Lang) -> list[str]:
    interval = "" if choice.low is None else f"{choice.low:+.2f} … {choice.high:+.2f}"
    behind = f"{choice.behind:.2f}"
    if choice.behind_high is not None:
        behind += f" ± {choice.behind_high - choice.behind:.2f}"
    return [
        choice.action,
        f"{choice.score:+.2f}",
        interval,
        behind,
        *(f"{100 * share:.0f}%" for share in choice.places),
        message("advise.own", lang) if choice.own else "",
    ]
