"""The compiled engine against the reference: every legal list, state, result and small perft of random cases.

A failure ends with the position and its actions as JSON: put it in a file for ``gouji-sim position``.
"""

from __future__ import annotations

import json
import multiprocessing
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from random import Random

import pytest
from differential import lockstep
from differential.lockstep import Lockstep, Mismatch, play_cases
from reference import ReferenceGame
from reference.dealing import deck
from reference.randomise import case, choose
from reference.sessions import Shuffle, play_session

from gouji_sim.rules import list_variants, load_variant

EVENTS = frozenset(
    """
    burn success; burn broken; burn countered; burn failed; burn dissolved; burn running at the end;
    counter-burn success; counter-burn by the first victim; counter-burn by the victim's head;
    burner smothered when broken; burner smothered when countered; burner without its last credit;
    burner's play that is not gouji; dead gouji by credit; dead gouji on the last play; dead gouji burned;
    smothered; smothered by its head; suffocated; team out; melee at_once; melee next_round;
    revolt; automatic revolt; void; head kept; head dropped;
    yield; yield overtaken; yield asked once more;
    last word of the head; gouji answered after a pass; answer of a headless seat;
    two for one; mixed jokers small;
    opened by pure; opened by no_joker; opened by any;
    opened with fours: no; opened with fours: fours; opened with fours: single_four;
    opened with a smothered head; opening given up by fours; opening given up without a four;
    bought from head; bought from head without teams; bought from other; bought from other without teams;
    bought from partner; bought for the highest card; bought free of charge;
    four bought: optional; four bought: required;
    tribute paid; returned: must_hold; returned: may_refuse; return refused; resisted; fives shed;
    setup refused
    """.replace("\n    ", " ").strip().split("; ")
)  # fmt: skip
"""Everything that the cases must reach."""

SUITE_CASES = 600
SOAK_CASES, SOAK_SHARE = 52_000, 500


def check(total: Lockstep, decisions: int, least: int) -> None:
    assert total.decisions >= decisions
    assert set(total.events) <= EVENTS, "an event that the list lacks"
    rare = {event: total.events[event] for event in sorted(EVENTS) if total.events[event] < least}
    assert not rare, f"events met fewer than {least} times"


def test_10_000_decisions_agree_and_every_rare_event_is_among_them():
    check(play_cases(seed=1, first=0, count=SUITE_CASES), decisions=10_000, least=1)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_million_decisions_agree_and_every_rare_event_is_among_them_hundreds_of_times():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        shares = list(pool.map(play_cases, repeat(2), range(0, SOAK_CASES, SOAK_SHARE), repeat(SOAK_SHARE)))
    total = Lockstep(
        sum(share.decisions for share in shares),
        sum(share.perft_nodes for share in shares),
        sum((share.events for share in shares), Counter()),
    )
    print(f"{total.decisions} decisions, {total.perft_nodes} perft sequences", dict(total.events))
    check(total, decisions=1_000_000, least=200)


@pytest.mark.parametrize("variant", list_variants())
def test_whole_sessions_end_alike(variant):
    """Full hands, and obligations as they come out of the deal before."""
    rng, overrides = Random(variant), {"session_deals": 3}

    def shuffles() -> Iterator[Shuffle]:
        while True:
            order = deck(load_variant(variant).options)
            rng.shuffle(order)
            yield Shuffle(order, rng.randrange(6), rng.randrange(6))

    def choose_any(game: ReferenceGame) -> str:
        return choose(game.decision, {"pass": 2.0}, rng)

    for deal in play_session(variant, overrides, shuffles(), choose_any):
        assert lockstep.Position.from_dict(deal.position).result() == deal.result


def test_a_case_is_always_the_same():
    assert case(1, 17)[:3] == case(1, 17)[:3]
    assert case(1, 17).position != case(2, 17).position


def test_a_mismatch_tells_the_position_with_its_actions(monkeypatch):
    class Other(lockstep.Position):
        def result(self):
            return {**super().result(), "leader": 7}

    monkeypatch.setattr(lockstep, "Position", Other)
    seen = case(1, 0)
    with pytest.raises(Mismatch) as caught:
        lockstep.lockstep(seen)
    *_, last_line = str(caught.value).splitlines()
    assert json.loads(last_line) == {**seen.position, "actions": []}
