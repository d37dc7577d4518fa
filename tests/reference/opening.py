"""Opening (RULES 9, 22.20, 22.21)."""

from __future__ import annotations

from .cards import FOUR, TWO
from .deal import Deal
from .plays import Play


def qualifies(deal: Deal, play: Play) -> bool:
    """Whether a gouji play is of the kind that opens (RULES 9.1)."""
    options = deal.options
    if play.size < options.open_min_cards:
        return False
    if options.open_by == "pure":
        return play.pure
    if options.open_by == "no_joker":
        single_two = play.size == 1 and play.base == TWO
        return play.jokers == 0 and (options.open_single_two or not single_two)
    return options.open_by == "any"


def may_open(deal: Deal, seat: int) -> bool:
    return not (deal.opened[seat] or deal.given_up[seat] or deal.opening_closed(seat))


def open_(deal: Deal, seat: int) -> None:
    deal.opened[seat] = True
    deal.history.openings.append(seat)


def when_it_stands(deal: Deal) -> None:
    """The play on the table stands: its seat has opened, or opens if it leads 4s next (RULES 9.2)."""
    assert deal.table is not None
    assert deal.owner is not None
    seat = deal.owner
    if deal.is_settled(seat) or not may_open(deal, seat):
        return
    if deal.table_is_gouji and qualifies(deal, deal.table):
        if deal.options.open_needs_four == "no":
            open_(deal, seat)
        else:
            deal.may_open_with_fours = seat


def when_played(deal: Deal, seat: int, play: Play, *, leading: bool) -> None:
    """Fours led right after a qualifying play open; at any other time they give it up (RULES 9.2, 9.4)."""
    chance = leading and deal.may_open_with_fours == seat
    deal.may_open_with_fours = None
    if play.rank != FOUR:
        return
    fits = play.pure and (deal.options.open_needs_four == "fours" or play.size == 1)
    if chance and fits and may_open(deal, seat):
        open_(deal, seat)
    elif deal.options.four_forfeits and deal.options.open_by != "none" and not deal.opened[seat]:
        deal.given_up[seat] = True


def when_the_play_begins(deal: Deal) -> None:
    """A seat without a 4 has given opening up (RULES 9.4)."""
    if deal.options.no_four_forfeits and deal.options.open_by != "none":
        for seat in deal.active:
            if deal.hands[seat][FOUR] == 0:
                deal.given_up[seat] = True
