"""Baselines that see no figure. If a baseline answers a combined question, the question does not need its first hop."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import islice

from ...agent.session import Session
from ...indexes.text.chunking import chunk_paper
from ...indexes.types import SearchQuery
from ...papers.types import Paper
from ...retrieval.search import search_chunks
from ..baselines.rankers import Ranker, ranker
from ..retrieval.corpus import CorpusPassage
from ..retrieval.options import StrategySpec

BASELINES = ("titles", "abstracts", "passages", "search")
TEXT_BASELINES = ("prose", "passages", "search")
_BM25 = StrategySpec("baseline:bm25")
_DEPTH = 10  # passages that are searched for the first that is not a table


class FigurelessBaselines:
    """Baselines that get a combined question without its figure.

    They are BM25 over the titles, over titles with abstracts and over the passages of a cluster's papers, and
    citehop's own search. The paper with the figure (the anchor) is left out.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        papers = session.cluster.summaries
        chunks = [chunk for paper in session.cluster.papers() for chunk in chunk_paper(paper)]
        self._text = {chunk.id: chunk.text for chunk in chunks}
        self._titles = ranker(_BM25, [CorpusPassage(paper.id, paper.title) for paper in papers])
        self._abstracts = ranker(
            _BM25, [CorpusPassage(paper.id, f"{paper.title}. {paper.abstract}") for paper in papers]
        )
        self._passages = ranker(_BM25, [CorpusPassage(chunk.id, chunk.text) for chunk in chunks])

    def rank_papers(self, question: str, anchor: str) -> list[str]:
        """Return the ids of all papers except `anchor`, ranked by BM25 over titles and abstracts, best first."""
        return [hit.id for hit in self._abstracts(question) if hit.id != anchor]

    def find_answering(self, question: str, anchor: str, paper_id: str, quote: str) -> tuple[str, ...]:
        """Return the baselines whose best paper is `paper_id`, or whose best passage is from it and contains `quote`."""
        others = tuple(one for one in self._session.cluster.paper_ids if one != anchor)
        passages = (hit.id for hit in self._passages(question) if _paper_of(hit.id) != anchor)
        search = search_chunks(self._session.index, SearchQuery(question, others), 1)
        best_passages = {
            "passages": [self._text[one] for one in islice(passages, 1) if _paper_of(one) == paper_id],
            "search": [
                self._session.index.chunk(hit.id).text for hit in search if _paper_of(hit.id) == paper_id
            ],
        }
        titles = [hit.id for hit in self._titles(question) if hit.id != anchor]
        best_papers = {"titles": titles[:1], "abstracts": self.rank_papers(question, anchor)[:1]}
        return tuple(
            name
            for name in BASELINES
            if best_papers.get(name) == [paper_id]
            or any(quote in text for text in best_passages.get(name, ()))
        )


class TextBaselines:
    """Baselines that get a question about one paper without its figures.

    They are BM25 over the prose of the paper and citehop's search in it. Prose is passages and captions without the
    rows of tables.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._prose: dict[str, dict[str, str]] = {}
        self._rankers: dict[str, Ranker] = {}

    def find_stating(
        self, paper: Paper, question: str, answer: str, others: Collection[str]
    ) -> tuple[str, ...]:
        """Return the baselines that give `answer`.

        "prose" gives it if it is a number in the prose or a caption. "passages" and "search" give it if their best
        passage contains it. If it is not a number, that passage must contain none of `others`, the names that might
        be meant instead.
        """
        prose = self._prose_of(paper)
        found = []
        number = answer[:1].isdigit() or answer[:1] in "-−."
        if number and any(_contains(text, answer) for text in prose.values()):
            found.append("prose")
        for name, text in self._first_passages(paper, question, prose).items():
            if _contains(text, answer) and (number or not any(_contains(text, one) for one in others)):
                found.append(name)
        return tuple(found)

    def find_quoting(self, paper: Paper, question: str, quote: str) -> tuple[str, ...]:
        """Return the baselines whose best passage of the paper contains `quote`."""
        first = self._first_passages(paper, question, self._prose_of(paper))
        return tuple(name for name, text in first.items() if quote in text)

    def _first_passages(self, paper: Paper, question: str, prose: Mapping[str, str]) -> dict[str, str]:
        if not prose:
            return {}
        if paper.id not in self._rankers:
            self._rankers[paper.id] = ranker(_BM25, [CorpusPassage(*item) for item in prose.items()])
        by_words = self._rankers[paper.id](question)
        hits = search_chunks(self._session.index, SearchQuery(question, (paper.id,)), _DEPTH)
        by_search = [hit.id for hit in hits if hit.id in prose]
        first = {"passages": [hit.id for hit in by_words][:1], "search": by_search[:1]}
        return {name: prose[ids[0]] for name, ids in first.items() if ids}

    def _prose_of(self, paper: Paper) -> dict[str, str]:
        if paper.id not in self._prose:
            chunks = chunk_paper(paper)
            self._prose[paper.id] = {
                chunk.id: chunk.text.partition("\n")[0] if chunk.kind == "table" else chunk.text
                for chunk in chunks
            }
        return self._prose[paper.id]


def _contains(text: str, name: str) -> bool:
    return re.search(rf"(?<![\w.]){re.escape(name)}(?!\w|\.\d)", text) is not None


def needs_figure(answered_by: Sequence[str]) -> bool:
    """True if no baseline finds the passage and at most one of the two paper rankings begins with the right paper."""
    return not {"passages", "search"} & set(answered_by) and not {"titles", "abstracts"} <= set(answered_by)


def _paper_of(chunk_id: str) -> str:
    return chunk_id.rpartition(":")[0]
