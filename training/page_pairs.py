"""Collect pairs of a query and the page that it should find from the papers of clusters."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

from ..agent.session import Session
from ..evaluation.question_generation.types import QuestionPair
from ..indexes.pages.rendering import DPI
from ..papers.captions import split_caption
from ..papers.files import write_atomic
from ..papers.parsing.pdf.pages import render_page
from ..papers.types import Paper
from .pages import PagePair
from .pairs import HeldOut

_SHORTEST = 4  # least number of words of a query


def collect_page_pairs(
    sessions: Sequence[Session],
    questions: Sequence[QuestionPair],
    images: Path,
    held_out: HeldOut,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[list[PagePair], list[PagePair]]:
    """Return the pairs to train with and the pairs to measure with (papers that `held_out` accepts).

    A query is a caption, paired with the page of its figure, or a generated question, paired with the page of its
    quote. Pages are rendered into the folder `images`, where the next call finds them. `progress` is called with the
    number of pairs done and the number of all pairs.
    """
    wanted = [
        (s, p, query, page)
        for s in sessions
        for p in s.cluster.papers()
        for query, page in _queries(p, questions)
    ]
    parts: tuple[list[PagePair], list[PagePair]] = ([], [])
    for done, (session, paper, query, page) in enumerate(wanted, 1):
        source = session.cluster.source_path(paper.id)
        if source is not None:
            image = images / f"{paper.id}-{page}.png"
            if not image.is_file():
                _render(source, page, image)
            parts[held_out(paper)].append(PagePair(paper.id, query, image))
        if progress:
            progress(done, len(wanted))
    return parts


def _queries(paper: Paper, questions: Sequence[QuestionPair]) -> list[tuple[str, int]]:
    captions = [(split_caption(" ".join(f.caption.split()))[1], f.page) for f in paper.figures if f.page]
    asked = [(q.reference.question, q.reference.page) for q in questions if q.visual.cited == paper.id]
    return [(text, page) for text, page in (*captions, *asked) if page and len(text.split()) >= _SHORTEST]


def _render(source: Path, page: int, image: Path) -> None:
    buffer = io.BytesIO()
    render_page(source, page, DPI).save(buffer, "PNG")
    write_atomic(image, buffer.getvalue())
