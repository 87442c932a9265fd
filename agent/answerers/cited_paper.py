"""The second hop: which cited papers to search, and what to ask them."""

from __future__ import annotations

from dataclasses import replace

from ...figures.types import Entity, Reading
from ...papers.captions import figure_label
from ...retrieval.linking.absent import describe_absent, find_absent_reference
from ...retrieval.linking.citing_sentences import rank_by_citing_sentences
from ...retrieval.types import RankedPaper
from ..figures.corrections import CORRECTED, corrected_ranking
from ..figures.first_hop_context import entity_of
from ..first_hop import FirstHop
from ..query.grammar.figure_kind import wanted_kind
from ..relevance.subject import Subject, find_subjects
from ..request_context import Focus, RequestContext, narrow
from .figures.answer import (
    LEAST_IN_SCOPE,
    SHARE_IN_SCOPE,
    outweighs_sentences,
    with_hop,
)
from .figures.answerer import answer_from_tables
from .tables.aliases import find_aliases
from .tables.matched_table import AskedTable, MatchedTable, TableText
from .tables.name_match import is_ours
from .types import ComposedAnswer

_DECIMALS = 6  # further decimals vary: the rounding of a vector depends on the texts that are encoded with it
_SHOWN = 160  # characters of a citing sentence in a reason
# Share of the figure's ranking in the mix with the ranking by citing sentences. The key: does the question mention a
# figure, and is the reading of the figure certain?
_BY_FIGURE = {(True, True): 0.9, (True, False): 0.75, (False, True): 0.25, (False, False): 0.1}
_GIVEN = 0.97  # share of the figure's ranking if the caller gives the figure and the reading is certain
_SURE_READING = 0.3
_CLEAR_NAME = 0.5
_NAMED_OPERATION = "name"  # the operation of a reading whose name the question itself gives
_OWN_NAME = 0.8  # least probability that a name stands for the anchor, for it to count as the anchor's own
_LIKELY_NAME = 0.5
_HALF_NAME = (
    0.5  # share of a column's name that the second part must have, such as "exact match" of "EM / F1"
)


def with_citing_sentences(context: RequestContext, hop: FirstHop) -> FirstHop:
    """Return `hop` with its ranking mixed with a ranking by the sentences of the anchor that cite each paper.

    The citing sentences weigh most if the question mentions no figure. A paper that the question names outright, other
    than the anchor, comes first; a paper that a person's correction names comes before it.
    """
    if hop.anchor is None:
        return hop
    anchor = context.session.cluster.paper(hop.anchor)
    visual = context.question.hops.visual
    by_sentence = rank_by_citing_sentences(visual, anchor, context.session.index.encoder([hop.anchor]))
    speaks_of_figure = bool(
        figure_label(visual) or wanted_kind(visual) or context.focus.figure or context.focus.image
    )
    reading = hop.reading
    sure = bool(
        reading
        and not reading.abstained
        and reading.entities
        and reading.entities[0].probability >= _SURE_READING
    )
    share = _BY_FIGURE[speaks_of_figure or _holds_value(reading), sure] if by_sentence else 1.0
    if sure and (context.focus.figure or context.focus.image):
        share = max(share, _GIVEN)
    total = sum(max(ranked.score, 0.0) for ranked in hop.ranking) or 1.0
    named = set() if speaks_of_figure else set(context.query.papers) - {hop.anchor}
    mixed = []
    for ranked in hop.ranking:
        probability, sentence = by_sentence.get(ranked.paper_id, (0.0, ""))
        score = (
            share * max(ranked.score, 0.0) / total + (1 - share) * probability + (ranked.paper_id in named)
        )
        reasons = (
            (f"cited in: {_shorten(sentence)}",) if sentence and (1 - share) * probability > 0.05 else ()
        )
        mixed.append(RankedPaper(ranked.paper_id, score, (*reasons, *ranked.reasons)))
    mixed.sort(key=lambda ranked: (-ranked.score, ranked.paper_id))
    rounded = [replace(ranked, score=round(ranked.score, _DECIMALS)) for ranked in mixed]
    ranking = corrected_ranking(context.session.cluster, hop.anchor, hop.figure, reading, rounded)
    return replace(hop, ranking=ranking)


def paper_called(context: RequestContext, hop: FirstHop) -> Subject | None:
    """Return the paper that the name read from the figure clearly stands for; None if there is no such paper."""
    name = _read_name(hop)
    likeliest = next(iter(find_subjects(name.text, context.session.subjects, 1)), None) if name else None
    return likeliest if likeliest is not None and likeliest.is_clear else None


def describe_absent_work(context: RequestContext, hop: FirstHop, called: Subject | None) -> str:
    """Return a sentence that the name read from the figure stands for a work that the cluster lacks.

    The work is looked up in the anchor's bibliography. If no such work is found, but the cluster has none of the papers
    that the anchor cites, the sentence says so. Return "" in all other cases, if no name was read, or if a paper is
    `called` by the name.
    """
    name = _read_name(hop)
    if name is None or hop.anchor is None or called is not None:
        return ""
    anchor = context.session.cluster.paper(hop.anchor)
    reference = find_absent_reference(name.printed, anchor) if name.probability >= _CLEAR_NAME else None
    if reference is not None:
        return describe_absent(name.text, reference)
    is_alone = bool(anchor.references) and not any(reference.paper_id for reference in anchor.references)
    return f'No paper that "{anchor.title}" cites is in this cluster' if is_alone else ""


def own_paper(hop: FirstHop, called: Subject | None) -> tuple[RankedPaper, ...]:
    """Return the anchor if its figure answers with the clear name of its own system; () otherwise.

    `called` is the paper that the name stands for. A name that the question itself gives does not count: "the paper
    compares with X; how does X ...?".
    """
    name = _read_name(hop)
    if name is None or hop.anchor is None or name.probability < _CLEAR_NAME:
        return ()
    if hop.reading is None or hop.reading.operation == _NAMED_OPERATION:
        return ()
    is_own = is_ours(name.text) or (
        called is not None and called.paper_id == hop.anchor and called.probability >= _OWN_NAME
    )
    return (RankedPaper(hop.anchor, 1.0, (f"{name.text!r} is the paper's own",)),) if is_own else ()


def _read_name(hop: FirstHop) -> Entity | None:
    """Return the name read from the figure; None if no name is likely, or if a person corrected the reading."""
    reading = hop.reading
    if reading is None or not entity_of(hop) or reading.operation == CORRECTED:
        return None
    return reading.entities[0]


def figure_has_second_part(context: RequestContext, hop: FirstHop) -> bool:
    """True if the figure of the first part can also answer the second part of the question.

    The second part then names a column of the figure ("Which model is best in Table 2, and what is its recall?") or
    asks for the value or name found there ("... and how long are they?").
    """
    second = context.question.hops.textual
    if hop.figure is None or hop.anchor is None or hop.chosen:
        return False
    data = context.session.figure_data(hop.anchor, hop.figure)
    if data is None:
        return False
    table = MatchedTable(AskedTable(data, TableText(aliases=find_aliases("", ()))), second)
    asked = frozenset(table.matcher.terms)
    return any(
        (column.share >= _HALF_NAME and 2 * len(column.terms) >= len(asked))
        or (bool(asked) and asked <= column.terms)
        for column in table.columns
    )


def answer_from_cited_tables(
    context: RequestContext, paper_id: str, otherwise: float
) -> ComposedAnswer | None:
    """Answer the second hop from a table of the cited paper; None if no table fits.

    `otherwise` is the probability, 0..1, that sentences of the paper answer.
    """
    alone = narrow(context, context.question.hops.textual)
    if alone.query.answer_type != "number":
        return None
    answer = answer_from_tables(replace(alone, focus=Focus()), (Subject(paper_id, 1.0, 1.0),))
    if answer is None or not outweighs_sentences(answer, otherwise, LEAST_IN_SCOPE, SHARE_IN_SCOPE):
        return None
    return with_hop(answer)[0]


def _holds_value(reading: Reading | None) -> bool:
    """True if the figure has the value that the question gives, and one likely name goes with that value."""
    if reading is None or reading.abstained or not reading.entities:
        return False
    return "equals" in reading.operation.split("+") and reading.entities[0].probability >= _LIKELY_NAME


def _shorten(text: str) -> str:
    """Return at most _SHOWN characters of `text`, cut after a word and followed by " ..."."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rpartition(' ')[0]} ..."
