"""Rounds: the lead, carrying out a play, what follows when it stands (RULES 7, 8.3, 10, 11.4, 22.1-22.3)."""

from __future__ import annotations

from . import answering, burning, opening, places
from .cards import head, size
from .deal import Deal, Made, Steps, ask
from .plays import Play, parse_play


def play(deal: Deal) -> Steps:
    """Play the deal from the first lead to the end."""
    opening.when_the_play_begins(deal)
    places.end_if_decided(deal)
    deal.to_lead = deal.leader
    if not deal.finished and deal.is_settled(deal.leader):
        deal.to_lead = deal.rotation(deal.leader)[0]
    while not deal.finished:
        yield from play_round(deal)


def play_round(deal: Deal) -> Steps:
    deal.table = deal.owner = None
    deal.table_is_gouji = deal.table_is_dead = False
    deal.passed = set()
    start_melee_if_few(deal)
    if not leads(deal):
        fail(deal)
        return
    deal.leader = deal.to_lead
    action = yield from ask(deal, deal.leader, "lead", lambda: [lead.text for lead in leads(deal)])
    put(deal, deal.leader, parse_play(action), leading=True)
    while not deal.finished:
        found = yield from beaten_by(deal)
        if found is None:
            stand(deal)
            return
        put(deal, *found, leading=False)


def leads(deal: Deal) -> list[Play]:
    """Any play of the seat that leads, unless it is a burner (RULES 7.1, 8.3)."""
    return burning.leads(deal, deal.to_lead) if deal.running_burn else deal.plays_of(deal.to_lead)


def beaten_by(deal: Deal) -> Steps:
    """Who burns or answers the play on the table, and with what; None when it stands."""
    if deal.table_is_gouji:
        found = yield from burning.window(deal)
        if found is not None:
            burning.start(deal, found[0])
            return found
    found = yield from answering.answers(deal)
    if found is not None:
        burning.end(deal, "broken")
    return found


def put(deal: Deal, seat: int, played: Play, *, leading: bool) -> None:
    """Carry out a play in the order of RULES 22.1."""
    made = Made(
        seat,
        played,
        beaten=deal.table,
        beaten_gouji=deal.table_is_gouji,
        gouji=False,
        dead=False,
        burning=deal.running_burn is not None and deal.running_burn.burner == seat,
        headless=deal.headless(seat),
        had_passed=seat in deal.passed,
    )
    answers_last_gouji = not leading and is_last_gouji_of_head(deal, seat)
    opening.when_played(deal, seat, played, leading=leading)
    deal.has_played[seat] = True
    for rank, count in enumerate(played.counts):
        deal.hands[seat][rank] -= count
    if not leading:
        smother(deal, by=seat)
    deal.table, deal.owner = played, seat
    if size(deal.hands[seat]) == 0:
        go_out(deal, seat)
    if deal.options.melee_starts == "at_once":
        start_melee_if_few(deal)
    places.end_if_decided(deal)
    deal.table_is_gouji = deal.is_gouji(played)
    deal.table_is_dead = deal.table_is_gouji and (deal.credits[seat] > 0 or answers_last_gouji)
    if deal.table_is_gouji and deal.credits[seat] > 0:
        deal.credits[seat] -= 1
    deal.history.plays.append(made._replace(gouji=deal.table_is_gouji, dead=deal.table_is_dead))


def is_last_gouji_of_head(deal: Deal, seat: int) -> bool:
    """Whether the table is a gouji play with which the head of ``seat`` took place 1 or 2 (RULES 7.5)."""
    if not (deal.options.dead_gouji_on_last and deal.table_is_gouji and deal.owner == head(seat)):
        return False
    gone_out = [other for other, by in deal.settled if by == "out"]
    return deal.owner in gone_out[:2]


def smother(deal: Deal, by: int) -> None:
    """The seat whose play has been beaten is smothered if that play left it with 3s only (RULES 10)."""
    beaten = deal.owner
    assert beaten is not None
    if deal.options.hold_threes == "smother" and deal.left_with_threes(beaten):
        deal.settle(beaten, "smothered")
        deal.smothered.append((beaten, by))


def go_out(deal: Deal, seat: int) -> None:
    """The hand is empty: a burn has succeeded; with the first seat out, who never played is suffocated."""
    first = all(by != "out" for _, by in deal.settled)
    burn = deal.running_burn
    if burn is not None and burn.burner == seat:
        burning.end(deal, "success")
    deal.settle(seat, "out")
    if deal.options.suffocation and first:
        for other in deal.rotation(seat):
            if not deal.has_played[other]:
                deal.settle(other, "suffocated")


def start_melee_if_few(deal: Deal) -> None:
    """The melee starts; a burn that runs is dissolved (RULES 8.3, 12)."""
    if not deal.melee and len(deal.active) <= deal.options.melee_at:
        deal.melee = True
        if deal.history.plays:
            deal.history.melee_by = deal.options.melee_starts
        burning.end(deal, "dissolved")


def fail(deal: Deal) -> None:
    """The burner has no play with a joker at its lead (RULES 8.3)."""
    burn = deal.running_burn
    assert burn is not None
    burning.end(deal, "failed")
    deal.settle(burn.burner, "burn_failed")
    places.end_if_decided(deal)
    if not deal.finished:
        deal.to_lead = burn.victim if not deal.is_settled(burn.victim) else deal.rotation(burn.burner)[0]


def stand(deal: Deal) -> None:
    """Nobody beats the table: its player leads, or if it has gone out the next active seat (RULES 7.6)."""
    assert deal.owner is not None
    opening.when_it_stands(deal)
    deal.to_lead = deal.owner if not deal.is_settled(deal.owner) else deal.rotation(deal.owner)[0]
