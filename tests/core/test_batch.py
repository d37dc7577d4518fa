"""Batches: conservation, places, scores, pinned deals, and independence of how a batch is cut (RULES 11,
14, 15).
"""

import pickle
import threading

import numpy as np
import pytest

from gouji_sim.core import POLICIES, RECORD_DTYPE, CompiledRules, Engine, play_deals, play_sessions
from gouji_sim.core._check import checks_enabled
from gouji_sim.core.record import SETTLED_BY
from gouji_sim.errors import GoujiError, StudyError
from gouji_sim.rules import list_variants, load_variant

VARIANTS = list_variants()
DEALS = 1000 if checks_enabled() else 100_000  # with checks the whole table is looked at after every action
MIXED = [POLICIES[seat % len(POLICIES)] for seat in range(6)]


def rules(name, **overrides):
    return CompiledRules(load_variant(name, overrides).options)


@pytest.mark.parametrize("name", VARIANTS)
def test_records_of_many_deals(name):
    compiled = rules(name)
    records = play_deals(compiled, ["random", "greedy"] * 3, 11, 0, DEALS)
    assert (records["deal"] == np.arange(DEALS)).all()
    assert (np.sort(records["place"], axis=1) == np.arange(1, 7)).all()
    options = compiled.options
    scores = records["score"].astype(int)
    if not options.positive_only and not options.suffocation:
        assert (scores.sum(axis=1) == 0).all()
    if options.teams:
        assert (scores[:, :1] == scores[:, ::2]).all()
        assert (scores[:, 1:2] == scores[:, 1::2]).all()
        top = records["place"] <= 3
        swept = np.where(top[:, ::2].all(axis=1), 0, np.where(top[:, 1::2].all(axis=1), 1, -1))
        assert (records["sweep"] == swept).all()
    else:
        assert (records["sweep"] == -1).all()
    dealt = options.deck_counts
    for field, rank in (("big", 14), ("small", 13), ("twos", 12)):
        assert (records[field].sum(axis=1) == dealt[rank]).all()
    assert (records["plays"] >= records["rounds"]).all()
    assert (records["settled_by"] < len(SETTLED_BY)).all()
    burns = records["burns"].sum(axis=1)
    assert ((burns > 0) == (records["burners"] > 0)).all()
    assert ((records["first_burn_seat"] >= 0) == (burns > 0)).all()
    if options.open_by == "none":
        revolters = records["revolter"] >= 0
        assert (np.bitwise_count(records["opened"]) == revolters).all()  # the head of a revolter has opened


@pytest.mark.parametrize("name", VARIANTS)
def test_cards_are_conserved(name):
    compiled = rules(name)
    deck = np.array(compiled.options.deck_counts)
    for deal in range(40):
        engine = Engine.from_deal(compiled, 5, deal, MIXED)
        engine.start()
        gone, n_gone = np.zeros(15, int), 0
        while engine.phase != "over":
            engine.apply(engine.policy_action())
            if engine.is_void:
                break
            held = sum(np.array(engine.hand(seat)) for seat in range(6))
            missing = deck - held - np.array(engine.state()["out_of_play"])
            # Cards leave the game unplayed only with the hand of a seat that was settled otherwise than by
            # going out.
            settled = sum(by != "out" for _, by, _ in engine.settled())
            assert (missing >= gone).all()
            assert settled > n_gone or (missing == gone).all()
            gone, n_gone = missing, settled


@pytest.mark.parametrize("name", VARIANTS)
def test_the_record_of_a_deal_is_that_of_the_engine(name):
    compiled = rules(name)
    records = play_deals(compiled, MIXED, 77, 0, 60)
    for deal in range(60):
        engine = Engine.from_deal(compiled, 77, deal, MIXED)
        engine.start()
        while True:
            while engine.phase != "over":
                engine.apply(engine.policy_action())
            if not engine.is_void:
                break
            engine.redeal()
            engine.start()
        outcome, state, record = engine.record_outcome(), engine.state(), records[deal]
        assert outcome["places"] == record["place"].tolist()
        assert outcome["scores"] == record["score"].tolist()
        assert state["opened"] == record["opened"]
        assert state["plays"] == record["plays"]
        assert state["decisions"] == record["decisions"]
        assert len(engine.burns()) == record["burns"].sum()


@pytest.mark.parametrize("name", [name for name in VARIANTS if load_variant(name).options.tribute])
def test_a_deal_of_a_session_is_reached_alone(name):
    compiled = rules(name)
    per_session = compiled.options.session_deals
    records = play_sessions(compiled, MIXED, 5, 3, 4)
    assert len(records) == 4 * per_session
    assert records["deal"][0] == 3 * per_session
    for number in (0, 1, per_session - 1, 2 * per_session - 1):
        engine = Engine.from_deal(compiled, 5, int(records["deal"][number]), MIXED, session=True)
        engine.start()
        while engine.phase != "over" or engine.is_void:
            if engine.is_void:
                engine.redeal()
                engine.start()
            else:
                engine.apply(engine.policy_action())
        assert engine.record_outcome()["places"] == records["place"][number].tolist()
        assert engine.state()["plays"] == records["plays"][number]


@pytest.mark.parametrize("name", VARIANTS)
def test_batches_do_not_depend_on_how_they_are_cut(name):
    compiled = rules(name)
    whole = play_deals(compiled, MIXED, 2**64 - 1, 1000, 600)
    pieces = np.concatenate(
        [play_deals(compiled, MIXED, 2**64 - 1, 1000 + at, 150) for at in range(0, 600, 150)]
    )
    assert whole.tobytes() == pieces.tobytes()
    assert play_deals(compiled, MIXED, 2**64 - 1, 1599, 1).tobytes() == whole[-1:].tobytes()
    sessions = play_sessions(compiled, MIXED, 4, 0, 30)
    cut = np.concatenate([play_sessions(compiled, MIXED, 4, at, 10) for at in (0, 10, 20)])
    assert sessions.tobytes() == cut.tobytes()


def test_threads_play_the_same():
    compiled = rules("qingdao")
    expected = play_deals(compiled, MIXED, 1, 0, 2000)
    found = {}

    def play(at):
        found[at] = play_deals(compiled, MIXED, 1, at, 500)

    threads = [threading.Thread(target=play, args=(at,)) for at in range(0, 2000, 500)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.concatenate([found[at] for at in sorted(found)]).tobytes() == expected.tobytes()


def test_compiled_rules_survive_pickling():
    compiled = pickle.loads(pickle.dumps(rules("hero")))
    assert compiled == rules("hero")
    assert (
        play_deals(compiled, MIXED, 1, 0, 50).tobytes()
        == play_deals(rules("hero"), MIXED, 1, 0, 50).tobytes()
    )


def test_replicates_keep_the_cards_and_renew_the_play():
    one = play_deals(rules("qingdao"), ["random"] * 6, 1, 0, 500)
    two = play_deals(rules("qingdao"), ["random"] * 6, 1, 0, 500, replicate=1)
    same_attempt = (one["void_deals"] == 0) & (two["void_deals"] == 0)
    assert (one["twos"] == two["twos"])[same_attempt].all()
    assert (one["plays"] != two["plays"]).mean() > 0.5


def test_rotation_turns_the_hands():
    one = play_deals(rules("camp"), ["greedy"] * 6, 1, 0, 500)
    two = play_deals(rules("camp"), ["greedy"] * 6, 1, 0, 500, rotation=1)
    assert (np.roll(one["twos"], 1, axis=1) == two["twos"]).all()
    # Greedy play draws nothing at random: the whole deal turns.
    assert (np.roll(one["place"], 1, axis=1) == two["place"]).all()


def test_an_empty_batch():
    assert play_deals(rules("qingdao"), MIXED, 1, 0, 0).dtype == RECORD_DTYPE


@pytest.mark.parametrize("lineup", [["random"] * 5, "random", ["random"] * 5 + ["clever"]])
def test_line_ups_are_checked(lineup):
    with pytest.raises(StudyError, match=r"line-up|unknown policy"):
        play_deals(rules("qingdao"), lineup, 1, 0, 1)


def test_rules_without_a_deal_are_an_error():
    # No twos and no jokers: every seat may revolt, and the greedy policy does.
    deck = {"4": 16, "5": 16, "6": 16}
    compiled = rules("qingdao", deck=deck, buy_threes=False)
    with pytest.raises(GoujiError, match=r"deal 7 of seed 3: was void \d+ times in a row"):
        play_deals(compiled, ["greedy"] * 6, 3, 7, 2)


PINNED = {
    "qingdao": [
        (3, [4, 5, 6, 1, 2, 3], 73, 105),
        (5, [3, 2, 1, 6, 5, 4], 79, 102),
        (3, [1, 2, 6, 4, 3, 5], 82, 113),
    ],
    "hero": [
        (5, [2, 5, 3, 6, 1, 4], 115, 161),
        (1, [6, 4, 1, 5, 2, 3], 122, 158),
        (4, [2, 1, 6, 5, 3, 4], 108, 155),
    ],
}


@pytest.mark.parametrize("name", sorted(PINNED))
def test_pinned_deals(name):
    """Deals 0 to 2 of seed 1: leader, places, plays, decisions. Pinned: a change here is a change of
    behaviour.
    """
    records = play_deals(rules(name), ["random"] * 6, 1, 0, 3)
    found = [(int(r["leader"]), r["place"].tolist(), int(r["plays"]), int(r["decisions"])) for r in records]
    assert found == PINNED[name]
