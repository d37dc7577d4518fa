"""Who opens (开点), how often, and what it is worth."""

from __future__ import annotations

from gouji_sim.report.breakdowns import strength_bands
from gouji_sim.report.builder import Builder, Part
from gouji_sim.report.model import Section
from gouji_sim.report.sections.common import dealing_label, lead_label, make_section, yes_no

__all__ = ["section"]

_STATISTICS = (
    "open_rate", "open_by_play_rate", "opening_gain", "score_of_opened", "declare_rate", "declare_right_rate",
    "open_declared_rate",
)  # fmt: skip


def section(builder: Builder) -> Section | None:
    """Rates by seat, lead, place, hand strength and declaration; points by opening."""
    rate = [Part("open_by_dealing", "open_rate", "rate")]
    strength = builder.bands(strength_bands)
    answers = yes_no(builder)
    return make_section(
        builder,
        "opening",
        builder.statistics_table("opening", _STATISTICS),
        builder.curves("open_by_strength", Part("open_by_strength", "open_rate", "rate"), strength),
        builder.breakdown_table(
            "open_by_strength", [Part("open_by_strength", "open_rate", "rate")], strength, skip_empty=True
        ),
        builder.breakdown_table("open_by_dealing", rate, dealing_label),
        builder.breakdown_table(
            "open_by_lead", [Part("open_by_lead", "open_rate", "rate")], lead_label(builder).__getitem__
        ),
        builder.curves("open_by_place", Part("open_by_place", "open_rate", "rate"), str),
        builder.breakdown_table("open_by_place", [Part("open_by_place", "open_rate", "rate")], str),
        builder.breakdown_table(
            "points_by_opened",
            [
                Part("score_by_opened", "score", "points"),
                Part("place_by_opened", "place", "number"),
                Part("first_by_opened", "first", "rate"),
                Part("last_by_opened", "last", "rate"),
            ],
            answers.__getitem__,
        ),
        builder.curves("score_by_openers", Part("score_by_openers", "score", "points"), str, baseline=0.0),
        builder.breakdown_table(
            "score_by_openers", [Part("score_by_openers", "score", "points")], str, skip_empty=True
        ),
        builder.breakdown_table(
            "open_by_declared",
            [Part("open_by_head_declared", "open_rate", "rate")],
            answers.__getitem__,
        ),
    )
