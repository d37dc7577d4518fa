"""Does tribute snowball or correct: does the winner of a deal do better or worse in the next one?"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from pathlib import Path

from analysis.common import POLICIES, Page, half_width, mean, name_of, policy_of, ratio, read_request
from gouji_sim.frames import RunFrames
from gouji_sim.report import plots
from gouji_sim.report.model import Cell, Form, Measure
from gouji_sim.stats.luck import snowball, snowball_totals
from gouji_sim.stats.totals import Totals

PLAIN = ("qingdao", "changyi", "zhangqiu", "heze_tribute", "hero", "hero_classic")
OFF = "-off"
KINDS = ("smother", "burn", "point", "last")


def correlation(run: RunFrames, cell: str) -> Measure:
    """The correlation of a team's score between consecutive deals of a session."""
    found = run.run.cell(cell)
    totals: Totals | None = None
    for records in found.batches():
        part = snowball_totals(records, found.deals_per_unit)
        if totals is None:
            totals = part
        else:
            totals += part
    if totals is None:
        raise ValueError(f"{cell}: there are no records")
    made = snowball(totals)
    return Measure(made.value, made.low, made.high, made.n, "number", signed=True)


def after_winning(run: RunFrames, cell: str) -> Measure:
    """Points a seat of the team that won a deal gets in the next one; the session is the unit."""
    length = run.run.cell(cell).deals_per_unit
    deals = run.deals(cell)
    deals["session"] = deals["deal"] // length
    following = deals.groupby("session")["score_team_0"].shift(-1)
    won = (deals["score_team_0"] > 0).astype(int) - (deals["score_team_0"] < 0).astype(int)
    deals = deals.assign(points=won * following / 3, cases=won.abs()).loc[following.notna()]
    sums = deals.groupby("session")[["points", "cases"]].sum()
    return ratio(sums["points"], sums["cases"], "points", signed=True)


def spread(run: RunFrames, cell: str) -> Measure:
    """Standard deviation of a team's points over a session, by that of as many independent deals."""
    length = run.run.cell(cell).deals_per_unit
    scores = run.deals(cell)["score_team_0"].to_numpy(dtype=float).reshape(-1, length) / 3
    return Measure(scores.sum(axis=1).std(ddof=1) / sqrt(scores.var(axis=0, ddof=1).sum()), form="number")


def apart(a: Measure, b: Measure, form: Form = "number") -> Measure:
    """``a`` less ``b`` as if they were independent, which is not too narrow for cells on the same deals."""
    if a.value is None or b.value is None:
        return Measure(None)
    half = hypot(half_width(a), half_width(b))
    value = a.value - b.value
    return Measure(value, value - half, value + half, a.n, form, signed=True)


def main(arguments: Sequence[str] | None = None) -> Path:
    """Play, write the results, and return their page."""
    request = read_request("tribute", arguments)
    run = request.played(request.plan())
    cells = {(source.cell.cell.variant_key, policy_of(run, source.id)): source.id for source in run.sources}
    page = Page(request, "进贡是滚雪球还是扶弱", "Does tribute snowball or correct?")
    page.text(
        "每场连打 5 局，有进贡与去掉进贡，同一批牌。场内以后各局由上局大落首发，所以去掉进贡也未必毫无关联。"
        "差按独立估计合成区间，同牌使它偏宽。",
        "Sessions of 5 deals with tribute and with it turned off, on the same shuffles. Within a session"
        " 大落 leads first, so deals may hang together even without tribute. Differences combine the two"
        " intervals as if they were independent, which the common deals make conservative.",
    )
    heads = [("variant", "规则 variant"), ("policy", "策略 policy")]
    rows: list[list[Cell]] = []
    moved: list[list[Cell]] = []
    charts: dict[str, list[tuple[str, list[Measure | None]]]] = {}
    for policy, label in POLICIES.items():
        lines: list[list[Measure | None]] = [[], []]
        for variant in PLAIN:
            on, off = cells[variant, policy], cells[variant + OFF, policy]
            with_it, without = correlation(run, on), correlation(run, off)
            winner, plain = after_winning(run, on), after_winning(run, off)
            rows.append(
                [
                    name_of(run, on), label, with_it, without, apart(with_it, without),
                    winner, plain, apart(winner, plain, "points"), spread(run, on), spread(run, off),
                ]
            )  # fmt: skip
            lines[0].append(winner)
            lines[1].append(plain)
            deals = run.deals(on)
            unit = deals["deal"] // run.run.cell(on).deals_per_unit
            by_session = deals.groupby(unit)[[f"tribute_{kind}" for kind in KINDS] + ["returned"]].mean()
            moved.append(
                [
                    name_of(run, on),
                    label,
                    *(mean(by_session[each], "number", signed=False) for each in by_session),
                ]
            )
        charts[policy] = [("有进贡 with tribute", lines[0]), ("无进贡 without", lines[1])]
    labels = [name_of(run, cells[variant, "greedy"]) for variant in PLAIN]
    for policy, series in charts.items():
        title = f"赢家下一局每家得分 points a seat of the winner in the next deal: {POLICIES[policy]}"
        page.figure(
            policy,
            title,
            lambda series=series: plots.strip(series, labels, x_label="分 points", baseline=0.0),
        )
    page.table(
        "snowball",
        "连着两局 Consecutive deals",
        [
            *heads,
            ("correlation", "得分相关，有进贡 correlation with tribute"),
            ("correlation_off", "无进贡 without"),
            ("correlation_difference", "差 difference"),
            ("winner", "赢家下一局得分，有进贡 next score of the winner with tribute"),
            ("winner_off", "无进贡 without"),
            ("winner_difference", "差 difference"),
            ("spread", "全场分差倍数，有进贡 spread of a session with tribute"),
            ("spread_off", "无进贡 without"),
        ],
        rows,
    )
    page.table(
        "corrects",
        "章丘没有进贡时 Zhangqiu without tribute",
        [
            ("policy", "策略 policy"),
            ("off", "去掉进贡：得分相关 no tribute: correlation"),
            ("fives", "再去掉汇5 nor shedding fives"),
            ("lead", "再改为随机首发 nor the first lead for 大落"),
        ],
        [
            [
                label,
                *(correlation(run, cells[f"zhangqiu-off{more}", policy]) for more in ("", "-fives", "-lead")),
            ]
            for policy, label in POLICIES.items()
        ],
    )
    page.text(
        "全场分差倍数：一场总分的标准差，与各局互不相干时之比；大于 1 为滚雪球，小于 1 为扶弱。",
        "Spread of a session: the standard deviation of a team's points over the session, by what it"
        " would be if the deals had nothing to do with one another; above 1 snowballs, below 1 corrects.",
    )
    page.table(
        "cards",
        "每局所进的牌 Cards moved a deal",
        [
            *heads,
            ("smother", "闷贡 smother"),
            ("burn", "烧贡 burn"),
            ("point", "点贡 point"),
            ("last", "落贡 last"),
            ("returned", "还贡 returned"),
        ],
        moved,
    )
    return page.write([run])


if __name__ == "__main__":
    print(main())
