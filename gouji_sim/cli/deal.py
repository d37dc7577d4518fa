"""``gouji-sim deal``: one deal of a seed, told."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from gouji_sim.cli.common import JsonOption, LangOption, SetOption, examples, print_json, ui
from gouji_sim.errors import StudyError

app = typer.Typer(add_completion=False)

LINEUPS: Final = (1, 2, 6)
"""How many policies may be named: one for all, one a team, one a seat."""


@app.command(
    help=ui("table.deal_help"),
    epilog=examples(
        "deal --variant qingdao --seed 1 --index 0",
        "deal --variant 章丘 --seed 1 --index 3 --session --policy greedy --lang zh",
        "deal --variant hero --seed 1 --policy greedy,random --set yield=false --json",
    ),
)
def deal(
    variant: Annotated[str, typer.Option("--variant", "-v", metavar="NAME", help=ui("cli.variant_argument"))],
    seed: Annotated[int, typer.Option(metavar="S", help=ui("table.seed"))],
    index: Annotated[int, typer.Option(metavar="I", help=ui("table.index"))] = 0,
    policy: Annotated[
        str, typer.Option("--policy", "-p", metavar="NAMES", help=ui("table.policy"))
    ] = "random",
    settings: SetOption = None,
    session: Annotated[bool, typer.Option("--session", help=ui("table.session"))] = False,
    rotation: Annotated[int, typer.Option(min=0, max=5, metavar="R", help=ui("table.rotation"))] = 0,
    replicate: Annotated[int, typer.Option(min=0, metavar="K", help=ui("table.replicate"))] = 0,
    decisions: Annotated[bool, typer.Option("--decisions", help=ui("table.decisions"))] = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.cli.lines import print_lines
    from gouji_sim.narrate.deal import tell_deal
    from gouji_sim.narrate.story import retell
    from gouji_sim.rules import load_variant, parse_overrides

    story = retell(
        load_variant(variant, parse_overrides(settings or ()), overrides_place="--set"),
        _lineup(policy),
        _word(seed, "--seed"),
        _word(index, "--index"),
        session=session,
        rotation=rotation,
        replicate=_word(replicate, "--replicate"),
        with_options=decisions,
    )
    if as_json:
        print_json(story.to_dict())
    else:
        print_lines(tell_deal(story, lang))


def _lineup(text: str) -> tuple[str, ...]:
    """Six policies by seat from one, two (even seats, odd seats) or six names with commas."""
    names = [name.strip() for name in text.split(",")]
    if len(names) not in LINEUPS:
        raise StudyError(f"names {len(names)} policies; give one, two (for the teams) or six", "--policy")
    return tuple(names * (6 // len(names)))


def _word(value: int, place: str) -> int:
    if not 0 <= value < 2**64:
        raise StudyError(f"{value} is not from 0 to 2**64 - 1", place)
    return value
