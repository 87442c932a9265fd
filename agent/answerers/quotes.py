"""Answers made of quotes: sentences that the relevance gate finds to answer, as they are printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from ..query.parts import split_parts
from ..relevance.candidates import find_sentences
from ..relevance.features import NAMES, describe_candidates
from ..relevance.gate import CONSIDERED, READ, GateVerdict, judge
from ..relevance.likely_papers import find_likely_papers
from ..relevance.question_terms import question_terms
from ..relevance.question_type import answer_type
from ..relevance.subject import Subject
from ..request_context import RequestContext
from ..session import Session
from ..types import Citation
from ..verification.sentences import Prover, Sentence
from .excerpts import LONGEST, SLACK, excerpt, with_neighbor, with_preceding
from .sentence_order import own_work_first
from .types import ComposedAnswer, name_missing

# Below this probability the question counts as not answered. By models fitted on other papers, of 4,371 questions for facts and
# reasons it keeps .671 of the .731 that one of the first two sentences answers at .16, and refuses .64 of those that no paper
# answers; at .12 .695 and .55. Of 130 questions over papers of ten fields .2 keeps all right answers but one that .12 keeps.
ANSWERS = 0.2
# The same in the papers that a first hop leads to, which the question itself does not name.
ANSWERS_IN_SCOPE = 0.08
_QUOTES, _QUOTES_OF_REASON = 2, 3  # at most
# Least share of a further quote in the probabilities of all sentences: of the same questions the second alone answers .12 of
# the 638 where it has .1 to .16, and .21 of the 1,287 where it has more.
_LEAST_SHARE = 0.1
# Kinds of which a further quote must hold an answer: the first may only lead to it.
_TYPED = ("number", "year")
# Words of all quotes together, unless the first has more, and of those of a reason. By models fitted on other papers one of the
# quotes answers .695 of 2,846 questions for facts, with 50 words .676, and .667 of 1,395 for reasons; .640 with two quotes and
# .627 where a further one had to hold a reason as well.
_LONGEST, _LONGEST_REASON = 66, 90
_LONGEST_REASON_QUOTE = 60  # of one quote of a reason
_TRIED = 8
_FEWEST_WORDS = 4  # of a part of a sentence that a page break divides


def answer_by_parts(
    context: RequestContext,
    question: str,
    scope: Mapping[str, float],
    subjects: Sequence[Subject] = (),
    threshold: float | None = None,
) -> ComposedAnswer:
    """Answer each part of a question with two of them by itself; a part without an answer is named.

    `threshold` as in `answer_by_quotes`.
    """
    about = tuple(subjects) or subjects_of(context.session, question, scope)
    ask = partial(answer_by_quotes, context, scope=scope, subjects=about, threshold=threshold)
    parts = split_parts(question)
    answers = [ask(part) for part in parts] if len(parts) > 1 else []
    if not any(answer.text for answer in answers):
        whole = ask(question)
        return whole if scope else replace(whole, subject=next(iter(about), None))
    citations = tuple(dict.fromkeys(citation for answer in answers for citation in answer.citations))
    quotes = [f"{citation.quote} [{number}]" for number, citation in enumerate(citations, 1)]
    quotes += [name_missing(part) for part, answer in zip(parts, answers, strict=True) if not answer.text]
    probability = max(answer.probability for answer in answers)
    return ComposedAnswer(" ".join(quotes), citations, probability=probability)


def answer_by_quotes(
    context: RequestContext,
    question: str,
    scope: Mapping[str, float],
    subjects: Sequence[Subject] = (),
    threshold: float | None = None,
    order: Callable[[GateVerdict], GateVerdict] | None = None,
) -> ComposedAnswer:
    """Answer `question` by quotes. `scope`: the papers that may answer with their probabilities; empty for all.

    `subjects` are the papers that the question is about, where they are known from more than the question. Below
    `threshold` (default: as measured) the question counts as not answered. `order` orders the sentences anew.
    """
    session = context.session
    with context.trace.step("quotes") as detail:
        about = tuple(subjects) or subjects_of(session, question, scope)
        verdict = judge_question(session, question, scope, about)
        verdict = order(verdict) if order else verdict
        citations = choose_quotes(session, question, verdict)
        detail.append(f"{len(citations)} located, probability {verdict.probability:.2f}")
    composed = compose_quotes(citations, verdict.probability, threshold or ANSWERS)
    near = any(candidate.row[NAMES.index("coverage")] for candidate in verdict.ranked[:1])
    return composed if near else replace(composed, closest=None)


def compose_quotes(citations: tuple[Citation, ...], probability: float, least: float) -> ComposedAnswer:
    """The quotes, one a line, the two parts of a divided sentence on one; below `least`, no answer, and the first as the
    closest."""
    if probability < least or not citations:
        return ComposedAnswer(closest=citations[0] if citations else None, probability=probability)
    text = f"{citations[0].quote} [1]"
    for number, (before, citation) in enumerate(pairwise(citations), 2):
        separator = " " if _goes_on(before, citation) else "\n"
        text += f"{separator}{citation.quote} [{number}]"
    return ComposedAnswer(text, citations, probability=probability)


def _goes_on(before: Citation, citation: Citation) -> bool:
    """True if the quote is the end of a sentence that begins at the foot of the page before."""
    follows = (citation.paper_id, citation.page) == (before.paper_id, before.page + 1)
    return follows and not before.quote.endswith((".", "?", "!"))


def judge_question(
    session: Session, question: str, scope: Mapping[str, float], about: Sequence[Subject]
) -> GateVerdict:
    """The gate's verdict on the sentences found for `question`; `scope` as in `answer_by_quotes`, `about` its subjects."""
    authors = {paper.id: paper.authors for paper in session.cluster.summaries}
    sentences = find_sentences(session.index, question, about, tuple(scope), authors)
    by_id = {subject.paper_id: subject for subject in about}
    encode = session.index.encoder([sentence.chunk.paper_id for sentence in sentences])
    candidates = describe_candidates(question, sentences, by_id, session.subjects.statistics, encode)
    verdict = judge(
        candidates, partial(session.index.score_answers, question), CONSIDERED if len(scope) == 1 else READ
    )
    is_known = bool(scope) or any(subject.is_clear for subject in about[:1])
    return own_work_first(verdict) if is_known else verdict


def choose_quotes(session: Session, question: str, verdict: GateVerdict) -> tuple[Citation, ...]:
    """The quotes that answer, best first: at most two, of a reason three, each further one only where it may well be the answer.

    A sentence that a page break divides is quoted in two parts.
    """
    kind = answer_type(question)
    prover = Prover(session.cluster, session.settings)
    focus = question_terms(question, frozenset()).focus
    chosen: list[Citation] = []
    quoted, words, limit = 0, 0, _LONGEST_REASON if kind == "reason" else _LONGEST
    longest = _LONGEST_REASON_QUOTE if kind in ("reason", "list") else LONGEST
    most = _QUOTES_OF_REASON if kind == "reason" else _QUOTES
    for candidate, share in zip(verdict.ranked[:_TRIED], verdict.shares, strict=False):
        typed = kind not in _TYPED or candidate.row[NAMES.index("type")] >= 1.0
        if chosen and share < _LEAST_SHARE:
            break
        if chosen and not typed:
            continue
        near = (
            with_preceding(candidate.sentence, min(longest, limit - words))
            if chosen
            else with_neighbor(candidate, verdict, kind, longest)
        )
        slack = 0 if chosen else SLACK
        text = near or excerpt(candidate.sentence.text, question, kind, focus, longest, slack)
        parts = cite_part(prover, candidate.sentence, text)
        if any(part.quote in c.quote or c.quote in part.quote for c in chosen for part in parts):
            continue
        size = sum(len(part.quote.split()) for part in parts)
        if not parts or (chosen and words + size > limit):
            continue
        chosen += parts
        quoted, words = quoted + 1, words + size
        if quoted == most:
            break
    return tuple(chosen)


def cite_part(prover: Prover, sentence: Sentence, text: str) -> tuple[Citation, ...]:
    """The part `text` of `sentence`, else all of it, without a comma at its end; two parts where a page break divides it, unless
    one has few words; () where it is on no page."""
    for each in dict.fromkeys((text, sentence.text)):
        part = replace(sentence, text=each)
        whole = prover.cite(part)
        parts = (whole,) if whole else prover.cite_divided(part)
        if parts:
            kept = [c for c in parts if whole or len(c.quote.split()) >= _FEWEST_WORDS]
            return tuple(replace(citation, quote=citation.quote.rstrip(" ,;:")) for citation in kept)
    return ()


def scope_subjects(scope: Mapping[str, float]) -> tuple[Subject, ...]:
    """The papers of `scope` as subjects: a question that was led to them need not name them."""
    total, top = sum(scope.values()) or 1.0, max(scope.values(), default=1.0) or 1.0
    return tuple(Subject(paper_id, weight / total, weight / top) for paper_id, weight in scope.items())


def subjects_of(session: Session, question: str, scope: Mapping[str, float]) -> tuple[Subject, ...]:
    """The papers that `question` is about: those in `scope`, else all, by names and by passages."""
    if scope:
        return scope_subjects(scope)
    return find_likely_papers(question, session.index, session.subjects)
