"""Files with corrections of figures."""

from functools import partial
from pathlib import Path

import pytest

from citehop.errors import ConfigurationError
from citehop.papers.clusters.corrections import (
    FOLDER,
    FigureCorrections,
    PaperCorrection,
    ReadingCorrection,
    read_corrections,
    update_corrections,
)
from citehop.papers.types import BBox

BOX = BBox(1.0, 2.0, 3.0, 4.0)


def add(folder: Path, correction: ReadingCorrection, figure: str = "p3:table1") -> FigureCorrections:
    return update_corrections(folder, "a-2020", figure, lambda known: known.with_reading(correction))


def test_a_later_correction_replaces_that_of_the_same_question(tmp_path: Path) -> None:
    add(tmp_path, ReadingCorrection("Which is  best?", "A", boxes=(BOX,)))
    add(tmp_path, ReadingCorrection("which is best", "B", "7.5"))
    add(tmp_path, ReadingCorrection("Which is worst?", "C"))
    found = read_corrections(tmp_path, "a-2020", "p3:table1")
    assert [one.name for one in found.readings] == ["B", "C"]
    assert found.reading("WHICH IS BEST??") == ReadingCorrection("which is best", "B", "7.5")
    assert found.reading("Which is last?") is None
    assert read_corrections(tmp_path, "a-2020", "p3:table2") == FigureCorrections("a-2020", "p3:table2")


def test_a_name_refers_to_the_paper_of_its_last_correction(tmp_path: Path) -> None:
    for paper_id in ("b-2019", "c-2018"):
        correction = PaperCorrection("BERT", paper_id)
        update_corrections(
            tmp_path, "a-2020", "f", partial(FigureCorrections.with_paper, correction=correction)
        )
    found = read_corrections(tmp_path, "a-2020", "f")
    assert (found.paper("bert"), found.paper("T5"), len(found.papers)) == (correction, None, 1)
    assert found.without(correction).papers == ()


def test_ids_of_a_foreign_cluster_stay_in_the_folder(tmp_path: Path) -> None:
    for figure in ("../../x", "/etc/passwd", "a" * 400, "\x00", "p3/table1", "p3-table1"):
        add(tmp_path, ReadingCorrection("q", "n"), figure)
    files = [path for path in (tmp_path / FOLDER).iterdir() if path.name != ".lock"]
    assert len(files) == 6
    assert [path for path in tmp_path.rglob("*") if path.is_file() and path.parent.name != FOLDER] == []


def test_without_corrections_there_is_no_file(tmp_path: Path) -> None:
    add(tmp_path, ReadingCorrection("q", "n"))
    update_corrections(tmp_path, "a-2020", "p3:table1", lambda _: FigureCorrections("a-2020", "p3:table1"))
    assert [path.name for path in (tmp_path / FOLDER).iterdir()] == [".lock"]


@pytest.mark.parametrize("text", ["{", '{"paper_id":"x","figure":"p3:table1"}', " " * (1 << 20) + "{}"])
def test_a_damaged_file_is_named(tmp_path: Path, text: str) -> None:
    add(tmp_path, ReadingCorrection("q", "n"))
    path = next((tmp_path / FOLDER).glob("*.json"))
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigurationError, match=r"damaged .* correct or delete it"):
        read_corrections(tmp_path, "a-2020", "p3:table1")
