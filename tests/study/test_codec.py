from __future__ import annotations

import io

import numpy as np
import pytest

from gouji_sim.core import CompiledRules, play_deals, play_sessions
from gouji_sim.core.record import RECORD_DTYPE
from gouji_sim.errors import RunDirectoryError
from gouji_sim.rules import list_variants, load_variant
from gouji_sim.study.codec import FIELDS, decode_cell, encode_part, open_part

BYTES_PER_DEAL = 24
"""The most that a deal may take on disk with its whole record."""


@pytest.mark.parametrize("name", list_variants())
def test_records_come_back_whole(name: str) -> None:
    options = load_variant(name).options
    rules = CompiledRules(options)
    cells = [(play_sessions(rules, (policy,) * 6, 5, 40, 80), options) for policy in ("random", "greedy")]
    file = open_part(io.BytesIO(encode_part(cells, {})), "part")
    assert not {"deal", "score_0", "sweep"} & set(file.schema_arrow.names)
    for group, (records, _) in enumerate(cells):
        back = decode_cell(file, group, 40 * options.session_deals, options)
        assert back.dtype == RECORD_DTYPE
        assert (back == records).all()


def test_some_fields() -> None:
    options = load_variant("qingdao").options
    records = play_deals(CompiledRules(options), ("random",) * 6, 1, 10, 50)
    file = open_part(io.BytesIO(encode_part([(records, options)], {})), "part")
    for wanted in (["score"], ["sweep", "deal"], ["plays", "place"], ["tribute", "sweep", "score"]):
        back = decode_cell(file, 0, 10, options, wanted)
        assert back.dtype.names == tuple(wanted)
        assert all((back[name] == records[name]).all() for name in wanted)
    with pytest.raises(ValueError, match="no field nonsense"):
        decode_cell(file, 0, 10, options, ["nonsense"])


def test_scores_that_do_not_follow_are_stored() -> None:
    options = load_variant("qingdao").options
    records = play_deals(CompiledRules(options), ("random",) * 6, 1, 0, 50)
    records["score"][7, 3] += 1
    records["sweep"][8] = 1 if records["sweep"][8] != 1 else 0
    file = open_part(io.BytesIO(encode_part([(records, options)], {})), "part")
    assert (decode_cell(file, 0, 0, options) == records).all()


def test_extreme_values() -> None:
    options = load_variant("qingdao").options
    records = np.zeros(3, RECORD_DTYPE)
    for name in FIELDS:
        if name not in ("deal", "place", "settled_by", "big", "small"):
            records[name] = np.iinfo(RECORD_DTYPE[name].base).max
            records[name][1] = np.iinfo(RECORD_DTYPE[name].base).min
    records["place"], records["settled_by"], records["big"], records["small"] = 6, 5, 24, 24
    records["deal"] = np.arange(3)
    file = open_part(io.BytesIO(encode_part([(records, options)], {})), "part")
    assert (decode_cell(file, 0, 0, options) == records).all()


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_size_on_disk(policy: str) -> None:
    # the largest of all variants: bluff burns and tribute; twelve more jokers
    for name in ("qingdao", "kyushu"):
        options = load_variant(name).options
        records = play_sessions(CompiledRules(options), (policy,) * 6, 1, 0, 2_000)
        assert len(encode_part([(records, options)], {})) <= BYTES_PER_DEAL * len(records)


def test_what_is_no_part() -> None:
    with pytest.raises(RunDirectoryError, match="is damaged"):
        open_part(io.BytesIO(b"PAR1 and more"), "part")
    import pyarrow as pa
    import pyarrow.parquet as pq

    other = io.BytesIO()
    pq.write_table(pa.table({"a": [1]}), other)
    with pytest.raises(RunDirectoryError, match="is no part of format 1"):
        open_part(other, "part")
