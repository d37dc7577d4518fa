"""``gouji-sim variants``: look at the rules of variants, built-in and one's own."""

from __future__ import annotations

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
from gouji_sim.errors import Problem, VariantError
from gouji_sim.i18n import message, term

if TYPE_CHECKING:
    from gouji_sim.rules import Variant

app = typer.Typer(add_completion=False, no_args_is_help=True, help=ui("cli.variants"))

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help=ui("cli.variant_argument"))]


@app.command(
    "list", help=ui("cli.variants_list"), epilog=examples("variants list", "variants list --lang zh")
)
def list_(lang: LangOption = "en", as_json: JsonOption = False) -> None:
    from gouji_sim.rules import list_variants, load_variant

    variants = [load_variant(id) for id in list_variants()]
    if as_json:
        print_json({"variants": [_summary(variant) for variant in variants]})
        return
    table = plain_table(
        *(message(f"cli.{key}", lang) for key in ("id", "name_zh", "name_en", "aliases", "n_differs")),
        right=(4,),
    )
    for variant in variants:
        table.add_row(
            variant.id,
            variant.name_zh,
            variant.name_en,
            " ".join(_short(variant)),
            str(len(variant.options.differences())),
        )
    console().print(table)


@app.command(
    help=ui("cli.variants_show"),
    epilog=examples(
        "variants show qingdao",
        "variants show 青岛 --set yield=false --lang zh",
        "variants show my_rules.toml --json",
    ),
)
def show(
    name: NameArgument, settings: SetOption = None, lang: LangOption = "en", as_json: JsonOption = False
) -> None:
    variant = _load(name, settings)
    differs = variant.options.differences()
    if as_json:
        print_json({**variant.to_dict(), "differs": list(differs)})
        return
    out = console()
    out.print(f"{variant.label(lang)}  [{variant.id}]", style="bold")
    for key, texts in (("aliases", variant.aliases), ("sources", variant.sources)):
        if texts:
            out.print(f"{message(f'cli.{key}', lang)}: {', '.join(texts)}")
    out.print(message("cli.marked", lang))
    table = plain_table(
        "", *(message(f"cli.{key}", lang) for key in ("option", "value", "default", "meaning"))
    )
    defaults = _defaults()
    for key, value in variant.options.to_dict().items():
        changed = key in differs
        table.add_row(
            "*" if changed else "",
            key,
            _value(value),
            _value(defaults[key]) if changed else "",
            term(f"option.{key}", lang),
            style="bold" if changed else None,
        )
    out.print(table)


@app.command(
    help=ui("cli.variants_diff"),
    epilog=examples("variants diff qingdao hero", "variants diff qd --set melee_at=5"),
)
def diff(
    first: NameArgument,
    second: Annotated[str | None, typer.Argument(metavar="[OTHER]", help=ui("cli.diff_second"))] = None,
    settings: SetOption = None,
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    if second is None and not settings:
        raise VariantError(
            "give a second variant, or options to set on the first with --set", "variants diff"
        )
    a, b = _load(first, None), _load(first if second is None else second, settings)
    ours, theirs = a.options.to_dict(), b.options.to_dict()
    changed = [key for key, value in ours.items() if value != theirs[key]]
    if as_json:
        values = {key: [ours[key], theirs[key]] for key in changed}
        print_json({"variants": [_summary(a), _summary(b)], "options": values})
        return
    out = console()
    if not changed:
        out.print(message("cli.same", lang, a=a.label(lang), b=b.label(lang)))
        return
    table = plain_table(
        message("cli.option", lang), a.label(lang), b.label(lang), message("cli.meaning", lang)
    )
    for key in changed:
        table.add_row(key, _value(ours[key]), _value(theirs[key]), term(f"option.{key}", lang))
    out.print(table)


@app.command(
    help=ui("cli.variants_check"),
    epilog=examples("variants check my_rules.toml", "variants check rules/*.toml --json"),
)
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help=ui("cli.check_files"))],
    lang: LangOption = "en",
    as_json: JsonOption = False,
) -> None:
    from gouji_sim.rules import load_variant

    problems: list[Problem] = []
    good: list[Variant] = []
    for file in files:
        try:
            good.append(load_variant(Path(file) if Path(file).is_file() else file))
        except VariantError as error:
            problems += error.problems
    if as_json:
        listed = [{"place": problem.place, "reason": problem.reason} for problem in problems]
        print_json({"variants": [_summary(variant) for variant in good], "problems": listed})
        raise typer.Exit(VariantError.exit_code if problems else 0)
    for variant in good:
        typer.echo(
            message(
                "cli.checked",
                lang,
                id=variant.id,
                name=variant.name(lang),
                n=len(variant.options.differences()),
            )
        )
    if problems:
        raise VariantError(problems)


def _load(name: str, settings: list[str] | None) -> Variant:
    from gouji_sim.rules import load_variant, parse_overrides

    return load_variant(name, parse_overrides(settings or ()), overrides_place="--set")


def _defaults() -> dict[str, Any]:
    from gouji_sim.rules import DEFAULTS

    return DEFAULTS.to_dict()


def _value(value: object) -> str:
    from gouji_sim.rules.variant import format_value

    return format_value(value)


def _short(variant: Variant) -> tuple[str, ...]:
    return tuple(alias for alias in variant.aliases if " " not in alias)


def _summary(variant: Variant) -> dict[str, Any]:
    return {
        "id": variant.id,
        "name": {"zh": variant.name_zh, "en": variant.name_en},
        "aliases": list(variant.aliases),
        "overrides": dict(variant.overrides),
        "differs": variant.options.differences(),
    }
