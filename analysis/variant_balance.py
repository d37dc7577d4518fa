"""How balanced and how lively is each variant with teams, and does that depend on who plays?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analysis.common import POLICIES, Page, name_of, policy_of, read_request
from gouji_sim.i18n import term
from gouji_sim.report import plots
from gouji_sim.report.builder import from_estimate
from gouji_sim.report.model import Cell, Measure
from gouji_sim.report.order import compare_orders
from gouji_sim.stats.catalogue import CATALOGUE

BALANCE = (
    "sweep_rate",
    "leader_sweep_rate",
    "lead_advantage",
    "lead_first_rate",
    "position_advantage",
    "draw_rate",
)
EVENTS = ("open_rate", "burn_attempts", "burn_success_rate", "smother_rate", "revolt_rate", "yields")
COURSE = ("plays", "decisions", "lead_changes", "drama", "decisiveness", "score_spread", "hand_strength_r2")
DRAWN = ("sweep_rate", "lead_advantage", "hand_strength_r2", "burn_attempts")


def main(arguments: Sequence[str] | None = None) -> Path:
    """Play, write the results, and return their page."""
    request = read_request("variant_balance", arguments)
    run = request.played(request.plan())
    estimates = {
        (source.cell.cell.variant_key, policy_of(run, source.id), stat.id): stat.estimate(
            source.cell.totals, source.cell.variant.options
        )
        for source in run.sources
        for stat in map(CATALOGUE.__getitem__, (*BALANCE, *EVENTS, *COURSE))
        if stat.defined(source.cell.variant.options)
    }
    names = {source.cell.cell.variant_key: name_of(run, source.id) for source in run.sources}

    def cell(variant: str, policy: str, statistic: str) -> Measure | None:
        found = estimates.get((variant, policy, statistic))
        return None if found is None else from_estimate(found, CATALOGUE[statistic])

    page = Page(request, "各地规则的平衡", "Balance of the variants with teams")
    page.text(
        "全部有联邦的规则，同一批牌，两种策略。随机名次下串三户为 10%，首发得头科为 16.67%，首发得分为 0"
        "（普级没有负分，平均得分高于 0）。单局没有进贡，菏泽两种规则在贪心下因此相同；老手在开点有贡的规则里"
        "为开点留一张 4。",
        "All variants with teams on the same deals under two policies. With random places a team sweeps in"
        " 10 % of deals, the first leader takes place 1 in 16.67 %, and its score is 0 (above 0 in puji,"
        " which has no negative scores). Single deals have no tribute, so that the two variants of Heze are"
        " alike under greedy; expert keeps a 4 for an opening where openings are paid for.",
    )
    for statistic in DRAWN:
        stat = CATALOGUE[statistic]
        title = f"{term(stat.label, 'zh')} {term(stat.label, 'en')}"
        series = [
            (label, [cell(variant, policy, statistic) for variant in names])
            for policy, label in POLICIES.items()
        ]
        page.figure(
            statistic,
            title,
            lambda series=series, title=title, stat=stat: plots.strip(
                series, list(names.values()), x_label=title, baseline=stat.baseline
            ),
        )
    for id, title, statistics in (
        ("balance", "平衡 Balance", BALANCE),
        ("events", "事件 Events", EVENTS),
        ("course", "过程 Course of play", COURSE),
    ):
        columns = [("variant", "规则 variant"), ("policy", "策略 policy")]
        columns += [(each, f"{term(each, 'zh')} {term(each, 'en')}") for each in statistics]
        rows = [
            [names[variant], label, *(cell(variant, policy, each) for each in statistics)]
            for variant in names
            for policy, label in POLICIES.items()
        ]
        page.table(id, title, columns, rows)
    page.text(
        "τ 是两种策略下各规则次序的 Kendall 相关；“颠倒”是两边区间都分开而次序相反的对数。",
        "τ is Kendall's correlation of the orders of the variants under the two policies; a pair is"
        " turned when it is in opposite order with its intervals apart under both.",
    )
    orders: list[list[Cell]] = []
    for statistic in (*BALANCE, *EVENTS, *COURSE):
        columns_of = [
            [estimates.get((variant, policy, statistic)) for variant in names] for policy in POLICIES
        ]
        ranking = compare_orders(*columns_of)
        ordered = [
            " > ".join(
                variant
                for variant, _ in sorted(
                    ((v, e.value) for v, e in zip(names, column, strict=True) if e and e.value is not None),
                    key=lambda pair: -pair[1],
                )[:3]
            )
            for column in columns_of
        ]
        label = f"{term(statistic, 'zh')} {term(statistic, 'en')}"
        orders.append([label, Measure(ranking.tau), len(ranking.reversed_pairs), *ordered])
    page.table(
        "order",
        "次序随策略而变吗 Does the order depend on who plays?",
        [
            ("statistic", "统计量 statistic"),
            ("tau", "τ"),
            ("turned", "颠倒 turned"),
            *((f"first_{policy}", f"前三 first three: {label}") for policy, label in POLICIES.items()),
        ],
        orders,
    )
    return page.write([run])


if __name__ == "__main__":
    print(main())
