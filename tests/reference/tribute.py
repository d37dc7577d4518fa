"""Paying tribute, resisting and returns (RULES 15.4, 15.5, 22.7 to 22.9)."""

from __future__ import annotations

from .cards import BIG, RANKS, SEATS, SMALL, TWO, rotation
from .deal import Deal, ReferenceError, Return, Steps, ask


def pay_all(deal: Deal) -> Steps:
    """Pay kind by kind in `tribute_order`, within a kind by payer in rotation from the seat dealt first."""
    options = deal.options
    if not options.tribute:
        return
    free = deal.history.resisting = resisting(deal)
    received = [[0] * len(RANKS) for _ in SEATS]
    for kind in options.tribute_order:
        for payer in (deal.first_dealt, *rotation(deal.first_dealt)):
            for due in deal.obligations_due:
                if due["kind"] != kind or due["from"] != payer:
                    continue
                if payer in free or deal.is_settled(payer) or deal.is_settled(due["to"]):
                    continue
                yield from pay(deal, due, received)


def resisting(deal: Deal) -> set[int]:
    """The seats that owe nothing (RULES 15.4, 22.8)."""
    free: set[int] = set()
    if deal.options.resist:
        for seat in SEATS:
            if deal.hands[seat][BIG] >= 4:
                free |= {seat, *deal.partners(seat)}
            if deal.hands[seat][SMALL] >= 4:
                free.add(seat)
    return free


def pay(deal: Deal, due: dict, received: list[list[int]]) -> Steps:
    """Pay one obligation in full, highest cards first, and ask for its returns."""
    payer, receiver = due["from"], due["to"]
    paid = 0
    while paid < due["cards"]:
        ranks = payable(deal, payer, received[payer])
        if not ranks:
            break
        move(deal, payer, receiver, max(ranks))
        received[receiver][max(ranks)] += 1
        deal.history.payments.append((payer, receiver, max(ranks)))
        paid += 1
    if sum(deal.hands[payer]) == 0:
        raise ReferenceError(f"seat {payer} pays its whole hand as tribute")
    if due["kind"] == "last":
        yield from give_back(deal, payer, receiver, paid, received)


def payable(deal: Deal, payer: int, received: list[int]) -> list[int]:
    """The ranks of the cards that may be paid: none that was received as tribute in this deal."""
    ranks = range(len(RANKS)) if deal.options.tribute_cards == "any" else (TWO, SMALL, BIG)
    return [rank for rank in ranks if deal.hands[payer][rank] > received[rank]]


def give_back(deal: Deal, payer: int, receiver: int, cards: int, received: list[list[int]]) -> Steps:
    """Return as many cards as were paid, one at a time (RULES 15.5)."""
    rule = deal.options.tribute_return
    if rule == "none":
        return
    for _ in range(cards):

        def ranks() -> list[int]:
            held = [rank for rank, count in enumerate(deal.hands[receiver]) if count]
            return held if rule == "may_refuse" else [rank for rank in held if deal.hands[payer][rank]]

        if not ranks():
            return
        answer = yield from ask(
            deal, receiver, "return", lambda: ["return:" + RANKS[rank] for rank in ranks()]
        )
        rank = RANKS.index(answer.removeprefix("return:"))
        refused = deal.hands[payer][rank] == 0
        deal.history.returns.append(Return(receiver, payer, rank, refused))
        if not refused:
            move(deal, receiver, payer, rank)
            received[receiver][rank] = min(received[receiver][rank], deal.hands[receiver][rank])


def move(deal: Deal, giver: int, taker: int, rank: int) -> None:
    deal.hands[giver][rank] -= 1
    deal.hands[taker][rank] += 1
