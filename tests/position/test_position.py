"""Positions in Python: the format of RULES 19, every mistake named with its place."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gouji_sim.errors import GoujiError, IllegalActionError, PositionError
from gouji_sim.position import Position, parse_json

HANDS = ["KK44", "2277", "WW88", "AAw5", "9966", "TT5"]


def position(**fields):
    return {"variant": "qingdao", "hands": HANDS, "leader": 0, **fields}


def problems(data, **how) -> dict[str, str]:
    with pytest.raises(PositionError) as caught:
        Position.from_dict(data, **how)
    return {problem.place: problem.reason for problem in caught.value.problems}


def test_a_position_is_asked_told_and_counted():
    found = Position.from_dict(position())
    assert found.legal() == {"seat": 0, "phase": "lead", "actions": ["4", "44", "K", "KK"]}
    assert (found.seat, found.phase) == (0, "lead")
    assert found.perft(0) == 1
    assert found.perft(1) == 4
    found.apply("KK")
    assert found.legal()["phase"] == "burn"
    state = found.result()
    assert (state["table"], state["owner"], state["leader"]) == ("KK", 0, 0)
    assert state["hands"] == ["44", "2277", "WW88", "wAA5", "9966", "TT5"]
    assert state["places"] == [None] * 6


def test_actions_are_carried_out():
    actions = ["4", "7", "8"]
    played = Position.from_dict(position(actions=actions))
    stepped = Position.from_dict(position())
    for action in actions:
        stepped.apply(action)
    assert played.legal() == stepped.legal()
    assert played.result() == stepped.result()


def test_cards_may_be_given_in_any_order():
    found = Position.from_dict(position(hands=["4K4K", *HANDS[1:]]))
    assert found.result()["hands"][0] == "KK44"


def test_a_copy_goes_its_own_way():
    first = Position.from_dict(position())
    second = first.copy()
    second.apply("44")
    assert first.legal()["phase"] == "lead"
    assert first.result()["table"] is None
    assert second.result()["table"] == "44"


def test_an_action_that_is_not_legal_changes_nothing():
    found = Position.from_dict(position())
    before = found.result()
    for action, reason in {
        "pass": "not legal here",
        "AA": "does not hold it (it lacks AA)",
        "K4": "naturals of one rank",
        "X": "'X' is no card",
        "": "at least one card",
        "burn:KK": "not legal here",
        "return:55": "names one card",
        7: "actions are strings",
    }.items():
        with pytest.raises(IllegalActionError) as caught:
            found.apply(action)
        assert reason in str(caught.value)
        assert caught.value.problems[0].place == "action"
    assert found.result() == before


def test_an_illegal_action_of_a_file_is_named_by_number():
    assert problems(position(actions=["4", "KK"])) == {
        "actions[1]": '"KK": seat 1 does not hold it (it lacks KK)'
    }
    found = problems(position(actions=["KK", "decline", "decline", "pass", "4", "4"]), source="file")
    assert list(found) == ["file: actions[5]"]


def test_an_action_after_the_end_is_a_mistake():
    hands = ["4", "", "", "", "", "5"]
    settled = [{"seat": seat, "by": "out"} for seat in (1, 2, 3, 4)]
    found = Position.from_dict(position(hands=hands, settled=settled, actions=["4"]))
    assert found.legal() == {"seat": None, "phase": "over", "actions": []}
    assert found.result()["finished"]
    assert (
        "end of the deal"
        in problems(position(hands=hands, settled=settled, actions=["4", "5"]))["actions[1]"]
    )


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"variant": "gouji"}, "variant: 'gouji'"),
        ({"variant": None}, "variant"),
        ({"variant": ["qingdao"]}, "variant"),
        ({"options": {"yeild": False}}, "options: yeild"),
        ({"options": {"melee_at": "4"}}, "options: melee_at"),
        ({"options": []}, "options"),
        ({"variant": "kanto", "options": {"mixed_jokers": "small"}}, "options: mixed_jokers"),
        ({"hands": HANDS[:5]}, "hands"),
        ({"hands": "KK"}, "hands"),
        ({"hands": [*HANDS[:5], 5]}, "hands[5]"),
        ({"hands": [*HANDS[:5], "1"]}, "hands[5]"),
        ({"hands": [*HANDS[:5], ""]}, "hands[5]"),
        ({"hands": [*HANDS[:5], "www5w"]}, "hands"),
        ({"leader": 6}, "leader"),
        ({"leader": -1}, "leader"),
        ({"leader": True}, "leader"),
        ({"leader": 0.0}, "leader"),
        ({"start": "setup"}, "start"),
        ({"start": {}}, "start"),
        ({"colour": "red"}, "colour"),
        ({"first_dealt": 0}, "first_dealt"),
        ({"start": "dealt", "opened": [False] * 6}, "opened"),
        ({"opened": [False] * 5}, "opened"),
        ({"declared": [0] * 6}, "declared"),
        ({"settled": {}}, "settled"),
        ({"settled": [3]}, "settled[0]"),
        ({"settled": [{"seat": 3}]}, "settled[0]"),
        ({"settled": [{"seat": 9, "by": "out"}]}, "settled[0].seat"),
        ({"settled": [{"seat": 3, "by": "suffocated"}]}, "settled[0].by"),
        ({"settled": [{"seat": 3, "by": []}]}, "settled[0].by"),
        ({"settled": [{"seat": 3, "by": "out"}]}, "hands[3]"),
        ({"actions": "KK"}, "actions"),
        ({"actions": [3]}, "actions[0]"),
        ({"start": "dealt", "swept": 2}, "swept"),
        ({"start": "dealt", "swept": 1.0}, "swept"),
        ({"start": "dealt", "first_dealt": "0"}, "first_dealt"),
        ({"start": "dealt", "obligations": 1}, "obligations"),
        ({"start": "dealt", "obligations": [{}]}, "obligations[0]"),
    ],
)
def test_mistakes_are_named_with_their_place(fields, place):
    assert place in problems(position(**fields))


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"kind": "gift"}, "obligations[0].kind"),
        ({"from": 6}, "obligations[0].from"),
        ({"to": None}, "obligations[0].to"),
        ({"cards": 0}, "obligations[0].cards"),
        ({"cards": True}, "obligations[0].cards"),
        ({"to": 1}, "obligations[0]"),
    ],
)
def test_mistakes_in_obligations(fields, place):
    due = {"kind": "last", "from": 1, "to": 0, "cards": 1, **fields}
    assert place in problems(position(start="dealt", obligations=[due]))


def test_all_mistakes_are_told_at_once():
    found = problems({"variant": "qingdao", "hands": ["1", *HANDS[1:]], "leader": 9, "colour": 1}, source="f")
    assert set(found) == {"f: hands[0]", "f: leader", "f: colour"}


def test_fields_that_are_missing():
    assert set(problems({})) == {"variant", "hands", "leader"}


def test_two_revolts_would_be_a_void_deal():
    settled = [{"seat": 0, "by": "revolt"}, {"seat": 1, "by": "revolt"}]
    assert "settled[1].by" in problems(position(hands=["", "", *HANDS[2:]], settled=settled))


PLAIN_SETUP = {"buy_threes": False, "revolt": "never", "declare": False}


def test_more_is_owed_than_anybody_can_pay():
    """`jokers_and_twos` pays as far as it goes; what is owed has no limit."""
    due = [{"kind": "last", "from": 1, "to": 0, "cards": 10**30}]
    options = {**PLAIN_SETUP, "tribute_return": "none"}
    found = Position.from_dict(position(start="dealt", obligations=due, options=options))
    assert found.result()["hands"][:2] == ["22KK44", "77"]


def test_a_setup_that_would_empty_a_hand():
    due = [{"kind": "last", "from": 1, "to": 0, "cards": 4}]
    options = {**PLAIN_SETUP, "tribute_cards": "any"}
    found = problems(position(start="dealt", obligations=due, options=options), source="f")
    assert found == {"f": "a step of the setup would empty a hand"}


def test_an_action_that_would_empty_a_hand_changes_nothing():
    """Seat 1 holds 5s only; throwing them away would leave it without cards (RULES 22.9)."""
    hands = ["5K4", "55", "594", "594", "594", "594"]
    table = {"variant": "zhangqiu", "options": {"buy_threes": False, "buy_fours": "no", "declare": False}}
    found = Position.from_dict({**table, "hands": hands, "leader": 0, "start": "dealt", "swept": 1})
    before = found.legal()
    assert before == {"seat": 1, "phase": "shed", "actions": ["shed", "skip"]}
    with pytest.raises(PositionError, match="action: 'shed': a step of the setup would empty a hand"):
        found.apply("shed")
    assert found.legal() == before
    found.apply("skip")
    assert found.legal()["seat"] == 3


@pytest.mark.parametrize("depth", [-1, True, 1.0, "1", None, 2**31])
def test_no_depth(depth):
    with pytest.raises(PositionError, match=r"depth: .* is no depth"):
        Position.from_dict(position()).perft(depth)


def test_files(tmp_path):
    file = tmp_path / "table.json"
    file.write_text(json.dumps(position()), encoding="utf-8")
    assert Position.from_file(file).legal()["actions"] == ["4", "44", "K", "KK"]
    assert Position.from_file(str(file)).variant.id == "qingdao"
    with pytest.raises(PositionError, match=r"missing\.json: cannot be read: No such file"):
        Position.from_file(tmp_path / "missing.json")
    with pytest.raises(PositionError, match="cannot be read: Is a directory"):
        Position.from_file(tmp_path)
    with pytest.raises(PositionError, match="is no name of a file"):
        Position.from_file("a\0b")
    file.write_bytes(b'{"variant": "\xff"}')
    with pytest.raises(PositionError, match=r"table\.json: is not UTF-8 text \(byte 13\)"):
        Position.from_file(file)


def test_a_variant_file_is_looked_up_beside_the_position(tmp_path):
    (tmp_path / "mine.toml").write_text('extends = "qingdao"\nyield = false\n', encoding="utf-8")
    file = tmp_path / "table.json"
    file.write_text(json.dumps(position(variant="mine.toml")), encoding="utf-8")
    assert not Position.from_file(file).variant.options.yield_
    with pytest.raises(PositionError, match=r"mine\.toml"):
        Position.from_dict(position(variant="mine.toml"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", r"^f: column 2: is not JSON: "),
        ('{\n"a": }', r"^f: line 2, column 6: is not JSON: "),
        ('{"a": 1, "b": {"c": 1, "c": 2}}', r"^f: c given twice$"),
        ('{"a": NaN}', r"^f: is not JSON: NaN is no number$"),
        ("[" * 100_000, r"^f: is no position: too deeply nested$"),
        ("9" * 10_000, r"^f: holds a number that is too long$"),
        ("", r"^f: column 1: is not JSON: "),
    ],
)
def test_json_is_strict(text, message):
    with pytest.raises(PositionError, match=message):
        parse_json(text, "f")


@pytest.mark.parametrize("depth", [10, 900, 980, 990, 2000])
@pytest.mark.parametrize("field", ["variant", "options", "hands", "leader", "start", "actions", "other"])
def test_deep_nests_are_refused(field, depth):
    """At any depth, whether the parser gives up or something after it."""
    nest = "[" * depth + "]" * depth
    for value in (nest, f'{{"deck": {nest}}}'):
        given = {**position(), field: "HERE"}
        with pytest.raises(PositionError) as caught:
            Position.from_json(json.dumps(given).replace('"HERE"', value))
        assert len(str(caught.value)) < 1000


def test_a_position_is_an_object():
    for text in ("[]", "3", "null", '"x"'):
        with pytest.raises(PositionError, match="a position is an object"):
            Position.from_json(text)


def test_options_are_kept_apart_in_type():
    """1 is no boolean, though it equals true: the rules of one position are not those of the other."""
    assert Position.from_dict(position(options={"yield": True})).variant.options.yield_
    assert "options: yield" in problems(position(options={"yield": 1}))
    assert "options: melee_at" in problems(position(options={"melee_at": {1, 2}}))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.sampled_from(HANDS),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
FIELDS = st.sampled_from(
    [
        "variant", "options", "hands", "leader", "start", "first_dealt", "obligations", "swept",
        "opened", "declared", "settled", "actions", "other",
    ]
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.dictionaries(FIELDS, VALUES, max_size=4), st.sampled_from(["lead", "dealt"]))
def test_anything_is_read_or_refused(changes, start):
    """No value whatever leads to another error than the one for mistakes."""
    try:
        found = Position.from_dict({**position(start=start), **changes})
    except GoujiError as caught:
        problems = caught.problems
    else:
        problems = ()
        assert found.legal()["phase"]
    assert all(problem.place and problem.reason for problem in problems)


def test_a_position_shows_itself():
    position = Position.from_dict(
        {"variant": "camp", "leader": 0, "hands": ["KK66", "5", "5", "AAw8", "5", "5"], "actions": ["KK"]}
    )
    assert repr(position) == "<Position camp: seat 3 is asked to answer KK of seat 0>"
    html = position._repr_html_()
    assert "<td><b>3</b></td>" in html
    assert "<code>w AA 8</code>" in html
    assert html.count("<tr>") == 7
    while position.seat is not None:
        position.apply(position.legal()["actions"][0])
    assert repr(position) == "<Position camp: over>"
