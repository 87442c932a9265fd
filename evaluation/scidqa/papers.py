"""SciDQA's papers as a cluster: passages found by citehop's search, and questions asked of citehop itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...agent.ask import ask
from ...agent.first_hop import FirstHop
from ...agent.llm.roles import Models
from ...agent.session import Session
from ...indexes.types import Chunk
from ...papers.parsing.paper_ids import build_paper_id
from ...papers.sentences import split_sentences
from ...retrieval.types import RankedPaper, Strategy
from ...settings import Settings
from ..common.engine import ClusterSystem, Row, answer_text, raise_model_failures
from ..retrieval.benchmark import search_corpus
from ..runs.resumable_jsonl import run_key
from ..types import AnswerQuote, Document, Example, Prediction
from .data import Texts, find_cited, split_bibliography, version_of

MOST_CITED, KEPT_CITED = (
    15,
    5,
)  # OCR invents longer runs of citation numbers; the reference code keeps five
_CITED = re.compile(rf"\[(\d+(?:\s*[,;]\s*\d+){{{MOST_CITED},}})\]")
_NOISE = re.compile(r"\[MISSING_PAGE_[^\]]*\]|\+\+\+\s*==WARNING:[^\n]*==\s*\+\+\+")
_HEADING_MARK = re.compile(r"^#{1,6}\s")


def clean(text: str) -> str:
    """Return Nougat's `text` without its error marks; runs of more than fifteen citation numbers are cut to five."""

    def shorter(match: re.Match[str]) -> str:
        return "[" + ", ".join(re.split(r"\s*[,;]\s*", match[1])[:KEPT_CITED]) + "]"

    return _CITED.sub(shorter, _NOISE.sub("", text))


def count_words(text: str) -> int:
    """Return the number of words in `text`."""
    return len(text.split())


def passages(text: str, limit: int, length: Callable[[str], int] = count_words) -> list[str]:
    """Split `text` into passages of about `limit`, measured by `length`.

    A passage is made of whole sentences of one paragraph and begins with the last sentence of the passage before if
    that fits. A heading belongs to the passage after it. A sentence longer than `limit` is a passage by itself. Only
    blank lines are lost.
    """
    found: list[str] = []
    heading = ""
    for paragraph in _paragraphs(text):
        if _HEADING_MARK.match(paragraph) and "\n" not in paragraph:
            heading = f"{heading}\n{paragraph}".strip()
            continue
        for passage in _packed(split_sentences(paragraph) or [paragraph], limit, length):
            found.append(f"{heading}\n{passage}".strip())
            heading = ""
    return [*found, heading] if heading else found


def windows(text: str, limit: int, length: Callable[[str], int]) -> list[str]:
    """Split `text` into windows of at most `limit`, measured by `length`.

    Windows are filled in order with paragraphs; a paragraph that is too long is split into lines, sentences or words.
    Every word is in a window, including the last, which the reference code leaves out.
    """
    found: list[str] = []
    current = ""
    for piece in _pieces(text, limit, length):
        joined = f"{current}\n\n{piece}" if current else piece
        if current and length(joined) > limit:
            found.append(current)
            joined = piece
        current = joined
    return [*found, current] if current else found


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]


def _packed(sentences: list[str], limit: int, length: Callable[[str], int]) -> Iterator[str]:
    current: list[tuple[str, int]] = []
    new = 0
    for sentence in sentences:
        size = length(sentence)
        if new and sum(part for _, part in current) + size > limit:
            yield " ".join(text for text, _ in current)
            fits = current[-1][1] + size <= limit
            current, new = (current[-1:] if fits else []), 0
        current.append((sentence, size))
        new += 1
    if new:
        yield " ".join(text for text, _ in current)


def _pieces(text: str, limit: int, length: Callable[[str], int]) -> Iterator[str]:
    """Yield parts of `text` that fit into a window, as large as its structure allows."""

    def smaller(part: str, level: int) -> Iterator[str]:
        if length(part) <= limit or level == len(splits):
            yield part
            return
        for piece in splits[level](part):
            yield from smaller(piece, level + 1)

    splits: list[Callable[[str], list[str]]] = [
        _paragraphs,
        lambda part: [line for line in part.split("\n") if line.strip()],
        split_sentences,
        lambda part: _halves(part, limit, length),
    ]
    yield from smaller(text, 0) if text.strip() else ()


def _halves(part: str, limit: int, length: Callable[[str], int]) -> list[str]:
    """Split `part` between words into halves until each half fits. A single word is not split."""
    words = part.split()
    if len(words) < 2 or length(part) <= limit:
        return [part]
    middle = len(words) // 2
    return [
        *_halves(" ".join(words[:middle]), limit, length),
        *_halves(" ".join(words[middle:]), limit, length),
    ]


_HEADING = re.compile(r"^#{1,6}\s+(?P<heading>.+)$")


def paper_row(example: Example, texts: Texts) -> Row | None:
    """Return the manuscript that `example` is about as a paper of a cluster; None if nothing of it is available."""
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
    """Return the manuscripts of all `examples`, and the `cited` papers that a question names, each once."""
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
    """Map the id of each example with a text to the best `count` passages of its papers, as `citehop search` finds
    them.

    The papers are the example's own and those of `cited` that the bibliography in its question names. If it names
    any, the bibliography is left out of the query.
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
    """Return the data set's id of the paper of `chunk`."""
    own = chunk.paper_id == build_paper_id(_row_id(example))
    return example.tag("pid") if own else chunk.paper_id


def ask_citehop(models: Models | None, cited: Sequence[Row] = ()) -> ClusterSystem:
    """Return the system that asks citehop each question about its own paper and the `cited` papers that it names."""

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
    """Return the manuscript's id in the cluster. A hash tells apart OpenReview ids that differ only in case."""
    pid, version = example.tag("pid"), version_of(example)
    return f"{pid}-{version}-{run_key(pid, version)[:6]}"


def _sections(text: str) -> Iterator[dict[str, object]]:
    """Yield the sections of a Markdown text, each with its heading and paragraphs."""
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
