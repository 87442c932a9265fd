"""Answers made of quotes: sentences that the relevance gate finds to answer, as they are printed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ..relevance.candidates import find_sentences
from ..relevance.features import AnswerCandidate, describe_candidates
from ..relevance.gate import GateVerdict, judge
from ..relevance.question_type import answer_type
from ..relevance.subject import Subject, find_subjects
from ..request_context import RequestContext
from ..session import Session
from ..types import Citation
from ..verification.sentences import Prover, Sentence
from .parts import split_parts
from .types import ComposedAnswer

# Below this probability the question counts as not answered. Of the answerable development questions 14% fall below, of the
# plausible ones that no paper answers 39% (benchmarks/answers.py).
ANSWERS = 0.2
ANSWERS_BY_WORDS = 0.1  # the same without an embedding model: similarity then adds nothing to the probability
ANSWERS_IN_PAPER = (
    0.1  # the same in the paper that a confident first hop led to and that the question does not name
)
_SURE = 0.55  # from here on one quote is enough for a fact
_QUOTES = {"reason": 2, "text": 2, "yes/no": 2}
_LONGEST = 45  # words of all quotes together
_TRIED = 8
_MARGIN = 1.2  # log odds by which a further quote may be less likely to answer than the best
_LEANS = re.compile(r"(?:perhaps, )?(?:it|its|they|their|this|these|those|such|he|she|both)\b", re.IGNORECASE)


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
    parts = split_parts(question)
    about = tuple(subjects) or _subjects(context.session, question, scope)
    if len(parts) < 2:
        return answer_by_quotes(context, question, scope, about, threshold=threshold)
    answers = [answer_by_quotes(context, part, scope, about, quotes=1, threshold=threshold) for part in parts]
    if not any(answer.text for answer in answers):
        return answer_by_quotes(context, question, scope, about, threshold=threshold)
    citations = tuple(dict.fromkeys(citation for answer in answers for citation in answer.citations))
    lines = [f"{citation.quote} [{number}]" for number, citation in enumerate(citations, 1)]
    missing = [part for part, answer in zip(parts, answers, strict=True) if not answer.text]
    lines += [f"(Nothing answers: {part.rstrip(' ?.')}.)" for part in missing]
    return ComposedAnswer(
        "\n".join(lines), citations, probability=max(answer.probability for answer in answers)
    )


def answer_by_quotes(
    context: RequestContext,
    question: str,
    scope: Mapping[str, float],
    subjects: Sequence[Subject] = (),
    quotes: int | None = None,
    threshold: float | None = None,
) -> ComposedAnswer:
    """Answer `question` by quotes. `scope`: the papers that may answer with their probabilities; empty for all.

    `subjects` are the papers that the question is about, where they are known from more than the question; `quotes` limits
    their number. Below `threshold` (default: as measured) the question counts as not answered.
    """
    session = context.session
    with context.trace.step("passages") as detail:
        about = tuple(subjects) or _subjects(session, question, scope)
        sentences = find_sentences(session.index, question, about, tuple(scope))
        detail.append(f"{len(sentences)} sentences")
    with context.trace.step("quotes") as detail:
        by_id = {subject.paper_id: subject for subject in about}
        encode = session.index.encoder([sentence.chunk.paper_id for sentence in sentences])
        candidates = describe_candidates(question, sentences, by_id, session.subjects.statistics, encode)
        verdict = judge(candidates)
        citations = choose_quotes(session, question, verdict, quotes)
        detail.append(f"{len(citations)} located, probability {verdict.probability:.2f}")
    least = threshold or (ANSWERS if encode else ANSWERS_BY_WORDS)
    if verdict.probability < least or not citations:
        return ComposedAnswer(closest=citations[0] if citations else None, probability=verdict.probability)
    text = "\n".join(f"{citation.quote} [{number}]" for number, citation in enumerate(citations, 1))
    return ComposedAnswer(text, citations, probability=verdict.probability)


def choose_quotes(
    session: Session, question: str, verdict: GateVerdict, most: int | None = None
) -> tuple[Citation, ...]:
    """The quotes that answer, best first: one for a fact where it is sure, else as many as the question's kind wants."""
    wanted = most or _QUOTES.get(answer_type(question), 1 if verdict.probability >= _SURE else 2)
    prover = Prover(session.cluster, session.settings)
    chosen: list[Citation] = []
    words = 0
    for candidate, score in zip(verdict.ranked[:_TRIED], verdict.scores, strict=False):
        if chosen and score < verdict.scores[0] - _MARGIN:
            break
        citation = _cite(prover, candidate)
        if citation is None or any(citation.quote in c.quote or c.quote in citation.quote for c in chosen):
            continue
        size = len(citation.quote.split())
        if chosen and words + size > _LONGEST:
            continue
        chosen.append(citation)
        words += size
        if len(chosen) == wanted:
            break
    return tuple(chosen)


def scope_subjects(scope: Mapping[str, float]) -> tuple[Subject, ...]:
    """The papers of `scope` as subjects: a question that was led to them need not name them."""
    total, top = sum(scope.values()) or 1.0, max(scope.values(), default=1.0) or 1.0
    return tuple(Subject(paper_id, weight / total, weight / top) for paper_id, weight in scope.items())


def _subjects(session: Session, question: str, scope: Mapping[str, float]) -> tuple[Subject, ...]:
    return scope_subjects(scope) if scope else find_subjects(question, session.subjects)


def _cite(prover: Prover, candidate: AnswerCandidate) -> Citation | None:
    """Citation of the sentence, with the preceding one if it refers to that."""
    sentence = candidate.sentence
    if sentence.before and _LEANS.match(sentence.text):
        both = Sentence(f"{sentence.before} {sentence.text}", sentence.chunk, sentence.rank)
        citation = prover.cite(both)
        if citation is not None:
            return citation
    return prover.cite(sentence)
