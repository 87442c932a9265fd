"""Notes of readers below an answer of the page, each with its place."""

import re
from pathlib import Path
from typing import Any

import pytest

from citehop.indexes.build.build import build
from citehop.settings import Settings
from citehop.testing.pdf_notes import annotate

COMMENT, BESIDE = "compare with <b>our</b> trial", "rounding error in the mean"


@pytest.fixture
def home(shared: Path, tmp_path: Path) -> Settings:
    """A cluster of a real paper with notes."""
    (source,) = shared.glob("fields/medicine/Smith2016*.pdf")
    folder = tmp_path / "papers"
    folder.mkdir()
    annotate(source, folder / "smith.pdf", 5, "A total of 169 patients", COMMENT, BESIDE)
    settings = Settings(home=str(tmp_path / "home"), embedding_model="none")
    build(folder, "noted", None, settings)
    return settings


def test_notes_stand_below_the_answer_and_open_their_page(home: Settings, start: Any) -> None:
    with start(home) as site:
        reply = site.ask("How many patients were included?", cluster="noted")
        page = site.get(reply.headers["location"].partition("#")[0]).text
        answer, _, notes = page.partition("<h3>Your notes")
        assert "compare with" not in answer.partition('class="answer"')[2]
        assert "You wrote: compare with &lt;b&gt;our&lt;/b&gt; trial" in notes
        link = re.search(r'href="(/clusters/noted/papers/[^"]+/pages/5\?note=0)#here"', notes)
        assert link
        shown = site.get(link[1]).text
        assert 'id="here"' in shown
        assert "your note, page 5" in shown
        assert site.get(link[1].replace("note=0", "note=7")).status == 404
