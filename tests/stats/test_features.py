"""Features against a plain reading of each record."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise, permutations
from typing import Any

import numpy as np
import pytest

from gouji_sim.core.record import BURN_OUTCOMES, SETTLED_BY, TRIBUTE_KINDS
from gouji_sim.rules import Options
from gouji_sim.stats.course import COURSE, course, value_table
from gouji_sim.stats.features import CHUNK, FEATURES, features

MakeRecords = Callable[..., Any]

PLAIN = (
    "plays", "decisions", "rounds", "gouji_plays", "burn_chances", "counter_burns", "yields", "bought",
    "returned", "shed", "kept_head",
)  # fmt: skip
"""Features that are fields of the record."""


def plain_features(r: Any, options: Options) -> dict[str, int]:
    """The features of one record, one by one, by their descriptions."""
    opened = [s for s in range(6) if r["opened"] >> s & 1]
    declared = [s for s in range(6) if r["declared"] >> s & 1]
    burners = [s for s in range(6) if r["burners"] >> s & 1]
    winners = [s for s in range(6) if r["burn_winners"] >> s & 1]
    score, place = [int(x) for x in r["score"]], [int(x) for x in r["place"]]
    revolter, leader, dealt = int(r["revolter"]), int(r["leader"]), int(r["first_dealt"])
    settled = [SETTLED_BY[code] for code in r["settled_by"]]
    even, odd = sum(score[0::2]), sum(score[1::2])
    out = int(r["first_out"])
    apart = {revolter, (revolter + 3) % 6} if revolter >= 0 else set()
    found = {
        "deals": 1,
        "seats": 6,
        "dealt": 1 + int(r["void_deals"]),
        "voids": int(r["void_deals"]),
        "revolts": int(r["void_revolts"]) + (revolter >= 0),
        "revolters": int(revolter >= 0),
        "resisted": int(r["resisted"]).bit_count(),
        "declared": len(declared),
        "declared_right": sum((s + 3) % 6 not in opened for s in declared),
        "opened": len(opened),
        "opened_by_play": sum(s not in apart for s in opened),
        "openers": 6 - len(apart),
        "opened_declared": sum((s + 3) % 6 in declared for s in opened),
        "score_opened": sum(score[s] for s in opened),
        "score_total": even + odd,
        "burns": int(r["burns"].sum()),
        "burns_ended": int(r["burns"][:5].sum()),
        "burn_deals": int(bool(burners)),
        "burners": len(burners),
        "score_burners": sum(score[s] for s in burners),
        "burn_winners": len(winners),
        "score_burn_winners": sum(score[s] for s in winners),
        "smothered": settled.count("smothered"),
        "smother_deals": int("smothered" in settled),
        "suffocated": settled.count("suffocated"),
        "sweep": int(r["sweep"] >= 0),
        "sweep_team_0": int(r["sweep"] == 0),
        "sweep_team_1": int(r["sweep"] == 1),
        "leader_sweep": int(r["sweep"] == leader % 2),
        "leader_score": score[leader],
        "leader_first": int(place[leader] == 1),
        "first_outs": int(out >= 0),
        "first_out_score": score[out] if out >= 0 else 0,
        "score_even": even,
        "score_even_squared": even**2,
        "margin": even - odd,
        "margin_squared": (even - odd) ** 2,
        "half_wins": 2 if even > odd else 1 if even == odd else 0,
    }
    for name in PLAIN:
        found[name] = int(r[name])
    found |= {f"tribute_{kind}": int(r["tribute"][i]) for i, kind in enumerate(TRIBUTE_KINDS)}
    found |= {f"burn_{outcome}": int(r["burns"][i]) for i, outcome in enumerate(BURN_OUTCOMES)}
    for s in range(6):
        p = (s - dealt) % 6
        found |= {
            f"opened_seat_{s}": int(s in opened),
            f"opened_place_{place[s]}": int(s in opened),
            f"score_seat_{s}": score[s],
            f"first_seat_{s}": int(place[s] == 1),
            f"place_seat_{s}": place[s],
            f"lead_position_{p}": int(s == leader),
            f"first_position_{p}": int(place[s] == 1),
            f"place_position_{p}": place[s],
            f"score_position_{p}": score[s],
        }
    held = {f"{n}_even": int(r[n][0::2].sum()) for n in ("big", "small", "twos")}
    found |= held
    found |= {f"{x}*margin": held[x] * (even - odd) for x in held}
    found |= {f"{x}*{y}": held[x] * held[y] for x, y in combinations(held, 2)}
    found |= {f"{x}*{x}": held[x] ** 2 for x in held}
    plain = plain_course([int(t) for t in r["settled_at"]], place, options.place_points)
    return found | (plain if options.teams else dict.fromkeys(COURSE, 0))


def plain_course(times: list[int], places: list[int], points: tuple[int, ...]) -> dict[str, int]:
    """Lead changes, drama and decisiveness by looking at each play of the deal in turn."""
    best = sum(sorted(points)[3:]) - sum(sorted(points)[:3])

    def after(play: int) -> tuple[float, set[int]]:
        """The value of team 0 over team 1 after so many plays, and the signs that the end may still have."""
        settled = [s for s in range(6) if times[s] <= play]
        left = [s for s in range(6) if s not in settled]
        got = sum((1 - 2 * (s % 2)) * points[places[s] - 1] for s in settled)
        free = [points[p - 1] for p in range(1, 7) if p not in [places[s] for s in settled]]
        even = sum(1 - 2 * (s % 2) for s in left)
        value = got + (sum(free) / len(left) * even if left else 0)
        ends = {
            int(np.sign(got + sum((1 - 2 * (s % 2)) * p for s, p in zip(left, order, strict=True))))
            for order in permutations(free)
        }
        return value, ends

    last = max(times)
    course = [after(0)]
    for play in range(1, last + 1):
        course.append(after(play) if play in times else course[-1])
    end = int(np.sign(round(course[last][0], 9)))
    signs = [int(np.sign(round(value, 9))) for value, _ in course]
    ahead = [sign for sign in signs if sign]
    changes = sum(a != b for a, b in pairwise(ahead))
    if end == 0:
        return {**dict.fromkeys(COURSE, 0), "lead_changes": changes, "drawn": 1}
    behind = [-end * value / best for value, _ in course[:last] if -end * value > 1e-9]
    return {
        "lead_changes": changes,
        "drama": sum(round(1000 * deficit**0.5) for deficit in behind),
        "plays_behind": len(behind),
        "taken_at": max(play for play in range(last + 1) if play == 0 or signs[play - 1] != end),
        "decided_at": min(play for play in range(last + 1) if course[play][1] == {end}),
        "plays_won": last,
        "drawn": 0,
    }


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(teams=False),
        Options(place_points=(9, 3, 1, 0, 0, -2)),
    ],
    ids=["teams", "no_teams", "odd_points"],
)
def test_each_feature_is_what_its_name_says(options: Options, synthetic: MakeRecords) -> None:
    records = synthetic(60, 7, options)
    table = features(records, options)
    assert table.shape == (60, len(FEATURES))
    for row, record in zip(table, records, strict=True):
        expected = plain_features(record, options)
        assert dict(zip(FEATURES, row.tolist(), strict=True)) == expected


def test_names_are_distinct() -> None:
    assert len(set(FEATURES)) == len(FEATURES)


def test_features_do_not_depend_on_the_chunk(synthetic: MakeRecords) -> None:
    records, options = synthetic(CHUNK + 37), Options()
    parts = [features(records[i : i + 1000], options) for i in range(0, len(records), 1000)]
    assert (features(records, options) == np.concatenate(parts)).all()
    assert features(records[:0], options).shape == (0, len(FEATURES))


def test_seats_settled_by_one_play_are_one_event() -> None:
    # play 10 settles seats 0 and 1 in places 1 and 6, then 3, 5, 2 and 4 take places 2 to 5;
    # team 0 has 4 and team 1 -4 at play 10: ahead for good, and 4 + 0 - 2 to -4 + 2 + 0 at the end
    times = np.array([[10], [10], [30], [15], [31], [20]], dtype=np.uint16)
    places = np.array([[1], [6], [4], [2], [5], [3]], dtype=np.uint8)
    found = dict(zip(COURSE, (int(x[0]) for x in course(times, places, (4, 2, 0, 0, -2, -4))), strict=True))
    assert found["lead_changes"] == 0
    assert found["taken_at"] == 10
    assert found["plays_behind"] == 0
    assert (found["plays_won"], found["drawn"]) == (31, 0)


def test_the_value_estimate_splits_what_is_left_evenly() -> None:
    table = value_table((4, 2, 0, 0, -2, -4))
    # place 1 taken by team 0: 4 for it, and -4 shared by five seats, of which two are its own
    # value = 4 + (-4/5)(2 - 3) = 4.8 of at most 12
    assert table.ahead[0b000001] == 1
    assert table.behind1[0b000001] == round(1000 * (4.8 / 12) ** 0.5)
    assert table.certain[0b000001] == 0
    # places 1, 2 and 3 taken by team 1: nothing can change that
    assert table.certain[0b000111 << 6] == -1
