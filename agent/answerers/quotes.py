"""Answers made of quotes: printed sentences that answer according to the relevance gate."""

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

# Below this probability the question counts as not answered. Measured on 4,371 questions for facts and reasons, by
# models fitted on other papers: one of the first two sentences answers .731 of them. A threshold of .16 keeps .671 and
# refuses .64 of the questions that no paper answers; .12 keeps .695 and refuses .55. On 130 questions over papers of
# ten fields, .2 keeps all right answers that .12 keeps, except one.
ANSWERS = 0.2
# The same threshold in papers that a first hop leads to, because the question itself does not name them.
ANSWERS_IN_SCOPE = 0.08
_QUOTES, _QUOTES_OF_REASON = 2, 3  # most quotes in an answer
# Least share of a further quote in the probabilities of all sentences. In the same questions, only the second sentence
# answers .12 of the 638 in which its share is .1 to .16, and .21 of the 1,287 in which it is larger.
_LEAST_SHARE = 0.1
# Kinds of answer that a further quote must contain; the first quote may only lead to the answer.
_TYPED = ("number", "year")
# Most words of all quotes together, unless the first quote is longer: for facts, and for reasons. By models fitted on
# other papers, one of the quotes answers .695 of 2,846 questions for facts (.676 with 50 words) and .667 of 1,395
# questions for reasons (.640 with two quotes, .627 if a further quote had to contain a reason as well).
_LONGEST, _LONGEST_REASON = 66, 90
_LONGEST_REASON_QUOTE = 60  # most words of one quote for a reason
_TRIED = 8
_FEWEST_WORDS = 4  # fewest words of a quoted part of a sentence that a page break divides


def answer_by_parts(
    context: RequestContext,
    question: str,
    scope: Mapping[str, float],
    subjects: Sequence[Subject] = (),
    threshold: float | None = None,
) -> ComposedAnswer:
    """Answer each part of a question separately if it has two. The text says which part has no answer.

    `scope` and `threshold` are as in `answer_by_quotes`.
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
    """Answer `question` with quotes.

    `scope` maps the ids of the papers that may answer to their probabilities; an empty `scope` means all papers.
    `subjects` are the papers that the question is about, if more than the question tells. Below the probability
    `threshold` (default: ANSWERS) the question counts as not answered. `order` may reorder the sentences.
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
    """Compose an answer with one quote per line. The two parts of a sentence that a page break divides share a line.

    If `probability` is below `least`, the answer is empty and the first quote is its closest passage.
    """
    if probability < least or not citations:
        return ComposedAnswer(closest=citations[0] if citations else None, probability=probability)
    text = f"{citations[0].quote} [1]"
    for number, (before, citation) in enumerate(pairwise(citations), 2):
        separator = " " if _goes_on(before, citation) else "\n"
        text += f"{separator}{citation.quote} [{number}]"
    return ComposedAnswer(text, citations, probability=probability)


def _goes_on(before: Citation, citation: Citation) -> bool:
    """True if `citation` continues a sentence that begins with `before` at the foot of the previous page."""
    follows = (citation.paper_id, citation.page) == (before.paper_id, before.page + 1)
    return follows and not before.quote.endswith((".", "?", "!"))


def judge_question(
    session: Session, question: str, scope: Mapping[str, float], about: Sequence[Subject]
) -> GateVerdict:
    """Return the gate's verdict on the sentences found for `question`.

    `scope` is as in `answer_by_quotes`; `about` are the papers that the question is about.
    """
    sentences = find_sentences(
        session.index,
        question,
        about,
        tuple(scope),
        lambda paper_id: session.cluster.summary(paper_id).authors,
    )
    by_id = {subject.paper_id: subject for subject in about}
    encode = session.index.encoder([sentence.chunk.paper_id for sentence in sentences])
    candidates = describe_candidates(question, sentences, by_id, session.subjects.statistics, encode)
    verdict = judge(
        candidates, partial(session.index.score_answers, question), CONSIDERED if len(scope) == 1 else READ
    )
    is_known = bool(scope) or any(subject.is_clear for subject in about[:1])
    return own_work_first(verdict) if is_known else verdict


def choose_quotes(session: Session, question: str, verdict: GateVerdict) -> tuple[Citation, ...]:
    """Return the quotes that answer, best first: at most two, or three for a reason.

    A further quote is added only if it may well be the answer. A sentence that a page break divides is quoted in two
    parts.
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
    """Cite the part `text` of `sentence`, or else the whole sentence, without a comma or colon at its end; () if it is
    on no page.

    A sentence that a page break divides gives two citations, except for a part of fewer than _FEWEST_WORDS words.
    """
    for each in dict.fromkeys((text, sentence.text)):
        part = replace(sentence, text=each)
        whole = prover.cite(part)
        parts = (whole,) if whole else prover.cite_divided(part)
        if parts:
            kept = [c for c in parts if whole or len(c.quote.split()) >= _FEWEST_WORDS]
            return tuple(replace(citation, quote=citation.quote.rstrip(" ,;:")) for citation in kept)
    return ()


def scope_subjects(scope: Mapping[str, float]) -> tuple[Subject, ...]:
    """Return the papers of `scope` as subjects, with their weights as probabilities. The question need not name these
    papers."""
    total, top = sum(scope.values()) or 1.0, max(scope.values(), default=1.0) or 1.0
    return tuple(Subject(paper_id, weight / total, weight / top) for paper_id, weight in scope.items())


def subjects_of(session: Session, question: str, scope: Mapping[str, float]) -> tuple[Subject, ...]:
    """Return the papers that `question` is about: those in `scope`, or else the likeliest of all papers by names and
    passages."""
    if scope:
        return scope_subjects(scope)
    return find_likely_papers(question, session.index, session.subjects)
