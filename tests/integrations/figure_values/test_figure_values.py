"""Tables and charts of real papers as data."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook

import citehop
from citehop.agent.session import Session
from citehop.cli.main import main
from citehop.figures.numbers import find_numbers
from citehop.figures.types import Fact
from citehop.integrations.figure_values.read import _build_value
from citehop.settings import Settings


@pytest.fixture(scope="module")
def trials(real_session: Callable[..., Session]) -> Session:
    """Two real trials: one with tables, one with curves."""
    return real_session("medicine", "Dasa2021", "Smith2016")


def test_a_table_is_a_frame_with_numbers_intervals_and_print(trials: Session) -> None:
    frame = next(each for each in citehop.tables(trials, "Smith2016") if each.attrs["label"] == "Table 4")
    assert frame.attrs["page"] == 18
    line = frame[frame["column"] == "Adjusted Difference (95% CI)"].iloc[0]
    assert line["row"].startswith("Systolic BP > Mean ± SD")
    assert (line["value"], line["low"], line["high"]) == (-6.62, -12.8, -0.44)
    assert line["printed"] == "−6.62 (−12.8, −0.44)"
    assert frame.iloc[0]["error"] == 16.0


def test_a_chart_is_a_frame_with_the_error_of_its_measurement(trials: Session) -> None:
    frame = next(each for each in citehop.tables(trials, "Dasa2021") if each.attrs["kind"] == "line")
    assert set(frame["row"]) >= {"Q1", "Q5"}
    assert set(frame["unit"]) == {"%"}
    assert (frame["error"] > 0).all()
    assert (frame["printed"] == "").all()


def test_files_have_the_same_values(trials: Session, tmp_path: Path) -> None:
    home = trials.settings.home
    assert (
        main(
            ["figures", "medicine", "Smith2016", "--export", str(tmp_path), "--csv", "--xlsx", "--home", home]
        )
        == 0
    )
    (file,) = tmp_path.glob("*_p18-table4.csv")
    with file.open() as stream:
        lines = list(csv.DictReader(stream))
    assert lines[2]["value"] == "-6.62"
    book = load_workbook(tmp_path / "figures.xlsx")
    assert book["Figures"].max_row == len(book.sheetnames)
    assert book[book.sheetnames[-1]]["C4"].value == -6.62


def test_values_need_a_folder(own_settings: Settings) -> None:
    assert main(["figures", "sample", "--csv", "--home", own_settings.home]) == 2


@pytest.mark.parametrize(
    ("printed", "unit", "value", "low", "found_unit"),
    [
        ("96 (86.5%)", "n=111", 96.0, None, ""),
        ("9001 (54)", "%", 9001.0, None, ""),
        ("54%", "", 54.0, None, "%"),
        ("0.97 (0.88-1.06)", "", 0.97, 0.88, ""),
        ("–", "ms", None, None, "ms"),
    ],
)
def test_a_cell_is_divided(
    printed: str, unit: str, value: float | None, low: float | None, found_unit: str
) -> None:
    numbers = tuple(find_numbers(printed.replace("-", " ")))
    found = _build_value(Fact(0, 0, numbers, printed, unit), ["row"], ["column"])
    assert (found.value, found.low, found.unit, found.printed) == (value, low, found_unit, printed)
