"""`position advise`: ranked actions, hidden hands, and what contradicts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gouji_sim.advise import advise
from gouji_sim.cli import main
from gouji_sim.core import CompiledRules, Engine
from gouji_sim.errors import GoujiError, PositionError, StudyError
from gouji_sim.position import Position
from gouji_sim.position.observed import observed_from_dict
from gouji_sim.rules import load_variant
from gouji_sim.vocab import format_cards

FULL = {
    "variant": "puji",
    "hands": ["9988", "TT7", "99K", "QQK", "55K", "44K"],
    "leader": 0,
    "actions": ["88"],
}


def hidden(**changes):
    """A deal of 青岛 after 60 decisions and one lead, as the next seat sees it."""
    engine = Engine.from_deal(CompiledRules(load_variant("qingdao").options), 5, 3, ["greedy"] * 6)
    engine.start()
    while engine.state()["decisions"] < 60 or engine.phase != "lead":
        engine.apply(engine.copy().policy_action())
    state = engine.state()
    hands = [None] * 6
    lead = engine.copy().policy_action()
    seat = (engine.seat + 1) % 6
    hands[seat] = format_cards(engine.hand(seat))
    return {
        "variant": "qingdao", "hands": hands, "counts": state["cards"],
        "seen": format_cards(state["out_of_play"]), "leader": engine.seat, "actions": [lead], **changes,
    }  # fmt: skip


def test_ranked_actions():
    advice = advise(Position.from_dict(FULL).engine, samples=60, seed=4)
    assert advice.seat == 1
    assert advice.phase == "answer"
    assert {choice.action for choice in advice.choices} == set(Position.from_dict(FULL).legal()["actions"])
    scores = [choice.score for choice in advice.choices]
    assert scores == sorted(scores, reverse=True)
    assert sum(choice.own for choice in advice.choices) == 1
    for choice in advice.choices:
        assert choice.low <= choice.score <= choice.high
        assert choice.behind_low <= choice.behind <= choice.behind_high
        assert sum(choice.places) == pytest.approx(1)
    assert advice.choices[0].behind == 0


def test_the_same_whatever_the_jobs_and_the_hidden_hands():
    one = advise(Position.from_dict(FULL).engine, samples=50, seed=1)
    assert advise(Position.from_dict(FULL).engine, samples=50, seed=1, jobs=3) == one
    other = {**FULL, "hands": ["9988", "TT7", "55K", "44K", "QQK", "99K"]}
    assert advise(Position.from_dict(other).engine, samples=50, seed=1) == one
    assert advise(Position.from_dict(FULL).engine, samples=50, seed=2) != one


def test_a_single_sample_has_no_interval():
    advice = advise(Position.from_dict(FULL).engine, samples=1)
    assert advice.choices[0].low is None
    assert advice.choices[-1].behind_high is None


def test_time_limit():
    """However short, one batch is played."""
    assert advise(Position.from_dict(FULL).engine, samples=100_000, seconds=0.0).samples == 16


def test_own_policy_plays_out():
    name = "policies.own_policies:Chance"
    advice = advise(Position.from_dict(FULL).engine, samples=4, rollout=name, seed=9)
    assert advice.rollout == name
    assert not any(choice.own for choice in advice.choices)
    assert advise(Position.from_dict(FULL).engine, samples=4, rollout=name, seed=9) == advice


def test_hidden_hands():
    engine, variant = observed_from_dict(hidden())
    assert variant.id == "qingdao"
    advice = advise(engine, samples=32)
    assert len(advice.choices) <= 24
    assert len(advice.choices) == advice.legal or advice.legal > 24


def test_hidden_hands_and_full_files_agree():
    """The hands of others serve for their counts only: the same advice with and without them."""
    full = {**FULL, "actions": ["88"]}
    hands = [None, "TT7", None, None, None, None]
    known = "".join(FULL["hands"])
    deck = load_variant("puji").options.deck_counts
    held = Position.from_dict({**full, "actions": []}).engine.hands()
    seen = format_cards([n - sum(hand[rank] for hand in held) for rank, n in enumerate(deck)])
    data = {**full, "hands": hands, "counts": [4, 3, 3, 3, 3, 3], "seen": seen}
    assert len(known) == 19
    engine, _ = observed_from_dict(data)
    one = advise(engine, samples=40)
    two = advise(Position.from_dict(full).engine, samples=40)
    assert one == two


def test_everybody_hidden_is_asked():
    data = hidden()
    seat = data["leader"]
    data["actions"] = [*data["actions"], "pass"]
    data["hands"][(seat + 1) % 6], own = None, data["hands"][(seat + 1) % 6]
    with pytest.raises(PositionError, match=f"hands\\[{(seat + 2) % 6}\\]: is hidden, but seat"):
        observed_from_dict(data)
    data["hands"][(seat + 2) % 6] = own[: data["counts"][(seat + 2) % 6]]


def more(data, seat, n):
    return [count + n * (number == seat) for number, count in enumerate(data["counts"])]


DATA = hidden()
LEADER = DATA["leader"]
ASKED = (LEADER + 1) % 6
OWN = DATA["hands"][ASKED]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"counts": None}, r"counts: must be six numbers of cards"),
        ({"counts": DATA["counts"][:5]}, r"counts: must be six"),
        ({"counts": more(DATA, LEADER, -100)}, r"counts\[\d\]: -\d+ is no number"),
        (
            {"counts": more(DATA, ASKED, 1)},
            rf"counts\[{ASKED}\]: \d+ cards, but hands\[{ASKED}\] has {len(OWN)}",
        ),
        (
            {"counts": more(DATA, LEADER, 1)},
            r"counts: \d+ cards in hands and \d+ seen are 217 together, the deck",
        ),
        ({"counts": more(DATA, LEADER, -DATA["counts"][LEADER])}, r": an active seat holds at least one"),
        ({"seen": "W" * 5}, r"seen: \d of W in hands and 5 seen are more than the deck's 4"),
        ({"seen": "X"}, r"seen: .*X"),
        ({"seen": 5}, r"seen: 5 is no string"),
        ({"hands": [None] * 5}, r"hands: must be six"),
        ({"hands": [None, 7, None, None, None, None]}, r"hands\[1\]: 7 is no string"),
        ({"start": "dealt"}, r'start: hidden hands go with "start": "lead" only'),
        ({"colour": 1}, r"colour: unknown field"),
        (
            {"actions": ["WWWWW"]},
            rf'actions\[0\]: "WWWWW": seat {LEADER} cannot hold 5 of W: all but \d of them',
        ),
        ({"actions": [7]}, r"actions\[0\]: 7 is no action"),
        ({"actions": [*DATA["actions"], "X"]}, rf'actions\[1\]: "X": .*seat {ASKED} is asked to answer'),
        ({"actions": ["6" * 40]}, rf"seat {LEADER} holds {DATA['counts'][LEADER]} cards only"),
        ({"actions": []}, rf"hands\[{LEADER}\]: is hidden, but seat {LEADER} is asked to lead"),
    ],
)
def test_contradictions(changes, reason):
    with pytest.raises(GoujiError, match=reason):
        observed_from_dict(hidden(**changes))


def test_counts_are_needed():
    data = hidden()
    del data["counts"]
    with pytest.raises(PositionError, match="counts: is missing"):
        observed_from_dict(data)


def test_hands_that_left_face_down():
    """A smothered hand is not among the seen cards: then the numbers need not add up to the deck."""
    data = hidden()
    seat = (data["leader"] + 2) % 6
    data["counts"][seat], data["hands"][seat] = 0, ""
    data["settled"] = [{"seat": seat, "by": "smothered"}]
    engine, _ = observed_from_dict(data)
    assert advise(engine, samples=4).samples == 4
    data["settled"][0]["by"] = "out"
    with pytest.raises(PositionError, match="the deck has 216"):
        observed_from_dict(data)


def test_nothing_to_advise():
    over = {**FULL, "hands": ["9", "", "", "", "", ""], "actions": [], "leader": 0, "settled": [
        {"seat": seat, "by": "out"} for seat in range(1, 6)
    ]}  # fmt: skip
    with pytest.raises(PositionError, match="the deal is over"):
        advise(Position.from_dict(over).engine)
    with pytest.raises(StudyError):
        advise(Position.from_dict(FULL).engine, samples=0)
    with pytest.raises(StudyError, match="named module:attribute"):
        advise(Position.from_dict(FULL).engine, rollout="clever")


def test_before_the_deal():
    """Where declaring comes first the seat has no hand to think about."""
    options = load_variant("heze_tribute").options
    engine = Engine.from_deal(CompiledRules(options), 1, 0)
    engine.start()
    with pytest.raises(PositionError, match="before it is dealt"):
        advise(engine)


def test_buying():
    """A sampled table may have no seller; that is no fault."""
    hands = ["2W3556", "3445", "3446", "3456", "356", "3567"]
    data = {"variant": "heze", "start": "dealt", "hands": hands, "leader": 0}
    engine = Position.from_dict(data).engine
    assert engine.phase == "buy"
    assert len(advise(engine, samples=40).choices) == 2


def run(*arguments):
    with pytest.raises(SystemExit) as caught:
        main(["position", "advise", *arguments])
    return int(caught.value.code or 0)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(hidden()))
    return str(path)


def test_text(file, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    assert run(file, "--samples", "20") == 0
    text = capsys.readouterr().out
    assert f"Seat {ASKED}" in text
    assert "95% interval" in text
    assert "the policy's own choice" in text
    assert run(file, "--samples", "20", "--lang", "zh") == 0
    assert "头科" in capsys.readouterr().out


def test_json(file, capsys):
    assert run(file, "--samples", "20", "--json", "--jobs", "2") == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema_version"] == 1
    assert document["samples"] == 20
    assert {"action", "score", "low", "high", "behind", "places", "own"} <= set(document["choices"][0])


def test_mistakes(file, tmp_path, capsys):
    assert run(str(tmp_path / "none.json")) == 2
    assert run(file, "--policy", "clever") == 2
    assert run(file, "--samples", "0") == 2
    assert "error" in capsys.readouterr().err.lower()


@pytest.mark.parametrize("page", ["search.md", "search.zh-CN.md"])
def test_the_position_of_the_documentation(page):
    text = (Path(__file__).parents[2] / "docs" / page).read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    engine, _ = observed_from_dict(json.loads(example))
    advice = advise(engine, samples=8)
    assert {choice.action for choice in advice.choices} == {"TT", "pass"}
