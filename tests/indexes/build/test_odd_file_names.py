"""File names of the greatest length, and names that are no UTF-8: no name ends an index, or an `add`."""

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.acquisition.add import add
from citehop.cli.main import main
from citehop.cli.sample_cluster import FOLDER
from citehop.indexes.build.build import build
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings

LONG = "n" * 251  # with its suffix, as long as a file system allows
SAMPLE = FOLDER / "orrin-2009-linear-reservoirs.pdf"
TEX = "\\documentclass{a}\\title{%s}\\begin{document}Meshes collect dew at night.\\end{document}"


@pytest.fixture
def settings(home: Path) -> Settings:
    return Settings(home=str(home), embedding_model="none", workers=1)


@pytest.mark.skipif(sys.platform == "darwin", reason="file names are UTF-8 there")
def test_an_index_holds_papers_and_problems_of_any_name(tmp_path: Path, settings: Settings) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    shutil.copy(SAMPLE, folder / f"{LONG}.pdf")
    (folder / f"b{LONG[1:]}.pdf").write_bytes(b"%PDF-1.4 broken")
    (folder / os.fsdecode(b"bro\xffken.pdf")).write_bytes(b"%PDF-1.4 broken too")
    (folder / os.fsdecode(b"caf\xe9")).mkdir()
    (folder / os.fsdecode(b"caf\xe9") / "main.tex").write_text(TEX % "A Paper of Sources")
    (folder / f"{LONG[:248]}.jsonl").write_text(json.dumps({"id": "i" * 400, "title": "A Paper of a Line"}))
    report = build(folder, "odd", None, settings)
    assert (report.papers, len(report.problems)) == (3, 2)
    cluster = open_cluster("odd", settings)
    assert {paper.title for paper in cluster.papers()} >= {"A Paper of Sources", "A Paper of a Line"}
    assert build(folder, "odd", None, settings).parsed == 0


def test_local_files_of_long_names_are_added_and_shown(
    tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(SAMPLE, tmp_path / f"{LONG}.pdf")
    ledger, report = add(
        [str(tmp_path / f"{LONG}.pdf")], name="long", settings=replace(settings, offline=True)
    )
    assert [entry.status for entry in ledger.entries] == ["fetched"]
    assert report is not None
    assert report.papers == 1
    options = ["--home", settings.home]
    assert main(["figures", "long", "--export", str(tmp_path / "saved"), *options]) in (0, 4)
    assert main(["papers", "long", *options]) == 0
    assert "bug" not in capsys.readouterr().err
