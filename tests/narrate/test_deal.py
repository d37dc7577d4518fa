"""Deals told: they are the deals that the batch driver plays, and nothing of them is left out."""

import json

import pytest
from wcwidth import wcswidth

from gouji_sim.core import CompiledRules, play_deals
from gouji_sim.errors import GoujiError
from gouji_sim.i18n import LANGS, message
from gouji_sim.narrate.check import differences, record_of
from gouji_sim.narrate.deal import tell_deal
from gouji_sim.narrate.events import event_of, tell_event
from gouji_sim.narrate.story import retell, retell_session
from gouji_sim.rules import list_variants, load_variant

GREEDY = ("greedy",) * 6
RANDOM = ("random",) * 6


def text(story, lang="en") -> str:
    return "\n".join(line.text for line in tell_deal(story, lang))


@pytest.mark.parametrize("variant", list_variants())
def test_a_told_deal_is_the_recorded_one(variant):
    rules = load_variant(variant)
    for index, (lineup, session) in enumerate(
        [(RANDOM, False), (GREEDY, False), (RANDOM, True), (GREEDY, True)]
    ):
        story = retell(rules, lineup, 3, index + 1, session=session, rotation=index, replicate=index % 2)
        assert differences(story, record_of(story)) == []


def test_every_field_that_differs_is_named():
    story = retell(load_variant("qingdao"), GREEDY, 3, 0)
    stored = record_of(story).copy()
    stored["plays"] += 1
    stored["place"] = stored["place"][::-1]
    found = differences(story, stored)
    assert [line.split()[0] for line in found] == ["plays", "place"]
    story.facts["sweep"] = 1 - story.facts["sweep"]
    assert "as told" in differences(story, record_of(story))[0]


def test_a_session_is_told_deal_by_deal():
    variant = load_variant("zhangqiu")
    session = list(retell_session(variant, GREEDY, 2, 3))
    assert session == [retell(variant, GREEDY, 2, 15 + number, session=True) for number in range(5)]
    assert "deal 3 of session 3" in text(session[2])


def test_decisions_may_be_taken_by_anybody():
    def quietest(engine):
        for action in ("pass", "decline", "silent", "stay", "skip", "drop"):
            if action in engine.legal():
                return action
        return engine.legal()[0]

    story = retell(load_variant("hero"), RANDOM, 1, 0, choose=quietest)
    taken = {step.decision.action for step in story.attempts[-1].steps if step.decision}
    assert not any(action.startswith("burn:") for action in taken)
    assert differences(story, record_of(story)) != []


def test_options_are_kept_where_they_are_wanted():
    variant = load_variant("qingdao")
    without, with_options = (retell(variant, RANDOM, 1, 0, with_options=wanted) for wanted in (False, True))
    for step, full in zip(without.attempts[0].steps, with_options.attempts[0].steps, strict=True):
        if step.decision:
            assert not step.decision.options
            assert len(full.decision.options) == full.decision.n_options == step.decision.n_options
            assert full.decision.action in full.decision.options
    assert "options: " in text(with_options)
    assert "options: " not in text(without)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("variant", list_variants())
def test_the_text_tells_every_decision_and_fits(variant, lang):
    story = retell(load_variant(variant), GREEDY, 8, 4, session=True, with_options=True)
    lines = [line.text for line in tell_deal(story, lang)]
    n_decisions = sum(step.decision is not None for attempt in story.attempts for step in attempt.steps)
    note = message("table.deal.n_options", lang, n="").strip()
    numbered = [
        line for line in lines if line[:6].strip().isdigit() and line.startswith("   ") and note in line
    ]
    assert len(numbered) == n_decisions
    assert max(map(wcswidth, lines)) <= 80


def test_void_deals_are_told():
    """The first deal of the seed that is dealt twice, found by its record."""
    variant = load_variant("qingdao")
    records = play_deals(CompiledRules(variant.options), RANDOM, 5, 0, 20_000)
    index = int(records["void_deals"].argmax())
    story = retell(variant, RANDOM, 5, index)
    assert len(story.attempts) == 1 + records["void_deals"][index] > 1
    assert [attempt.void for attempt in story.attempts] == [True] * (len(story.attempts) - 1) + [False]
    told = text(story)
    assert "The deal is void" in told
    assert "Deal number 2 of this index" in told
    assert differences(story, records[index]) == []


def test_rules_that_produce_no_deal():
    """With one card a hand the smallest tribute leaves a hand without cards."""
    deck = {"K": 1, "A": 2, "2": 3}
    variant = load_variant(
        "qingdao",
        {"deck": deck, "tribute_cards": "any", "buy_threes": False, "revolt": "never", "hold_threes": "off"},
    )
    with pytest.raises(GoujiError, match=r"deal \d+ of seed 1"):
        list(retell_session(variant, RANDOM, 1, 0))


def test_the_document_of_a_deal_is_json():
    story = retell(load_variant("hero"), GREEDY, 1, 1, session=True, with_options=True)
    document = json.loads(json.dumps(story.to_dict()))
    assert document["variant"]["id"] == "hero"
    assert len(document["attempts"][0]["hands"]) == 6
    first = document["attempts"][0]["steps"][0]
    assert first["decision"] is None
    decisions = [step["decision"] for step in document["attempts"][0]["steps"][1:]]
    assert all(set(d) == {"seat", "phase", "n_options", "action", "options"} for d in decisions)
    assert sorted(document["result"]["places"]) == [1, 2, 3, 4, 5, 6]


EVENTS = {
    ("buy", 1, 4, 12, "3", None): "seat 1 buys a 3 from seat 4 for a 2",
    ("buy", 1, 3, 255, "4", None): "seat 1 gets a 4 from seat 3 without paying",
    ("pay", 5, 0, 3, "W", None): "seat 5 pays W to seat 0 (last-place tribute)",
    ("return", 0, 5, 0, "5", None): "seat 0 gives 5 back to seat 5",
    ("return", 0, 5, 1, "5", None): "seat 0 offers 5 back to seat 5, who holds none and refuses it",
    ("resist", 2, -1, 0, "3", None): "seat 2 resists and pays nothing",
    ("shed", 2, -1, 3, "5", None): "seat 2 throws away its 5s (3)",
    ("revolt", 2, -1, 0, "3", None): "seat 2 revolts",
    ("revolt", 2, -1, 1, "3", None): "seat 2 cannot pay for a 3 and revolts",
    ("keep", 2, -1, 0, "3", None): "seat 2 keeps its head: three dead gouji plays",
    ("drop", 2, -1, 0, "3", None): "seat 2 drops its head and is headless",
    ("declared", None, 0b100100, 0, "3", None): "Declarations are shown: seat 2, seat 5",
    ("declared", None, 0, 0, "3", None): "Declarations are shown: none",
    ("void", None, -1, 0, "3", None): "The deal is void and is dealt anew",
    ("lead", 3, -1, 0, "3", "KK"): "seat 3 leads KK",
    ("beat", 3, 1, 0, "3", "KK"): "seat 3 beats seat 1 with KK",
    ("cover", 3, 1, 0, "3", "KK"): "seat 3 burns seat 1 with KK",
    ("cover", 3, 1, 1, "3", "KK"): "seat 3 counter-burns seat 1 with KK",
    ("pass", 3, -1, 0, "3", None): "seat 3 passes",
    ("pass", 3, -1, 1, "3", None): "seat 3 cannot beat it and passes",
    ("yield", 3, -1, 0, "3", None): "seat 3 yields",
    ("decline", 3, -1, 0, "3", None): "seat 3 declines to burn",
    ("stands", 3, -1, 0, "3", "KK"): "nobody beats KK of seat 3",
    ("open", 3, -1, 0, "3", None): "seat 3 has opened",
    ("settled", 3, -1, 1, "3", None): "seat 3 goes out (number 2)",
    ("settled", 3, 4, 3, "3", None): "seat 3 is smothered by seat 4",
    ("settled", 3, -1, 4, "3", None): "seat 3 is settled: its burn has failed",
    ("settled", 3, -1, 5, "3", None): "seat 3 is suffocated: it had played nothing",
    ("settled", 3, -1, 2, "3", None): "seat 3 lays down its hand",
    ("burn_ends", 3, 1, 1, "3", None): "the burn of seat 3 ends: broken",
    ("melee", None, -1, 0, "3", None): "The melee begins",
    ("over", None, -1, 0, "3", None): "The deal is over",
}


@pytest.mark.parametrize("raw", EVENTS)
def test_events_as_sentences(raw):
    event = event_of(raw)
    assert tell_event(event, "en", n_out=2) == EVENTS[raw]
    assert tell_event(event, "zh", n_out=2)
