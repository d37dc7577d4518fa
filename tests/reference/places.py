"""The end of a deal: places, scores and the sweep (RULES 11, 14)."""

from __future__ import annotations

from .cards import SEATS, rotation, size, team
from .deal import Deal


def end_if_decided(deal: Deal) -> None:
    """The deal ends with one active seat left, or as soon as a team has none (RULES 11.1)."""
    active = deal.active
    if len(active) <= 1:
        deal.finished = True
    if deal.options.teams and deal.options.end_when_team_out and len({team(seat) for seat in active}) < 2:
        deal.finished = True


def ranking(deal: Deal) -> list[int]:
    """The seats in the order of their places, first to last."""

    def by(how: str) -> list[int]:
        return [seat for seat, reason in deal.settled if reason == how]

    active = deal.active
    if len(active) > 1:
        order = rotation(deal.settled[-1][0])
        active.sort(key=lambda seat: (size(deal.hands[seat]), order.index(seat)))
    bottom = by("burn_failed") + by("smothered") + by("suffocated")
    ranked = by("out") + active + bottom[::-1]
    for revolter in by("revolt"):
        partners = deal.partners(revolter)
        ranked.insert(2 if partners and set(ranked[:2]) == set(partners) else 3, revolter)
    return ranked


def places(deal: Deal) -> list[int | None]:
    """The place of each seat, 1 to 6; nobody has one before the end or in a void deal."""
    if not deal.finished or deal.void:
        return [None] * 6
    ranked = ranking(deal)
    return [ranked.index(seat) + 1 for seat in SEATS]


def sweep(deal: Deal) -> int | None:
    """The team that took places 1, 2 and 3."""
    if not deal.finished or deal.void or not deal.options.teams:
        return None
    winners = {team(seat) for seat in ranking(deal)[:3]}
    return winners.pop() if len(winners) == 1 else None


def scores(deal: Deal) -> list[int | None]:
    """Place points by team, doubled by a sweep, or by seat without teams (RULES 14)."""
    if not deal.finished or deal.void:
        return [None] * 6
    options = deal.options
    ranked = ranking(deal)
    points = [options.place_points[ranked.index(seat)] for seat in SEATS]
    for seat, how in deal.settled:
        if how == "suffocated":
            points[seat] = options.place_points[5]
    if not options.teams:
        return list(points)
    totals = [sum(points[seat] for seat in SEATS if team(seat) == side) for side in (0, 1)]
    if sweep(deal) is not None:
        totals = [2 * total for total in totals]
    if options.positive_only:
        totals = [max(total, 0) for total in totals]
    return [totals[team(seat)] for seat in SEATS]
