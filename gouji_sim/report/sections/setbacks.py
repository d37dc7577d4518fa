"""Smothering (闷), revolt (革命) and void deals."""

from __future__ import annotations

from gouji_sim.report.breakdowns import strength_bands
from gouji_sim.report.builder import Builder, Part
from gouji_sim.report.model import Section
from gouji_sim.report.sections.common import dealing_label, make_section, yes_no

__all__ = ["revolts", "smothering"]


def smothering(builder: Builder) -> Section | None:
    """How often, how many in a deal, whom, and what it costs."""
    answers = yes_no(builder)
    strength = builder.bands(strength_bands)
    by_strength = Part("smothered_by_strength", "smothered", "rate")
    return make_section(
        builder,
        "smothering",
        builder.statistics_table("smothering", ("smother_rate", "smother_deal_rate", "suffocation_rate")),
        builder.breakdown_table(
            "smothered_count", [Part("deals_by_smothered", "share_of_deals", "rate")], str
        ),
        builder.curves("smothered_by_strength", by_strength, strength),
        builder.breakdown_table("smothered_by_strength", [by_strength], strength, skip_empty=True),
        builder.breakdown_table(
            "smothered_by_dealing", [Part("smothered_by_dealing", "smothered", "rate")], dealing_label
        ),
        builder.breakdown_table(
            "points_by_smothered",
            [Part("score_by_smothered", "score", "points"), Part("place_by_smothered", "place", "number")],
            answers.__getitem__,
        ),
    )


def revolts(builder: Builder) -> Section | None:
    """How often a seat revolts, a deal is void, the head is kept, and what comes of it."""
    return make_section(
        builder,
        "revolts",
        builder.statistics_table("revolts", ("revolt_rate", "void_rate", "keep_head_rate")),
        builder.breakdown_table(
            "revolter",
            [
                Part("revolter_score", "score", "points"),
                Part("revolter_place", "place", "number"),
                Part("revolter_head_score", "head_score", "points"),
            ],
            lambda _: builder.text("group.revolter"),
            skip_empty=True,
        ),
    )
