"""Positions in a few words for the rule tests.

Hands are six words, ``-`` for a settled seat: ``"KK6 AA4 5 5 5 5"``. Most seats hold a lone 5 so that they
have nothing to say: a seat that cannot beat the table passes without being asked (RULES 7.2). Actions and
settled seats are written in order: ``"KK pass"``, ``"2:out 5:smothered"``.
"""

from __future__ import annotations

from typing import Any

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.position import Position
from gouji_sim.rules import load_variant

RANDOM = ("random",) * 6
"""A lineup."""

PLAIN_SETUP = {"buy_threes": False, "buy_fours": "no", "revolt": "never", "declare": False}
"""Options under which the setup of a position is its tribute alone."""

EVERYBODY = [True] * 6


def position(variant: str, hands: str, actions: str = "", **fields: Any) -> Position:
    """A position with its actions played; seat 0 leads unless ``leader`` says otherwise."""
    document: dict[str, Any] = {
        "variant": variant,
        "hands": ["" if hand == "-" else hand for hand in hands.split()],
        "leader": 0,
        "actions": actions.split(),
        **fields,
    }
    if isinstance(settled := document.get("settled"), str):
        pairs = (word.split(":") for word in settled.split())
        document["settled"] = [{"seat": int(seat), "by": by} for seat, by in pairs]
    return Position.from_dict(document)


def asked(variant: str, hands: str, actions: str = "", **fields: Any) -> str:
    """Who is asked, and what he may do: ``"3 answer: AA pass"``."""
    legal = position(variant, hands, actions, **fields).legal()
    return f"{legal['seat']} {legal['phase']}: {' '.join(legal['actions'])}"


def state(variant: str, hands: str, actions: str = "", **fields: Any) -> dict[str, Any]:
    """The state after the actions (RULES 19)."""
    return position(variant, hands, actions, **fields).result()


def seats(variant: str, hands: str, actions: str, answer: str = "pass", **fields: Any) -> list[int]:
    """The seats asked one after another while each gives the same answer, up to the next lead or the end."""
    game = position(variant, hands, actions, **fields)
    found = []
    while (legal := game.legal())["phase"] not in ("lead", "over"):
        found.append(legal["seat"])
        game.apply(answer if answer in legal["actions"] else "pass")
    return found


def opened(variant: str, hands: str, actions: str, **fields: Any) -> list[int]:
    """The seats that have opened."""
    return [seat for seat, yes in enumerate(state(variant, hands, actions, **fields)["opened"]) if yes]


def owed(variant: str, hands: str, actions: str, kinds: str = "", **fields: Any) -> list[str]:
    """What the finished deal leaves to be paid, each as ``"burn 0>1 x1"``; of these kinds only, if named."""
    if kinds:
        fields["options"] = {**fields.get("options", {}), "tribute_order": kinds.split()}
    result = state(variant, hands, actions, **fields)
    assert result["finished"]
    return [f"{debt['kind']} {debt['from']}>{debt['to']} x{debt['cards']}" for debt in result["obligations"]]


def paid(variant: str, hands: str, debts: str, actions: str = "", **options: Any) -> list[str]:
    """The hands after a setup in which only ``debts``, written as in `owed`, are paid."""
    obligations = []
    for debt in debts.split(", "):
        kind, way, cards = debt.split()
        payer, receiver = way.split(">")
        obligations.append({"kind": kind, "from": int(payer), "to": int(receiver), "cards": int(cards[1:])})
    result = state(
        variant, hands, actions, start="dealt", obligations=obligations, options={**PLAIN_SETUP, **options}
    )
    return list(result["hands"])


def bought(variant: str, hands: str, actions: str = "", **options: Any) -> list[str]:
    """The hands after buying."""
    quiet = {"declare": False, "revolt": "never", **options}
    return list(state(variant, hands, actions, start="dealt", options=quiet)["hands"])


def burns(variant: str, hands: str, actions: str, **fields: Any) -> list[str]:
    """The burns so far, each as ``"1>0 failed"``, ``"3>1 counter success"``."""
    return [
        f"{burn['burner']}>{burn['victim']}{' counter' if burn['counter'] else ''} {burn['outcome']}"
        for burn in state(variant, hands, actions, **fields)["burns"]
    ]


LAST_TWO = {"hands": "- - - - 8 5", "leader": 4, "settled": "0:out 1:out 2:out 3:out", "actions": "8"}
"""The last play of a deal in which seats 0 to 5 take places 1 to 6."""

POINT_TABLE = {
    # (0 declared, 3 declared): what is owed when only 0 opened, neither, both, only 3 (RULES 15.3)
    (True, True): (["3>0 x4"], ["0>3 x2", "3>0 x2"], ["0>3 x2", "3>0 x2"], ["0>3 x4"]),
    (False, False): (["3>0 x1"], ["0>3 x1", "3>0 x1"], [], ["0>3 x1"]),
    (True, False): (["3>0 x3"], ["0>3 x1", "3>0 x2"], ["0>3 x2"], ["0>3 x3"]),
    (False, True): (["3>0 x3"], ["0>3 x2", "3>0 x1"], ["3>0 x2"], ["0>3 x3"]),
}
OPENED = ((True, False), (False, False), (True, True), (False, True))


def point_owed(variant: str, declared: tuple[bool, bool], opening: tuple[bool, bool]) -> list[str]:
    """Point tribute between seats 0 and 3; the other pairs owe nothing: both opened, neither declared."""
    declarations = [declared[0], False, False, declared[1], False, False]
    openings = [opening[0], True, True, opening[1], True, True]
    debts = owed(variant, **LAST_TWO, kinds="point", declared=declarations, opened=openings)
    return [debt.removeprefix("point ") for debt in debts]


def leaders_that_show(variant: str, rank: str) -> bool:
    """Whether the first leader is as often one who can show two cards of a suit as RULES 13.6 makes it.

    Of five cards of the rank two are of one suit, and a hand has two cards. That pair lies in one hand with
    probability 1/11, and then its holder leads; else the leader is drawn, and holds two of the five with
    probability 26/198: in all 2/9, against 5/33 for a leader who is always drawn. Allowed are five standard
    errors.
    """
    options = {"deck": {rank: 5, "W": 7}, "hold_threes": "off", "tribute": False, **PLAIN_SETUP}
    n = 4000
    records = play_deals(CompiledRules(load_variant(variant, options).options), RANDOM, 1, 0, n)
    share = float((records["big"][range(n), records["leader"]] == 0).mean())
    return abs(share - 2 / 9) < 5 * (2 / 9 * 7 / 9 / n) ** 0.5
