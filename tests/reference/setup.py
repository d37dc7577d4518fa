"""What happens between the deal and the first lead (RULES 13, 22.4 to 22.9)."""

from __future__ import annotations

from . import tribute
from .cards import BIG, FIVE, FOUR, SMALL, THREE, TWO, broke, head, rotation, team
from .deal import Deal, Purchase, ReferenceError, Steps, ask


def setup(deal: Deal) -> Steps:
    """Run the steps of the variant; a void deal stops at once (RULES 22.4)."""
    steps = {
        "buy": buy,
        "tribute": tribute.pay_all,
        "shed": shed,
        "revolt": revolt,
        "declare": declare,
    }
    for name in deal.options.setup:
        if name in steps:
            yield from steps[name](deal)
        if deal.void:
            return


def in_order(deal: Deal) -> list[int]:
    """Active seats in rotation from the seat dealt first, that seat included (RULES 19)."""
    first = deal.first_dealt
    return [seat for seat in (first, *rotation(first)) if not deal.is_settled(seat)]


def buy(deal: Deal) -> Steps:
    """All seats for threes, then all for fours (RULES 13.3, 22.5)."""
    options = deal.options
    if options.buy_threes:
        for seat in in_order(deal):
            yield from buy_card(deal, seat, THREE, options.buy_broke, optional=False)
            if deal.void:
                return
    if options.buy_fours != "no":
        for seat in in_order(deal):
            optional = options.buy_fours == "optional"
            yield from buy_card(deal, seat, FOUR, options.buy_broke_fours, optional=optional)
    yield from choose(deal, after="buy")


def buy_card(deal: Deal, seat: int, rank: int, when_broke: str, *, optional: bool) -> Steps:
    hand = deal.hands[seat]
    if hand[rank] > 0:
        return
    if broke(hand) and when_broke == "revolt":
        deal.history.automatic_revolts.append(seat)
        carry_out_revolt(deal, seat)
        return
    if broke(hand) and when_broke == "none":
        return
    seller = find_seller(deal, seat, rank)
    if seller is None:
        return
    if optional:
        answer = yield from ask(deal, seat, "buy", lambda: ["buy", "skip"])
        if answer == "skip":
            return
    price = None if seller in deal.partners(seat) else price_of(hand, when_broke)
    if price is not None:
        deal.hands[seat][price] -= 1
        deal.hands[seller][price] += 1
    deal.hands[seller][rank] -= 1
    deal.hands[seat][rank] += 1
    deal.history.purchases.append(Purchase(seat, seller, rank, price))


def find_seller(deal: Deal, buyer: int, rank: int) -> int | None:
    """The first seat that holds at least two: the head, its partners, the buyer's partners; or all others."""
    opposite = head(buyer)
    order = (
        [opposite, *deal.partners(opposite), *deal.partners(buyer)]
        if deal.options.teams
        else [opposite, *rotation(buyer)]
    )
    return next((seat for seat in order if deal.hands[seat][rank] >= 2), None)


def price_of(hand: list[int], when_broke: str) -> int | None:
    """A 2, else a small joker, else a big one; a broke seat pays its highest card or nothing."""
    for rank in (TWO, SMALL, BIG):
        if hand[rank]:
            return rank
    if when_broke == "highest":
        return max(rank for rank, count in enumerate(hand) if count)
    return None


def shed(deal: Deal) -> Steps:
    """Seats of the swept team that hold a 5 may throw all 5s away (RULES 15.6, 22.7)."""
    if not deal.options.shed_fives or not deal.options.teams or deal.swept is None:
        return
    for seat in in_order(deal):
        if team(seat) == deal.swept and deal.hands[seat][FIVE]:
            answer = yield from ask(deal, seat, "shed", lambda: ["shed", "skip"])
            if answer == "shed":
                deal.hands[seat][FIVE] = 0
                if sum(deal.hands[seat]) == 0:
                    raise ReferenceError(f"seat {seat} sheds its whole hand")


def revolt(deal: Deal) -> Steps:
    """Seats without twos and jokers may revolt; then the head keeps or drops (RULES 13.4, 22.6)."""
    if deal.options.revolt != "never":
        for seat in in_order(deal):
            if broke(deal.hands[seat]):
                answer = yield from ask(deal, seat, "revolt", lambda: ["revolt", "stay"])
                if answer == "revolt":
                    carry_out_revolt(deal, seat)
                    if deal.void:
                        return
    yield from choose(deal, after="revolt")


def carry_out_revolt(deal: Deal, seat: int) -> None:
    """The hand leaves the game, and the head counts as having opened; the deal may be void."""
    deal.settle(seat, "revolt")
    deal.revolted.append(seat)
    deal.opened[seat] = False
    deal.opened[head(seat)] = True
    if deal.options.revolt == "redeal" or len(deal.revolted) >= deal.options.revolt_void_at:
        deal.void = deal.finished = True


def choose(deal: Deal, after: str) -> Steps:
    """The head of a revolter keeps its head, with three credits, or drops it.

    It is asked after the step in which the last seat may revolt: buying, or `revolt` where it comes later.
    """
    steps = deal.options.setup
    last = max((step for step in ("buy", "revolt") if step in steps), key=steps.index)
    if deal.options.head_choice and deal.revolted and after == last:
        deal.head_has_chosen = True
        chooser = head(deal.revolted[0])
        answer = yield from ask(deal, chooser, "choose", lambda: ["drop", "keep"])
        if answer == "keep":
            deal.credits[chooser] = 3


def declare(deal: Deal) -> Steps:
    """Each bets on its head not opening, or does not (RULES 13.5)."""
    if not deal.options.declare:
        return
    for seat in in_order(deal):
        answer = yield from ask(deal, seat, "declare", lambda: ["declare", "silent"])
        deal.declared[seat] = answer == "declare"
