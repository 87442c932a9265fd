"""Questions about small inputs that were read wrongly once, with the right values."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import citehop
from citehop.indexes.build.build import build
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=str(tmp_path / "home"), embedding_model="none", workers=1, threads=1, offline=True)


@pytest.mark.parametrize(
    ("case", "file", "question", "answer"),
    [
        (
            "tablevals",
            "okon-2020-rivers.pdf",
            "Which comparison in Table 2 has the smallest p?",
            "Arda vs. Bistra",
        ),
        ("tablemarks", "ferrow-2022-soil.pdf", "Which farm has the least carbon in Table 1?", "Elder"),
        ("annots", "ferro-2021-peat.pdf", "How many samples were weighed?", "60 samples"),
    ],
)
def test_powers_marks_and_notes_do_not_mislead(
    shared: Path, tmp_path: Path, settings: Settings, case: str, file: str, question: str, answer: str
) -> None:
    (tmp_path / "papers").mkdir()
    shutil.copy(shared / "cases" / case / file, tmp_path / "papers")
    build(tmp_path / "papers", "case", None, settings)
    with citehop.open("case", settings) as session:
        assert answer in citehop.ask(session, question).text


def test_a_pdf_that_comes_after_its_abstract_takes_its_place(
    shared: Path, tmp_path: Path, settings: Settings
) -> None:
    shutil.copytree(shared / "cases" / "abstractfirst" / "f", tmp_path / "f")
    library = shared / "cases" / "abstractfirst" / "refs.bib"
    build(tmp_path / "f", "sap", None, settings, bib=library)
    shutil.copy(shared / "cases" / "diacritics" / "b.pdf", tmp_path / "f")
    build(tmp_path / "f", "sap", None, settings, bib=library)
    cluster = open_cluster("sap", settings)
    (maples,) = [paper for paper in map(cluster.paper, cluster.paper_ids) if "Maples" in paper.title]
    assert maples.pages
