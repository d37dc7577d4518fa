"""Families of random positions: each makes some rare events frequent (`events.py` names them)."""

from __future__ import annotations

from collections.abc import Callable

from .cards import SEATS, head, team
from .randomise import CARDS, DOMAINS, Draft

FAMILIES: dict[str, Callable[[Draft], None]] = {}

HIGH = "QKKKAAA222wwWW"
LOW = "456789TJ"
KINDS = ("smother", "burn", "point", "last")


def family(draw: Callable[[Draft], None]) -> Callable[[Draft], None]:
    FAMILIES[draw.__name__] = draw
    return draw


def flags(draft: Draft) -> None:
    """Who has opened and declared, at random."""
    for name in ("opened", "declared"):
        draft.flags[name] = [draft.chance(0.5) for _ in SEATS]


def obliged(draft: Draft, number: int) -> None:
    for _ in range(number):
        payer, receiver = draft.rng.sample(SEATS, 2)
        cards = draft.rng.randint(1, 3)
        due = {"kind": draft.rng.choice(KINDS), "from": payer, "to": receiver, "cards": cards}
        draft.obligations.append(due)


@family
def anything_led(draft: Draft) -> None:
    draft.vary(6)
    draft.deal(CARDS, 1, 8)
    for seat in draft.rng.sample(SEATS, draft.rng.choice((0, 0, 1, 2, 3))):
        draft.settle(seat, draft.rng.choice(("out", "smothered", "burn_failed")))
    draft.leader = draft.rng.randrange(6)
    if draft.chance(0.5):
        flags(draft)


@family
def anything_dealt(draft: Draft) -> None:
    draft.vary(6)
    draft.deal(CARDS, 6, 10)
    draft.first_dealt, draft.leader = draft.rng.randrange(6), draft.rng.randrange(6)
    obliged(draft, draft.rng.randint(0, 3))


@family
def burning(draft: Draft) -> None:
    """Everybody can burn; hands of few ranks."""
    draft.set(burn=True, burn_needs_open=False, burn_until_first_out=False, melee_at=draft.rng.randint(1, 3))
    draft.draw("bluff_burn", "after_pass", "burn_team_first")
    draft.deal(HIGH, 2, 5)
    draft.deal(LOW, 0, 2)
    draft.give(0, "KK")
    draft.tendency = {"burn": 8, "play": 3}


@family
def burning_after_opening(draft: Draft) -> None:
    burning(draft)
    draft.set(burn_needs_open=True)
    flags(draft)


@family
def bluffing(draft: Draft) -> None:
    """Burners that cannot keep on."""
    draft.set(burn=True, burn_needs_open=False, bluff_burn=True, melee_at=draft.rng.randint(1, 3))
    draft.deal("KAA2", 2, 4)
    draft.deal("wW", 0, 1)
    draft.deal(LOW, 1, 3)
    draft.give(0, "K")
    draft.tendency = {"burn": 6}


@family
def dissolving(draft: Draft) -> None:
    """A cover smothers the leader, and the melee comes."""
    draft.set(burn=True, burn_needs_open=False, hold_threes="smother", melee_at=5, burn_until_first_out=False)
    draft.draw("melee_starts", "bluff_burn")
    draft.give(0, draft.rng.choice(("KK3", "K33", "AA3", "23", "w33")))
    draft.deal("AA222wwWW", 3, 5, SEATS[1:])
    draft.deal(LOW, 1, 2, SEATS[1:])
    draft.tendency = {"burn": 8}


@family
def burning_with_threes(draft: Draft) -> None:
    """Burners whose covers leave them 3s, and others that break or counter their burns."""
    draft.set(burn=True, burn_needs_open=False, hold_threes="smother", melee_at=draft.rng.randint(1, 3))
    draft.draw("bluff_burn", "after_pass")
    draft.give(0, "KK6")
    for seat in SEATS[1:]:
        draft.give(seat, draft.rng.choice(("AA3", "AA33", "A23", "22w3", "22", "22w", "WW22")))
        draft.deal(LOW, 0, 1, (seat,))
    draft.tendency = {"burn": 6, "play": 8, "length": 2}


@family
def breaking(draft: Draft) -> None:
    """One burner; its head cannot burn, but breaks the burn, and may smother the burner."""
    draft.set(burn=True, burn_needs_open=False, bluff_burn=False, melee_at=draft.rng.randint(1, 3))
    draft.draw("after_pass")
    draft.set(hold_threes=draft.rng.choice(("smother", "smother", "smother", "off")))
    burner = draft.rng.choice((1, 2, 4, 5))
    draft.give(0, draft.rng.choice(("KK6", "KK66", "KK67")))
    draft.give(burner, draft.rng.choice(("AA3", "AA33", "A23", "AAA3", "AAw5")))
    draft.give(head(burner), "22ww" + draft.rng.choice(("5678", "56789", "689TJ")))
    draft.deal(LOW, 1, 3, [seat for seat in SEATS if sum(draft.hands[seat]) == 0])
    draft.tendency = {"burn": 5, "play": 5, "length": 3}


@family
def countering(draft: Draft) -> None:
    """One burner, and one that burns it: the first victim, its head or another."""
    draft.set(burn=True, burn_needs_open=False, burn_until_first_out=False, melee_at=draft.rng.randint(1, 3))
    draft.set(hold_threes=draft.rng.choice(("smother", "smother", "off")), bluff_burn=draft.chance(0.3))
    burner = draft.rng.choice((1, 2, 4, 5))
    second = draft.rng.choice([seat for seat in SEATS if seat not in (burner, head(burner))])
    draft.give(0, "KK" if second else "KK22w")
    draft.give(burner, draft.rng.choice(("AA3", "AA33", "A23", "AAw3", "AAw5")))
    if second:
        draft.give(second, draft.rng.choice(("22", "223", "22w5", "22ww")))
    draft.deal(LOW, 1, 3, [seat for seat in SEATS if seat in (0, second) or sum(draft.hands[seat]) == 0])
    draft.tendency = {"burn": 6, "play": 3, "length": 3}


@family
def smothering(draft: Draft) -> None:
    draft.set(hold_threes="smother")
    draft.draw("melee_at", "melee_starts")
    draft.deal(LOW + "QKA2wW", 1, 3)
    for seat in SEATS:
        draft.give(seat, "3" * draft.rng.randint(0, 2))
    flags(draft)
    draft.tendency = {"play": 3}


@family
def smothering_the_head(draft: Draft) -> None:
    """The head of the leader smothers it: it is headless then, and everybody may answer."""
    draft.set(hold_threes="smother", melee_at=draft.rng.randint(1, 3), dead_gouji_on_last=False)
    draft.draw("burn", "open_until", "open_if_head_smothered", "open_needs_four")
    draft.give(0, draft.rng.choice(("KK3", "K33", "AA3", "QQQ3")))
    draft.deal("KKAA2222W4", 3, 5, SEATS[1:])
    draft.give(3, "AA4")
    draft.tendency = {"play": 5, "decline": 3}


@family
def revolting(draft: Draft) -> None:
    draft.first_dealt = 0
    draft.set(setup=["deal", "buy", "tribute", "revolt", "declare", "lead"])
    draft.draw("revolt", "revolt_void_at", "head_choice", "buy_threes", "buy_broke")
    poor = draft.rng.sample(SEATS, draft.rng.randint(1, 3))
    draft.deal(LOW + "3QKA", 4, 6, poor)
    draft.deal(HIGH + "34", 4, 6, [seat for seat in SEATS if seat not in poor])
    draft.tendency = {"revolt": 2, "keep": 2}


@family
def revolting_by_force(draft: Draft) -> None:
    draft.first_dealt = draft.rng.randrange(6)
    draft.set(buy_threes=True, buy_broke="revolt")
    draft.draw("revolt", "revolt_void_at", "head_choice", "setup")
    poor = draft.rng.sample(SEATS, draft.rng.randint(1, 2))
    draft.deal(LOW + "QKA", 4, 6, poor)
    draft.deal(HIGH + "334", 5, 7, [seat for seat in SEATS if seat not in poor])


def keep_the_head(draft: Draft) -> None:
    """Seat 3 revolts, and seat 0 may keep its head."""
    draft.first_dealt = 0
    draft.set(
        setup=["deal", "revolt", "lead"], revolt="allowed", revolt_void_at=2, head_choice=True, burn=True,
        burn_needs_open=False, burn_until_first_out=False, melee_at=draft.rng.randint(1, 3), open_by="none",
    )  # fmt: skip
    draft.give(3, "5678")
    draft.tendency = {"revolt": 12, "keep": 6, "burn": 5, "play": 2}


@family
def keeping(draft: Draft) -> None:
    keep_the_head(draft)
    draft.deal(HIGH, 4, 6, (0,))
    draft.deal(HIGH + "AA2", 3, 5, (1, 2, 4, 5))
    draft.deal(LOW, 0, 2, (0, 1, 2, 4, 5))


@family
def burning_with_credits(draft: Draft) -> None:
    """The seat that keeps its head burns, and uses up its credits on the way."""
    keep_the_head(draft)
    draft.set(hold_threes=draft.rng.choice(("smother", "off")), deck="jokers240")
    draft.give(0, "w" * draft.rng.randint(6, 12) + draft.rng.choice(("56", "578", "9TT")))
    draft.leader = draft.rng.choice((1, 2, 4, 5))
    for seat in (1, 2, 4, 5):
        draft.give(seat, draft.rng.choice(("2K", "2A", "22", "2KK", "2AA")))
        draft.deal(LOW + "KA2", 1, 2, (seat,))


@family
def burn_at_the_end(draft: Draft) -> None:
    """The cover of a seat with credits smothers the last of the other team, whose head revolted."""
    keep_the_head(draft)
    draft.set(gouji_thresholds=DOMAINS["gouji_thresholds"][0], bluff_burn=True)
    draft.set(hold_threes="smother", end_when_team_out=True, teams=True, after_pass="head", melee_at=1)
    draft.give(5, "w")
    draft.give(1, draft.rng.choice(("23", "233")))
    draft.give(0, draft.rng.choice(("5w6", "9w6", "566w")))
    for seat in (2, 4):
        draft.give(seat, "2")
    draft.leader = 5
    draft.tendency = draft.tendency | {"play": 8, "burn": 12}


@family
def suffocating(draft: Draft) -> None:
    draft.set(suffocation=True)
    draft.draw("melee_at", "melee_starts", "teams", "hold_threes")
    draft.deal(CARDS, 1, 4)
    if draft.chance(0.5):
        draft.give(0, "5")
    else:
        draft.hands[0] = [0] * 15
        draft.give(0, draft.rng.choice(("9", "KK", "83")))


@family
def last_gouji(draft: Draft) -> None:
    """The leader goes out with a gouji play that its head can answer."""
    draft.set(dead_gouji_on_last=True, hold_threes="off", melee_at=draft.rng.randint(1, 4))
    draft.draw("melee_starts", "burn", "burn_last_play", "open_by")
    draft.give(0, draft.rng.choice(("KK", "AA", "K", "QQQ", "2K")))
    draft.give(3, draft.rng.choice(("AA2", "22w", "22A")))
    draft.deal(HIGH + LOW, 2, 5, SEATS[1:])
    if draft.chance(0.4):
        draft.settle(draft.rng.choice((1, 2, 4, 5)), draft.rng.choice(("out", "smothered")))
    draft.tendency = {"play": 4, "decline": 2}


@family
def yielding(draft: Draft) -> None:
    draft.set(**{"yield": True, "melee_at": draft.rng.randint(1, 3)})
    draft.draw("after_pass")
    draft.deal(LOW, 2, 5)
    draft.deal("QKA2", 0, 2)
    draft.tendency = {"yield": 4, "pass": 2}


@family
def passing(draft: Draft) -> None:
    """Passes that do not bind the head."""
    draft.set(melee_at=draft.rng.randint(1, 3))
    draft.draw("after_pass", "yield")
    draft.deal("778899TJJQKKAA2w", 3, 6)
    draft.give(0, "77KK")
    draft.tendency = {"pass": 2}


@family
def opening(draft: Draft) -> None:
    draft.set(open_by=draft.rng.choice(("pure", "no_joker", "any")), melee_at=draft.rng.randint(1, 4))
    draft.draw("open_needs_four", "open_until", "open_single_two", "open_min_cards", "four_forfeits")
    draft.draw("no_four_forfeits", "fours_with_jokers", "open_if_head_smothered")
    draft.give(0, draft.rng.choice(("44AA", "AA4", "KK4", "224", "22", "2A4", "AA44")))
    draft.deal("456K2w", 0, 1, (0,))
    draft.deal("KKAA22w", 0, 2, SEATS[1:])
    draft.deal("456", 1, 3, SEATS[1:])
    if draft.chance(0.3):
        draft.settle(3, draft.rng.choice(("smothered", "out")))
    draft.tendency = {"length": 1}


@family
def opening_with_a_smothered_head(draft: Draft) -> None:
    opening(draft)
    draft.set(open_until="head_out", open_if_head_smothered=True, no_four_forfeits=False, open_min_cards=1)
    if not draft.settled:
        draft.settle(3, "smothered")


@family
def paying(draft: Draft) -> None:
    draft.first_dealt = draft.rng.randrange(6)
    draft.set(tribute=True, buy_threes=False, revolt="never", declare=False)
    draft.draw("tribute_order", "tribute_cards", "tribute_return", "resist", "teams")
    draft.deal("2wWQKA", 2, 4)
    draft.deal(LOW, 3, 5)
    obliged(draft, draft.rng.randint(1, 5))
    draft.obligations.append({"kind": "last", "from": 1, "to": 4, "cards": draft.rng.randint(1, 2)})


@family
def resisting(draft: Draft) -> None:
    """A seat with four jokers of a kind; some may resist, some may not."""
    draft.give(draft.rng.randrange(6), draft.rng.choice(("WWWW", "wwww", "www")))
    paying(draft)
    draft.set(resist=draft.chance(0.8))


@family
def emptying(draft: Draft) -> None:
    """Hands so small that tribute may take the last card, which is refused (RULES 22.9)."""
    draft.first_dealt = draft.rng.randrange(6)
    draft.set(tribute=True, buy_threes=False, revolt="never")
    draft.draw("tribute_order", "tribute_cards", "tribute_return")
    draft.deal("2wWKA5", 1, 3)
    obliged(draft, draft.rng.randint(1, 3))


@family
def shedding(draft: Draft) -> None:
    draft.first_dealt = draft.rng.randrange(6)
    draft.set(
        shed_fives=True, teams=draft.chance(0.9), setup=["deal", "buy", "tribute", "shed", "declare", "lead"]
    )
    draft.draw("declare", "tribute")
    draft.swept = draft.rng.randrange(2)
    draft.deal("3345555KA2wW", 6, 9)
    for seat in SEATS:
        draft.give(seat, "68")
    obliged(draft, draft.rng.randint(0, 3))


@family
def buying(draft: Draft) -> None:
    draft.first_dealt = draft.rng.randrange(6)
    draft.set(buy_threes=draft.chance(0.8), tribute=False)
    draft.draw("buy_fours", "buy_broke", "buy_broke_fours", "teams", "hold_threes", "declare", "revolt")
    for seat in SEATS:
        draft.give(seat, draft.rng.choice(("", "3", "33", "333")) + draft.rng.choice(("", "4", "44", "444")))
        draft.give(seat, draft.rng.choice(("", "", "2", "w", "W", "2w")))
    draft.deal("56789TJQKA", 2, 4)


@family
def melee(draft: Draft) -> None:
    draft.draw("melee_starts", "hold_threes", "melee_at")
    draft.deal(CARDS, 1, 4)
    for seat in draft.rng.sample(SEATS[1:], draft.rng.randint(1, 3)):
        draft.settle(seat, draft.rng.choice(("out", "smothered", "burn_failed")))


@family
def melee_coming(draft: Draft) -> None:
    draft.draw("melee_starts", "burn", "after_pass")
    draft.set(melee_at=draft.rng.randint(4, 5))
    draft.deal(HIGH + LOW, 1, 3)


@family
def two_for_one(draft: Draft) -> None:
    draft.set(red_two_for_one=True, mixed_jokers="separate", deck="jokers240")
    draft.draw("red_not_gouji", "burn")
    draft.deal("WWWWwwKA2", 3, 5)
    draft.deal(LOW, 1, 2)


@family
def mixed_jokers(draft: Draft) -> None:
    draft.set(mixed_jokers="small", deck="jokers240", melee_at=draft.rng.randint(1, 5))
    draft.deal("WWWwwKA", 4, 6)
    draft.deal(LOW, 1, 2)
    draft.tendency = {"play": 4}


@family
def gouji_otherwise(draft: Draft) -> None:
    """Big jokers that are not gouji, and other thresholds: burners then make plays that are not gouji."""
    draft.set(burn=True, burn_needs_open=False, red_not_gouji=True, melee_at=draft.rng.randint(1, 3))
    draft.draw("gouji_thresholds", "after_pass", "bluff_burn")
    draft.deal("KKAA2wWWW", 3, 5)
    draft.deal(LOW, 0, 2)
    draft.give(0, "K")
    draft.tendency = {"burn": 8}


@family
def team_out(draft: Draft) -> None:
    draft.set(teams=True, end_when_team_out=True)
    draft.draw("melee_at", "sweep_tribute", "hold_threes", "tribute")
    draft.deal(CARDS, 1, 3)
    side = draft.rng.randrange(2)
    for seat in draft.rng.sample([seat for seat in SEATS if team(seat) == side], 2):
        draft.settle(seat, draft.rng.choice(("out", "out", "smothered")))
    flags(draft)


@family
def ending(draft: Draft) -> None:
    """Few cards left: scores, sweeps and what is owed."""
    draft.set(tribute=True)
    draft.draw("tribute_order", "sweep_tribute", "last_within_team", "positive_only", "end_when_team_out")
    draft.deal(CARDS, 1, 2)
    ways = draft.rng.choice((("out",), ("out", "smothered", "burn_failed")))
    for seat in draft.rng.sample(SEATS, draft.rng.randint(2, 4)):
        draft.settle(seat, draft.rng.choice(ways))
    if draft.chance(0.4) and all(by != "revolt" for _, by in draft.settled):
        seat, _ = draft.settled[0]
        draft.settled[0] = (seat, "revolt")
    flags(draft)
    draft.leader = draft.rng.randrange(6)


@family
def whole_deals(draft: Draft) -> None:
    """A tenth of them with full hands, the others with a third of the deck."""
    draft.first_dealt = draft.rng.randrange(6)
    obliged(draft, draft.rng.randint(0, 2))
    least, most = (30, 36) if draft.chance(0.1) else (10, 14)
    draft.deal(CARDS[:12] * 4 + "22wW", least, most)


@family
def heads_at_odds(draft: Draft) -> None:
    """Gouji plays go to and fro between heads; one of them is headless now and then."""
    draft.set(melee_at=draft.rng.randint(1, 3))
    draft.draw("after_pass", "burn", "open_needs_four", "dead_gouji_on_last")
    for seat in (0, 3):
        draft.deal("KKAA22wW", 4, 6, (seat,))
    draft.deal(LOW + "KA", 2, 5, [seat for seat in SEATS if seat not in (0, 3)])
    if draft.chance(0.5):
        draft.settle(head(draft.rng.choice((1, 2))), draft.rng.choice(("out", "burn_failed", "revolt")))
    draft.tendency = {"play": 3}
