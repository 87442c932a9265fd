"""SciDQA's papers as a cluster: passages searched by the product, and questions asked of citehop itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....agent.ask import ask
from ....agent.first_hop import FirstHop
from ....agent.llm.roles import Models
from ....agent.session import Session
from ....indexes.types import Chunk
from ....papers.parsing.paper_ids import build_paper_id
from ....retrieval.types import RankedPaper, Strategy
from ....settings import Settings
from ...runs.resumable_jsonl import run_key
from ...types import AnswerQuote, Document, Example, Prediction
from ..common.answer_text import answer_text
from ..common.corpus_cluster import ClusterSystem, Row
from ..common.model_failures import raise_model_failures
from ..retrieval.engine import search_corpus
from .bibliography import find_cited, split_bibliography
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


def paper_rows(examples: Sequence[Example], texts: Texts, cited: Sequence[Row] = ()) -> list[Row]:
    """The manuscripts of all `examples`, and those of `cited` that a question names, each once."""
    rows = {_row_id(example): paper_row(example, texts) for example in examples}
    named = {build_paper_id(row["id"]): row for e in examples for row in find_cited(e.question, cited)}
    return [row for row in (*rows.values(), *named.values()) if row is not None]


def find_passages(
    examples: Sequence[Example],
    texts: Texts,
    strategy: Strategy,
    count: int,
    settings: Settings,
    cited: Sequence[Row] = (),
) -> dict[str, tuple[Document, ...]]:
    """The best `count` passages of its papers for each example with a text, by id, as `citehop search` finds them.

    Its papers are its own, and those of `cited` that its bibliography names; then the question is searched without that.
    """
    asked = [example for example in examples if texts.full.get((example.tag("pid"), version_of(example)))]
    queries = []
    for example in asked:
        named = find_cited(example.question, cited)
        text = split_bibliography(example.question)[0] if named else example.question
        ids = (_row_id(example), *(str(row["id"]) for row in named))
        queries.append((text, tuple(build_paper_id(key) for key in ids)))
    found = search_corpus(paper_rows(asked, texts, cited), queries, strategy, count, settings)
    return {
        example.id: tuple(
            Document(f"{_paper_of(chunk, example)}:{chunk.id.rpartition(':')[2]}", text=chunk.text)
            for chunk in chunks
        )
        for example, chunks in zip(asked, found, strict=True)
    }


def _paper_of(chunk: Chunk, example: Example) -> str:
    """The id by which the data set knows the paper of `chunk`."""
    own = chunk.paper_id == build_paper_id(_row_id(example))
    return example.tag("pid") if own else chunk.paper_id


def ask_citehop(models: Models | None, cited: Sequence[Row] = ()) -> ClusterSystem:
    """The system that asks citehop each question of its own paper, and of those of `cited` that it names."""

    def answer(session: Session, example: Example) -> Prediction:
        paper = build_paper_id(_row_id(example))
        if paper not in session.cluster.paper_ids:
            return Prediction(example.id, error="no text of the paper")
        named = [build_paper_id(row["id"]) for row in find_cited(example.question, cited)]
        ids = [paper, *(key for key in named if key in session.cluster.paper_ids)]
        known = FirstHop(ranking=tuple(RankedPaper(key, 1 / n) for n, key in enumerate(ids, 1)))
        with raise_model_failures(models) as watched:
            found = ask(session, example.question, known=known, models=watched)
        return Prediction(
            example.id,
            answer=answer_text(found),
            reply=found.text,
            shown=(example.tag("pid"), *ids[1:]),
            quotes=tuple(
                AnswerQuote(example.tag("pid") if c.paper_id == paper else c.paper_id, c.quote)
                for c in found.citations
            ),
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
