"""``gouji-sim odds``: exact probabilities of what is dealt, beside a simulated check."""

from __future__ import annotations

import re
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
from gouji_sim.i18n import Lang, message

if TYPE_CHECKING:
    from gouji_sim.stats.intervals import Estimate
    from gouji_sim.stats.odds import HandOdds

app = typer.Typer(add_completion=False)


@app.command(
    help=ui("odds.help"),
    epilog=examples(
        "odds qingdao", "odds hero --deals 1M --lang zh", "odds qingdao --set deck=short196 --json"
    ),
)
def odds(
    variant: Annotated[str, typer.Argument(metavar="NAME", help=ui("odds.variant_argument"))] = "qingdao",
    settings: SetOption = None,
    deals: Annotated[str, typer.Option(metavar="N", help=ui("odds.deals_option"))] = "100_000",
    seed: Annotated[int, typer.Option(metavar="S", min=0, max=2**64 - 1, help=ui("odds.seed_option"))] = 1,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.cli.duel import count
    from gouji_sim.rules import load_variant
    from gouji_sim.rules.registry import parse_overrides
    from gouji_sim.study.odds import checked_odds, lead_table

    chosen = load_variant(variant, parse_overrides(settings or []), overrides_place="--set")
    n = count(deals, "--deals")
    table = checked_odds(chosen.options, seed, n)
    leads = lead_table(chosen.options, seed, n)
    if as_json:
        print_json(
            {
                "variant": chosen.id,
                "deck": list(chosen.options.deck_counts),
                "hand_sizes": list(chosen.options.hand_sizes),
                "seed": seed,
                "odds": [row.to_dict() for row in table],
                "first_lead": None
                if leads is None
                else {"exact": leads[0].to_dict(), "simulated": [found.to_dict() for found in leads[1]]},
            }
        )
        return
    out = console()
    out.print(chosen.label(lang), style="bold")
    headings = ("event", "cards", "exact", "simulated", "agrees")
    shown = plain_table(*(message(f"odds.{key}", lang) for key in headings), right=(1, 2, 3))
    for row in table:
        mark = "" if row.agrees is None else message(f"odds.agrees_{'yes' if row.agrees else 'no'}", lang)
        shown.add_row(
            event_label(row.odds, lang),
            "" if row.odds.cards is None else str(row.odds.cards),
            _percent(row.odds.odds.value),
            _interval(row.simulated),
            mark,
        )
    out.print(shown)
    if leads is not None:
        exact, simulated = leads
        out.print(message("odds.first_lead", lang), style="bold")
        shown = plain_table(
            *(message(f"odds.{key}", lang) for key in ("position", "can_show", "leads", "simulated")),
            right=(0, 1, 2, 3),
        )
        for position, found in enumerate(simulated):
            shown.add_row(
                str(position + 1),
                _percent(float(exact.can_show[position])),
                _percent(float(exact.leads[position])),
                _interval(found),
            )
        out.print(shown)
        out.print(message("odds.nobody", lang, chance=_percent(float(exact.nobody))))
    out.print(message("odds.note", lang, deals=f"{n:,}"))


def event_label(odds: HandOdds, lang: Lang) -> str:
    """The name of an event of the table."""
    number = re.search(r"\d+", odds.id)
    if number is None:
        return message(f"odds.{odds.id}", lang)
    return message(f"odds.{odds.id.replace(number[0], 'k')}", lang, k=number[0])


def _percent(value: float) -> str:
    return f"{100 * value:.4f} %" if value >= 1e-4 or value == 0 else f"{100 * value:.2e} %"


def _interval(found: Estimate) -> str:
    if found.value is None or found.low is None or found.high is None:
        return "–"
    return f"{_percent(found.value)} [{_percent(found.low)}, {_percent(found.high)}]"
