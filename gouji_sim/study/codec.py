"""Records as Parquet: one row group a cell, small integer columns, nothing stored that follows from the rest.

Left out are the index of the deal, which follows from the place in the file, and the scores and the sweep,
which follow from the places (RULES 14). Where they should not follow they are stored like any other field. A
field of six seats takes a column a seat, or one column of bit fields where the seats say much about one
another: the places of a deal then cost 10 bits and not 17.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from gouji_sim.core.record import RECORD_DTYPE, SETTLED_BY
from gouji_sim.errors import RunDirectoryError
from gouji_sim.rules import Options
from gouji_sim.vocab import N_SEATS

__all__ = ["FIELDS", "PART_FORMAT", "decode_cell", "encode_part", "open_part", "score_of", "sweep_of"]

Records = NDArray[Any]

PART_FORMAT: Final = 1
FIELDS: Final[tuple[str, ...]] = RECORD_DTYPE.names or ()

_VERSION: Final = "gouji_sim.part"
_IMPLIED: Final = "deal"
_DERIVED: Final = ("score", "sweep")
_BITS: Final = {"place": 3, "settled_by": 3, "big": 5, "small": 5, "burns": 8, "tribute": 8}
"""Fields in one column: value i stands in the bits from i times this width on (a deck has at most 24 of a
joker)."""

_SPLIT: Final = (
    "plays", "decisions", "rounds", "gouji_plays", "settled_at", "opened", "burners", "first_burn_cards",
)  # fmt: skip
"""Fields whose values take most of a byte: their byte streams compress better than a dictionary (measured).
"""

_SUFFOCATED: Final = SETTLED_BY.index("suffocated")


def encode_part(cells: Sequence[tuple[Records, Options]], about: dict[str, str]) -> bytes:
    """The records of one shard, a row group a cell in the order given; ``about`` goes into the file's
    metadata.

    The same records give the same bytes with the same version of pyarrow.
    """
    stored = [
        name for name in _DERIVED if not all(_follows(name, records, options) for records, options in cells)
    ]
    names = [name for name in FIELDS if name != _IMPLIED and (name not in _DERIVED or name in stored)]
    schema = pa.schema([(column, _arrow_type(name)) for name in names for column in _columns(name)])
    split = {column for name in names if name in _SPLIT for column in _columns(name)}
    buffer = io.BytesIO()
    with pq.ParquetWriter(
        buffer,
        schema,
        compression="zstd",
        compression_level=3,
        use_dictionary=[column for column in schema.names if column not in split],
        column_encoding=dict.fromkeys(sorted(split), "BYTE_STREAM_SPLIT"),
        write_statistics=False,
        store_schema=False,
    ) as writer:
        for records, _ in cells:
            arrays = [array for name in names for array in _arrays(records, name)]
            writer.write_table(pa.table(arrays, schema=schema), row_group_size=max(1, len(records)))
        writer.add_key_value_metadata({_VERSION: str(PART_FORMAT), **about})
    return buffer.getvalue()


def open_part(source: Any, place: str) -> pq.ParquetFile:
    """Open a part. Raises RunDirectoryError when it is no part of this format."""
    try:
        file = pq.ParquetFile(source)
    except FileNotFoundError as error:
        raise RunDirectoryError("is missing", place) from error
    except (pa.ArrowException, OSError) as error:
        raise RunDirectoryError(f"is damaged: {error}", place) from error
    version = (file.metadata.metadata or {}).get(_VERSION.encode())
    if version != str(PART_FORMAT).encode():
        raise RunDirectoryError(f"is no part of format {PART_FORMAT}", place)
    return file


def decode_cell(
    file: pq.ParquetFile, group: int, first_deal: int, options: Options, columns: Iterable[str] | None = None
) -> Records:
    """The records of one row group, all fields or those named; the first has the index ``first_deal``.

    Raises ValueError for a field that records do not have.
    """
    wanted = list(FIELDS if columns is None else columns)
    if unknown := [name for name in wanted if name not in FIELDS]:
        raise ValueError(f"records have no field {', '.join(unknown)}")
    there = set(file.schema_arrow.names)
    derived = {name for name in _DERIVED if name in wanted and _columns(name)[0] not in there}
    needed = {name for name in wanted if name != _IMPLIED and name not in derived}
    if derived:
        needed |= {"place", "settled_by"}
    table = file.read_row_group(group, columns=[column for name in needed for column in _columns(name)])
    values = {name: _values(table, name) for name in needed}
    if derived:
        sweep = values.get("sweep")
        values["sweep"] = sweep = sweep_of(values["place"], options) if sweep is None else sweep
        values["score"] = values.get("score", score_of(values["place"], values["settled_by"], sweep, options))
    rows = np.empty(table.num_rows, dtype=[_field(name) for name in wanted])
    for name in wanted:
        rows[name] = (
            np.arange(first_deal, first_deal + len(rows), dtype=np.uint64)
            if name == _IMPLIED
            else values[name]
        )
    return rows


def sweep_of(place: Records, options: Options) -> Records:
    """The team whose three seats took places 1, 2 and 3, or -1 (RULES 1, 11.3); shape (n,)."""
    top = place <= 3
    even, odd = top[:, ::2].all(axis=1), top[:, 1::2].all(axis=1)
    return np.where(options.teams & even, 0, np.where(options.teams & odd, 1, -1)).astype(np.int8)


def score_of(place: Records, settled_by: Records, sweep: Records, options: Options) -> Records:
    """The scores by seat, shape (n, 6), that follow from places and sweep (RULES 14; 11.4 for suffocated
    seats)."""
    points = np.array((0, *options.place_points), dtype=np.int64)
    own = points[np.where(settled_by == _SUFFOCATED, N_SEATS, place)]
    if options.teams:
        teams = np.stack((own[:, ::2].sum(axis=1), own[:, 1::2].sum(axis=1)), axis=1)
        teams[sweep >= 0] *= 2
        own = np.tile(teams, 3)
    return np.maximum(own, 0) if options.positive_only else own


def _follows(name: str, records: Records, options: Options) -> bool:
    sweep = sweep_of(records["place"], options)
    if name == "sweep":
        return bool((records["sweep"] == sweep).all())
    score = score_of(records["place"], records["settled_by"], records["sweep"], options)
    return bool((records["score"] == score).all())


def _columns(name: str) -> list[str]:
    """The columns that a field takes: one, or one a seat."""
    length = _length(name)
    return [f"{name}_{i}" for i in range(length)] if length and name not in _BITS else [name]


def _length(name: str) -> int:
    """How many values a field has, 0 where it is a single one."""
    shape = RECORD_DTYPE[name].shape
    return shape[0] if shape else 0


def _field(name: str) -> Any:
    kind = RECORD_DTYPE[name]
    return (name, kind.base, kind.shape) if kind.shape else (name, kind)


def _arrow_type(name: str) -> pa.DataType:
    if name in _BITS:
        return pa.uint32() if _BITS[name] * _length(name) <= 32 else pa.uint64()
    return pa.from_numpy_dtype(RECORD_DTYPE[name].base)


def _arrays(records: Records, name: str) -> list[pa.Array]:
    values = records[name]
    if name in _BITS:
        wide = values.astype(np.uint64) << _shifts(name)
        return [pa.array(np.bitwise_or.reduce(wide, axis=1)).cast(_arrow_type(name))]
    if values.ndim == 1:
        return [pa.array(np.ascontiguousarray(values))]
    return [pa.array(np.ascontiguousarray(values[:, i])) for i in range(values.shape[1])]


def _values(table: pa.Table, name: str) -> Records:
    columns = [table.column(column).to_numpy() for column in _columns(name)]
    if name in _BITS:
        mask = np.uint64((1 << _BITS[name]) - 1)
        fields: Records = columns[0].astype(np.uint64)[:, None] >> _shifts(name) & mask
        return fields
    return np.stack(columns, axis=1) if _length(name) else columns[0]


def _shifts(name: str) -> Records:
    return np.arange(_length(name), dtype=np.uint64) * np.uint64(_BITS[name])
