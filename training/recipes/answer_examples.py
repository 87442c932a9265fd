"""Build examples: questions, the features of their candidate sentences, and labels that say which sentences answer.

The questions come from `questions.py`, COVID-QA and QASPER. `answer_adapter.py` and `relevance_gate.py` fit on the
examples.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...agent.relevance.candidates import find_sentences
from ...agent.relevance.features import MEANING, NAMES, describe_candidates, order_first
from ...agent.relevance.gate import with_heading
from ...agent.relevance.likely_papers import find_likely_papers
from ...agent.relevance.subject import Subject
from ...agent.session import Session, open_session
from ...agent.verification.sentences import Sentence
from ...indexes.build.build import build
from ...indexes.text.analysis import analyze
from ...papers.parsing.pdf.pages import page_text
from ...settings import Settings
from .locators import find_quote
from .questions import REFUSED, load_questions, open_papers

KINDS = ("fact", "why", "two_part", *sorted(REFUSED))
BIOMEDICAL, QASPER = "covid", "qasper"
_NO_SPAN = {"yes", "no", "unanswerable"}
_HEADER = re.compile(r"https?:|SHA:|Authors:")

Matrix = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]
IsAnswer = Callable[[Sentence], bool]
_LONG_ENOUGH = 25  # a sentence inside a quote counts as quoted if it has more letters than this


@dataclass(frozen=True, slots=True)
class Example:
    """A question with its n candidate sentences, in the order of a ranking by words.

    `rows` holds the features of the sentences, (n, len(NAMES)), and `texts` what the cross-encoder reads. `answers`,
    (n,), is True for each sentence that answers the question. `quoted`, (n,), is True for each sentence that is quoted
    as the answer; the other answers only match the patterns of the gold answer.
    """

    source: str
    kind: str
    paper: str
    rows: Matrix
    answers: Labels
    question: str = ""
    texts: tuple[str, ...] = ()
    quoted: Labels = field(default_factory=lambda: np.zeros(0, bool))

    def select(self, places: Sequence[int]) -> Example:
        """Return the same question with only the candidates at `places`."""
        texts = tuple(self.texts[place] for place in places)
        answers, quoted = self.answers[places], self.quoted[places]
        return replace(self, rows=self.rows[places], answers=answers, texts=texts, quoted=quoted)

    def without_answers(self) -> Example:
        """Return the same question with only the candidates that do not answer it."""
        return self.select(np.flatnonzero(~self.answers).tolist())

    def without_meaning(self) -> Example:
        """Return the same question as it looks without an embedding model.

        Features of meaning are 0, and the candidates are ordered by the other features.
        """
        if not len(self.rows):
            return self
        rows = self.rows.copy()
        rows[:, [NAMES.index(name) for name in MEANING]] = 0.0
        return replace(self, rows=rows).select(order_first(rows))


def with_answers_removed(example: Example) -> list[Example]:
    """Return `example`, and if it has answers also the same question without them."""
    return [example, example.without_answers()] if example.answers.any() else [example]


def read_own(name: str, data: Path, settings: Settings) -> Iterator[Example]:
    """Yield the examples of the questions over the cluster `name` of `questions.py`."""
    with open_papers(name, data, settings) as session:

        @cache
        def text_of(paper: str, page: int) -> str:
            source = session.cluster.source_path(session.paper_id(paper))
            return page_text(source, page, settings) if source else ""

        for question in _questions_of(name):
            quotes = [find_quote(each, text_of(each["paper"], each["page"])) for each in question["evidence"]]
            subjects = find_likely_papers(question["question"], session.index, session.subjects)
            papers = {session.paper_id(locator["paper"]) for locator in question["evidence"]}
            example = describe(session, question["question"], subjects, *_gold(question, quotes, papers))
            yield replace(
                example, source="own", kind=question["kind"], paper=question["primary"] or question["id"]
            )


def _questions_of(cluster: str) -> Iterator[dict[str, Any]]:
    return (q for q in load_questions(cluster) if q["kind"] in KINDS)


def _read_written(session: Session, name: str, texts: Mapping[str, str]) -> Iterator[Example]:
    """Yield the examples of the questions of cluster `name`, each searched only in the article that it asks about.

    `texts` maps the id of a paper to the text of its article.
    """
    for question in _questions_of(name):
        paper = question["primary"].replace("qasper-", "q-")
        quotes = [find_quote(locator, texts[paper]) for locator in question["evidence"]]
        gold = _gold(question, quotes, {paper})
        about = [Subject(paper, 1.0, 1.0)]
        example = describe(session, question["question"], about, *gold, scope=(paper,))
        yield replace(example, source=name, kind=question["kind"], paper=paper)


def _gold(
    question: Mapping[str, Any], quotes: Iterable[str], papers: Collection[str]
) -> tuple[IsAnswer, IsAnswer]:
    """Return two tests of a sentence: that it answers `question`, and that it is quoted as the answer."""
    letters_of = [letters for letters in map(_letters, quotes) if len(letters) > 15]

    def is_quoted(sentence: Sentence) -> bool:
        if question["kind"] in REFUSED or sentence.chunk.paper_id not in papers:
            return False
        letters = _letters(sentence.text)
        return any(
            quote in letters or (letters in quote and len(letters) > _LONG_ENOUGH) for quote in letters_of
        )

    def is_answer(sentence: Sentence) -> bool:
        if is_quoted(sentence):
            return True
        if question["kind"] in {*REFUSED, "two_part"} or sentence.chunk.paper_id not in papers:
            return False  # no sentence has the patterns of both parts
        patterns = question["all"]
        return bool(patterns) and all(re.search(p, sentence.text, re.IGNORECASE) for p in patterns)

    return is_answer, is_quoted


def read_biomedical(data: Path, settings: Settings) -> Iterator[Example]:
    """Import the articles of COVID-QA, and yield the examples of its questions and of the questions of `questions.py`
    about them.
    """
    lines = (data / "covidqa_dev" / "articles.jsonl").read_text("utf-8").splitlines()
    articles = [json.loads(line) for line in lines]
    questions = [(article, question) for article in articles for question in article["questions"]]
    folder = Path(settings.home) / "articles"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "covid.jsonl").write_text("".join(f"{json.dumps(_imported(a))}\n" for a in articles), "utf-8")
    build(folder / "covid.jsonl", BIOMEDICAL, None, settings)
    with open_session(BIOMEDICAL, settings) as session:
        for article, question in questions:
            paper = f"covid-{article['document_id']}"
            spans = [_letters(answer["text"]) for answer in question["answers"]]
            subjects, is_answer = (
                find_likely_papers(question["question"], session.index, session.subjects),
                _spans(paper, spans),
            )
            example = describe(session, question["question"], subjects, is_answer, is_answer)
            yield replace(example, source=BIOMEDICAL, kind=BIOMEDICAL, paper=paper)
        texts = {f"covid-{article['document_id']}": article["context"] for article in articles}
        yield from _read_written(session, BIOMEDICAL, texts)


def _spans(paper: str, spans: Sequence[str]) -> IsAnswer:
    def is_answer(sentence: Sentence) -> bool:
        letters = _letters(sentence.text)
        return sentence.chunk.paper_id == paper and any(
            len(span) > 2 and (span in letters or (len(letters) > 30 and letters in span)) for span in spans
        )

    return is_answer


def _imported(article: Mapping[str, Any]) -> dict[str, Any]:
    """Convert an article of COVID-QA into the format of the JSON Lines importer."""
    title, *blocks = article["context"].strip().split("\n\n")
    authors = re.search(r"^Authors: (.+)$", article["context"], re.MULTILINE)
    paragraphs = [" ".join(block.split()) for block in blocks if not _HEADER.match(block.strip())]
    return {
        "id": f"covid-{article['document_id']}",
        "title": title.split("\n")[0].strip(),
        "authors": authors[1].split("; ") if authors else [],
        "abstract": "",
        "sections": [{"heading": "Text", "paragraphs": [text for text in paragraphs if text]}],
    }


def read_qasper(data: Path, settings: Settings) -> list[Example]:
    """Import the papers of QASPER, and return the examples of its questions and of the questions of `questions.py`
    about them.

    A question of QASPER is left out if no sentence that the search finds in its paper answers it.
    """
    folder = data / "qasper_mini"
    papers = [json.loads(line) for line in (folder / "papers.jsonl").read_text("utf-8").splitlines()]
    questions = [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]
    source = Path(settings.home) / "articles" / "qasper.jsonl"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text("".join(f"{json.dumps(_qasper_import(paper))}\n" for paper in papers), "utf-8")
    build(source, QASPER, None, settings)
    paragraphs = {paper["paper_id"]: paper["paragraphs"] for paper in papers}
    examples = []
    with open_session(QASPER, settings) as session:
        for question in questions:
            gold = [
                _letters(paragraphs[question["paper_id"]][place]) for place in question["gold_paragraphs"]
            ]
            paper = f"q-{question['paper_id']}"
            is_answer = _in_paragraphs(gold, question["answers"])
            about = [Subject(paper, 1.0, 1.0)]
            example = describe(session, question["question"], about, is_answer, is_answer, scope=(paper,))
            if example.answers.any():
                examples.append(replace(example, source=QASPER, kind=QASPER, paper=paper))
        texts = {f"q-{paper['paper_id']}": _qasper_text(paper) for paper in papers}
        examples += _read_written(session, QASPER, texts)
    return examples


def _in_paragraphs(paragraphs: Sequence[str], answers: Sequence[str]) -> IsAnswer:
    words = [set(analyze(answer)) for answer in answers if answer.casefold() not in _NO_SPAN]

    def is_answer(sentence: Sentence) -> bool:
        letters, own = _letters(sentence.text), set(analyze(sentence.text))
        return any(letters in paragraph for paragraph in paragraphs) and any(
            answer and len(answer & own) >= max(1, 0.6 * len(answer)) for answer in words
        )

    return is_answer


def _qasper_text(paper: Mapping[str, Any]) -> str:
    return "\n\n".join((paper["title"], f"ABSTRACT {paper['abstract'] or ''}", *paper["paragraphs"]))


def _qasper_import(paper: Mapping[str, Any]) -> dict[str, Any]:
    sections: defaultdict[str, list[str]] = defaultdict(list)
    headings = paper["sections"] or ["Text"] * len(paper["paragraphs"])
    for heading, paragraph in zip(headings, paper["paragraphs"], strict=True):
        sections[heading] += [paragraph] if paragraph else []
    return {
        "id": f"q-{paper['paper_id']}",
        "title": paper["title"],
        "authors": [],
        "abstract": paper["abstract"] or "",
        "sections": [{"heading": name, "paragraphs": texts} for name, texts in sections.items()],
    }


def describe(
    session: Session,
    question: str,
    subjects: Sequence[Subject],
    is_answer: IsAnswer,
    is_quoted: IsAnswer,
    *,
    scope: Sequence[str] = (),
) -> Example:
    """Return the candidate sentences for `question` with the engine's features and with labels; source, kind and paper
    are "".
    """
    sentences = find_sentences(session.index, question, subjects, scope)
    by_id = {subject.paper_id: subject for subject in subjects}
    encode = session.index.encoder([sentence.chunk.paper_id for sentence in sentences])
    candidates = describe_candidates(question, sentences, by_id, session.subjects.statistics, encode)
    rows = np.array([candidate.row for candidate in candidates]).reshape(-1, len(NAMES))
    answers, quoted = (
        np.array([is_right(candidate.sentence) for candidate in candidates], bool)
        for is_right in (is_answer, is_quoted)
    )
    texts = tuple(with_heading(candidate.sentence) for candidate in candidates)
    return Example("", "", "", rows, answers, question, texts, quoted)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
