"""Runs as pandas tables, for notebooks and scripts.

>>> run = load_run("runs/study-7-1a2b3c4d")  # doctest: +SKIP
>>> run.summary()  # doctest: +SKIP
>>> run.deals("qingdao.greedy")["plays"].mean()  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pandas as pd

from gouji_sim.core.record import BURN_OUTCOMES, RECORD_DTYPE, SETTLED_BY, TRIBUTE_KINDS
from gouji_sim.i18n import Lang, term
from gouji_sim.vocab import N_SEATS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from gouji_sim.report.model import Document
    from gouji_sim.report.sources import Source
    from gouji_sim.study import Run

__all__ = ["DEAL_COLUMNS", "SEAT_COLUMNS", "RunFrames", "load_run"]

_PLAIN: Final = (
    "plays", "decisions", "rounds", "gouji_plays", "burn_chances", "void_deals", "void_revolts",
    "first_dealt", "leader", "sweep", "first_out", "revolter", "kept_head", "counter_burns",
    "first_burn_seat",
    "first_burn_victim", "first_burn_jokers", "first_burn_cards", "first_burn_settled", "yields",
    "bought", "returned", "shed",
)  # fmt: skip

DEAL_COLUMNS: Final[dict[str, str]] = {
    "cell": "category: id of the cell",
    "deal": "int64: index of the deal; in sessions: session × deals a session + number in the session",
    "plays": "int32: sets of cards played",
    "decisions": "int32: decisions asked from the first lead on",
    "rounds": "int32: leads",
    "gouji_plays": "int32: gouji plays (outside the melee)",
    "burn_chances": "int32: times that a seat could burn",
    "void_deals": "int32: void deals dealt at this index before this one",
    "void_revolts": "int32: revolts in those",
    "first_dealt": "int32: seat that got the first card",
    "leader": "int32: seat that led first",
    "sweep": "int32: team (0 or 1) that swept, or −1",
    "first_out": "int32: seat that went out first, or −1",
    "revolter": "int32: seat that revolted, or −1",
    "kept_head": "int32: 1 when the head of the revolter kept the head",
    "counter_burns": "int32: burns that were counter-burns",
    "first_burn_seat": "int32: burner of the first burn, or −1",
    "first_burn_victim": "int32: its victim, or −1",
    "first_burn_jokers": "int32: jokers that the burner held before its covering play",
    "first_burn_cards": "int32: cards that it held then",
    "first_burn_settled": "int32: seats settled then",
    "yields": "int32: yields made",
    "bought": "int32: cards bought before the play",
    "returned": "int32: cards given back",
    "shed": "int32: fives thrown away",
    **{f"burns_{outcome}": f"int32: burns that ended as {outcome}" for outcome in BURN_OUTCOMES},
    **{f"tribute_{kind}": f"int32: cards of {kind} tribute paid" for kind in TRIBUTE_KINDS},
    "opened": "int32: seats that opened, 0 to 6",
    "declared": "int32: seats that declared, 0 to 6",
    "smothered": "int32: seats that were smothered, 0 to 6",
    "score_team_0": "int32: points of seats 0, 2 and 4 together",
    "first_burn_outcome": "category: how the first burn ended; missing without a burn",
}
"""Columns of `RunFrames.deals`: dtype and meaning, one row a deal."""

SEAT_COLUMNS: Final[dict[str, str]] = {
    "cell": "category: id of the cell",
    "deal": "int64: index of the deal",
    "seat": "int8: 0 to 5",
    "team": "int8: 0 (seats 0, 2, 4) or 1",
    "dealt": "int8: order of dealing, 0 was dealt first",
    "from_leader": "int8: seats after the first leader, 0 led first",
    "policy": "category: policy that played the seat",
    "score": "int16: points",
    "place": "int8: 1 to 6",
    "settled_by": "category: how the seat was settled",
    "settled_at": "int32: plays made when it was settled",
    "big": "int8: big jokers as dealt",
    "small": "int8: small jokers as dealt",
    "twos": "int8: twos as dealt",
    "opened": "bool: whether it opened",
    "declared": "bool: whether it declared against its head",
    "burned": "bool: whether it burned at least once",
    "burn_won": "bool: whether a burn of it succeeded",
    "resisted": "bool: whether it was freed from tribute",
}
"""Columns of `RunFrames.seats`: dtype and meaning, six rows a deal."""

_MASKS: Final = {
    "opened": "opened",
    "declared": "declared",
    "burned": "burners",
    "burn_won": "burn_winners",
    "resisted": "resisted",
}


class Categories(NamedTuple):
    """Values of the categorical columns, the same for all cells of a run."""

    cells: pd.Index[str]
    policies: pd.Index[str]


def load_run(path: str | Path) -> RunFrames:
    """Open a run directory. Raises RunDirectoryError when it is no run or is damaged."""
    from gouji_sim.report.sources import open_sources

    return RunFrames(open_sources([path]))


class RunFrames:
    """The cells of a run as tables; records are read when a table of them is asked for."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources = tuple(sources)
        self._documents: dict[Lang, Document] = {}

    @property
    def run(self) -> Run:
        """The open run: manifest, totals, records as a stream."""
        return self.sources[0].run

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One row a cell: id (index), variant, policies, mode, seed, deals played, deals with records."""
        rows = [
            {
                "cell": source.id,
                "variant": source.cell.variant.id,
                "policies": ",".join(dict.fromkeys(source.cell.lineup)),
                "mode": source.cell.mode,
                "seed": source.cell.seed,
                "deals": source.cell.n_deals,
                "records": source.cell.n_records,
                "label_zh": source.label("zh"),
                "label_en": source.label("en"),
            }
            for source in self.sources
        ]
        return pd.DataFrame(rows).set_index("cell")

    def summary(self, lang: Lang = "en") -> pd.DataFrame:
        """Every statistic of every cell.

        One row a cell and statistic: ``cell``, ``statistic`` (ids), ``label``, ``value``, ``low``, ``high``
        (95 % interval; a rate is 0 to 1, points are points a seat), ``n`` (independent units), ``unit``
        (share, count, points or index), ``baseline``. Undefined figures are NaN.
        """
        from gouji_sim.stats.catalogue import statistics_for

        rows = []
        for source in self.sources:
            options = source.cell.variant.options
            for stat in statistics_for(options):
                found = stat.estimate(source.cell.totals, options)
                row = (
                    source.id,
                    stat.id,
                    term(stat.label, lang),
                    found.value,
                    found.low,
                    found.high,
                    found.n,
                )
                rows.append((*row, stat.unit, stat.baseline_under(options)))
        names = ["cell", "statistic", "label", "value", "low", "high", "n", "unit", "baseline"]
        table = pd.DataFrame(rows, columns=names)
        numbers = ["value", "low", "high", "baseline"]
        return table.astype(dict.fromkeys(numbers, "float64"))

    def deals(self, cell: str | None = None, *, most: int | None = None) -> pd.DataFrame:
        """One row a deal, columns as in `DEAL_COLUMNS`, of one cell or of all.

        ``most`` limits the deals of each cell. Raises KeyError for an unknown cell.
        """
        return self._table(_deal_table, cell, most)

    def seats(self, cell: str | None = None, *, most: int | None = None) -> pd.DataFrame:
        """Six rows a deal, columns as in `SEAT_COLUMNS`, of one cell or of all.

        ``most`` limits the deals of each cell. Raises KeyError for an unknown cell.
        """
        return self._table(_seat_table, cell, most)

    def figure(self, name: str, lang: Lang = "en") -> Figure:
        """A figure of the report by id, such as ``sweep_rate``; `figures` lists them.

        Raises KeyError for an unknown name.
        """
        from gouji_sim.report import style

        for figure in self._document(lang).figures():
            if figure.id == name:
                with style.settings():
                    return figure.draw()
        raise KeyError(f"no figure {name!r}; there are {', '.join(self.figures())}")

    def figures(self) -> list[str]:
        """Ids of the figures of this run."""
        return [figure.id for figure in self._document("en").figures()]

    def table(self, name: str, lang: Lang = "en") -> pd.DataFrame:
        """A table of the report by id, such as ``open_by_strength``, with the columns of its CSV file."""
        from io import StringIO

        from gouji_sim.report.files import to_csv

        return pd.read_csv(StringIO(to_csv(self._document(lang).table(name))))

    def _document(self, lang: Lang) -> Document:
        if lang not in self._documents:
            from gouji_sim.report.cells import read_cells
            from gouji_sim.report.report import build_report

            self._documents[lang] = build_report(read_cells(self.sources), lang, "", {})
        return self._documents[lang]

    def _table(
        self, make: Callable[[Any, Source, Categories], pd.DataFrame], cell: str | None, most: int | None
    ) -> pd.DataFrame:
        chosen = [source for source in self.sources if cell in (None, source.id)]
        if not chosen:
            raise KeyError(f"no cell {cell!r}; there are {', '.join(source.id for source in self.sources)}")
        known = Categories(
            pd.Index([source.id for source in self.sources]),
            pd.Index(list(dict.fromkeys(name for source in self.sources for name in source.cell.lineup))),
        )
        parts = [make(records, source, known) for source in chosen for records in _limited(source, most)]
        if not parts:
            return make(np.empty(0, dtype=RECORD_DTYPE), chosen[0], known)
        return pd.concat(parts, ignore_index=True)

    def __repr__(self) -> str:
        return f"RunFrames({str(self.run.path)!r}, {len(self.sources)} cells)"

    def _repr_html_(self) -> str:
        """The cells with a few figures, for a notebook."""
        names = ["open_rate", "sweep_rate", "burn_success_rate", "plays"]
        summary = self.summary()
        chosen = summary[summary["statistic"].isin(names)]
        wide = chosen.pivot(index="cell", columns="statistic", values="value")
        shown = self.cells[["variant", "policies", "mode", "seed", "deals"]].join(wide.reindex(columns=names))
        state = "finished" if self.run.finished else "unfinished"
        table = shown.to_html(float_format="{:.4g}".format)
        return f"<p><b>{escape(str(self.run.path))}</b> ({state})</p>{table}"


def _limited(source: Source, most: int | None) -> Iterable[Any]:
    left = source.cell.n_records if most is None else most
    for records in source.cell.batches():
        if left <= 0:
            return
        yield records[:left]
        left -= len(records)


def _deal_table(records: Any, source: Source, known: Categories) -> pd.DataFrame:
    columns: dict[str, Any] = {
        "cell": pd.Categorical([source.id] * len(records), categories=known.cells),
        "deal": records["deal"].astype(np.int64),
    }
    columns |= {name: records[name].astype(np.int32) for name in _PLAIN}
    for code, outcome in enumerate(BURN_OUTCOMES):
        columns[f"burns_{outcome}"] = records["burns"][:, code].astype(np.int32)
    for code, kind in enumerate(TRIBUTE_KINDS):
        columns[f"tribute_{kind}"] = records["tribute"][:, code].astype(np.int32)
    for name in ("opened", "declared"):
        columns[name] = np.bitwise_count(records[name]).astype(np.int32)
    columns["smothered"] = (records["settled_by"] == SETTLED_BY.index("smothered")).sum(
        axis=1, dtype=np.int32
    )
    columns["score_team_0"] = records["score"][:, ::2].sum(axis=1, dtype=np.int32)
    outcome_codes = np.where(
        records["first_burn_seat"] >= 0, records["first_burn_outcome"].astype(np.int64), -1
    )
    columns["first_burn_outcome"] = pd.Categorical.from_codes(
        outcome_codes, categories=pd.Index(BURN_OUTCOMES)
    )
    return pd.DataFrame(columns)[list(DEAL_COLUMNS)]


def _seat_table(records: Any, source: Source, known: Categories) -> pd.DataFrame:
    n = len(records)
    seat = np.tile(np.arange(N_SEATS, dtype=np.int8), n)
    codes = np.array([known.policies.get_loc(name) for name in source.cell.lineup], dtype=np.int64)

    def after(field: str) -> Any:
        first = np.repeat(records[field].astype(np.int8), N_SEATS)
        return ((seat - first) % N_SEATS).astype(np.int8)

    def of_mask(field: str) -> Any:
        return (np.repeat(records[field], N_SEATS) >> seat.astype(np.uint8) & 1).astype(bool)

    columns: dict[str, Any] = {
        "cell": pd.Categorical([source.id] * (n * N_SEATS), categories=known.cells),
        "deal": np.repeat(records["deal"].astype(np.int64), N_SEATS),
        "seat": seat,
        "team": seat % 2,
        "dealt": after("first_dealt"),
        "from_leader": after("leader"),
        "policy": pd.Categorical.from_codes(np.tile(codes, n), categories=known.policies),
        "score": records["score"].reshape(-1).astype(np.int16),
        "place": records["place"].reshape(-1).astype(np.int8),
        "settled_by": pd.Categorical.from_codes(
            records["settled_by"].reshape(-1).astype(np.int8), categories=pd.Index(SETTLED_BY)
        ),
        "settled_at": records["settled_at"].reshape(-1).astype(np.int32),
    }
    columns |= {name: records[name].reshape(-1).astype(np.int8) for name in ("big", "small", "twos")}
    columns |= {name: of_mask(field) for name, field in _MASKS.items()}
    return pd.DataFrame(columns)[list(SEAT_COLUMNS)]
