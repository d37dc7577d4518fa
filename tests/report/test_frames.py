"""Runs as pandas tables: columns, dtypes and numbers as documented."""

import numpy as np
import pandas as pd
import pytest

import gouji_sim
from gouji_sim.errors import StudyError
from gouji_sim.frames import DEAL_COLUMNS, SEAT_COLUMNS


@pytest.fixture(scope="module")
def run(grid_run):
    return gouji_sim.load_run(grid_run)


@pytest.mark.parametrize(("table", "columns"), [("deals", DEAL_COLUMNS), ("seats", SEAT_COLUMNS)])
def test_columns_have_the_documented_dtypes(run, table, columns):
    frame = getattr(run, table)(most=20)
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == {
        name: text.partition(":")[0] for name, text in columns.items()
    }
    assert list(frame.columns) == list(columns)
    assert len(frame) == 4 * 20 * (6 if table == "seats" else 1)


def test_seats_and_deals_tell_the_same(run):
    deals, seats = run.deals("qingdao.greedy"), run.seats("qingdao.greedy")
    assert len(deals) == 1500
    by_deal = seats.groupby("deal")
    assert (by_deal["place"].sum() == 21).all()
    assert (by_deal["score"].sum() == 0).all()
    assert (by_deal["opened"].sum().to_numpy() == deals["opened"].to_numpy()).all()
    even = seats[seats["team"] == 0].groupby("deal")["score"].sum()
    assert (even.to_numpy() == deals["score_team_0"].to_numpy()).all()
    leaders = seats[seats["from_leader"] == 0]
    assert (leaders["seat"].to_numpy() == deals["leader"].to_numpy()).all()
    assert (seats[seats["dealt"] == 0]["seat"].to_numpy() == deals["first_dealt"].to_numpy()).all()
    assert deals["first_burn_outcome"].isna().to_numpy().tolist() == (deals["first_burn_seat"] < 0).to_list()


def test_the_summary_has_every_statistic_with_its_interval(run):
    summary = run.summary("zh")
    row = summary.set_index(["cell", "statistic"]).loc[("hero.greedy", "sweep_rate")]
    assert row["label"] == "串三户率"
    assert row["low"] < row["value"] < row["high"]
    assert (row["n"], row["unit"], row["baseline"]) == (1500, "share", 0.1)
    swept = (run.deals("hero.greedy")["sweep"] >= 0).mean()
    assert row["value"] == pytest.approx(swept)


def test_tables_and_figures_go_by_name(run):
    assert "sweep_rate" in run.figures()
    figure = run.figure("sweep_rate", "zh")
    assert figure.axes[0].get_xlabel() == "串三户率"
    table = run.table("open_by_strength")
    assert isinstance(table, pd.DataFrame)
    assert np.isfinite(table["qingdao.greedy"]).all()
    with pytest.raises(KeyError, match="no figure 'nothing'"):
        run.figure("nothing")
    with pytest.raises(KeyError, match="no cell 'nothing'"):
        run.deals("nothing")


def test_a_run_shows_itself(run, grid_run):
    assert repr(run) == f"RunFrames({str(grid_run)!r}, 4 cells)"
    shown = run._repr_html_()
    assert "<table" in shown
    assert "qingdao.greedy" in shown
    assert list(run.cells.index) == ["qingdao.random", "qingdao.greedy", "hero.random", "hero.greedy"]


def test_what_is_no_run_is_an_error(tmp_path):
    with pytest.raises(StudyError):
        gouji_sim.load_run(tmp_path / "nothing")


def test_a_run_without_records_has_empty_tables_but_a_summary(tmp_path, play):
    run = gouji_sim.load_run(
        play(tmp_path / "bare", variants=["qingdao"], policies=["greedy"], deals=60, records="none")
    )
    assert len(run.deals()) == len(run.seats()) == 0
    assert list(run.deals().columns) == list(DEAL_COLUMNS)
    assert len(run.summary()) > 50
    assert "sweep_rate" in run.figures()
