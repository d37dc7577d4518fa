"""A report on the cells of one or several runs, as a document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gouji_sim.i18n import Lang
from gouji_sim.report.builder import Builder
from gouji_sim.report.cells import CellTally
from gouji_sim.report.model import Document, Section
from gouji_sim.report.sections import (
    balance,
    burns,
    differences,
    key,
    methods,
    opening,
    outcome,
    replays,
    setbacks,
    sweeps,
    tribute,
)
from gouji_sim.study.labels import policy_label

__all__ = ["SECTIONS", "build_report", "head_facts"]

SECTIONS: tuple[Callable[[Builder], Section | None], ...] = (
    key.section,
    differences.section,
    opening.section,
    sweeps.section,
    burns.section,
    setbacks.smothering,
    setbacks.revolts,
    tribute.section,
    outcome.scores,
    outcome.length,
    outcome.seats,
    replays.section,
    balance.section,
    methods.section,
)
"""The sections in reading order."""


def build_report(tallies: Sequence[CellTally], lang: Lang, command: str, meta: dict[str, Any]) -> Document:
    """The document; ``command`` plays the deals again, ``meta`` goes into its JSON."""
    builder = Builder(lang, tallies)
    sections = [section for make in SECTIONS if (section := make(builder)) is not None]
    deals = sum(tally.totals.sum("deals") for tally in tallies)
    if builder.several:
        title = builder.text("report.title_many", n=len(tallies))
    else:
        title = builder.text("report.title_one", label=tallies[0].label(lang))
    return Document(
        "report",
        lang,
        title,
        builder.text("report.lead", deals=f"{deals:,}"),
        head_facts(builder),
        tuple(sections),
        command,
        meta,
    )


def head_facts(builder: Builder) -> tuple[tuple[str, str], ...]:
    """What was played: variants, policies, deals, way of play, seeds."""
    cells = [tally.cell for tally in builder.cells]

    def joined(values: Sequence[str]) -> str:
        return builder.text("list_comma").join(dict.fromkeys(values))

    policies = [policy_label(name, builder.lang) for cell in cells for name in cell.lineup]
    return (
        (builder.text("fact.variants"), joined([cell.variant.label(builder.lang) for cell in cells])),
        (builder.text("fact.policies"), joined(policies)),
        (builder.text("fact.deals"), joined([f"{tally.totals.sum('deals'):,}" for tally in builder.cells])),
        (builder.text("fact.mode"), joined([builder.text(f"mode.{cell.mode}") for cell in cells])),
        (builder.text("fact.seed"), joined([str(cell.seed) for cell in cells])),
    )
