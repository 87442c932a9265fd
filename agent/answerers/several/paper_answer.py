"""One paper's answer to the part of a question that is asked of several papers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....figures.question.parser import parse_question
from ....indexes.cache_paths import read_cluster_chunks
from ....indexes.text.analysis import analyse
from ...relevance.candidates import find_sentences, is_sentence
from ...relevance.concepts import related_terms
from ...relevance.features import NAMES, AnswerCandidate, describe_candidates
from ...relevance.gate import COMPARED, judge
from ...relevance.question_terms import GENERIC, question_terms
from ...relevance.question_type import answer_type, has_answer_type
from ...relevance.subject import Subject
from ...request_context import RequestContext
from ...types import Citation
from ...verification.sentences import Prover, Sentence, sentences_of
from ..figures import LEAST_IN_SCOPE, answer_from_tables, outweighs_sentences
from ..quotes import ANSWERS_IN_SCOPE, choose_quotes, compose_quotes, context_matcher
from ..types import ComposedAnswer
from .paper_lists import NamedPaper

_SEVERAL = re.compile(
    r"\b(?:data ?sets|corpora|languages|tasks|domains|baselines|metrics|measures|features|tools|benchmarks|collections)\b",
    re.I,
)
_FEWEST_WORDS = 4  # of a part of a sentence that is quoted
_UNSURE = 0.6  # probability of a quote from which no table is asked
_OF_PART = 0.5  # share of the terms asked for that the names and caption of a table must have
_CLEAR_TABLE = 0.4  # probability of a table that answers a question for something else than a number


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """The question to one paper: `part` of the question and the paper as the question names it."""

    part: str
    paper: NamedPaper

    @property
    def subject(self) -> Subject:
        """The paper as the only subject of the question."""
        return Subject(self.paper.paper_id, 1.0, 1.0, self.paper.terms)

    @property
    def text(self) -> str:
        """The question without the name of the paper."""
        return f"{self.part.rstrip(' ?')} {self.paper.detail}".strip() + "?"


def extract_from_paper(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The answer of one paper by quotes, or by a table where no sentence is likely to answer and its names fit the question."""
    quoted = _quote(context, asked)
    if quoted.probability >= _UNSURE:
        return quoted
    # A row may be named as the paper is.
    question = parse_question(f"{asked.part.rstrip(' ?')}, {asked.paper.phrase}?", one_hop=True)
    alone = replace(context, question=question)
    shown = answer_from_tables(alone, (asked.subject,))
    if shown is None or not outweighs_sentences(shown, quoted.probability, LEAST_IN_SCOPE):
        return quoted
    if answer_type(asked.part) != "number" and shown.probability < _CLEAR_TABLE:
        return quoted
    # The paper's own name is in most of its tables.
    focus = question_terms(asked.part, asked.subject.terms).focus
    if len(shown.terms.intersection(focus)) < _OF_PART * len(focus):
        return quoted
    return replace(shown.composed, probability=shown.probability)


def _quote(context: RequestContext, asked: PaperQuestion) -> ComposedAnswer:
    """The sentence of the paper that answers, two where a list is asked for; those with the question's words come first."""
    session, question, subject = context.session, asked.text, asked.subject
    with context.trace.step("quotes") as detail:
        sentences = _sentences(context, question, subject)
        statistics, encode = session.subjects.statistics, session.index.encoder([subject.paper_id])
        candidates = describe_candidates(question, sentences, {subject.paper_id: subject}, statistics, encode)
        verdict = judge(candidates, context_matcher(session, question, (subject,)))
        focus = question_terms(question, subject.terms).focus
        place = _section(asked.paper.detail, sentences)
        ranked = sorted(verdict.ranked[:COMPARED], key=lambda each: _fit(each, place, focus), reverse=True)
        most = 2 if _SEVERAL.search(asked.part) else 1
        citations = choose_quotes(session, question, replace(verdict, ranked=tuple(ranked)), most)
        part = _cite_part(context, question, ranked[0].sentence) if ranked else None
        citations = (part, *citations[1:]) if part else citations
        detail.append(f"{subject.paper_id}: {len(citations)} located, probability {verdict.probability:.2f}")
    return compose_quotes(citations, verdict.probability, ANSWERS_IN_SCOPE)


def _cite_part(context: RequestContext, question: str, sentence: Sentence) -> Citation | None:
    """The part with the answer of a sentence that a page break divides; None for a sentence on one page."""
    pages = sorted({page for page, _ in sentence.chunk.spans})
    prover = Prover(context.session.cluster, context.session.settings)
    if len(pages) < 2 or prover.cite(sentence):
        return None
    words, kind = sentence.text.split(), answer_type(question)
    asked = set(analyse(question)) - GENERIC
    spans = [(0, end) for end in range(len(words) - 1, _FEWEST_WORDS - 1, -1)]
    spans += [(start, len(words)) for start in range(1, len(words) - _FEWEST_WORDS + 1)]
    parts = [" ".join(words[start:end]) for start, end in spans]
    parts.sort(
        key=lambda part: (
            -has_answer_type(kind, part, question),
            -len(asked & set(analyse(part))),
            -len(part),
        )
    )
    found = (prover.find(sentence.chunk.paper_id, page, part) for part in parts for page in pages)
    return next((citation for citation in found if citation), None)


def _sentences(context: RequestContext, question: str, subject: Subject) -> list[Sentence]:
    """All sentences of the paper, those of passages that the search finds first: one paper is read as a whole."""
    session = context.session
    found = find_sentences(session.index, question, (subject,), (subject.paper_id,))
    seen = {sentence.text for sentence in found}
    others = sentences_of(read_cluster_chunks(session.cluster, subject.paper_id))
    last = 1 + max((sentence.rank for sentence in found), default=0)
    return [
        *found,
        *(
            replace(sentence, rank=last)
            for sentence in others
            if sentence.text not in seen and is_sentence(sentence.text)
        ),
    ]


def _section(detail: str, sentences: Sequence[Sentence]) -> str | None:
    """The section that has the terms of `detail` ("on SQuAD") most often; None where no section has them, ties by name."""
    terms = set(analyse(detail)) - GENERIC
    counts: Counter[str] = Counter()
    for sentence in sentences:
        counts[sentence.chunk.section] += len(terms & set(analyse(sentence.text)))
    best = max(counts, key=lambda section: (counts[section], section), default=None)
    return best if best is not None and counts[best] else None


def _fit(candidate: AnswerCandidate, section: str | None, focus: Sequence[str]) -> tuple[int, bool, int]:
    """Fit of a sentence that has the answer type asked for: share of the question's focus as 0, 1 or 2; True if it is in
    `section`; and its number of words related to a focus of one term: "Nvidia" and "Tesla" for "GPU"."""
    value = dict(zip(NAMES, candidate.row.tolist(), strict=True))
    fit = value["coverage"] * (0.2 + 0.8 * value["type"])
    related = related_terms(focus[0]) & set(analyse(candidate.sentence.text)) if len(focus) == 1 else ()
    level = 2 if fit >= 0.7 else int(fit >= 0.3)
    return level, candidate.sentence.chunk.section == section, len(related)
