"""What the published studies share: playing a study file, figures with intervals, and pages of results."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from gouji_sim.core import core_signature
from gouji_sim.frames import RunFrames, load_run
from gouji_sim.report import picture
from gouji_sim.report.files import to_csv, write_file
from gouji_sim.report.format import cell_text
from gouji_sim.report.model import Cell, Column, Figure, Form, Measure, Table
from gouji_sim.stats.intervals import normal_quantile, student_quantile, wilson
from gouji_sim.study.config import read_config
from gouji_sim.study.counts import parse_count
from gouji_sim.study.grid import build_plan
from gouji_sim.study.plan import Plan
from gouji_sim.study.runner import Settings, start_run

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Request:
    """What the command line asks: deals of each cell (None: as the study says), folders and jobs."""

    name: str
    deals: int | None
    out: Path
    runs: Path
    jobs: int

    def plan(self) -> Plan:
        """The study file, with the number of deals asked for; sessions are as many as hold them."""
        file = HERE / "studies" / f"{self.name}.toml"
        plan = build_plan(read_config(file))
        if self.deals is None:
            return plan
        length = max(cell.deals_per_unit(plan.mode) for cell in plan.cells)
        return plan.extended(-(-self.deals // length))

    def played(self, plan: Plan) -> RunFrames:
        """The run of a plan; one that is there already is gone on with."""
        path = self.runs / f"{plan.name}-{plan.units}-{plan.hash[:8]}-{core_signature()[:8]}"
        start_run(plan, path, Settings(jobs=self.jobs), source=str(HERE / "studies" / f"{self.name}.toml"))
        return load_run(path)


def read_request(name: str, arguments: Sequence[str] | None) -> Request:
    """Read the command line of a study."""
    parser = argparse.ArgumentParser(prog=f"python -m analysis.{name}", description=f"The study {name!r}.")
    parser.add_argument("--deals", type=parse_count, help="deals of each cell (as published unless given)")
    parser.add_argument("--out", type=Path, default=HERE / "results", help="folder of the results")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="folder of the run directories")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args(arguments)
    return Request(name, given.deals, given.out, given.runs, given.jobs)


# ---- figures -----------------------------------------------------------------------------------------------


def rate(events: float, trials: float) -> Measure:
    """A share of independent trials with Wilson's interval."""
    if not trials:
        return Measure(None, n=0, form="rate")
    low, high = wilson(int(events), int(trials))
    return Measure(events / trials, low, high, int(trials), "rate")


def mean(values: Any, form: Form = "points", *, signed: bool = True) -> Measure:
    """The mean of independent values with Student's interval."""
    values = np.asarray(values, dtype=float)
    n = len(values)
    if n < 2:
        return Measure(None, n=n, form=form)
    half = student_quantile(0.95, n - 1) * values.std(ddof=1) / np.sqrt(n)
    return Measure(values.mean(), values.mean() - half, values.mean() + half, n, form, signed)


def ratio(numerators: Any, denominators: Any, form: Form, *, signed: bool = False) -> Measure:
    """Σ numerators / Σ denominators over independent units, with the interval of the delta method."""
    s, a = np.asarray(numerators, dtype=float), np.asarray(denominators, dtype=float)
    n = len(s)
    if n < 2 or a.sum() == 0:
        return Measure(None, n=n, form=form)
    value = s.sum() / a.sum()
    deviation = np.sqrt(np.square(s - value * a).sum() / (n * (n - 1))) / a.mean()
    half = student_quantile(0.95, n - 1) * deviation
    return Measure(value, value - half, value + half, n, form, signed)


def slope(frame: pd.DataFrame, y: str, x: str, controls: Sequence[str], cluster: str) -> tuple[float, float]:
    """The coefficient of ``x`` in a least-squares fit of ``y`` on it, ``controls`` and a constant, and its
    standard error with whole clusters as the independent units (Liang and Zeger 1986)."""
    design = np.column_stack([frame[x], *(frame[name] for name in controls), np.ones(len(frame))]).astype(
        float
    )
    target = frame[y].to_numpy(dtype=float)
    inverse = np.linalg.inv(design.T @ design)
    coefficients = inverse @ design.T @ target
    residuals = target - design @ coefficients
    scores = pd.DataFrame(design * residuals[:, None]).groupby(frame[cluster].to_numpy()).sum().to_numpy()
    variance = inverse @ (scores.T @ scores) @ inverse
    return float(coefficients[0]), float(np.sqrt(variance[0, 0]))


def about(value: float, error: float, n: int, form: Form = "points") -> Measure:
    """A value with its standard error as a figure with a normal interval."""
    half = normal_quantile(0.95) * error
    return Measure(value, value - half, value + half, n, form, signed=True)


def half_width(measure: Measure) -> float:
    """Half the length of the interval; infinite without one."""
    return inf if measure.low is None or measure.high is None else (measure.high - measure.low) / 2


# ---- pages -------------------------------------------------------------------------------------------------


@dataclass
class Page:
    """A page of results in both languages: Markdown, a CSV file for each table, an SVG for each picture."""

    request: Request
    title_zh: str
    title_en: str
    parts: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def text(self, zh: str, en: str) -> None:
        self.parts += [zh, en]

    def table(
        self, id: str, title: str, columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[Cell]]
    ) -> None:
        """``columns`` are (id, heading) pairs, the headings in both languages."""
        made = Table(id, title, title, tuple(Column(*each) for each in columns), tuple(map(tuple, rows)))
        self.files[f"{self.request.name}_{id}.csv"] = to_csv(made)
        lines = [" | ".join(heading for _, heading in columns), " | ".join("---" for _ in columns)]
        lines += [" | ".join(_markdown(cell) for cell in row) for row in rows]
        self.parts += [f"## {title}", "\n".join(f"| {line} |" for line in lines)]
        self.parts.append(f"[CSV]({self.request.name}_{id}.csv)")

    def figure(self, id: str, title: str, draw: Any) -> None:
        name = f"{self.request.name}_{id}"
        self.files[f"{name}.svg"] = picture.svg(Figure(name, title, title, title, draw))
        self.parts.append(f"![{title}]({name}.svg)")

    def write(self, runs: Sequence[RunFrames]) -> Path:
        """Write everything into the folder of results; returns the page."""
        played = "; ".join(
            f"`{run.run.manifest.plan.name}`: {run.cells['deals'].sum():,} deals, {len(run.cells)} cells,"
            f" seed {run.cells['seed'].iloc[0]}"
            for run in runs
        )
        deals = "" if self.request.deals is None else f" --deals {self.request.deals}"
        head = [
            f"# {self.title_zh} · {self.title_en}",
            f"`python -m analysis.{self.request.name}{deals}` — {played}; core `{core_signature()}`.",
            "区间均为 95%。Intervals are 95 %.",
        ]
        path = self.request.out / f"{self.request.name}.md"
        for name, content in self.files.items():
            write_file(self.request.out / name, content.encode())
        write_file(path, ("\n\n".join([*head, *self.parts]) + "\n").encode())
        return path


def _markdown(cell: Cell) -> str:
    return cell_text(cell).replace("\u202f", " ").replace("|", "\\|")


POLICIES = {"greedy": "贪心 greedy", "expert": "老手 expert"}


def name_of(run: RunFrames, cell: str) -> str:
    """A variant in both languages: ``青岛够级 qingdao``."""
    found = run.run.cell(cell)
    key = found.cell.variant_key
    zh, _ = found.cell.variant_label
    return f"{zh} {key}"


def policy_of(run: RunFrames, cell: str) -> str:
    """The policy of a cell in which all six seats have the same."""
    return run.run.cell(cell).lineup[0]
