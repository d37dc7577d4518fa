"""How the numbers were made, and what they cannot say."""

from __future__ import annotations

from gouji_sim.report.builder import Builder
from gouji_sim.report.model import Section

__all__ = ["section"]


def section(builder: Builder) -> Section:
    """Paragraphs on units, intervals, records, pairing and policies, as far as they apply."""
    played = sum(tally.totals.sum("deals") for tally in builder.cells)
    kept = sum(tally.n_records for tally in builder.cells)
    paragraphs = [builder.text("methods.unit"), builder.text("methods.intervals")]
    if kept < played:
        paragraphs.append(builder.text("methods.records", played=f"{played:,}", kept=f"{kept:,}"))
    if builder.several:
        paragraphs.append(builder.text("methods.paired"))
    paragraphs.append(builder.text("methods.policies"))
    if len({tally.cell.lineup for tally in builder.cells}) == 1:
        paragraphs.append(builder.text("methods.one_policy"))
    return Section("methods", builder.text("section.methods.title"), tuple(paragraphs))
