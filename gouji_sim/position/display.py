"""How a position shows itself: one line as text, a small table in a notebook."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from gouji_sim.vocab import SEATS, format_cards

if TYPE_CHECKING:
    from gouji_sim.position.position import Position

__all__ = ["as_html", "as_line"]

_MARKS = ("passed", "headless", "opened", "declared")


def as_line(position: Position) -> str:
    """``<Position qingdao: seat 3 is asked to answer KK of seat 0>``."""
    state = position.engine.state()
    if position.seat is None:
        what = "over"
    else:
        table = f" {state['table']} of seat {state['owner']}" if state["table"] else ""
        what = f"seat {position.seat} is asked to {position.phase}{table}"
    return f"<Position {position.variant.id}: {what}>"


def as_html(position: Position) -> str:
    """A table of the seats with their hands in groups, and what is asked."""
    engine, state = position.engine, position.engine.state()
    rows = []
    for seat in SEATS:
        cards = format_cards(engine.hand(seat))
        groups = " ".join("".join(group) for _, group in groupby(cards))
        marks = [mark for mark in _MARKS if state[mark] >> seat & 1]
        marks += [how for who, how, _ in engine.settled() if who == seat]
        name = f"<b>{seat}</b>" if seat == position.seat else str(seat)
        rows.append(
            f"<tr><td>{name}</td><td style='text-align:left'><code>{escape(groups)}</code></td>"
            f"<td>{len(cards)}</td><td style='text-align:left'>{', '.join(marks)}</td></tr>"
        )
    return (
        f"<table><caption>{escape(as_line(position)[1:-1])}</caption>"
        "<thead><tr><th>seat</th><th>hand</th><th>cards</th><th>state</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
