"""Corpora to compare retrieval strategies: questions, the passages to search for each question, and the relevant ones.

A folder has one of two layouts. Each file has a JSON object per line:

papers.jsonl       {"paper_id", "title", "abstract"?, "paragraphs": [text, ...], "sections"?: [heading of each, ...]}
questions.jsonl    {"question_id", "question", "paper_id", "gold_paragraphs": [index, ...]}    ranks its paragraphs
                   {"question_id", "question", "gold_papers": [paper_id, ...]}                  ranks the papers

queries.jsonl      {"query_id", "title", "abstract",
                    "candidates": [{"paper_id", "title", "abstract", "relevance": 0..3}]}

Questions without gold are left out. Further keys are ignored.

A user's own cluster can be a corpus too. The file of questions about it has a JSON object per line; "question_id" may
be left out:

    {"question": "...", "gold_papers": ["raffel2020", ...]}                       ranks the papers of the cluster
    {"question": "...", "gold_pages": ["raffel2020:3", ...]}                      ranks all pages of the cluster
    {"question": "...", "gold_pages": ["raffel2020:3"], "paper_id": "raffel2020"}  ranks the pages of that paper
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from ...errors import UsageError
from ...papers.clusters.cluster import Cluster
from ...papers.parsing.paper_ids import build_paper_id
from ...papers.plural import list_some
from ...papers.types import Paper
from ...settings import expand_user
from ..common.files import rows_in
from ..runs.resumable_jsonl import run_key

Kind = Literal["paragraphs", "pages", "papers"]
_HEADING_WORDS = 8
_LAYOUT = "correct the file; docs/benchmarks.md shows the layout of a corpus"
_TITLES = "papers"  # the collection of all papers, for questions with gold papers


@dataclass(frozen=True, slots=True)
class CorpusPassage:
    """A text to find.

    `heading` is the heading of its section and `title` the title of its paper. `is_heading` is True if the text is a
    heading.
    """

    id: str
    text: str
    heading: str = ""
    is_heading: bool = False
    title: str = ""


@dataclass(frozen=True, slots=True)
class CorpusQuestion:
    """A question about one collection of passages.

    `relevance` holds (passage id, grade > 0) pairs. Questions with the same `group` are not independent; intervals
    resample them together.
    """

    id: str
    text: str
    collection: str
    group: str
    relevance: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Collections of passages by name, and the questions in the order of the file. `key` changes with the files.

    `scopes` maps a collection to the papers to search in (() for all) and `kinds` maps it to what is ranked. `papers`
    are the rows from which a cluster can be built (see `papers.parsing.json_lines`); they are empty if the corpus is
    the user's `cluster`.
    """

    collections: Mapping[str, tuple[CorpusPassage, ...]]
    questions: tuple[CorpusQuestion, ...]
    key: str
    scopes: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, Kind]
    papers: tuple[Mapping[str, Any], ...] = ()
    cluster: str = ""

    def paper_id(self, paper: str) -> str:
        """Return the id that a paper of the corpus has in the cluster."""
        return paper if self.cluster else build_paper_id(paper)


def find_corpus(name: str | Path, roots: Sequence[Path]) -> Path:
    """Return the folder `name`, as given or below one of `roots`. Raises UsageError, naming the folders tried, if
    none exists.
    """
    tried = list(dict.fromkeys([expand_user(name), *(root / name for root in roots)]))
    for folder in tried:
        if folder.is_dir():
            return folder
    raise UsageError(f"no corpus {str(name)!r}; looked for {list_some([*map(str, tried)])}")


def load_corpus(folder: Path) -> Corpus:
    """Load the corpus in `folder`.

    Raises UsageError, naming file and line, for a line that is in none of the layouts.
    """
    if (folder / "queries.jsonl").exists():
        return _pools(folder / "queries.jsonl")
    return _papers(folder / "papers.jsonl", folder / "questions.jsonl")


def _papers(papers_file: Path, questions_file: Path) -> Corpus:
    collections: dict[str, tuple[CorpusPassage, ...]] = {}
    titles, papers = [], []
    for place, row in rows_in(papers_file, _LAYOUT):
        key, title, paragraphs = (
            _text(row, "paper_id", place),
            _text(row, "title", place),
            row.get("paragraphs") or [],
        )
        collections[key] = tuple(_paragraphs(title, paragraphs, row.get("sections")))
        papers.append(
            {
                "id": key,
                "title": title,
                "abstract": row.get("abstract") or "",
                "sections": [
                    {
                        "heading": heading,
                        "paragraphs": [passage.text for passage in run if passage.text.strip()],
                    }
                    for heading, run in groupby(
                        (passage for passage in collections[key] if not passage.is_heading),
                        key=lambda passage: passage.heading,
                    )
                ],
            }
        )
        abstract = row.get("abstract") or " ".join(paragraphs[:2])
        titles.append(CorpusPassage(key, f"{title}. {abstract}"))
    collections[_TITLES] = tuple(titles)
    questions = []
    for place, row in rows_in(questions_file, _LAYOUT):
        gold = row.get("gold_papers")
        collection = _TITLES if gold is not None else _text(row, "paper_id", place)
        ids = list(gold) if gold is not None else [_paragraph_id(n) for n in row.get("gold_paragraphs") or []]
        unknown = set(ids) - {passage.id for passage in collections.get(collection, ())}
        if unknown:
            raise UsageError(f"{place}: gold {min(unknown)} is not in {collection!r}; correct the file")
        if ids:
            relevance = tuple((key, 1.0) for key in dict.fromkeys(ids))
            question = _text(row, "question", place)
            group = collection if gold is None else question
            questions.append(
                CorpusQuestion(_text(row, "question_id", place), question, collection, group, relevance)
            )
    kinds: dict[str, Kind] = dict.fromkeys(collections, "paragraphs")
    return Corpus(
        collections,
        tuple(questions),
        run_key(papers_file.read_bytes(), questions_file.read_bytes()),
        scopes={name: () if name == _TITLES else (name,) for name in collections},
        kinds={**kinds, _TITLES: "papers"},
        papers=tuple(papers),
    )


def _paragraphs(
    title: str, paragraphs: Sequence[str], sections: Sequence[str | None] | None
) -> Iterator[CorpusPassage]:
    """Yield the paragraphs of a paper with their headings.

    The headings are `sections` if given; otherwise the last paragraph that looks like a heading is used.
    """
    last = ""
    for number, text in enumerate(paragraphs):
        is_heading = _looks_like_a_heading(text)
        if sections is not None:
            last = (sections[number] if number < len(sections) else "") or ""
        elif is_heading and text.strip():
            last = text.strip()
        yield CorpusPassage(_paragraph_id(number), text, "" if is_heading else last, is_heading, title)


def _looks_like_a_heading(text: str) -> bool:
    return len(text.split()) <= _HEADING_WORDS and not re.search(r"[.:;,?]\s*$", text)


def _paragraph_id(number: int) -> str:
    return f"{number:05d}"  # sorts in the order of the paragraphs


def _pools(path: Path) -> Corpus:
    collections = {}
    papers: dict[str, Mapping[str, Any]] = {}
    questions = []
    for number, (place, row) in enumerate(rows_in(path, _LAYOUT)):
        key = f"{number:04d}"
        candidates = row.get("candidates") or []
        collections[key] = tuple(
            CorpusPassage(_text(c, "paper_id", place), f"{c.get('title') or ''}. {c.get('abstract') or ''}")
            for c in candidates
        )
        for c in candidates:
            paper_id, title = str(c["paper_id"]), str(c.get("title") or "") or str(c["paper_id"])
            papers[paper_id] = {"id": paper_id, "title": title, "abstract": c.get("abstract") or ""}
        relevance = tuple(
            (str(c["paper_id"]), float(c["relevance"])) for c in candidates if c.get("relevance", 0) > 0
        )
        query = f"{row.get('title') or ''}. {row.get('abstract') or ''}"
        if relevance:
            questions.append(CorpusQuestion(key, query, key, _text(row, "query_id", place), relevance))
    return Corpus(
        collections,
        tuple(questions),
        run_key(path.read_bytes()),
        scopes={name: tuple(passage.id for passage in passages) for name, passages in collections.items()},
        kinds=dict.fromkeys(collections, "papers"),
        papers=tuple(papers.values()),
    )


def _text(row: Mapping[str, Any], key: str, place: str) -> str:
    if row.get(key) in (None, ""):
        raise UsageError(f"{place}: {key!r} is missing; correct the file")
    return str(row[key])


_PAPERS, _PAGES = "papers", "pages"


def cluster_corpus(cluster: Cluster, questions_file: Path) -> Corpus:
    """Return the corpus made of `cluster` and the questions in `questions_file`.

    Raises UsageError, naming the line, for a row in another layout or one that names a missing paper or page.
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
        for number, (place, row) in enumerate(rows_in(questions_file, _LAYOUT), start=1)
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
    """Return the pages of a paper that have text, each with the section in which it begins as its heading."""
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
