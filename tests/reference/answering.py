"""Who may answer a play, in which order, and what a pass does (RULES 7.2 to 7.5, 8.3, 12).

Each function returns the seat that beats the table and its play, or None when nobody does.
"""

from __future__ import annotations

from .cards import head
from .deal import Deal, Steps, ask
from .plays import parse_play


def answers(deal: Deal) -> Steps:
    """Ask about the play on the table under the rule that applies to it."""
    assert deal.owner is not None
    burn = deal.running_burn
    if deal.melee:
        return (yield from melee(deal))
    if burn is not None and burn.burner == deal.owner:
        return (yield from burner(deal))
    if deal.table_is_dead:
        return None
    if deal.table_is_gouji:
        return (yield from gouji(deal))
    return (yield from ordinary(deal))


def melee(deal: Deal) -> Steps:
    """Everybody else, whatever he did before (RULES 12)."""
    assert deal.owner is not None
    return (yield from _in_turn(deal, deal.rotation(deal.owner)))


def burner(deal: Deal) -> Steps:
    """Only the burner's head, unless the play is dead (RULES 8.3, 22.12, 22.16, 22.19)."""
    assert deal.owner is not None
    opposite = head(deal.owner)
    if deal.is_settled(opposite) or deal.table_is_dead or not _head_may_answer_gouji(deal):
        return None
    return (yield from _in_turn(deal, [opposite]))


def gouji(deal: Deal) -> Steps:
    """The head and the headless; all if the player itself is headless (RULES 7.3)."""
    owner = deal.owner
    assert owner is not None
    order = []
    for seat in deal.rotation(owner):
        if seat == head(owner):
            may = _head_may_answer_gouji(deal)
        else:
            may = seat not in deal.passed and (deal.headless(owner) or deal.headless(seat))
        if may:
            order.append(seat)
    return (yield from _in_turn(deal, order))


def _head_may_answer_gouji(deal: Deal) -> bool:
    assert deal.owner is not None
    return head(deal.owner) not in deal.passed or deal.options.after_pass != "none"


def ordinary(deal: Deal) -> Steps:
    """All that have not passed; the head may yield, and may be asked last after a pass (RULES 7.2, 7.4)."""
    owner = deal.owner
    assert owner is not None
    opposite = head(owner)
    head_had_passed = opposite in deal.passed
    yielded = False
    for seat in deal.rotation(owner):
        if seat in deal.passed:
            continue
        action = yield from _ask_answer(deal, seat, seat == opposite and _may_yield(deal, opposite))
        if action == "yield":
            yielded = True
        elif action == "pass":
            deal.passed.add(seat)
        else:
            if yielded:
                deal.passed.add(opposite)
            return seat, parse_play(action)
    if yielded:
        return (yield from _in_turn(deal, [opposite]))
    if deal.options.after_pass == "head" and head_had_passed and not deal.is_settled(opposite):
        return (yield from _in_turn(deal, [opposite]))
    return None


def _may_yield(deal: Deal, opposite: int) -> bool:
    """A seat behind is active and has not passed; the headless may not yield (RULES 7.4, 7.5, 22.11)."""
    if not deal.options.yield_ or deal.headless(opposite):
        return False
    behind = [(opposite + 1) % 6, (opposite + 2) % 6]
    return any(not deal.is_settled(seat) and seat not in deal.passed for seat in behind)


def _in_turn(deal: Deal, order: list[int]) -> Steps:
    for seat in order:
        action = yield from _ask_answer(deal, seat, may_yield=False)
        if action != "pass":
            return seat, parse_play(action)
        deal.passed.add(seat)
    return None


def _ask_answer(deal: Deal, seat: int, may_yield: bool) -> Steps:
    """A seat that cannot beat the table passes by force and has nothing to yield."""

    def actions() -> list[str]:
        plays = [play.text for play in deal.beating_plays(seat)]
        return ["pass", *plays, *(["yield"] if plays and may_yield else [])]

    return (yield from ask(deal, seat, "answer", actions))
