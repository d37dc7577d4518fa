"""Every breakdown against a plain count over the records, and against the totals of the same deals."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from gouji_sim.core.record import BURN_OUTCOMES, SETTLED_BY
from gouji_sim.report.breakdowns import strength_bands, team_strength_bands
from gouji_sim.report.cells import read_cells
from gouji_sim.report.report import build_report
from gouji_sim.report.sources import open_sources
from gouji_sim.report.view import Bands
from gouji_sim.rules import load_variant


@pytest.fixture(scope="module")
def cell(tallies):
    return next(tally for tally in tallies if tally.id == "qingdao.greedy")


@pytest.fixture(scope="module")
def records(cell):
    return np.concatenate(list(cell.cell.batches()))


def counts(cell, name):
    ratios = cell.ratios[name]
    return {
        group: (ratios.total(index), ratios.cases(index))
        for index, group in enumerate(cell.breakdowns[name].groups)
    }


def opened(record, seat):
    return int(record["opened"]) >> seat & 1


def strength(record, seat):
    return int(record["big"][seat]) + int(record["small"][seat]) + int(record["twos"][seat])


def test_every_kept_record_is_read_once(cell, records):
    assert cell.n_records == len(records) == 1500
    assert cell.histograms["plays"].total == 1500


def test_openings_by_order_of_dealing(cell, records):
    expected = Counter()
    for record in records:
        for step in range(6):
            expected[str(step)] += opened(record, (int(record["first_dealt"]) + step) % 6)
    assert counts(cell, "open_by_dealing") == {str(step): (expected[str(step)], 1500) for step in range(6)}


def test_openings_by_place(cell, records):
    expected = Counter()
    for record in records:
        for seat in range(6):
            expected[str(record["place"][seat])] += opened(record, seat)
    assert counts(cell, "open_by_place") == {
        str(place): (expected[str(place)], 1500) for place in range(1, 7)
    }


def test_openings_by_strength_in_open_ended_bands(cell, records):
    # 24 wild cards in four packs: 4 a seat, so the bands run from 0–1 to 7+
    yes, seats = Counter(), Counter()
    for record in records:
        for seat in range(6):
            band = f"{min(max(strength(record, seat), 1), 7) - 4:+d}"
            yes[band] += opened(record, seat)
            seats[band] += 1
    assert counts(cell, "open_by_strength") == {band: (yes[band], seats[band]) for band in seats}


def test_openings_by_the_declaration_of_the_head(tallies):
    cell = next(tally for tally in tallies if tally.id == "qingdao.random")
    expected = {"no": [0, 0], "yes": [0, 0]}
    for record in np.concatenate(list(cell.cell.batches())):
        for seat in range(6):
            answer = "yes" if int(record["declared"]) >> ((seat + 3) % 6) & 1 else "no"
            expected[answer][0] += opened(record, seat)
            expected[answer][1] += 1
    assert expected["yes"][1] > 0
    assert counts(cell, "open_by_head_declared") == {key: tuple(pair) for key, pair in expected.items()}


def test_points_by_openings_of_the_team(cell, records):
    points, teams = Counter(), Counter()
    for record in records:
        for team in (0, 1):
            n = str(sum(opened(record, seat) for seat in range(team, 6, 2)))
            points[n] += int(record["score"][team])
            teams[n] += 1
    assert counts(cell, "score_by_openers") == {n: (points[n], teams[n]) for n in "0123"}


def test_sweeps_by_first_lead_and_strength(cell, records):
    leading = sum(int(record["sweep"]) == int(record["leader"]) % 2 for record in records)
    both = sum(int(record["sweep"]) >= 0 for record in records)
    assert counts(cell, "sweep_by_lead") == {"leading": (leading, 1500), "other": (both - leading, 1500)}
    swept, teams = Counter(), Counter()
    for record in records:
        for team in (0, 1):
            band = f"{min(max(sum(strength(record, seat) for seat in range(team, 6, 2)), 8), 16) - 12:+d}"
            swept[band] += int(record["sweep"]) == team
            teams[band] += 1
    assert counts(cell, "sweep_by_strength") == {band: (swept[band], teams[band]) for band in teams}


def test_first_burns_by_jokers_and_what_they_bring(tallies):
    cell = next(tally for tally in tallies if tally.id == "qingdao.random")
    burned = [
        record for record in np.concatenate(list(cell.cell.batches())) if record["first_burn_seat"] >= 0
    ]
    for code, outcome in enumerate(BURN_OUTCOMES):
        expected = {group: [0, 0] for group in ("0", "1", "2", "3", "4", "5", "6+")}
        for record in burned:
            jokers = int(record["first_burn_jokers"])
            group = "6+" if jokers >= 6 else str(jokers)
            expected[group][0] += int(record["first_burn_outcome"]) == code
            expected[group][1] += 1
        assert counts(cell, f"{outcome}_by_jokers") == {key: tuple(pair) for key, pair in expected.items()}
    score = Counter()
    for record in burned:
        score[BURN_OUTCOMES[record["first_burn_outcome"]]] += int(
            record["score"][record["first_burn_victim"]]
        )
    found = counts(cell, "victim_score_by_outcome")
    assert {outcome: total for outcome, (total, _) in found.items()} == {
        name: score[name] for name in BURN_OUTCOMES
    }


def test_smothered_seats(cell, records):
    code = SETTLED_BY.index("smothered")
    by_deal = [(record["settled_by"] == code).sum() for record in records]
    expected = {str(n): (by_deal.count(n), 1500) for n in range(3)}
    expected["3+"] = (sum(n >= 3 for n in by_deal), 1500)
    assert counts(cell, "deals_by_smothered") == expected


def test_breakdowns_add_up_to_the_totals(tallies):
    for cell in tallies:
        for name, feature in (
            ("open_by_dealing", "opened"),
            ("open_by_lead", "opened"),
            ("open_by_place", "opened"),
            ("open_by_strength", "opened"),
            ("sweep_by_lead", "sweep"),
            ("sweep_by_jokers", "sweep"),
            ("burns_by_outcome", "burns"),
            ("smothered_by_dealing", "smothered"),
        ):
            assert int(cell.ratios[name].sums[0].sum()) == cell.totals.sum(feature), (cell.id, name)


def test_sessions_are_the_units_of_tribute_play(session_run):
    (tally,) = read_cells(open_sources([session_run]))
    records = np.concatenate(list(tally.cell.batches()))
    assert tally.ratios["score_by_lead"].units == 250
    assert tally.n_records == 1250
    margin = np.sign(records["score"][:, 0].astype(int)).reshape(250, 5)
    decided = again = 0
    for session in margin:
        for first, second in pairwise(session):
            decided += bool(first and second)
            again += bool(first and first == second)
    assert (tally.repeats.total(0), tally.repeats.cases(0)) == (again, decided)
    scores = records["score"][:, 0].reshape(250, 5).astype(float)
    (row,) = build_report([tally], "en", "", {}).table("winner_repeats").rows
    assert row[-1].value == pytest.approx(np.corrcoef(scores[:, :-1].ravel(), scores[:, 1:].ravel())[0, 1])


def test_variants_have_only_the_breakdowns_of_their_rules(melee_run):
    tallies = {tally.cell.variant.id: tally for tally in read_cells(open_sources([melee_run]))}
    assert "sweep_by_lead" not in tallies["kansai"].ratios
    assert "open_by_place" not in tallies["kyushu"].ratios
    assert "revolter_score" not in tallies["zhangqiu"].ratios
    assert "smothered_by_dealing" in tallies["zhangqiu"].ratios


@pytest.mark.parametrize(
    ("variant", "low", "high"),
    [("qingdao", 1, 7), ("zaozhuang", 3, 9), ("kyushu", 5, 11)],
)
def test_bands_of_hands_surround_the_mean_of_the_deck(variant, low, high):
    # wild cards: 24 in four packs, 36 in six, 48 with twelve more jokers of each kind: 4, 6 and 8 a seat
    bands = strength_bands(load_variant(variant).options)
    assert (bands.low, bands.high) == (low, high)
    assert team_strength_bands(load_variant("qingdao").options).label("+0") == "12"


def test_labels_of_bands_say_which_ends_are_open():
    bands = Bands(4)
    assert [bands.label(id) for id in bands.ids()] == ["0–1", "2", "3", "4", "5", "6", "7+"]
    assert [Bands(2).label(id) for id in Bands(2).ids()] == ["0", "1", "2", "3", "4", "5+"]
