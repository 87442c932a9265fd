"""A user's own cluster as a corpus: questions with the papers or pages that answer them.

A file of questions holds JSON objects, one a line; "question_id" may be left out:

    {"question": "...", "gold_papers": ["raffel2020", ...]}                       ranks the papers of the cluster
    {"question": "...", "gold_pages": ["raffel2020:3", ...]}                      ranks all pages of the cluster
    {"question": "...", "gold_pages": ["raffel2020:3"], "paper_id": "raffel2020"}  ranks the pages of that paper
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ....errors import UsageError
from ....papers.clusters.cluster import Cluster
from ....papers.types import Paper
from ...runs.resumable_jsonl import run_key
from .corpus import Corpus, CorpusPassage, CorpusQuestion, Kind, rows_in

_PAPERS, _PAGES = "papers", "pages"


def cluster_corpus(cluster: Cluster, questions_file: Path) -> Corpus:
    """The corpus of `cluster` and the questions in `questions_file`.

    Raises UsageError, naming the line, for a row that is not of the layout or names a paper or page that is not there.
    """
    papers = cluster.papers()
    pages = {paper.id: _pages(paper) for paper in papers}
    collections = {
        _PAPERS: tuple(CorpusPassage(paper.id, f"{paper.title}. {_abstract(paper)}") for paper in papers),
        _PAGES: tuple(page for found in pages.values() for page in found),
        **{_of(paper_id): found for paper_id, found in pages.items()},
    }
    known = {name: {passage.id for passage in found} for name, found in collections.items()}
    questions = [
        _question(row, place, number, known)
        for number, (place, row) in enumerate(rows_in(questions_file), start=1)
    ]
    if not questions:
        raise UsageError(f"{questions_file}: no questions; see the layout in the help of this command")
    texts = (passage.text for found in (collections[_PAPERS], collections[_PAGES]) for passage in found)
    kinds: dict[str, Kind] = dict.fromkeys(collections, "pages")
    return Corpus(
        collections,
        tuple(questions),
        run_key(questions_file.read_bytes(), *texts),
        scopes={_PAPERS: (), _PAGES: (), **{_of(paper.id): (paper.id,) for paper in papers}},
        kinds={**kinds, _PAPERS: "papers"},
        cluster=str(cluster.path),
    )


def _question(
    row: Mapping[str, Any], place: str, number: int, known: Mapping[str, set[str]]
) -> CorpusQuestion:
    text, paper = row.get("question"), row.get("paper_id")
    gold: Sequence[str] = row.get("gold_papers") or row.get("gold_pages") or ()
    if not isinstance(text, str) or not text or not isinstance(gold, list):
        raise UsageError(
            f'{place}: needs "question" and a list "gold_papers" or "gold_pages"; correct the file'
        )
    name = _PAPERS if row.get("gold_papers") else _of(str(paper)) if paper else _PAGES
    if name not in known:
        raise UsageError(f"{place}: no paper {paper!r} in the cluster; see: citehop papers CLUSTER")
    missing = [key for key in map(str, gold) if key not in known[name]]
    if missing or not gold:
        raise UsageError(
            f"{place}: {missing[0] if missing else 'nothing'!r} is not in the cluster; correct the file"
        )
    relevance = tuple((str(key), 1.0) for key in dict.fromkeys(gold))
    return CorpusQuestion(str(row.get("question_id", number)), text, name, str(paper or text), relevance)


def _of(paper_id: str) -> str:
    return f"{_PAGES} of {paper_id}"


def _pages(paper: Paper) -> tuple[CorpusPassage, ...]:
    """The pages of a paper that have text, each under the section in which it begins."""
    blocks: dict[int, list[str]] = {}
    sections: dict[int, str] = {}
    for block in paper.blocks:
        blocks.setdefault(block.page, []).append(block.text)
        sections.setdefault(block.page, block.section)
    return tuple(
        CorpusPassage(f"{paper.id}:{page}", "\n".join(texts), sections[page], title=paper.title)
        for page, texts in sorted(blocks.items())
    )


def _abstract(paper: Paper) -> str:
    return (
        paper.abstract or " ".join(block.text for block in paper.blocks if block.kind == "paragraph")[:1500]
    )
