"""Answer a question of one hop: from the figure that it names, from a table, or from sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...papers.types import Figure, Paper
from ..figures.first_hop_context import entity_of, find_first_hop
from ..figures.paper_figures import printed_words
from ..first_hop import FirstHop
from ..query.grammar.parser import parse_question
from ..relevance.attribute_question import with_plain_wording
from ..relevance.likely_papers import weigh_by_passages
from ..relevance.named_attributes import find_named_attribute
from ..relevance.names import missing_names, table_lacks_subject
from ..relevance.question_terms import question_terms
from ..relevance.refusal import is_about_nothing_here, is_off_subject, least_in_papers, least_probability
from ..relevance.subject import Subject, find_subjects, terms_of
from ..request_context import Focus, RequestContext
from ..types import Citation
from ..verification.sentences import Prover
from .facts.figure_captions import answer_by_caption
from .facts.record import answer_from_record
from .figures.answer import LEAST_ALONE, LEAST_BESIDE, FigureAnswer, add_cells, outweighs_sentences, with_hop
from .figures.answerer import answer_from_figure, answer_from_tables
from .figures.cells_or_sentences import cells_fit
from .figures.choice import presents, refers_to
from .figures.described_figure import (
    describes_drawing,
    find_explaining,
    find_referred,
    with_described_figure,
    with_hinted_figure,
)
from .figures.named_figure import named_figure_of
from .figures.stated import STATEMENT
from .figures.sure_sentences import asks_for_reason, least_of_drawing
from .quotes import ANSWERS_IN_SCOPE, answer_by_parts, answer_by_quotes
from .sentence_order import mentions_first
from .several.paper_parts import NamedPaper
from .several.paper_question import PaperQuestion, asks_year_of_part
from .several.values import fits_asked, has_number_of
from .tables.question_words import without_paper
from .tables.ranked_question import weigh_quotes
from .types import ComposedAnswer

# The least probability of a quote of one of several papers that has a number right beside the words for what is asked for.
_ANSWERS_EXACTLY = 0.04
_MOST_NAMES = 2  # the same with a thing that has a fixed name, such as an optimizer: a paper may first compare it with another
_MOST_NUMBERS = 2  # quotes with a number of one of several papers
# Share of the terms asked of one of several papers that the names and caption of a table must have.
_OF_PART = 0.5


def extract_from_paper(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The answer of one paper to a question about it alone, from its record or as any question of one hop is answered."""
    return _ask_paper(context, asked)[0]


def answer_of_paper(context: RequestContext, paper_id: str) -> tuple[ComposedAnswer, FirstHop]:
    """Answer the question, whose words need not name the paper, from this paper alone."""
    paper = NamedPaper(paper_id, context.session.cluster.summary(paper_id).title)
    composed, hop = _ask_paper(context, PaperQuestion(context.question.text, paper))
    missing = missing_names(context.question.text, context.session.subjects.statistics, paper_id)
    if not missing:
        return replace(composed, searched=f'"{paper.phrase}"'), hop
    closest = next(iter(composed.citations), composed.closest)
    refusal = f'"{paper.phrase}" does not mention {", ".join(missing)}.'
    return ComposedAnswer(closest=closest, probability=0.0, refusal=refusal), hop


def _ask_paper(context: RequestContext, asked: PaperQuestion) -> tuple[ComposedAnswer, FirstHop]:
    part = replace(context, question=parse_question(asked.part, one_hop=True))
    recorded = None if asks_year_of_part(asked.part) else answer_from_record(part, (asked.subject,))
    if recorded is not None:
        return recorded, FirstHop()
    focus = Focus(asked.paper.paper_id)
    alone = replace(context, question=parse_question(asked.text, one_hop=True), focus=focus)
    return answer_one_hop(alone, asked)


def answer_one_hop(
    context: RequestContext, paper: PaperQuestion | None = None
) -> tuple[ComposedAnswer, FirstHop]:
    """Answer a question of one hop: from the figure that it names, from a table, or from sentences; of one `paper`, if given."""
    if context.focus.image is not None:
        return _answer_from_image(context)
    index, question = context.session.subjects, context.question.text
    by_name = (paper.subject,) if paper else find_subjects(question, index)
    subjects = by_name if paper else weigh_by_passages(question, context.session.index, by_name)
    if paper is None and subjects and subjects[0].is_clear:
        plain = _in_plain_wording(context, subjects[0])
        if plain is not context and (recorded := answer_from_record(plain)) is not None:
            return recorded, FirstHop()
        if plain is not context:
            context, question = plain, plain.question.text
    described = with_described_figure(context, subjects)
    named = named_figure_of(described, subjects)
    if named is not None:
        return _answer_from_named_figure(described, *named, terms_of(subjects, named[0].id))
    if (captioned := answer_by_caption(context, subjects)) is not None:
        return captioned
    hinted = with_hinted_figure(context, subjects)
    if hinted is not context and (drawn := _answer_from_hinted_figure(hinted, subjects)) is not None:
        return drawn
    if paper is None and is_about_nothing_here(question, index.statistics, by_name):
        found = answer_by_parts(context, question, {}, subjects)
        nearest = found.closest or next(iter(found.citations), None)
        subject = next(iter(subjects), None)
        return ComposedAnswer(closest=nearest, probability=found.probability, subject=subject), FirstHop()
    of_drawing = hinted is not context or describes_drawing(question)
    surest = least_of_drawing(context.question) if of_drawing and not asks_for_reason(question) else 0.0
    answered, hop = _answer_from_text_or_table(context, subjects, by_name, paper, surest)
    if paper is not None or not subjects or not subjects[0].is_clear or hop.figure:
        return answered, hop
    return _answer_from_plot(context, subjects[0], answered) or (answered, hop)


def _answer_from_hinted_figure(
    hinted: RequestContext, subjects: Sequence[Subject]
) -> tuple[ComposedAnswer, FirstHop] | None:
    """The answer of the figure in focus, which the question may mean; None where the figure has no answer itself."""
    named = named_figure_of(hinted, subjects)
    shown = answer_from_figure(hinted, *named, terms_of(subjects, named[0].id)) if named else None
    return with_hop(shown) if shown and shown.composed.text else None


def _answer_from_plot(
    context: RequestContext, subject: Subject, answered: ComposedAnswer
) -> tuple[ComposedAnswer, FirstHop] | None:
    """The statement of a plot of the paper `subject` that a sentence of the answer refers to or, where nothing else answers, that
    explains the question: few people say that they read it off a plot."""
    paper, question = context.session.cluster.paper(subject.paper_id), context.question.text
    quote = next((citation.quote for citation in answered.citations if citation.paper_id == paper.id), "")
    figure = find_referred(paper, quote) or (
        None if answered.text else find_explaining(paper, question, subject.terms)
    )
    if figure is None:
        return None
    named = replace(context, focus=replace(context.focus, anchor=paper.id, figure=figure.id))
    shown = answer_from_figure(named, paper, figure, subject.terms)
    reading = shown.hop.reading if shown else None
    if shown is None or reading is None or reading.operation != STATEMENT or not shown.composed.text:
        return None
    return with_hop(shown)


def _in_plain_wording(context: RequestContext, subject: Subject) -> RequestContext:
    """`context` with the question for an attribute of the paper `subject` in the one wording that such questions have."""
    plain = with_plain_wording(context.question.text, subject.terms)
    if plain == context.question.text:
        return context
    return replace(context, question=parse_question(plain, one_hop=True))


def _answer_from_named_figure(
    context: RequestContext, paper: Paper, figure: Figure, terms: frozenset[str]
) -> tuple[ComposedAnswer, FirstHop]:
    """The answer of `figure`, else of the text of its `paper`; `terms` are those by which the question names the paper."""
    question = context.question.text
    shown = answer_from_figure(context, paper, figure, terms)
    lacking = _table_lacks_subject(context, paper, figure, terms)
    if shown and shown.composed.text and not lacking:
        return with_hop(shown)
    hop = shown.hop if shown else FirstHop(figure, anchor=paper.id)
    order = partial(mentions_first, figure)
    least = least_of_drawing(context.question) if figure.kind == "figure" else None
    text = answer_by_quotes(context, question, {paper.id: 1.0}, threshold=least, order=order)
    presented = figure.kind == "figure" and any(
        presents(quote.quote, figure.label) for quote in text.citations[:1]
    )
    if presented or (lacking and text.citations and table_lacks_subject(question, text.text)):
        text = ComposedAnswer(closest=text.citations[0])
    text = replace(text, closest=_closest_to(context, paper, figure, text))
    return replace(text, searched=f"{figure.label} on page {figure.page} and the text of its paper"), hop


def _closest_to(
    context: RequestContext, paper: Paper, figure: Figure, text: ComposedAnswer
) -> Citation | None:
    """The closest passage of `text`; where it has no answer and that passage is not about the drawing `figure`, its caption."""
    closest = text.closest
    if figure.kind != "figure" or text.text or (closest and refers_to(closest.quote, figure.label)):
        return closest
    prover = Prover(context.session.cluster, context.session.settings)
    return prover.find(paper.id, figure.page, figure.caption) or closest


def _answer_from_text_or_table(
    context: RequestContext,
    subjects: Sequence[Subject],
    by_name: Sequence[Subject],
    paper: PaperQuestion | None,
    surest: float,
) -> tuple[ComposedAnswer, FirstHop]:
    """The likelier answer of sentences and of the tables of the likeliest papers, or sentences with cells behind them that may
    well be meant; neither from a paper that by its name surely is not the one asked about. A question that points to no paper
    `by_name` needs a surer answer, whatever passages are found; one about a drawing, sentences of the probability `surest`."""
    question, statistics = context.question.text, context.session.subjects.statistics
    least = (
        least_in_papers(question, statistics, ANSWERS_IN_SCOPE)
        if paper
        else least_probability(question, statistics, by_name)
    )
    least = max(least or 0.0, surest) if surest else least
    asked = without_paper(question)

    def is_off(*paper_ids: str) -> bool:
        return paper is None and is_off_subject(asked, statistics, by_name, paper_ids)

    text = _quote_paper(context, paper) if paper else answer_by_parts(context, question, {}, subjects, least)
    if text.citations and is_off(*(citation.paper_id for citation in text.citations)):
        text = ComposedAnswer(closest=text.citations[0], subject=text.subject)
    closest = (text.closest,) if text.closest else ()
    shown = answer_from_tables(context, subjects, (*text.citations, *closest))
    if (
        shown is None
        or (shown.hop.anchor and is_off(shown.hop.anchor))
        or (paper and not _has_focus(paper, shown))
        or not cells_fit(
            paper.part if paper else question, terms_of(subjects, shown.hop.anchor or ""), shown, text
        )
    ):
        return text, FirstHop()
    if outweighs_sentences(shown, max(weigh_quotes(question, text), least or 0.0), _least_of_table(text)):
        return with_hop(shown)
    return (text if paper else add_cells(text, shown)), FirstHop()


def _least_of_table(text: ComposedAnswer) -> float:
    """The probability from which a table answers in place of `text`, or of a refusal."""
    return LEAST_BESIDE if text.citations else LEAST_ALONE


def _table_lacks_subject(
    context: RequestContext, paper: Paper, figure: Figure, known: frozenset[str]
) -> bool:
    """True if the question asks something of a name of which neither this table nor its caption has a part.

    `known` are the terms by which the question names the paper: its own system need not be named in its tables.
    """
    text = printed_words(paper, figure)
    if figure.kind != "table" or not text:
        return False
    return table_lacks_subject(without_paper(context.question.text), f"{figure.caption} {text}", known)


def _quote_paper(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The quotes of one paper, asked with its name or without: those that have what is asked for, else the likelier ones; ties go
    to the first. Of a number, all that have it: a paper may print two."""
    scope, subjects = {asked.paper.paper_id: 1.0}, (asked.subject,)
    texts = dict.fromkeys((asked.text, asked.text_without_name))
    answers = [answer_by_parts(context, text, scope, subjects, _ANSWERS_EXACTLY) for text in texts]
    best = max(answers, key=lambda answer: (fits_asked(asked.part, answer.text), answer.probability))
    quotes = dict.fromkeys(citation for answer in (best, *answers) for citation in answer.citations)
    exact = tuple(citation for citation in quotes if has_number_of(asked.part, citation.quote))
    statistics = context.session.subjects.statistics
    if best.probability < least_in_papers(asked.part, statistics, ANSWERS_IN_SCOPE) and not exact:
        return ComposedAnswer(closest=next(iter(best.citations), best.closest), probability=best.probability)
    given = _giving(asked.part, tuple(quotes))
    citations = exact[:_MOST_NUMBERS] or given[:_MOST_NAMES] or best.citations
    lines = (f"{citation.quote} [{number}]" for number, citation in enumerate(citations, 1))
    return replace(best, text="\n".join(lines), citations=citations)


def _giving(part: str, quotes: Sequence[Citation]) -> tuple[Citation, ...]:
    """Those of `quotes` that give the attribute with a fixed name that `part` asks for, such as an optimizer, or of these only
    those with a name of it; none where it asks for no such thing."""
    attribute = find_named_attribute(part)
    given = [citation for citation in quotes if attribute and attribute.is_given(citation.quote)]
    names = attribute.names if attribute else None
    named = [
        citation
        for citation in given
        if (names.search(citation.quote) if names else fits_asked(part, citation.quote)[1])
    ]
    return tuple(named or given)


def _has_focus(asked: PaperQuestion, shown: FigureAnswer) -> bool:
    """True if a table has enough of what is asked of one paper besides the paper's own name, which is in most of its tables."""
    focus = question_terms(asked.part, asked.subject.terms).focus
    return len(shown.terms.intersection(focus)) >= _OF_PART * len(focus)


def _answer_from_image(context: RequestContext) -> tuple[ComposedAnswer, FirstHop]:
    """The value or name that a picture of the user's shows."""
    hop = find_first_hop(context)
    reading = hop.reading
    if reading is None or (reading.abstained and not reading.value):
        return ComposedAnswer(searched="the picture"), hop
    text = f"{reading.value} {reading.unit}".strip() or entity_of(hop)
    return ComposedAnswer(text, searched="the picture"), hop
