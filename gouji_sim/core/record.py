"""The record of a deal: what the batch driver writes, one row a deal.

`RECORD_DTYPE` is the memory layout of ``DealRecord`` in ``_types.pxd``; the core checks on import that the
two agree. Seats run 0 to 5, places 1 to 6; a mask holds seat ``s`` in bit ``s``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

__all__ = ["BURN_OUTCOMES", "NO_SEAT", "RECORD_DTYPE", "SETTLED_BY", "TRIBUTE_KINDS"]

NO_SEAT: Final = -1
"""Value of a seat field when there is no such seat."""

SETTLED_BY: Final = ("last", "out", "revolt", "smothered", "burn_failed", "suffocated")
"""How a seat was settled, by code: ``last`` took a place that remained when the deal ended."""

BURN_OUTCOMES: Final = ("success", "broken", "countered", "failed", "dissolved", "running")
"""How a burn ended, by code (RULES 8, 22.3); ``running`` when the deal ended first."""

TRIBUTE_KINDS: Final = ("smother", "burn", "point", "last")
"""Kinds of tribute, by code (RULES 15.2)."""

RECORD_DTYPE: Final = np.dtype(
    [
        ("deal", "<u8"),  # index of the deal; in sessions: session * session_deals + number in the session
        ("plays", "<u2"),  # sets of cards played
        ("decisions", "<u2"),  # decisions asked from the first lead on (RULES 19), leads included
        ("rounds", "<u2"),  # leads
        ("gouji_plays", "<u2"),  # gouji plays made (outside the melee)
        ("burn_chances", "<u2"),  # times a seat could burn
        ("void_deals", "<u2"),  # void deals dealt at this index before this one
        ("void_revolts", "<u2"),  # revolts in those void deals
        ("settled_at", "<u2", (6,)),  # by seat: plays made when it was settled (all plays for `last`)
        ("score", "<i2", (6,)),  # by seat
        ("place", "u1", (6,)),  # by seat, 1 to 6
        ("settled_by", "u1", (6,)),  # by seat, code of SETTLED_BY
        ("big", "u1", (6,)),  # by seat: big jokers as dealt
        ("small", "u1", (6,)),  # by seat: small jokers as dealt
        ("twos", "u1", (6,)),  # by seat: twos as dealt
        ("first_dealt", "u1"),  # seat that got the first card
        ("leader", "u1"),  # seat that led first
        ("opened", "u1"),  # mask of seats that opened
        ("declared", "u1"),  # mask of seats that declared
        ("sweep", "i1"),  # team (0: seats 0, 2, 4) that swept, or -1
        ("first_out", "i1"),  # seat that went out first, or -1
        ("revolter", "i1"),  # seat that revolted (the deal was not void), or -1
        ("kept_head", "u1"),  # 1 when the head of the revolter kept the head
        ("burns", "u1", (6,)),  # burns by code of BURN_OUTCOMES
        ("counter_burns", "u1"),  # burns that were counter-burns
        ("burners", "u1"),  # mask of seats that burned at least once
        ("burn_winners", "u1"),  # mask of seats whose burn succeeded
        ("first_burn_seat", "i1"),  # burner of the first burn, or -1; the next five fields are 0 then
        ("first_burn_victim", "i1"),  # -1 when there was no burn
        ("first_burn_outcome", "u1"),  # code of BURN_OUTCOMES
        ("first_burn_jokers", "u1"),  # jokers that the burner held before its covering play
        ("first_burn_cards", "u1"),  # cards that it held then
        ("first_burn_settled", "u1"),  # seats settled then
        ("yields", "u1"),  # yields made
        ("bought", "u1"),  # cards bought before the play
        ("tribute", "u1", (4,)),  # cards paid by kind, code of TRIBUTE_KINDS
        ("returned", "u1"),  # cards given back
        ("resisted", "u1"),  # mask of seats freed from tribute by resisting
        ("shed", "u1"),  # fives thrown away
    ]
)
"""One deal. Counts in one byte stop at 255."""
