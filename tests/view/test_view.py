"""The view after each kind of event holds exactly what RULES 16 allows.

A ledger keeps what a spectator who sees no card but those laid open can know: it is told the number of cards
dealt, the seat dealt first, tribute due, and the public events. Every field of a view is held against it.
"""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, Engine
from gouji_sim.core._engine import EVENTS
from gouji_sim.rules import list_variants, load_variant
from gouji_sim.view import Event, History, View, view_of
from gouji_sim.vocab import RANKS, parse_cards

OF_THE_RULES = {"options"}
OWN = {"hand"}
OF_THE_QUESTION = {"seat", "phase", "decision", "_codes", "_stream"}
PUBLIC = {
    "n_cards", "active", "passed", "headless", "opened", "given_up", "declared", "first_dealt", "leader",
    "owner", "table", "gouji", "dead", "melee", "yielded", "chance", "burner", "victim", "counter",
    "revolter", "credit_seat", "credits", "resisted", "swept", "obligations", "settled", "out_of_play",
    "history",
}  # fmt: skip
SHOWN = {"shown"}

NEVER_SEEN = {"void", "over"}
"""After these nobody is asked."""


def test_fields():
    """A new field must be placed in one of the groups, and so be thought about."""
    names = {field.name for field in dataclasses.fields(View)}
    assert names == OF_THE_RULES | OWN | OF_THE_QUESTION | PUBLIC | SHOWN


class Ledger:
    """What a spectator can know."""

    def __init__(self, options, n_cards, first_dealt, obligations, swept):
        self.options = options
        self.n_cards = list(n_cards)
        self.first_dealt = first_dealt
        self.obligations = obligations
        self.swept = swept
        self.out = [0] * 15
        self.active = [True] * 6
        self.passed = set()
        self.opened = set()
        self.fours_led = set()
        self.declared = set()
        self.resisted = set()
        self.settled = []
        self.owner = self.leader = self.yielded = self.revolter = self.keeper = None
        self.burn = None
        self.table = ""
        self.gouji = self.melee = False
        self.credits = 0
        self.history = []

    def play(self, event):
        cards = parse_cards(event.cards)
        for rank, n in enumerate(cards):
            self.out[rank] += n
        self.n_cards[event.seat] -= sum(cards)
        if self.yielded is not None and self.yielded != event.seat:
            self.passed.add(self.yielded)
        self.yielded = None
        self.owner, self.table = event.seat, event.cards
        self.gouji = not self.melee and self.is_gouji(cards)
        if self.gouji and self.keeper == event.seat and self.credits:
            self.credits -= 1

    def is_gouji(self, cards):
        if cards[14]:
            return not self.options.red_not_gouji
        if cards[13]:
            return True
        base = next((rank for rank in range(12) if cards[rank]), 12)
        least = self.options.thresholds[base]
        return least > 0 and sum(cards) >= least

    def see(self, event):
        kind, seat, other = event.kind, event.seat, event.other
        self.history.append(event)
        if kind == "lead":
            self.passed = set()
            self.yielded = None
            self.leader = seat
        if kind in ("lead", "beat", "cover"):
            self.play(event)
        if kind == "cover":
            self.burn = (seat, other, event.detail == "counter")
        elif kind == "burn_ends":
            self.burn = None
        elif kind == "pass":
            self.passed.add(seat)
            if seat == self.yielded:
                self.yielded = None
        elif kind == "yield":
            self.yielded = seat
        elif kind == "stands":
            self.owner, self.table, self.gouji, self.yielded = None, "", False, None
            self.passed = set()
        elif kind == "open":
            self.opened.add(seat)
        elif kind == "melee":
            self.melee, self.gouji = True, False
        elif kind == "settled":
            self.active[seat] = False
            self.settled.append((seat, event.detail, other))
            self.n_cards[seat] = 0
        elif kind == "revolt":
            self.revolter = seat
            self.opened.discard(seat)
            self.opened.add((seat + 3) % 6)
        elif kind == "keep":
            self.keeper, self.credits = seat, 3
        elif kind == "declared":
            self.declared = {int(s) for s in event.detail.split(",") if s}
        elif kind == "resist":
            self.resisted.add(seat)
        elif kind == "shed":
            self.n_cards[seat] -= len(event.cards)
            self.out[RANKS.index("5")] += len(event.cards)
        elif kind == "buy":
            if not event.detail:
                self.n_cards[seat] += 1
                self.n_cards[other] -= 1
        elif kind == "pay" or (kind == "return" and not event.detail):
            self.n_cards[seat] -= 1
            self.n_cards[other] += 1

    def headless(self):
        return [
            not self.active[(seat + 3) % 6] and not (seat == self.keeper and self.credits)
            for seat in range(6)
        ]


def mask(seats):
    return [seat in seats for seat in range(6)]


def check(view, ledger, engine):
    facts = dict(view.facts())
    dealt = any(facts["n_cards"])
    assert dealt or (view.phase == "declare" and ledger.options.setup[0] == "declare")
    assert facts["hand"] == (list(engine.hand(view.seat)) if dealt else [0] * 15)
    assert facts["n_cards"] == (ledger.n_cards if dealt else [0] * 6)
    assert facts["active"] == ledger.active
    assert facts["headless"] == ledger.headless()
    assert facts["opened"] == mask(ledger.opened)
    assert facts["declared"] == mask(ledger.declared)
    assert facts["resisted"] == mask(ledger.resisted)
    assert facts["first_dealt"] == ledger.first_dealt
    assert facts["swept"] == ledger.swept
    assert sorted(facts["obligations"]) == sorted(ledger.obligations)
    assert list(facts["settled"]) == ledger.settled
    assert facts["out_of_play"] == ledger.out
    assert list(facts["history"]) == ledger.history
    assert (facts["revolter"], facts["credits"]) == (ledger.revolter, ledger.credits)
    assert facts["credit_seat"] == (ledger.keeper if ledger.credits else None)
    assert facts["melee"] == ledger.melee
    assert (facts["burner"], facts["victim"], facts["counter"]) == (ledger.burn or (None, None, False))
    if view.phase in ("lead", "answer", "burn"):
        assert facts["leader"] == (view.seat if view.phase == "lead" else ledger.leader)
    else:
        assert facts["leader"] is None
    assert (facts["owner"], facts["table"], facts["gouji"]) == (ledger.owner, ledger.table, ledger.gouji)
    assert facts["yielded"] == ledger.yielded
    assert facts["passed"] == mask(ledger.passed)
    peek = ledger.options.peek_partner_below
    shown = {s for s in view.partners if ledger.active[s] and 0 < ledger.n_cards[s] < peek and dealt}
    assert facts["shown"] == {s: list(engine.hand(s)) for s in shown}
    # Giving up an opening follows from public plays of 4s; the lack of a 4 shows in the own hand only.
    state = engine.state()
    for seat in range(6):
        if seat != view.seat and view.given_up[seat]:
            assert any(e.seat == seat and "4" in e.cards for e in ledger.history)
            assert state["given_up"] >> seat & 1
    # These two follow from the plays on the table and the plays before.
    assert facts["chance"] == state["chance"]
    assert facts["dead"] == state["dead"]
    assert view.actions == tuple(engine.legal())


def follow(engine, options, rng, kinds):
    """Play a deal at random, with a lean to what is rare, and check the view at every decision."""
    state = engine.state()
    ledger = Ledger(options, state["cards"], state["first_dealt"], state["obligations"], state["swept"])
    engine.start()
    history = History()
    told = 0
    while engine.seat is not None:
        events = history.follow(engine)
        for event in events[told:]:
            ledger.see(event)
            kinds.add(event.kind)
        told = len(events)
        check(view_of(engine, options, events), ledger, engine)
        if engine.phase in ("revolt", "burn", "choose") and rng.random() < 0.5:
            engine.apply(engine.nth_legal(rng.randrange(engine.n_actions())))
        else:
            engine.apply(engine.copy().policy_action())


@pytest.mark.parametrize("variant", list_variants())
def test_every_decision(variant):
    assert play_sessions(variant, 10)


def play_sessions(variant, deals):
    """Check the views of some deals and return the kinds of events that they saw."""
    options = load_variant(variant).options
    rng = random.Random(variant)
    lineup = ["greedy", "random", "expert", "random", "greedy", "expert"]
    engine = Engine.from_deal(CompiledRules(options), 9, 0, lineup, session=True)
    kinds = set()
    for _ in range(deals):
        follow(engine, options, rng, kinds)
        if engine.is_void:
            engine.redeal()
        else:
            engine.next_deal()
    return kinds


def test_every_kind_of_event():
    """Every kind of event was followed by a view; what chance brings too seldom is dealt here."""
    kinds = set()
    for variant in ("qingdao", "hero", "zhangqiu", "kansai"):
        kinds |= play_sessions(variant, 10)
    for variant, changes, hands, dealt in RARE:
        options = load_variant(variant, changes).options
        engine = Engine.from_dealt(CompiledRules(options), [parse_cards(hand) for hand in hands], 0, **dealt)
        history = History()
        for _ in range(20):
            if engine.seat is None:
                break
            events = history.follow(engine)
            kinds.update(event.kind for event in events)
            view = view_of(engine, options, events)
            assert view.hand.tolist() == list(engine.hand(view.seat))
            engine.apply("drop" if "drop" in view.actions else engine.nth_legal(engine.n_actions() - 1))
    assert set(EVENTS) - kinds <= NEVER_SEEN


RARE = [
    ("zhangqiu", {}, ["W" * 4 + "55567"] + ["22345678"] * 5, {"obligations": [("last", 0, 1, 1)]}),
    ("zhangqiu", {}, ["55567w"] + ["22345678"] * 5, {"swept": 0}),
    ("hero", {}, ["345678"] + ["22345678"] * 5, {}),
]


def test_a_view_cannot_be_changed():
    engine = Engine.from_deal(CompiledRules(load_variant("qingdao").options), 1, 0)
    engine.start()
    view = view_of(engine, engine.rules.options, ())
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.seat = 3
    for name in ("hand", "n_cards", "active", "candidates", "plays", "left", "unseen", "sizes"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(view, name)[0] = 1
    with pytest.raises(TypeError):
        view.shown[1] = view.hand


def test_actions_as_numbers():
    engine = Engine.from_lead(
        CompiledRules(load_variant("puji").options),
        [parse_cards(hand) for hand in ["Ww2455"] + ["99"] * 5],
        0,
    )
    view = view_of(engine, engine.rules.options, ())
    rows = dict(zip(view.actions, view.candidates.tolist(), strict=True))
    assert rows["5"] == [2, 1, 0, 0, 0]
    assert rows["Ww255"] == [2, 2, 1, 1, 1]
    assert rows["W2"] == [-1, 0, 1, 0, 1]
    for action, cards, left, size in zip(view.actions, view.plays, view.left, view.sizes, strict=True):
        assert tuple(cards) == parse_cards(action)
        assert (cards + left == view.hand).all()
        assert size == len(action)
    assert view.unseen.tolist() == [0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0]  # five pairs of 9s


def test_unseen_cards():
    """All four packs but the own hand and what was played."""
    engine = Engine.from_deal(CompiledRules(load_variant("qingdao").options), 4, 0, ["greedy"] * 6)
    history = History()
    engine.start()
    for _ in range(60):
        view = view_of(engine, engine.rules.options, history.follow(engine))
        other = sum(np.array(engine.hand(seat)) for seat in range(6) if seat != view.seat)
        assert (view.unseen == other).all()
        assert view.n_unseen_held == view.unseen.sum()
        engine.apply(engine.policy_action())


def test_chance_of_a_decision():
    """Equal views draw equal numbers; other seeds, seats and decisions draw others."""
    rules = CompiledRules(load_variant("qingdao").options)

    def first(seed, decisions):
        engine = Engine.from_deal(rules, seed, 0, ["greedy"] * 6)
        engine.start()
        for _ in range(decisions):
            engine.apply(engine.policy_action())
        view = view_of(engine, rules.options, (), engine.stream(engine.seat))
        assert view.rng().random() == view.rng().random()
        return view.rng().random()

    drawn = [first(seed, decisions) for seed in (1, 2) for decisions in (0, 1, 2)]
    assert len(set(drawn)) == len(drawn)
    assert first(1, 2) == drawn[2]


def test_events_in_words():
    rules = CompiledRules(load_variant("qingdao").options)
    hands = [parse_cards(hand) for hand in ["KK3", "AA3", "43", "43", "943", "43"]]
    engine = Engine.from_lead(rules, hands, 0)
    engine.apply("KK")
    history = History()
    assert history.follow(engine) == (Event("lead", 0, None, "KK"),)
    assert engine.phase in ("burn", "answer", "lead")
