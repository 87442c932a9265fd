"""Answering without a language model: the sentences that answer, as they stand on their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...indexes.types import Chunk, Query
from ...retrieval.search import search_chunks
from ...retrieval.types import RankedPaper
from ..request_context import RequestContext
from ..session import Session
from ..types import Citation
from ..verification.sentences import Prover, sentences_of
from .sentence_ranking import ScoredSentence, score_sentences
from .types import Composed

_PASSAGES = 20
_QUOTES = 3
# Below both, no sentence is about the question: measured on questions whose answer is in another cluster.
_MIN_COVERAGE, _MIN_SIMILARITY = 0.30, 0.35
# A further quote must reach this much more than the best one's score, as a share of it: the surer the best, the closer.
_MARGIN = 0.05


def extract_answer(job: RequestContext, scope: Sequence[RankedPaper]) -> Composed:
    """The answer to the second hop by quotes alone, out of the papers in `scope`, best first (empty: all)."""
    session, question = job.session, job.hops.textual
    with job.trace.step("passages") as detail:
        papers = tuple(ranked.paper_id for ranked in scope)
        hits = search_chunks(session.index, Query(question, papers), _PASSAGES)
        passages = [session.index.chunk(hit.id) for hit in hits]
        detail.append(f"{len(passages)} passages")
    with job.trace.step("quotes") as detail:
        likely = {ranked.paper_id: ranked.score / (scope[0].score or 1.0) for ranked in scope}
        citations = choose(session, question, passages, likely)
        detail.append(f"{len(citations)} proven")
    text = "\n".join(f"{c.quote} [{n}]" for n, c in enumerate(citations, 1))
    return Composed(text, citations)


def choose(
    session: Session, question: str, passages: Sequence[Chunk], likely: Mapping[str, float]
) -> tuple[Citation, ...]:
    """The sentences of `passages` that answer `question`, proven on their pages, best first; () to abstain.

    `likely` as `score_sentences` takes it.
    """
    scored = score_sentences(question, sentences_of(passages), session.index.encoder(), likely)
    good = [s for s in scored if _relevant(s)]
    prover = Prover(session.cluster, session.settings)
    chosen: list[Citation] = []
    for candidate in good:
        if len(chosen) == _QUOTES or (chosen and candidate.score < good[0].score * (good[0].score + _MARGIN)):
            break
        citation = prover.cite(candidate.sentence)
        if citation is not None:
            chosen.append(citation)
    return tuple(chosen)


def _relevant(scored: ScoredSentence) -> bool:
    return scored.coverage >= _MIN_COVERAGE or scored.similarity >= _MIN_SIMILARITY
