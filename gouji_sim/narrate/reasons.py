"""Why the seats that are not asked cannot act: every reason that holds, for each of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from gouji_sim.i18n import Lang, message, term
from gouji_sim.narrate.text import seat_name
from gouji_sim.position import Position
from gouji_sim.vocab import FIVE, FOUR, N_SEATS, SEATS, TWO, head, team

__all__ = ["Reason", "reasons"]


@dataclass(frozen=True)
class Reason:
    """One reason: its key in the catalogue, what fills it in, and the option that makes it so."""

    key: str
    seat: int | None = None
    how: str = ""
    option: str = field(default="", compare=False)

    def tell(self, lang: Lang) -> str:
        fields: dict[str, object] = {"option": self.option}
        if self.seat is not None:
            fields["seat"] = seat_name(self.seat, lang)
        if self.how:
            fields["how"] = term(f"settled.{self.how}", lang)
        return message(f"table.reason.{self.key}", lang, **fields)


LATER: Final = Reason("later")
PASSED: Final = Reason("passed")
PASS_BINDS: Final = Reason("pass_binds", option="after_pass=none")
CANNOT_BEAT: Final = Reason("cannot_beat")


def reasons(position: Position) -> dict[int, tuple[Reason, ...]]:
    """For each seat but the one that is asked: all reasons why it cannot act now, at least one."""
    table = _Table(position)
    found = {}
    for seat in SEATS:
        if seat != table.asked:
            how = table.settled.get(seat)
            found[seat] = (Reason("settled", how=how),) if how else tuple(table.why_not(seat))
    return found


class _Table:
    """The table as the reasons need it. Masks of the core become sets of seats."""

    def __init__(self, position: Position) -> None:
        self.engine = position.engine
        self.options = position.variant.options
        self.state: dict[str, Any] = self.engine.state()
        self.void = self.engine.is_void
        self.phase = position.phase
        self.asked = position.seat
        self.owner: int = -1 if self.state["owner"] is None else self.state["owner"]
        self.settled = {seat: how for seat, how, _ in self.engine.settled()}
        self.passed, self.headless, self.opened, self.to_burn, self.to_answer = (
            {seat for seat in SEATS if self.state[name] >> seat & 1}
            for name in ("passed", "headless", "opened", "to_burn", "to_answer")
        )

    def why_not(self, seat: int) -> list[Reason]:
        if self.phase == "over":
            return [Reason("void" if self.void else "over")]
        if self.phase == "lead":
            return [Reason("leader", self.asked)]
        if self.phase == "burn":
            return self._no_answer_yet(seat) + self._no_burn(seat)
        if self.phase == "answer":
            return self._no_answer(seat)
        return self._no_setup(seat)

    # ---- the play on the table ----------------------------------------------------------------------------

    def _no_answer(self, seat: int) -> list[Reason]:
        if seat == self.owner:
            return [Reason("owner")]
        found = []
        if seat in self.to_answer:
            found.append(LATER)
        elif not self._may_answer(seat):
            key = "burner_head_only" if self._burner_owns() else "head_only"
            found.append(Reason(key, head(self.owner)))
        last = self.state["head_asked_last"] and seat == head(self.owner)
        if last:
            found.append(Reason("yielded") if seat == self.state["yielded"] else PASSED)
            found.append(Reason("last"))
        elif self.state["melee"]:
            if seat not in self.to_answer and self.engine.could_beat(seat):
                found.append(PASSED)
        elif seat in self.passed and seat not in self.to_answer:
            found.append(PASSED)
            if self.state["gouji"] and seat == head(self.owner) and self.options.after_pass == "none":
                found.append(PASS_BINDS)
        if not self.engine.could_beat(seat):
            found.append(CANNOT_BEAT)
        if self.state["gouji"] and not self.state["melee"]:
            found += [reason for reason in self._no_burn(seat) if reason not in found]
        return found

    def _burner_owns(self) -> bool:
        return bool(self.state["burner"] == self.owner)

    def _may_answer(self, seat: int) -> bool:
        """Has the seat a right to answer the play, as long as it has not passed (RULES 7.2, 7.3, 8.3)?"""
        if seat == head(self.owner) or self.state["melee"]:
            return True
        if self._burner_owns():
            return False
        only_head: bool = self.state["gouji"] and self.owner not in self.headless
        return seat in self.headless or not only_head

    def _no_answer_yet(self, seat: int) -> list[Reason]:
        """During the burn window: whether and when the seat may answer."""
        if self.state["dead"] and seat != self.owner and self._may_answer(seat):
            return [Reason("dead")]
        return [Reason("after_window")] if seat in self.to_answer else []

    def _no_burn(self, seat: int) -> list[Reason]:
        """Why the seat does not burn the gouji play on the table (RULES 8.1, 8.2)."""
        options = self.options
        if seat == self.owner:
            return [Reason("owner")]
        if seat == head(self.owner):
            return self._head_in_window(seat) if self.phase == "burn" else []
        found = []
        if not options.burn:
            found.append(Reason("burning_off", option="burn=false"))
        if self.owner in self.headless and not self.state["dead"]:
            found.append(Reason("headless_play"))
        if options.burn_until_first_out and self.settled:
            found.append(Reason("no_burn_after_out", option="burn_until_first_out=true"))
        if not options.burn_last_play and self.owner in self.settled:
            found.append(Reason("last_play", option="burn_last_play=false"))
        closed = bool(found)
        if seat in self.passed:
            found.append(PASSED)
        if seat in self.headless:
            found.append(Reason("headless_no_burn"))
        if options.burn_needs_open and seat not in self.opened:
            found.append(Reason("not_opened", option="burn_needs_open=true"))
        if not self.engine.could_beat(seat):
            found.append(CANNOT_BEAT)
        elif not closed and not self.engine.could_cover(seat):
            found.append(Reason("not_burnable"))
        if found:
            return found
        return [LATER if seat in self.to_burn else Reason("declined")]

    def _head_in_window(self, seat: int) -> list[Reason]:
        found = [Reason("head_answers")]
        if seat in self.passed and seat not in self.to_answer and not self.state["dead"]:
            found += [PASSED, PASS_BINDS]
        if not self.engine.could_beat(seat):
            found.append(CANNOT_BEAT)
        return found

    # ---- before the play ----------------------------------------------------------------------------------

    def _no_setup(self, seat: int) -> list[Reason]:
        if self.phase == "return":
            return [Reason("receiver_only", self.asked)]
        if self.phase == "choose":
            return [Reason("revolter_head_only", self.asked)]
        hand = self.engine.hand(seat)
        wild = any(hand[TWO:])
        found = []
        if self.phase == "revolt" and wild:
            found.append(Reason("holds_wild"))
        if self.phase == "buy":
            if hand[FOUR]:
                found.append(Reason("holds_four"))
            elif not wild and self.options.buy_broke_fours == "none":
                found.append(Reason("broke"))
            if not any(self.engine.hand(other)[FOUR] >= 2 for other in SEATS if other != seat):
                found.append(Reason("no_seller"))
        if self.phase == "shed":
            if self.state["swept"] != team(seat):
                found.append(Reason("not_swept"))
            if not hand[FIVE]:
                found.append(Reason("no_five"))
        asked = self.asked
        assert asked is not None
        first = self.state["first_dealt"]
        later = (seat - first) % N_SEATS > (asked - first) % N_SEATS
        return [*found, LATER if later else Reason("chose")]
