"""Baselines that look at no figure: a combined question that they answer does not need its first hop."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ...agent.session import Session
from ...indexes.text.chunking import chunk_paper
from ...indexes.types import Query
from ...retrieval.search import search_chunks
from ..benchmarks.baselines.rankers import ranker
from ..benchmarks.retrieval.corpus import CorpusPassage
from ..benchmarks.retrieval.strategy_spec import StrategySpec

BASELINES = ("titles", "abstracts", "passages", "search")
_BM25 = StrategySpec("baseline:bm25")


class FigurelessBaselines:
    """BM25 over the titles, over titles with abstracts and over the passages of a cluster's papers, and citehop's search
    in them, each given the combined question alone. The anchor of a question is left out."""

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
        """Ids of the other papers by BM25 over titles and abstracts, best first."""
        return [hit.id for hit in self._abstracts(question) if hit.id != anchor]

    def find_answering(self, question: str, anchor: str, paper_id: str, quote: str) -> tuple[str, ...]:
        """The baselines whose best paper is `paper_id`, or whose best passage is one of it that contains `quote`."""
        others = tuple(one for one in self._session.cluster.paper_ids if one != anchor)
        passages = (hit.id for hit in self._passages(question) if _paper_of(hit.id) != anchor)
        search = search_chunks(self._session.index, Query(question, others), 1)
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


def needs_figure(answered_by: Sequence[str]) -> bool:
    """True if no baseline finds the passage, and not both rankings of papers begin with the right one."""
    return not {"passages", "search"} & set(answered_by) and not {"titles", "abstracts"} <= set(answered_by)


def _paper_of(chunk_id: str) -> str:
    return chunk_id.rpartition(":")[0]
