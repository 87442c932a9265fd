"""Selection of the papers for which something holds: "Which papers train on SNLI?", "Which papers are about
monsoons?"."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ....indexes.text.analysis import analyze
from ....indexes.types import SearchQuery
from ....papers.sentences import split_sentences
from ....retrieval.search import search_chunks
from ...relevance.candidates import is_sentence
from ...relevance.gate import with_heading
from ...relevance.question_terms import GENERIC
from ...relevance.text_features import word_terms
from ...request_context import RequestContext
from ...types import ComparisonRow
from ...verification.sentences import Prover, Sentence, sentences_of

_PASSAGES = 120
_OF_PAPER = 3  # most sentences of one paper that are read
_READ = 72  # most sentences that are read in all
_LEAST = 0.4  # least probability for a sentence to show that its paper is meant
# Least share of the question's weight that title and abstract must have, and least ratio of this share to that of the
# best paper.
_TOPICAL, _OF_BEST = (
    0.5,
    0.8,
)
_MOST = 12


def select_papers(context: RequestContext) -> list[ComparisonRow]:
    """Return the papers whose title and abstract match the question, then those with a sentence that answers it.

    Each row has its evidence. At most `_MOST` rows; within both groups the most probable come first, ties go by id.
    """
    prover = Prover(context.session.cluster, context.session.settings)
    topical = {row.paper_id: row for row in _select_by_topic(context, prover)}
    stated = {row.paper_id: row for row in _select_by_sentences(context, prover)}
    rows = (topical | stated).values()
    return sorted(rows, key=lambda row: (row.paper_id not in topical, -row.probability, row.paper_id))[:_MOST]


def _select_by_topic(context: RequestContext, prover: Prover) -> list[ComparisonRow]:
    """Return the papers whose title and abstract have nearly as much of the question as the best paper."""
    session, weights = context.session, _weigh_terms(context)
    total = sum(weights.values()) or 1.0
    shares: dict[str, float] = {}
    for paper in session.cluster.summaries:
        terms = session.subjects.title_terms[paper.id] | word_terms(session.cluster.paper(paper.id).abstract)
        shares[paper.id] = sum(weight for term, weight in weights.items() if term in terms) / total
    best = max(shares.values(), default=0.0)
    kept = [paper_id for paper_id, share in shares.items() if share >= max(_TOPICAL, _OF_BEST * best)]
    rows = (_show_topic(context, paper_id, shares[paper_id], prover) for paper_id in kept)
    return [row for row in rows if row is not None]


def _show_topic(context: RequestContext, paper_id: str, share: float, prover: Prover) -> ComparisonRow | None:
    """Return the row of a paper, with the sentence of its abstract that has most of the question, or else its title.

    None if neither is found on the first pages.
    """
    paper, weights = context.session.cluster.paper(paper_id), _weigh_terms(context)
    texts = [*split_sentences(paper.abstract), paper.title]
    best = max(texts, key=lambda text: sum(weights.get(term, 0.0) for term in word_terms(text)))
    pages = (1, 2) if paper.pages else (0,)
    found = next(
        (c for text in (best, paper.title) for page in pages if (c := prover.find(paper_id, page, text))),
        None,
    )
    return ComparisonRow(paper_id, paper.title, found.quote, (found,), share) if found else None


def _select_by_sentences(context: RequestContext, prover: Prover) -> list[ComparisonRow]:
    """Return the papers with a sentence that answers the question, each with its likeliest sentence."""
    session, text = context.session, context.query.text
    candidates = _find_candidates(context)
    scores = session.index.score_answers(text, [with_heading(sentence) for sentence in candidates])
    rows: dict[str, ComparisonRow] = {}
    order = sorted(
        zip(() if scores is None else scores.tolist(), candidates, strict=False), key=lambda pair: -pair[0]
    )
    for score, sentence in order:
        chance, paper_id = 1 / (1 + math.exp(-score)), sentence.chunk.paper_id
        if chance < _LEAST:
            break
        if paper_id not in rows and (citation := prover.cite(sentence)) is not None:
            title = session.cluster.summary(paper_id).title
            rows[paper_id] = ComparisonRow(paper_id, title, citation.quote, (citation,), chance)
    return list(rows.values())


def _find_candidates(context: RequestContext) -> Sequence[Sentence]:
    """Return the sentences of each paper that have most of the question's words, weighted by rarity, best first.

    At most `_OF_PAPER` sentences of a paper and `_READ` in all.
    """
    session, weights = context.session, _weigh_terms(context)
    hits = search_chunks(session.index, SearchQuery(context.query.text), _PASSAGES)
    by_paper: dict[str, list[tuple[float, int, Sentence]]] = {}
    for place, sentence in enumerate(sentences_of(session.index.chunk(hit.id) for hit in hits)):
        if is_sentence(sentence.text):
            share = sum(weights[term] for term in word_terms(sentence.text) & weights.keys())
            by_paper.setdefault(sentence.chunk.paper_id, []).append((-share, place, sentence))
    best = [each for own in by_paper.values() for each in sorted(own, key=lambda e: e[:2])[:_OF_PAPER]]
    return [sentence for _, _, sentence in sorted(best, key=lambda each: each[:2])[:_READ]]


def _weigh_terms(context: RequestContext) -> dict[str, float]:
    """Map each term of the question to its rarity among papers, except generic terms and terms that no paper has."""
    statistics = context.session.subjects.statistics
    terms = (
        term for term in analyze(context.query.text) if term not in GENERIC and statistics.occurrences(term)
    )
    return {term: statistics.idf(term) for term in terms}
