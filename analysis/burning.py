"""When does a burn succeed: by the jokers and cards of the burner, by how far the deal has come, by rules?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from analysis.common import POLICIES, Page, mean, name_of, policy_of, rate, read_request
from gouji_sim.report import plots
from gouji_sim.report.builder import from_estimate
from gouji_sim.report.model import Cell, Measure
from gouji_sim.stats.catalogue import CATALOGUE
from gouji_sim.study.assembled import Playing
from gouji_sim.study.restricted import restricted, worths

FUNNEL = (
    "burn_chances", "burn_attempts", "burn_success_rate", "burn_broken_rate", "burn_countered_rate",
    "burn_failed_rate",
)  # fmt: skip
FUNNEL_HEADS = (
    "每局机会 chances a deal", "每局烧牌 burns a deal", "烧成 success", "解烧 broken", "反烧 countered",
    "烧败 failed",
)  # fmt: skip
JOKERS = [-1, 0, 1, 2, 3, 4, 99]
CARDS = [0, 5, 10, 15, 20, 25, 99]
LEAST = 50
"""Fewer burns than this are not drawn."""


def first_burns(deals: pd.DataFrame) -> pd.DataFrame:
    """The first burn of each deal that has one, with what its burner's team scored: independent cases."""
    burns = deals[deals["first_burn_seat"] >= 0].copy()
    burns["success"] = burns["first_burn_outcome"] == "success"
    burns["own"] = burns["first_burn_victim"] % 2 == burns["first_burn_seat"] % 2
    burns["jokers"] = pd.cut(burns["first_burn_jokers"], JOKERS, labels=["0", "1", "2", "3", "4", "5+"])
    burns["cards"] = pd.cut(
        burns["first_burn_cards"], CARDS, labels=["1–5", "6–10", "11–15", "16–20", "21–25", "26+"]
    )
    return burns


def main(arguments: Sequence[str] | None = None) -> Path:
    """Play, write the results, and return their page."""
    request = read_request("burning", arguments)
    plan = request.plan()
    run = request.played(plan)
    page = Page(request, "烧牌何时烧成", "When a burn succeeds")
    page.text(
        "单局。分组各表只看每局的第一次烧牌，彼此独立；王数和张数都是盖牌之前的。",
        "Single deals. The tables by group look at the first burn of each deal only, so that cases are"
        " independent; jokers and cards are those before the covering play.",
    )
    burns = {source.id: first_burns(run.deals(source.id)) for source in run.sources}
    names = {
        source.id: [name_of(run, source.id), POLICIES[policy_of(run, source.id)]] for source in run.sources
    }
    heads = [("variant", "规则 variant"), ("policy", "策略 policy")]

    rows: list[list[Cell]] = []
    for source in run.sources:
        options = source.cell.variant.options
        figures = [
            from_estimate(CATALOGUE[id].estimate(source.cell.totals, options), CATALOGUE[id]) for id in FUNNEL
        ]
        rows.append([*names[source.id], *figures])
    page.table(
        "funnel",
        "从机会到结果 From chance to outcome",
        [*heads, *zip(FUNNEL, FUNNEL_HEADS, strict=True)],
        rows,
    )

    for group, title, heading in (
        ("jokers", "按手中的王 By jokers held", "王 jokers"),
        ("cards", "按手中的牌 By cards held", "张 cards"),
        ("first_burn_settled", "按已走的家数 By seats already settled", "已走 settled"),
        ("own", "烧的是谁 Whose play was covered", "己方 own side"),
    ):
        rows, series = [], []
        values = sorted(
            {value for found in burns.values() for value in found[group].dropna()},
            key=lambda value: (
                str(value).zfill(3) if group != "cards" else int(str(value).split("–")[0].strip("+"))
            ),
        )
        for source in run.sources:
            found = burns[source.id]
            line: list[Measure | None] = []
            for value in values:
                cases = found[found[group] == value]
                measure = rate(cases["success"].sum(), len(cases))
                line.append(measure if len(cases) >= LEAST else None)
                if len(cases):
                    shown = ("是 yes" if value else "否 no") if group == "own" else str(value)
                    rows.append([*names[source.id], shown, len(cases), measure])
            series.append((" ".join(names[source.id]), line))
        page.table(group, title, [*heads, (group, heading), ("n", "n"), ("success", "烧成率 success")], rows)
        if group in ("jokers", "cards"):
            drawn = [
                (label, line) for source, (label, line) in zip(run.sources, series, strict=True)
                if policy_of(run, source.id) == "expert"
            ]  # fmt: skip
            page.figure(
                group,
                f"{title}（老手 expert）",
                lambda drawn=drawn, values=values, heading=heading: plots.curves(
                    [str(value) for value in values], drawn, x_label=heading, y_label="烧成率 success (%)"
                ),
            )

    rows = []
    for source in run.sources:
        found = burns[source.id]
        sign = 1 - 2 * (found["first_burn_seat"] % 2)
        scored = sign * found["score_team_0"] / 3
        rows.append(
            [
                *names[source.id],
                len(found),
                mean(scored),
                *(mean(scored[found["success"] == won]) for won in (True, False)),
            ]
        )
    page.table(
        "points",
        "烧者一方得几分 What the burner's side scores",
        [*heads, ("n", "n"), ("all", "全部 all"), ("success", "烧成 success"), ("other", "未成 otherwise")],
        rows,
    )

    variants = list({source.cell.variant.id: source.cell.variant for source in run.sources}.values())
    tried = restricted(variants, list(POLICIES), ["burn"])
    kept_from = request.played(tried.plan(Playing(plan.units, "deals", plan.cells[0].seed)))
    rows = []
    for worth in worths(kept_from.run, tried):
        points, wins = worth.points, worth.wins
        rows.append(
            [
                f"{worth.trial.variant.label('zh')} {worth.trial.variant.id}",
                POLICIES[worth.trial.policy],
                Measure(points.value, points.low, points.high, points.n, "points", signed=True),
                Measure(wins.value, wins.low, wins.high, wins.n, "rate", signed=True),
            ]
        )
    page.text(
        "不许烧牌：偶数座一方从不烧牌时，每局平均领先少几分（双方相加为零时，是本方所失的两倍）。",
        "Not allowed to burn: by how many points a deal the mean lead of the even seats shrinks when they"
        " never burn (twice what they lose themselves where scores sum to zero).",
    )
    page.table(
        "forbidden",
        "不许烧牌 Not allowed to burn",
        [*heads, ("points", "失分 points lost"), ("wins", "胜率所失 wins lost")],
        rows,
    )
    return page.write([run, kept_from])


if __name__ == "__main__":
    print(main())
