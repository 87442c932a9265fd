"""One question's way through the house: figure, ranking, passages, sentences, proof."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ..indexes.types import Chunk, Query
from ..retrieval.hops import split_hops
from ..retrieval.search import search_chunks
from .evidence import Prover, sentences_of
from .extract import Scored, score_sentences
from .first_hop import first_hop
from .session import Session
from .types import Answer, Citation, Usage

_PASSAGES = 12
_QUOTES = 3
# Below both, no sentence is about the question: measured on questions whose answer is in another cluster.
_MIN_COVERAGE, _MIN_SIMILARITY = 0.30, 0.35
# A further quote must come close to the best one.
_RELATIVE = 0.72


def ask(
    session: Session,
    question: str,
    *,
    anchor: str | None = None,
    figure: str | None = None,
    top_papers: int = 3,
) -> Answer:
    """Answer `question` over the session's cluster without a language model.

    `anchor` (default: the cluster's) and `figure` say which figure the first hop is about. The second hop is searched
    in the `top_papers` best cited papers, or in all papers when the question has one hop and no figure. Status
    "abstained" when no sentence answers. Raises UsageError for an unknown anchor or figure.
    """
    started = time.perf_counter()
    hops = split_hops(question)
    hop = first_hop(session, question, anchor=anchor, figure=figure)
    scoped = hops.is_two_hop or hop.figure is not None
    scope = tuple(r.paper_id for r in hop.ranking[:top_papers]) if scoped else ()
    chosen = choose(session, hops.textual, _passages(session, hops.textual, scope))
    usage = Usage(seconds=round(time.perf_counter() - started, 3))
    if not chosen:
        return Answer(_nothing(session, scope), (), hop.ranking, hop.reading, usage, "abstained")
    return Answer(_prose(chosen), tuple(chosen), hop.ranking, hop.reading, usage, "answered")


def _passages(session: Session, question: str, scope: Sequence[str]) -> list[Chunk]:
    hits = search_chunks(session.index, Query(question, tuple(scope)), _PASSAGES)
    return [session.index.chunk(hit.id) for hit in hits]


def choose(session: Session, question: str, passages: Sequence[Chunk]) -> list[Citation]:
    """The sentences of `passages` that answer `question`, proven on their pages, best first; [] to abstain."""
    scored = score_sentences(question, sentences_of(passages), session.index.encoder())
    good = [s for s in scored if _relevant(s)]
    prover = Prover(session.cluster)
    chosen: list[Citation] = []
    for candidate in good:
        if len(chosen) == _QUOTES or (chosen and candidate.score < _RELATIVE * good[0].score):
            break
        citation = prover.cite(candidate.sentence)
        if citation is not None:
            chosen.append(citation)
    return chosen


def _relevant(scored: Scored) -> bool:
    return scored.coverage >= _MIN_COVERAGE or scored.similarity >= _MIN_SIMILARITY


def _prose(citations: Sequence[Citation]) -> str:
    """The quotes, each with the number of its citation."""
    return "\n".join(f"{c.quote} [{n}]" for n, c in enumerate(citations, 1))


def _nothing(session: Session, scope: Sequence[str]) -> str:
    where = f"the {len(scope)} best cited papers" if scope else f"cluster {session.cluster.name}"
    return f"No sentence in {where} answers this question."
