"""From run directories to documents on disk: what the verbs ``report`` and ``compare`` do."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gouji_sim.i18n import Lang
from gouji_sim.report.cells import read_cells
from gouji_sim.report.comparison import make_comparison
from gouji_sim.report.comparison_page import build_comparison
from gouji_sim.report.files import check_page, folder_of, json_text, to_json, write_document, write_file
from gouji_sim.report.gates import Failure, Gate, failures
from gouji_sim.report.model import Document
from gouji_sim.report.report import build_report
from gouji_sim.report.reproduce import Reproduction, reproduction
from gouji_sim.report.sources import Source
from gouji_sim.study.signature import versions

if TYPE_CHECKING:
    from gouji_sim.study import Run

__all__ = ["Product", "compare_runs", "report_runs"]


@dataclass(frozen=True)
class Product:
    """A document, its JSON form, and where its page was written (None if it was not)."""

    document: Document
    json: dict[str, Any]
    page: Path | None
    failed: tuple[Failure, ...] = ()


def report_runs(sources: Sequence[Source], lang: Lang, out: Path | None) -> Product:
    """A report on cells of runs; written to ``out`` unless it is None.

    Raises RunDirectoryError for damaged parts, StudyError when ``out`` cannot be written.
    """
    if out is not None:
        check_page(out)
    again = _again(sources, ["report"], lang, out)
    document = build_report(read_cells(sources), lang, again.command, _meta(sources))
    return _finished(document, again, out)


def compare_runs(
    sources: Sequence[Source],
    lang: Lang,
    out: Path | None,
    *,
    baseline: str | None,
    statistics: Sequence[str],
    margins: Mapping[str, float],
    gates: Sequence[Gate],
    flags: Sequence[str],
) -> Product:
    """A comparison of cells of runs, with the gates that failed; ``flags`` of the verb reproduce it."""
    if out is not None:
        check_page(out)
    comparison = make_comparison(sources, baseline, statistics, margins)
    failed = failures(gates, comparison.judged)
    again = _again(sources, ["compare", *flags], lang, out)
    meta = {
        **_meta(sources),
        "baseline": comparison.baseline.id,
        "statistics": list(comparison.statistics),
        "gates": [
            {
                "gate": gate.text,
                "failed_on": [each.judged.pairing.one.id for each in failed if each.gate == gate],
            }
            for gate in gates
        ],
    }
    document = build_comparison(comparison, lang, again.command, meta, failed)
    return _finished(document, again, out, failed)


def _finished(
    document: Document, again: Reproduction, out: Path | None, failed: Sequence[Failure] = ()
) -> Product:
    version = versions()["gouji-sim"]
    content = to_json(document, version)
    if out is not None:
        for name, text in again.files.items():
            write_file(folder_of(out) / name, text.encode())
        write_file(folder_of(out) / f"{document.kind}.json", json_text(content).encode())
        write_document(document, out, version)
    return Product(document, content, out, tuple(failed))


def _runs(sources: Sequence[Source]) -> list[Run]:
    return list({id(source.run): source.run for source in sources}.values())


def _again(sources: Sequence[Source], verb: Sequence[str], lang: Lang, out: Path | None) -> Reproduction:
    runs = _runs(sources)
    words = ["gouji-sim", verb[0], *(str(run.path) for run in runs), *verb[1:], "--lang", lang]
    if out is None:
        return reproduction(runs, None, shlex.join([*words, "--json"]))
    return reproduction(runs, folder_of(out), shlex.join([*words, "--out", str(out)]))


def _meta(sources: Sequence[Source]) -> dict[str, Any]:
    return {
        "runs": [
            {"path": str(run.path), "study_hash": run.manifest.plan.hash, "engine": run.manifest.engine}
            for run in _runs(sources)
        ],
        "cells": [
            {
                "id": source.id,
                "variant": source.cell.variant.id,
                "overrides": dict(source.cell.variant.overrides),
                "label": {"zh": source.label("zh"), "en": source.label("en")},
                "policies": list(source.cell.lineup),
                "mode": source.cell.mode,
                "seed": source.cell.seed,
                "deals": source.cell.n_deals,
                "records": source.cell.n_records,
            }
            for source in sources
        ],
    }
