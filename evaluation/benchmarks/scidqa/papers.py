"""SciDQA's papers as a cluster: passages searched by the product, and questions asked of citehop itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....agent.ask import ask
from ....agent.first_hop import FirstHop
from ....agent.llm.roles import Models
from ....agent.session import Session
from ....papers.parsing.paper_ids import build_paper_id
from ....retrieval.types import RankedPaper, Strategy
from ....settings import Settings
from ...runs.resumable_jsonl import run_key
from ...types import AnswerQuote, Document, Example, Prediction
from ..common.answer_text import answer_text
from ..common.budget_watch import stop_at_budget
from ..common.corpus_cluster import ClusterSystem, Row
from ..retrieval.engine import search_corpus
from .data import Texts, version_of
from .windows import clean

_HEADING = re.compile(r"^#{1,6}\s+(?P<heading>.+)$")


def paper_row(example: Example, texts: Texts) -> Row | None:
    """The manuscript that `example` is about as a paper of a cluster; None where nothing of it is at hand."""
    pid, version = example.tag("pid"), version_of(example)
    known = texts.abstracts.get(pid)
    text = clean(texts.full.get((pid, version), ""))
    if known is None and not text:
        return None
    return {
        "id": _row_id(example),
        "title": (known.title if known else "") or pid,
        "abstract": known.text if known else "",
        "sections": list(_sections(text)),
    }


def paper_rows(examples: Sequence[Example], texts: Texts) -> list[Row]:
    """The manuscripts of all `examples`, each once."""
    rows = {_row_id(example): paper_row(example, texts) for example in examples}
    return [row for row in rows.values() if row is not None]


def find_passages(
    examples: Sequence[Example], texts: Texts, strategy: Strategy, count: int, settings: Settings
) -> dict[str, tuple[Document, ...]]:
    """The best `count` passages of its paper for each example with a text, by id, as `citehop search` finds them."""
    asked = [example for example in examples if texts.full.get((example.tag("pid"), version_of(example)))]
    queries = [(example.question, (build_paper_id(_row_id(example)),)) for example in asked]
    found = search_corpus(paper_rows(asked, texts), queries, strategy, count, settings)
    return {
        example.id: tuple(
            Document(f"{example.tag('pid')}:{chunk.id.rpartition(':')[2]}", text=chunk.text)
            for chunk in chunks
        )
        for example, chunks in zip(asked, found, strict=True)
    }


def ask_citehop(models: Models | None) -> ClusterSystem:
    """The system that asks citehop each question of its own paper."""

    def answer(session: Session, example: Example) -> Prediction:
        paper = build_paper_id(_row_id(example))
        if paper not in session.cluster.paper_ids:
            return Prediction(example.id, error="no text of the paper")
        known = FirstHop(ranking=(RankedPaper(paper, 1.0),))
        with stop_at_budget(models) as watched:
            found = ask(session, example.question, known=known, models=watched)
        return Prediction(
            example.id,
            answer=answer_text(found),
            reply=found.text,
            shown=(example.tag("pid"),),
            quotes=tuple(AnswerQuote(example.tag("pid"), c.quote) for c in found.citations),
            usage=replace(found.usage, seconds=0.0),
        )

    return answer


def _row_id(example: Example) -> str:
    """Ids of OpenReview differ by case, those of a cluster do not."""
    pid, version = example.tag("pid"), version_of(example)
    return f"{pid}-{version}-{run_key(pid, version)[:6]}"


def _sections(text: str) -> Iterator[dict[str, object]]:
    """The sections of a text in Markdown, each with its paragraphs."""
    heading, paragraphs = "", list[str]()
    for part in (part.strip() for part in re.split(r"\n\s*\n", text)):
        match = _HEADING.match(part)
        if match and "\n" not in part:
            if paragraphs:
                yield {"heading": heading, "paragraphs": paragraphs}
            heading, paragraphs = match["heading"], []
        elif part:
            paragraphs.append(" ".join(part.split()))
    if paragraphs:
        yield {"heading": heading, "paragraphs": paragraphs}
