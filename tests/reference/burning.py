"""Burning: who may burn, with what, and how a burn ends (RULES 8, 22.12 to 22.19)."""

from __future__ import annotations

from .cards import BIG, NATURALS, SMALL, THREE, TWO, head
from .deal import Burn, Deal, Steps, ask
from .plays import Play, parse_play


def window(deal: Deal) -> Steps:
    """Ask the candidates in turn; return the first burner and its covering play, or None (RULES 8.1)."""
    if not may_be_burned(deal):
        return None
    for seat in priority(deal):
        if is_candidate(deal, seat):
            action = yield from ask(
                deal,
                seat,
                "burn",
                lambda seat=seat: ["decline", *("burn:" + play.text for play in covers(deal, seat))],
            )
            if action != "decline":
                return seat, parse_play(action.removeprefix("burn:"))
    return None


def may_be_burned(deal: Deal) -> bool:
    """What RULES 8.1 asks of the play on the table and of the deal."""
    options, owner = deal.options, deal.owner
    assert owner is not None
    if not options.burn:
        return False
    if deal.headless(owner) and not deal.table_is_dead:
        return False
    if options.burn_until_first_out and deal.settled:
        return False
    return options.burn_last_play or not deal.is_settled(owner)


def priority(deal: Deal) -> list[int]:
    owner = deal.owner
    assert owner is not None
    order = deal.rotation(owner)
    if deal.options.burn_team_first:
        partners = deal.partners(owner)
        order.sort(key=lambda seat: seat not in partners)
    return order


def is_candidate(deal: Deal, seat: int) -> bool:
    assert deal.owner is not None
    if seat == head(deal.owner) or seat in deal.passed or deal.headless(seat):
        return False
    return deal.opened[seat] or not deal.options.burn_needs_open


def covers(deal: Deal, seat: int) -> list[Play]:
    """The plays that the seat may burn with (RULES 8.2)."""
    plays = deal.beating_plays(seat)
    if deal.options.bluff_burn:
        return plays
    hand = deal.hands[seat]
    return [play for play in plays if burnable(_without(hand, play), deal.threes_held)]


def burnable(rest: list[int], threes_held: bool) -> bool:
    """Whether a rest of a hand can be played with a joker in every play but the last (RULES 8.2)."""
    held_back = threes_held and rest[THREE] > 0
    groups = sum(1 for rank in NATURALS if rest[rank] and not (rank == THREE and threes_held))
    if groups == 0 and rest[TWO]:
        groups = 1
    jokers = rest[SMALL] + rest[BIG]
    return jokers >= groups if held_back else jokers >= groups - 1


def _without(hand: list[int], play: Play) -> list[int]:
    return [held - played for held, played in zip(hand, play.counts, strict=True)]


def start(deal: Deal, burner: int) -> None:
    """The burn of the play on the table begins; a burn that runs is countered."""
    assert deal.owner is not None
    running = deal.running_burn
    if running is not None:
        running.outcome = "countered"
    deal.burns.append(Burn(burner, deal.owner, counter=running is not None))


def end(deal: Deal, outcome: str) -> None:
    """End the burn that runs, if one does."""
    if deal.running_burn is not None:
        deal.running_burn.outcome = outcome


def leads(deal: Deal, burner: int) -> list[Play]:
    """The plays that a burner may lead with: a joker in each, or the hand is emptied (RULES 8.3, 22.15)."""
    whole = sum(deal.hands[burner])
    return [play for play in deal.plays_of(burner) if play.jokers or play.size == whole]
