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

_DECIMALS = 6  # beyond them is the rounding of vectors, which depends on the texts that are encoded together
_SHOWN = 160  # characters of a citing sentence in a reason
# Share of the figure's ranking in the mix, by whether the question mentions a figure and whether the reading is certain.
_BY_FIGURE = {(True, True): 0.9, (True, False): 0.75, (False, True): 0.25, (False, False): 0.1}
_GIVEN = 0.97  # the same where the caller gives the figure and the reading is certain
_SURE_READING = 0.3
_CLEAR_NAME = 0.5
_NAMED_OPERATION = "name"  # of readings of a name that the question gives
_OWN_NAME = 0.8  # probability of the anchor as what a name stands for, from which the name is its own
_LIKELY_NAME = 0.5
_HALF_NAME = 0.5  # share of the name of a column that the second part has to have, "exact match" of "EM / F1"


def with_citing_sentences(context: RequestContext, hop: FirstHop) -> FirstHop:
    """`hop` with its ranking mixed with that by the anchor's citing sentences, which lead where no figure does.

    A paper that the question names outright, other than the anchor, comes first, and one that a correction names before it.
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
    """The paper that goes by the name read from the figure, if one clearly does."""
    name = _read_name(hop)
    likeliest = next(iter(find_subjects(name.text, context.session.subjects, 1)), None) if name else None
    return likeliest if likeliest is not None and likeliest.is_clear else None


def describe_absent_work(context: RequestContext, hop: FirstHop, called: Subject | None) -> str:
    """The sentence that the name read from the figure refers to a work that the cluster lacks, by the anchor's bibliography, or
    that it has none of the anchor's references; "" otherwise, where a paper is `called` so, or nothing was read."""
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
    """The anchor, where its figure answers with the clear name of its own system; else empty. `called` is the paper of that name.

    A name that the question gives by itself does not count: "the paper compares with X; how does X ...?".
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
    """The name read from the figure; None if none is likely, or a person corrected it."""
    reading = hop.reading
    if reading is None or not entity_of(hop) or reading.operation == CORRECTED:
        return None
    return reading.entities[0]


def figure_has_second_part(context: RequestContext, hop: FirstHop) -> bool:
    """True if the second part of the question is about a column of the figure that its first part is about: "Which model is best
    in Table 2, and what is its recall?"; or asks for the value or name that is found there: "... and how long are they?"."""
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
    """The answer of a table of the cited paper to the second hop; None where no table fits it.

    `otherwise` is the probability that sentences answer it.
    """
    alone = narrow(context, context.question.hops.textual)
    if alone.query.answer_type != "number":
        return None
    answer = answer_from_tables(replace(alone, focus=Focus()), (Subject(paper_id, 1.0, 1.0),))
    if answer is None or not outweighs_sentences(answer, otherwise, LEAST_IN_SCOPE, SHARE_IN_SCOPE):
        return None
    return with_hop(answer)[0]


def _holds_value(reading: Reading | None) -> bool:
    """True if the figure that was chosen has the value in the question, beside one likely name."""
    if reading is None or reading.abstained or not reading.entities:
        return False
    return "equals" in reading.operation.split("+") and reading.entities[0].probability >= _LIKELY_NAME


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rpartition(' ')[0]} ..."
