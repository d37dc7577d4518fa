"""What is opening worth: in the deal itself, in the next deal by tribute, and to a team that may not open?"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from pathlib import Path

import pandas as pd

from analysis.common import POLICIES, Page, about, mean, name_of, policy_of, ratio, read_request, slope
from gouji_sim.frames import RunFrames
from gouji_sim.report import plots
from gouji_sim.report.model import Cell, Measure
from gouji_sim.study.assembled import Playing
from gouji_sim.study.restricted import restricted, worths

PLAIN = ("qingdao", "zhangqiu", "heze_tribute", "hero")
OFF = "-no_point"


def teams(run: RunFrames, cell: str) -> pd.DataFrame:
    """One row a deal: openings and points of the even seats less those of the odd ones, and of the next"
    " deal."""
    seats = run.seats(cell)
    length = run.run.cell(cell).deals_per_unit
    signed = seats.assign(lead=seats["opened"] * (1 - 2 * seats["team"]), points=seats["score"])
    even = signed[signed["team"] == 0].groupby("deal")["points"].mean()
    odd = signed[signed["team"] == 1].groupby("deal")["points"].mean()
    deals = pd.DataFrame(
        {"lead": signed.groupby("deal")["lead"].sum(), "points": (even - odd) / 2}
    ).reset_index()
    deals["session"] = deals["deal"] // length
    following = deals.groupby("session")["points"].shift(-1)
    return deals.assign(next=following)


def within(run: RunFrames, cell: str) -> list[Cell]:
    """Share of seats that open, and what those score more than the others in the same deal."""
    seats = run.seats(cell)
    length = run.run.cell(cell).deals_per_unit
    seats = seats.assign(
        session=seats["deal"] // length, ones=1, opened_score=seats["score"] * seats["opened"]
    )
    sums = seats.groupby("session")[["opened", "ones", "score", "opened_score"]].sum()
    closed = sums["score"] - sums["opened_score"], sums["ones"] - sums["opened"]
    others = Measure(closed[0].sum() / max(1, closed[1].sum()), form="points", signed=True)
    return [
        ratio(sums["opened"], sums["ones"], "rate"),
        ratio(sums["opened_score"], sums["opened"], "points", signed=True),
        others,
    ]


def main(arguments: Sequence[str] | None = None) -> Path:
    """Play, write the results, and return their page."""
    request = read_request("opening", arguments)
    plan = request.plan()
    run = request.played(plan)
    page = Page(request, "开点值多少", "What opening is worth")
    page.text(
        "每场连打 5 局。一家开点本身不计分；它的用处在下一局的点贡，和首发、烧牌的资格。",
        "Sessions of 5 deals. Opening scores nothing itself; what it is good for is the point tribute of"
        " the next deal.",
    )

    cells = {(source.cell.cell.variant_key, policy_of(run, source.id)): source.id for source in run.sources}
    rows: list[list[Cell]] = []
    for variant in PLAIN:
        for policy, label in POLICIES.items():
            cell = cells[variant, policy]
            deals = run.deals(cell)
            unit = deals["deal"] // run.run.cell(cell).deals_per_unit
            paid = deals.groupby(unit)["tribute_point"]
            rows.append(
                [name_of(run, cell), label, *within(run, cell), mean(paid.mean(), "number", signed=False)]
            )
    page.table(
        "within",
        "同一局内 Within the deal",
        [
            ("variant", "规则 variant"),
            ("policy", "策略 policy"),
            ("open_rate", "开点率 open rate"),
            ("score_opened", "开点家的分 score of those who opened"),
            ("score_others", "其余的分 score of the others"),
            ("cards", "每局点贡张数 cards of point tribute a deal"),
        ],
        rows,
    )

    page.text(
        "下一局：己方比对方多一家开点，下一局每家多得几分（最小二乘，以本局得分为控制变量，以场为独立单位）。"
        "“无点贡”是同一批牌上去掉点贡的同一规则，老手在其中也不为开点留 4；两者之差是点贡的作用。",
        "The next deal: points a seat of a team gets more in it for each opening by which it is ahead in"
        " this one (least squares, the score of this deal as a control, sessions as the independent"
        " units). The same rules on the same deals without point tribute, where expert keeps no 4 for an"
        " opening either, are the comparison; the difference is what the tribute does.",
    )
    rows = []
    series: list[tuple[str, list[Measure | None]]] = [(label, []) for label in POLICIES.values()]
    for variant in PLAIN:
        for index, (policy, label) in enumerate(POLICIES.items()):
            found = []
            for key in (variant, variant + OFF):
                frame = teams(run, cells[key, policy]).dropna(subset=["next"])
                found.append(
                    (*slope(frame, "next", "lead", ["points"], "session"), frame["session"].nunique())
                )
            (value, error, n), (without, its_error, _) = found
            effect = about(value - without, hypot(error, its_error), n)
            series[index][1].append(effect)
            rows.append(
                [
                    name_of(run, cells[variant, policy]),
                    label,
                    about(value, error, n),
                    about(without, its_error, n),
                    effect,
                ]
            )
    page.table(
        "next",
        "下一局 The next deal",
        [
            ("variant", "规则 variant"),
            ("policy", "策略 policy"),
            ("with", "有点贡 with point tribute"),
            ("without", "无点贡 without"),
            ("difference", "点贡的作用 what it does"),
        ],
        rows,
    )
    labels = [name_of(run, cells[variant, "greedy"]) for variant in PLAIN]
    title = "每多一家开点，下一局每家多得的分 points a seat in the next deal for each opening more"
    page.figure("next", title, lambda: plots.strip(series, labels, x_label="分 points", baseline=0.0))

    tried = restricted(
        [run.run.cell(cells[variant, "greedy"]).variant for variant in (*PLAIN[:3], "qingdao-no_point")],
        list(POLICIES),
        ["open"],
    )
    kept_from = request.played(tried.plan(Playing(plan.units, "sessions", plan.cells[0].seed)))
    rows = []
    for worth in worths(kept_from.run, tried):
        points = worth.points
        rows.append(
            [
                f"{worth.trial.variant.label('zh')} {worth.trial.variant.id}",
                POLICIES[worth.trial.policy],
                Measure(points.value, points.low, points.high, points.n, "points", signed=True),
                Measure(worth.wins.value, worth.wins.low, worth.wins.high, worth.wins.n, "rate", signed=True),
            ]
        )
    page.text(
        "不许开点：偶数座一方从不用 4 完成开点时，每局平均领先少几分（双方相加为零，是本方所失的两倍）。"
        "不为开点而领 4，也就少了一次领出小牌的机会，所以没有点贡时也有所失。",
        "Not allowed to open: by how many points a deal the mean lead of the even seats shrinks when they"
        " never complete an opening with 4s (scores sum to zero, so this is twice what they lose). Not to"
        " lead the 4s is also not to get rid of low cards, so that something is lost even without point"
        " tribute.",
    )
    page.table(
        "forbidden",
        "不许开点 Not allowed to open",
        [
            ("variant", "规则 variant"),
            ("policy", "策略 policy"),
            ("points", "失分 points lost"),
            ("wins", "胜率所失 wins lost"),
        ],
        rows,
    )
    return page.write([run, kept_from])


if __name__ == "__main__":
    print(main())
