"""Small libraries of other programs that were read wrongly once, with the right values."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.acquisition.add import add
from citehop.settings import Settings

PLACE = "/PATH/OF/CASES"  # in the files, for the folder in which they are


@pytest.fixture
def cases(shared: Path, tmp_path: Path) -> Path:
    """A copy of the libraries that names its own place."""
    for name in ("bibfiles", "zotero"):
        shutil.copytree(shared / "cases" / name, tmp_path / name)
    for file in (*tmp_path.glob("*/*.bib"), *tmp_path.glob("*/prefs.js")):
        file.write_text(file.read_text("utf-8").replace(PLACE, str(tmp_path)), "utf-8")
    return tmp_path


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return replace(
        Settings(), home=str(tmp_path / "home"), embedding_model="none", workers=1, threads=1, offline=True
    )


def test_files_of_four_programs_are_found(cases: Path, settings: Settings) -> None:
    ledger, report = add([str(cases / "bibfiles" / "library.bib")], name="trees", settings=settings)
    assert (ledger.count("fetched"), ledger.count("wanted")) == (5, 1)
    assert report is not None
    assert report.papers - report.abstracts == 5


def test_linked_files_of_zotero_are_found(cases: Path, settings: Settings) -> None:
    settings = replace(settings, zotero_folder=str(cases / "zotero" / "Zotero"))
    ledger, _ = add(["zotero:Trees"], settings=settings)
    assert (len(ledger.entries), ledger.count("fetched")) == (2, 2)
