"""Questions with the features of their candidate sentences and which of them answer, for `fit_gate.py`: those of `answers.py`,
of COVID-QA and of QASPER."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from answers import FOLDERS, REFUSED, load_questions  # type: ignore[import-not-found]
from locators import find_quote  # type: ignore[import-not-found]

from citehop.agent.relevance.candidates import find_sentences
from citehop.agent.relevance.features import MEANING, NAMES, describe_candidates, order_first
from citehop.agent.relevance.question_terms import naming_terms
from citehop.agent.relevance.subject import Subject, find_subjects
from citehop.agent.session import Session, open_session
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.build.build import build
from citehop.indexes.text.analysis import analyse
from citehop.papers.parsing.pdf.pages import page_text
from citehop.settings import Settings

KINDS = ("fact", "why", "two_part", *sorted(REFUSED))
BIOMEDICAL, QASPER, SWAPPED = "covid", "qasper", "swapped"
_NO_SPAN = {"yes", "no", "unanswerable"}
_HEADER = re.compile(r"https?:|SHA:|Authors:")

Matrix = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]
IsAnswer = Callable[[Sentence], bool]


@dataclass(frozen=True, slots=True)
class Example:
    """A question: features of its candidates, best by words first, (n, len(NAMES)), their texts, and which of them answer, (n,);
    `named` are the terms by which it names its paper."""

    source: str
    kind: str
    paper: str
    rows: Matrix
    answers: Labels
    question: str = ""
    texts: tuple[str, ...] = ()
    named: frozenset[str] = frozenset()

    def select(self, places: Sequence[int]) -> Example:
        """The same question over the candidates at these places."""
        texts = tuple(self.texts[place] for place in places)
        return replace(self, rows=self.rows[places], answers=self.answers[places], texts=texts)

    def without_answers(self) -> Example:
        """The same question over papers that do not answer it."""
        return self.select(np.flatnonzero(~self.answers).tolist())

    def without_meaning(self) -> Example:
        """The same question without an embedding model."""
        if not len(self.rows):
            return self
        rows = self.rows.copy()
        rows[:, [NAMES.index(name) for name in MEANING]] = 0.0
        return replace(self, rows=rows).select(order_first(rows))


def with_answers_removed(example: Example) -> list[Example]:
    """The question, and if it has answers the question without them."""
    return [example, example.without_answers()] if example.answers.any() else [example]


def read_own(name: str, data: Path, settings: Settings) -> Iterator[Example]:
    """Examples of the cluster `name` of `answers.py`."""
    questions = [q for q in load_questions() if q["cluster"] == name and q["kind"] in KINDS]
    build(data / FOLDERS[name], name, None, settings)
    with open_session(name, settings) as session:

        @cache
        def text_of(paper: str, page: int) -> str:
            source = session.cluster.source_path(session.paper_id(paper))
            return page_text(source, page, settings) if source else ""

        for question in questions:
            quotes = [
                _letters(find_quote(locator, text_of(locator["paper"], locator["page"])))
                for locator in question["evidence"]
            ]
            subjects = find_subjects(question["question"], session.subjects)
            papers = {session.paper_id(locator["paper"]) for locator in question["evidence"]}
            example = describe(session, question["question"], subjects, _gold(question, quotes, papers))
            yield replace(
                example, source="own", kind=question["kind"], paper=question["primary"] or question["id"]
            )
            if question["kind"] in ("fact", "why"):
                yield from ask_others(session, question["question"], subjects, question["primary"])


def ask_others(
    session: Session, question: str, subjects: Sequence[Subject], primary: str
) -> Iterator[Example]:
    """The question as asked of two other papers that it would name as clearly, over all papers but its own."""
    asked = next((s for s in subjects if s.paper_id == session.paper_id(primary)), None)
    if asked is None or asked.named < 0.3:
        return
    others = [subject for subject in subjects if subject is not asked]
    for other in random.Random(question).sample(others, min(2, len(others))):
        swapped = {
            other.paper_id: replace(asked, paper_id=other.paper_id),
            asked.paper_id: replace(other, paper_id=asked.paper_id),
        }
        about = sorted(
            (swapped.get(s.paper_id, s) for s in subjects), key=lambda s: (-s.probability, s.paper_id)
        )
        example = describe(session, question, about, lambda _: False, without=asked.paper_id)
        yield replace(example, source=SWAPPED, kind=SWAPPED, paper=primary)


def _gold(question: Mapping[str, Any], quotes: Sequence[str], papers: Collection[str]) -> IsAnswer:
    def is_answer(sentence: Sentence) -> bool:
        if question["kind"] in REFUSED or sentence.chunk.paper_id not in papers:
            return False
        letters = _letters(sentence.text)
        if question["kind"] == "two_part":  # no sentence has the patterns of both parts
            return any(quote[:40] in letters or letters in quote for quote in quotes if quote)
        patterns = all(re.search(pattern, sentence.text, re.IGNORECASE) for pattern in question["all"])
        return patterns or any(len(quote) > 15 and quote in letters for quote in quotes)

    return is_answer


def read_biomedical(data: Path, count: int, settings: Settings) -> Iterator[Example]:
    """Examples of `count` questions of COVID-QA."""
    lines = (data / "covidqa_dev" / "articles.jsonl").read_text("utf-8").splitlines()
    articles = [json.loads(line) for line in lines]
    questions = [(article, question) for article in articles for question in article["questions"]]
    random.Random(1).shuffle(questions)
    folder = Path(settings.home) / "articles"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "covid.jsonl").write_text("".join(f"{json.dumps(_imported(a))}\n" for a in articles), "utf-8")
    build(folder / "covid.jsonl", BIOMEDICAL, None, settings)
    with open_session(BIOMEDICAL, settings) as session:
        for article, question in questions[:count]:
            paper = f"covid-{article['document_id']}"
            spans = [_letters(answer["text"]) for answer in question["answers"]]
            subjects = find_subjects(question["question"], session.subjects)
            example = describe(session, question["question"], subjects, _spans(paper, spans))
            yield replace(example, source=BIOMEDICAL, kind=BIOMEDICAL, paper=paper)


def _spans(paper: str, spans: Sequence[str]) -> IsAnswer:
    def is_answer(sentence: Sentence) -> bool:
        letters = _letters(sentence.text)
        return sentence.chunk.paper_id == paper and any(
            len(span) > 2 and (span in letters or (len(letters) > 30 and letters in span)) for span in spans
        )

    return is_answer


def _imported(article: Mapping[str, Any]) -> dict[str, Any]:
    """An article of COVID-QA in the format of the importer of JSON lines."""
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
    """Examples of the questions of QASPER with an answer among the sentences that are found in their paper."""
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
            example = describe(
                session, question["question"], [Subject(paper, 1.0, 1.0)], is_answer, scope=(paper,)
            )
            if example.answers.any():
                examples.append(replace(example, source=QASPER, kind=QASPER, paper=paper))
    return examples


def _in_paragraphs(paragraphs: Sequence[str], answers: Sequence[str]) -> IsAnswer:
    words = [set(analyse(answer)) for answer in answers if answer.casefold() not in _NO_SPAN]

    def is_answer(sentence: Sentence) -> bool:
        letters, own = _letters(sentence.text), set(analyse(sentence.text))
        return any(letters in paragraph for paragraph in paragraphs) and any(
            answer and len(answer & own) >= max(1, 0.6 * len(answer)) for answer in words
        )

    return is_answer


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
    *,
    scope: Sequence[str] = (),
    without: str = "",
) -> Example:
    """The candidates for `question` as the engine describes them, with labels; those of the paper `without` left out."""
    found = find_sentences(session.index, question, subjects, scope)
    sentences = [sentence for sentence in found if sentence.chunk.paper_id != without]
    by_id = {subject.paper_id: subject for subject in subjects}
    encode = session.index.encoder([sentence.chunk.paper_id for sentence in sentences])
    candidates = describe_candidates(question, sentences, by_id, session.subjects.statistics, encode)
    rows = np.array([candidate.row for candidate in candidates]).reshape(-1, len(NAMES))
    answers = np.array([is_answer(candidate.sentence) for candidate in candidates], bool)
    texts = tuple(candidate.sentence.text for candidate in candidates)
    return Example("", "", "", rows, answers, question, texts, naming_terms(subjects))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
