"""Whole deals and sessions: every file is what its actions make of its seed, and no variant is without."""

import re

import pytest
from golden import playthroughs

from gouji_sim.rules import list_variants, load_variant

FILES = playthroughs.files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_playthrough_plays_as_it_did(path):
    text = path.read_text(encoding="utf-8")
    assert playthroughs.replayed(text) == text


@pytest.mark.parametrize("variant", list_variants())
def test_every_variant_has_two_deals_and_a_session_if_it_has_tribute(variant):
    own = [path for path in FILES if playthroughs.variant_of(path) == variant]
    sessions = [path for path in own if playthroughs.is_session(path)]
    assert len(own) - len(sessions) >= 2
    assert bool(sessions) == load_variant(variant).options.tribute


def test_a_whole_session_is_played():
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        n_deals = len(re.findall(r"^result ", text, re.MULTILINE))
        options = load_variant(playthroughs.variant_of(path)).options
        assert n_deals == (options.session_deals if playthroughs.is_session(path) else 1)


def test_all_phases_and_the_rare_events_are_shown():
    text = "\n".join(path.read_text(encoding="utf-8") for path in FILES)
    for phase in ("buy", "return", "shed", "revolt", "choose", "declare", "lead", "answer", "burn"):
        assert re.search(rf"^{phase} \d of ", text, re.MULTILINE), phase
    for event in (
        "void", "melee", "open", "resist", "pay", "return", "counter",
        "outcome=success", "outcome=broken", "outcome=countered", "outcome=failed", "outcome=dissolved",
        "by=smothered", "by=burn_failed", "by=suffocated", "by=revolt",
    ):  # fmt: skip
        assert event in text, event


def test_an_action_that_is_not_legal_is_named():
    path = FILES[0]
    text = path.read_text(encoding="utf-8")
    broken = re.sub(r"^(lead \d of \d+: )\S+", r"\g<1>345", text, count=1, flags=re.MULTILINE)
    with pytest.raises(playthroughs.Changed, match="345"):
        playthroughs.replayed(broken)


def test_an_action_too_few_is_named():
    text = FILES[0].read_text(encoding="utf-8")
    lines = text.splitlines()
    del lines[-3]
    with pytest.raises(playthroughs.Changed):
        playthroughs.replayed("\n".join(lines))


def test_policies_can_play_a_file_anew():
    text = next(path.read_text(encoding="utf-8") for path in FILES if not playthroughs.is_session(path))
    again = playthroughs.played_by_policies(text)
    assert again.split("\n\n")[0] == text.split("\n\n")[0]
    assert playthroughs.replayed(again) == again
