"""The rare events of a deal, by name, so that a test can tell that it has met them all."""

from __future__ import annotations

from collections import Counter

from .cards import FOUR, head
from .deal import Deal


def events(deal: Deal) -> Counter[str]:
    """How often each event happened in a deal so far, its forced steps included."""
    found: Counter[str] = Counter()
    for part in (_setup, _burns, _settling, _plays, _yields, _openings):
        found.update(part(deal))
    return found


def _setup(deal: Deal) -> list[str]:
    options, history = deal.options, deal.history
    found = []
    for buyer, seller, rank, price in history.purchases:
        kind = "head" if seller == head(buyer) else "partner" if seller in deal.partners(buyer) else "other"
        found.append(f"bought from {kind}" if options.teams else f"bought from {kind} without teams")
        when_broke = options.buy_broke_fours if rank == FOUR else options.buy_broke
        if kind != "partner" and price is None:
            found.append("bought free of charge")
        if price is not None and price < 12:
            assert when_broke == "highest"
            found.append("bought for the highest card")
        if rank == FOUR:
            found.append(f"four bought: {options.buy_fours}")
    if history.resisting & {due["from"] for due in deal.obligations_due}:
        found.append("resisted")
    found += ["tribute paid"] * len(history.payments)
    for refused in (True, False):
        count = sum(back.refused == refused for back in history.returns)
        found += ["return refused" if refused else f"returned: {options.tribute_return}"] * count
    chosen = {"shed": "fives shed", "keep": "head kept", "drop": "head dropped", "revolt": "revolt"}
    found += [chosen[choice.action] for choice in deal.log if choice.action in chosen]
    found += ["automatic revolt"] * len(history.automatic_revolts)
    if deal.void:
        found.append("void")
    return found


def _burns(deal: Deal) -> list[str]:
    found = []
    for index, burn in enumerate(deal.burns):
        if burn.outcome != "running":
            found.append(f"burn {burn.outcome}")
        elif deal.finished:
            found.append("burn running at the end")
        if burn.counter and burn.outcome == "success":
            found.append("counter-burn success")
        beaten = burn.outcome in ("broken", "countered")
        beater = head(burn.burner) if burn.outcome == "broken" else None
        if burn.outcome == "countered":
            beater = deal.burns[index + 1].burner
        if beaten and (burn.burner, beater) in deal.smothered:
            found.append(f"burner smothered when {burn.outcome}")
        if burn.counter and burn.burner == deal.burns[index - 1].victim:
            found.append("counter-burn by the first victim")
        if burn.counter and burn.burner == head(deal.burns[index - 1].victim):
            found.append("counter-burn by the victim's head")
    return found


def _settling(deal: Deal) -> list[str]:
    found = ["suffocated" for _, by in deal.settled if by == "suffocated"]
    for seat, by in deal.smothered:
        if by is not None:
            found.append("smothered")
            if by == head(seat):
                found.append("smothered by its head")
    if deal.history.melee_by is not None:
        found.append(f"melee {deal.history.melee_by}")
    if deal.finished and not deal.void and len(deal.active) > 1:
        found.append("team out")
    return found


def _plays(deal: Deal) -> list[str]:
    options = deal.options
    found = []
    plays = deal.history.plays
    for index, made in enumerate(plays):
        if made.dead:
            by_credit = deal.head_has_chosen
            found.append("dead gouji by credit" if by_credit else "dead gouji on the last play")
            if index + 1 < len(plays) and plays[index + 1].beaten is not None:
                found.append("dead gouji burned")
        if made.burning and made.headless:
            found.append("burner without its last credit")
        if made.burning and not made.gouji and made.play.jokers:
            found.append("burner's play that is not gouji")
        if made.beaten is None:
            continue
        if made.play.size != made.beaten.size:
            found.append("two for one")
        mixed = any(play.small and play.big for play in (made.play, made.beaten))
        if options.mixed_jokers == "small" and mixed:
            found.append("mixed jokers small")
        if made.had_passed and made.beaten_gouji:
            found.append("gouji answered after a pass")
        if made.had_passed and not made.beaten_gouji and not deal.melee:
            found.append("last word of the head")
        if made.headless and made.beaten_gouji:
            found.append("answer of a headless seat")
    return found


def _yields(deal: Deal) -> list[str]:
    found = []
    for index, choice in enumerate(deal.log):
        if choice.action != "yield":
            continue
        found.append("yield")
        for later in deal.log[index + 1 :]:
            if later.seat == choice.seat and later.phase == "answer":
                found.append("yield asked once more")
                break
            if later.action != "pass":
                found.append("yield overtaken")
                break
    return found


def _openings(deal: Deal) -> list[str]:
    options = deal.options
    found = []
    for seat in deal.history.openings:
        found += [f"opened by {options.open_by}", f"opened with fours: {options.open_needs_four}"]
        if (head(seat), "smothered") in deal.settled and options.open_until == "head_out":
            found.append("opened with a smothered head")
    by_fours = sum(deal.given_up) if options.four_forfeits and not options.no_four_forfeits else 0
    found += ["opening given up by fours"] * by_fours
    if options.no_four_forfeits:
        found += ["opening given up without a four"] * sum(deal.given_up)
    return found
