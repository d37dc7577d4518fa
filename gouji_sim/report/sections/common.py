"""Putting a section together from the parts that apply."""

from __future__ import annotations

from gouji_sim.report.builder import Builder
from gouji_sim.report.model import Figure, Section, Table
from gouji_sim.vocab import N_SEATS

__all__ = ["dealing_label", "lead_label", "make_section", "yes_no"]


def make_section(builder: Builder, id: str, *blocks: Table | Figure | None) -> Section | None:
    """The section with the texts ``section.<id>.title`` and ``.text``; None when no block is left."""
    left = tuple(block for block in blocks if block is not None)
    if not left:
        return None
    return Section(id, builder.text(f"section.{id}.title"), (builder.text(f"section.{id}.text"),), left)


def yes_no(builder: Builder) -> dict[str, str]:
    """Labels of the groups ``yes`` and ``no``."""
    return {answer: builder.text(f"group.{answer}") for answer in ("yes", "no")}


def dealing_label(id: str) -> str:
    """Seats in the order of dealing count from one."""
    return str(int(id) + 1)


def lead_label(builder: Builder) -> dict[str, str]:
    """Seats in the order from the first leader."""
    names = [builder.text("group.leader")]
    names += [builder.text("group.after_leader", n=n) for n in range(1, N_SEATS)]
    return {str(index): name for index, name in enumerate(names)}
