"""A position drawn: the six seats around the table, the hands, what is legal, why the others cannot act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from gouji_sim.i18n import Lang, message, term
from gouji_sim.narrate.reasons import reasons
from gouji_sim.narrate.text import FULL_WIDTH_MARKS, Line, fold, grouped, join, pad, seat_name
from gouji_sim.position import Position
from gouji_sim.vocab import RANKS, SEATS, THREE

__all__ = ["draw_position"]

ROWS: Final = ((3,), (4, 2), (), (5, 1), (0,))
"""The seats as they sit, counter-clockwise from seat 0 at the bottom; the empty row is the table."""

PICTURE: Final = 64
"""Columns of the picture of the table."""

ARROW: Final = "▶ "


def draw_position(position: Position, lang: Lang, width: int = 80) -> Iterator[Line]:
    """The table as lines of at most ``width`` columns, save for plays that are longer."""
    heading = f"{position.variant.label(lang)} [{position.variant.id}]"
    yield from (Line(line, "bold") for line in fold("", heading.split(), width, indent=2))
    yield Line("")
    yield from _picture(position, lang)
    yield Line("")
    yield from _question(position, lang, width)
    why = reasons(position)
    marks = _Marks(position, lang)
    names = [seat_name(seat, lang) for seat in SEATS]
    for seat in SEATS:
        yield Line("")
        hand = position.engine.hand(seat)
        asked = seat == position.seat
        first = f"{ARROW if asked else '  '}{names[seat]} {sum(hand):>3}  "
        yield from (Line(line, "bold" if asked else "") for line in fold(first, grouped(hand).split(), width))
        margin = " " * (cell_len(ARROW) + 2)
        for text in marks.of(seat):
            yield Line(margin + text)
        if not asked:
            told = join((reason.tell(lang) for reason in why[seat]), lang, "semicolon")
            for line in fold(margin + "– ", _words(told), width):
                yield Line(line, "dim")


def _picture(position: Position, lang: Lang) -> Iterator[Line]:
    cards = position.engine.state()["cards"]
    settled = {seat: how for seat, how, _ in position.engine.settled()}

    def label(seat: int) -> str:
        what = (
            term(f"settled.{settled[seat]}", lang)
            if seat in settled
            else message("table.n_cards", lang, n=cards[seat])
        )
        return f"{ARROW if seat == position.seat else ''}{seat_name(seat, lang)} · {what}"

    for row in ROWS:
        if not row:
            yield Line(pad(_middle(position, lang), PICTURE, "^").rstrip(), "bold")
        elif len(row) == 1:
            yield Line(pad(label(row[0]), PICTURE, "^").rstrip())
        else:
            left, right = label(row[0]), label(row[1])
            yield Line(pad(left, PICTURE - cell_len(right)) + right)


def _middle(position: Position, lang: Lang) -> str:
    """What lies on the table, and what is special about it."""
    state = position.engine.state()
    notes = []
    if state["owner"] is not None:
        notes.append(seat_name(state["owner"], lang))
        if state["gouji"]:
            notes.append(message("table.table.dead" if state["dead"] else "table.table.gouji", lang))
    if state["melee"]:
        notes.append(message("table.table.melee", lang))
    if state["burner"] is not None:
        burner, victim = seat_name(state["burner"], lang), seat_name(state["victim"], lang)
        notes.append(message("table.table.burn_runs", lang, burner=burner, victim=victim))
    text = join(notes, lang)
    if state["table"] is None:
        return f"[ {text} ]" if text else "[ ]"
    return f"[ {state['table']}  {text} ]"


def _question(position: Position, lang: Lang, width: int) -> Iterator[Line]:
    """Who is asked for what, and the legal actions: words first, then plays by their number of cards."""
    if position.seat is None:
        yield Line(
            message("table.table.void" if position.engine.is_void else "table.table.over", lang), "bold"
        )
        return
    legal = position.engine.legal()
    asked = message(
        "table.table.asked",
        lang,
        seat=seat_name(position.seat, lang),
        phase=term(f"phase.{position.phase}", lang),
    )
    n = message("table.table.legal", lang, n=len(legal))
    yield Line(join([asked, n], lang), "bold")
    words = [_word(action, lang) for action in legal if not _cards(action)]
    if words:
        yield from map(Line, fold("  ", words, width))
    sizes = sorted({len(_cards(action)) for action in legal} - {0})
    labels = {
        size: message("table.table.of_one" if size == 1 else "table.table.of_size", lang, n=size)
        for size in sizes
    }
    column = max(map(cell_len, labels.values()), default=0)
    for size in sizes:
        plays = sorted(
            (action for action in legal if len(_cards(action)) == size),
            key=lambda action: _order(_cards(action)),
        )
        yield from map(Line, fold(f"  {pad(labels[size], column, '>')}  ", plays, width))


def _cards(action: str) -> str:
    """The cards of an action; empty for one that is a word."""
    cards = action.rpartition(":")[2]
    return cards if set(cards) <= set(RANKS) else ""


def _word(action: str, lang: Lang) -> str:
    """A word as files write it, with what it means where that is in another language."""
    return action if lang == "en" else f"{action}（{term(f'action.{action}', lang)}）"


def _order(cards: str) -> list[int]:
    """Plays from low to high by their lowest card, then by the others."""
    return [RANKS.index(card) for card in reversed(cards)]


class _Marks:
    """What is known of a seat besides its cards."""

    def __init__(self, position: Position, lang: Lang) -> None:
        self.position = position
        self.lang: Lang = lang
        self.state = position.engine.state()
        self.result = position.result()

    def of(self, seat: int) -> list[str]:
        """At most one line of marks, and one of the result of a finished deal."""
        lines = []
        marks = list(self._marks(seat))
        if marks:
            lines.append(join(marks, self.lang))
        place = self.result["places"][seat]
        if place is not None:
            score = self.result["scores"][seat]
            name = term(f"place.{place}", self.lang)
            lines.append(message("table.table.place", self.lang, name=name, score=f"{score:+d}"))
        return lines

    def _marks(self, seat: int) -> Iterator[str]:
        state, lang = self.state, self.lang
        active = state["active"] >> seat & 1
        for key, name in (("opened", "opened"), ("declared", "declared"), ("resisted", "resisted")):
            if state[name] >> seat & 1:
                yield message(f"table.mark.{key}", lang)
        if state["given_up"] >> seat & 1:
            yield message("table.mark.gave_up", lang)
        if not active:
            return
        if state["headless"] >> seat & 1 and not state["melee"]:
            yield message("table.mark.headless", lang)
        if state["chance"] == seat:
            yield message("table.mark.chance", lang)
        if state["credit_seat"] == seat and state["credits"]:
            yield message("table.mark.credits", lang, n=state["credits"])
        hand = self.position.engine.hand(seat)
        if hand[THREE] and sum(hand) == hand[THREE] and self.position.variant.options.hold_threes != "off":
            yield message("table.mark.only_threes", lang)


def _words(text: str) -> list[str]:
    """Where a sentence may be broken: at blanks, and after Chinese marks."""
    for mark in FULL_WIDTH_MARKS:
        text = text.replace(mark, f"{mark}\0")
    return [word for part in text.split("\0") for word in part.split(" ") if word]
