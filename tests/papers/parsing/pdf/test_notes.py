"""Highlights and comments of readers, added to a real paper."""

import json
import re
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from citehop.cli.main import main
from citehop.indexes.build.build import build
from citehop.papers.parsing.pdf.notes import read_notes
from citehop.settings import Settings
from citehop.testing.pdf_notes import annotate

SENTENCE = "A total of 169 patients"
BESIDE = "rounding error in the mean"
COMMENT = "Größe der Stichprobe prüfen"


@pytest.fixture(scope="module")
def annotated(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real paper whose fifth page has a highlight with a comment, and a comment beside the text."""
    (source,) = shared.glob("fields/medicine/Smith2016*.pdf")
    folder = tmp_path_factory.mktemp("papers")
    annotate(source, folder / "smith.pdf", 5, SENTENCE, COMMENT, BESIDE)
    return folder


def test_a_highlight_has_the_words_it_marks_and_the_comment(annotated: Path) -> None:
    marked, beside = read_notes(pdfium.PdfDocument(annotated / "smith.pdf"))
    assert (marked.kind, marked.page, marked.comment) == ("highlight", 5, COMMENT)
    assert SENTENCE in marked.text
    assert len(marked.text) < 2 * len(SENTENCE)
    assert 50 < marked.bbox.y0 < marked.bbox.y1 < 750
    assert (beside.kind, beside.text, beside.comment) == ("comment", "", BESIDE)


@pytest.fixture(scope="module")
def home(annotated: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    settings = Settings(home=str(tmp_path_factory.mktemp("home")), embedding_model="none")
    build(annotated, "noted", None, settings)
    return settings.home


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main([*arguments, "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_notes_are_listed_and_found(home: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notes", "noted", "--home", home]) == 0
    printed = capsys.readouterr().out
    assert f"you wrote: {COMMENT}" in printed
    assert re.search("your highlight in .*, page 5", printed)
    (note,) = run_json(capsys, "notes", "noted", "--search", "patients", "--home", home)["notes"]
    assert SENTENCE in note["text"]
    assert main(["notes", "noted", "--search", "glaciers", "--home", home]) == 4


def test_search_shows_notes_apart_from_passages(home: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "search", "noted", "rounding error", "--home", home)
    (note,) = found["reader_notes"]
    assert (note["kind"], note["page"], note["text"], note["comment"]) == ("comment", 5, None, BESIDE)
    assert note["bbox"][0] == 10
    assert not any(BESIDE in hit["text"] for hit in found["hits"])


def test_a_note_is_never_stated_as_a_claim_of_the_paper(
    home: str, capsys: pytest.CaptureFixture[str]
) -> None:
    question = "Does the mean of Table 2 have a rounding error?"
    answer = run_json(capsys, "ask", "noted", question, "--home", home)
    assert [note["comment"] for note in answer["reader_notes"]] == [BESIDE]
    assert BESIDE not in answer["text"]
    assert not any(BESIDE in citation["quote"] for citation in answer["citations"])
    main(["ask", "noted", question, "--home", home])
    text, _, notes = capsys.readouterr().out.partition("Your notes")
    assert BESIDE not in text
    assert f"you wrote: {BESIDE}" in notes


def test_a_note_on_a_quote_comes_with_the_answer(home: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = run_json(capsys, "ask", "noted", "How many patients were included?", "--home", home)
    assert any(SENTENCE in citation["quote"] for citation in answer["citations"]), answer["text"]
    assert answer["reader_notes"][0]["comment"] == COMMENT
