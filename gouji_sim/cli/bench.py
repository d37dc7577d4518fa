"""``gouji-sim bench``: how fast this machine plays, and the signature of the engine."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from gouji_sim.cli.common import JsonOption, LangOption, console, examples, plain_table, print_json, ui
from gouji_sim.i18n import message

app = typer.Typer(add_completion=False)


@app.command(
    help=ui("bench.help"),
    epilog=examples("bench", "bench --variant hero --policy greedy --seconds 5", "bench --signature"),
)
def bench(
    variant: Annotated[
        list[str] | None, typer.Option("--variant", "-v", metavar="NAME", help=ui("bench.variant_option"))
    ] = None,
    policy: Annotated[
        list[str] | None, typer.Option("--policy", "-p", metavar="NAME", help=ui("bench.policy_option"))
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.05, max=600, metavar="S", help=ui("bench.seconds_option"))
    ] = 1.0,
    signature: Annotated[bool, typer.Option("--signature", help=ui("bench.signature_option"))] = False,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.core import CompiledRules, core_signature, play_deals
    from gouji_sim.rules import load_variant

    if signature:
        if as_json:
            print_json({"signature": core_signature()})
        else:
            typer.echo(core_signature())
        return
    rows = []
    for variant_name in variant or ["qingdao", "hero"]:
        chosen = load_variant(variant_name)
        rules = CompiledRules(chosen.options)
        for policy_name in policy or ["random", "greedy"]:
            deals = decisions = 0
            began = time.perf_counter()
            while (elapsed := time.perf_counter() - began) < seconds:
                records = play_deals(rules, [policy_name] * 6, 1, deals, 1000)
                deals += len(records)
                decisions += int(records["decisions"].sum())
            rows.append((chosen, policy_name, deals, deals / elapsed, 1e9 * elapsed / decisions))
    if as_json:
        print_json(
            {
                "speeds": [
                    {
                        "variant": chosen.id,
                        "policy": name,
                        "deals": deals,
                        "deals_per_second": speed,
                        "ns_per_decision": ns,
                    }
                    for chosen, name, deals, speed, ns in rows
                ]
            }
        )
        return
    headings = ("variant", "policy", "deals", "speed", "decision")
    table = plain_table(*(message(f"bench.{key}", lang) for key in headings), right=(2, 3, 4))
    for chosen, name, deals, speed, ns in rows:
        table.add_row(chosen.label(lang), name, f"{deals:,}", f"{speed:,.0f}", f"{ns:.1f}")
    console().print(table)
