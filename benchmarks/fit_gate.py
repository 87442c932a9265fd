"""Fit the relevance gate, agent/relevance/gate.json, on questions over papers of several fields.

    python benchmarks/fit_gate.py DATA --home HOME [--biomedical 731] [--out FILE] [--report] [--folds]

DATA holds the folders of papers of `answers.py`, COVID-QA (`covidqa_dev/articles.jsonl`) and part of QASPER (`qasper_mini`),
whose papers are imported as JSON lines into the clusters "covid" and "qasper". Taken are the questions of `answers.py`
that sentences answer, `--biomedical` questions of COVID-QA, drawn with seed 1, and the
questions of QASPER, asked of their paper alone since they do not name it.

A sentence counts as an answer if it matches every gold pattern or holds a located quote (COVID-QA: a gold span; QASPER: it is in
a gold paragraph and has three fifths of the words of an answer) and belongs to a gold paper. The rankers are fitted
on the questions with an answer among their sentences: the answers' share of a softmax over them is maximised; the second, over
the first sentences of the first, has the words in context as well. The gate is fitted
on all questions, once more on each of these with every answer taken away, and on questions that name a paper as asked of two
other papers, which seldom answer them; its label is that one of the ranker's first two sentences answers.

--out writes the models as JSON. --report fits without COVID-QA and prints how far the probabilities can be trusted on it:
per bin the mean probability and the share right, and the expected calibration error (mean |difference|, weighted by size).
--folds prints, for the questions of `answers.py` in five folds by paper, how many the first sentence answers and how many
the gate refuses.
"""

from __future__ import annotations

import argparse
import hashlib
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
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from citehop.agent.answerers.quotes import ANSWERS
from citehop.agent.relevance.candidates import find_sentences
from citehop.agent.relevance.features import MEANING, NAMES, describe_candidates, order_first
from citehop.agent.relevance.gate import (
    BEST_IN_CONTEXT,
    COMPARED,
    CONSIDERED,
    DERIVED_NAMES,
    EARLIER,
    QUESTION_NAMES,
    QUESTION_NAMES_BY_WORDS,
    Logistic,
    columns_of,
    compare_again,
    first_order,
    question_row,
    rows_in_context,
)
from citehop.agent.relevance.question_terms import naming_terms
from citehop.agent.relevance.subject import Subject, find_subjects
from citehop.agent.relevance.token_match import NAMES as CONTEXT_NAMES
from citehop.agent.relevance.token_match import EncodeTokens, TokenMatches, compare_tokens, describe_matches
from citehop.agent.session import Session, open_session
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.build.build import build
from citehop.indexes.embedding.encoder import Encoder
from citehop.indexes.embedding.locate import find_model
from citehop.indexes.text.analysis import analyse
from citehop.papers.parsing.pdf.pages import page_text
from citehop.settings import Settings, load_settings

# Features of the whole question say nothing about the order of its sentences.
_OF_QUESTION = {
    "unknown_terms", "lexical_top", "paper_lacks", "paper_lacks_name", "asks_number", "asks_reason",
}  # fmt: skip
RANKER_NAMES = tuple(name for name in NAMES if name not in _OF_QUESTION)
SECOND_NAMES = (*RANKER_NAMES, *CONTEXT_NAMES, EARLIER)
KINDS = ("fact", "why", "two_part", *sorted(REFUSED))
BIOMEDICAL, QASPER, SWAPPED = "covid", "qasper", "swapped"
REGULARIZATION = 0.1  # C of the gate's regression, chosen by five-fold cross-validation
DECAY, SECOND_DECAY = 30.0, 15.0  # weights of half the squared coefficients of the rankers, likewise
WEIGHTS = {BIOMEDICAL: 1.0, QASPER: 1.0, SWAPPED: 1.0}  # of examples for the gate
OWN_WEIGHT = 4.0  # of the natural questions: there are fewer of them
RANKER_WEIGHTS = {"own": 5.0}  # the same for the rankers
DECIDING = 2  # sentences of which one must answer: an answer has at most two quotes
FOLDS = 5
BINS = 5
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


class Matcher:
    """Words of questions beside sentences, each pair of texts compared once."""

    def __init__(self, encode: EncodeTokens) -> None:
        self._encode = encode
        self._known: dict[tuple[str, str], Matrix] = {}
        self._words: dict[str, tuple[str, ...]] = {}

    def match(self, example: Example, places: Sequence[int]) -> Matrix:
        """Features in context of the sentences at `places`."""
        question, texts = example.question, [example.texts[place] for place in places]
        new = [text for text in dict.fromkeys(texts) if (question, text) not in self._known]
        if new:
            matches = compare_tokens(question, new, self._encode)
            if matches is None:
                raise SystemExit("the embedding model gives no words in context")
            self._words[question] = matches.words
            self._known |= {(question, text): best for text, best in zip(new, matches.best, strict=True)}
        best = np.stack([self._known[question, text] for text in texts])
        return describe_matches(TokenMatches(self._words[question], best), example.named)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="", help="where the clusters are built (default: CITEHOP_HOME)")
    parser.add_argument("--biomedical", type=int, default=731, help="questions of COVID-QA (default: 731)")
    parser.add_argument("--out", type=Path, help="write the ranker and the gate to this file")
    parser.add_argument("--report", action="store_true", help="print the calibration on the field left out")
    parser.add_argument("--folds", action="store_true", help="print outcomes by cross-validation")
    given = parser.parse_args()
    settings = load_settings()
    if given.home:
        settings = replace(settings, home=given.home)
    own = [example for name in FOLDERS for example in read_own(name, given.data, settings)]
    own += read_qasper(given.data, settings)
    biomedical = list(read_biomedical(given.data, given.biomedical, settings))
    for name, examples in (("own", own), (BIOMEDICAL, biomedical)):
        answerable = sum(bool(example.answers.any()) for example in examples)
        print(
            f"{name}: {len(examples)} questions, {answerable} with an answer among the candidates", flush=True
        )
    # Half of the biomedical articles take part, so that the other half stays unseen.
    seen = [e for e in biomedical if hashlib.sha1(e.paper.encode()).digest()[0] % 2 == 0]
    folder = find_model(settings.embedding_model)
    if folder is None:
        raise SystemExit(f"no embedding model {settings.embedding_model!r} on this machine")
    matcher = Matcher(Encoder(folder).encode_tokens)
    if given.report:
        report(own, biomedical, matcher)
    if given.folds:
        cross_validate(own, seen, matcher)
    if given.out:
        examples = [*own, *seen]
        by_words = [example.without_meaning() for example in examples]
        models = {
            "context": fit(examples, matcher=matcher).fields(),
            "meaning": fit(examples).fields(),
            "words": fit(by_words, QUESTION_NAMES_BY_WORDS).fields(),
        }
        given.out.write_text(json.dumps(models, indent=1) + "\n")


@dataclass(frozen=True, slots=True)
class Order:
    """The places of the sentences of a question, best first, the scores of all by place, and the features in context."""

    places: list[int]
    scores: Matrix
    matched: Matrix | None = None


@dataclass(frozen=True, slots=True)
class Models:
    """A ranker of the sentences of a question, one of the first of these by words in context, where there is a `matcher`,
    and a gate over the best."""

    ranker: Logistic
    names: Sequence[str] = QUESTION_NAMES
    matcher: Matcher | None = None
    second: Logistic | None = None
    gate: Pipeline | None = None

    def order(self, example: Example) -> Order:
        """The order of the sentences of `example`, as the engine has it."""
        rows = example.rows[:CONSIDERED]
        scores = self.ranker.score(rows[:, columns_of(self.ranker.names)])
        matched = None
        if self.matcher and self.second:
            first = first_order(scores)[:COMPARED]
            matched = self.matcher.match(example, first)
            scores = compare_again(self.second, rows, matched, scores, first)
        return Order(first_order(scores), scores, matched)

    def describe(self, example: Example) -> tuple[Matrix, bool]:
        """Features of a question for the gate, and True if one of the first sentences answers it."""
        order = self.order(example)
        rows = example.rows[:CONSIDERED]
        row = question_row(rows, order.scores, order.places, self.names, order.matched)
        return row, bool(example.answers[order.places[:DECIDING]].any())

    def probability(self, example: Example) -> float:
        """Probability that one of the first sentences answers; 0 without sentences."""
        if not len(example.rows) or self.gate is None:
            return 0.0
        return float(self.gate.predict_proba(self.describe(example)[0][None])[0, 1])

    def fields(self) -> dict[str, Any]:
        """The models as gate.json holds them."""
        ranker = self.second or self.ranker
        stored = {
            "names": list(ranker.names),
            "mean": ranker.mean.round(5).tolist(),
            "scale": ranker.scale.round(5).tolist(),
            "weights": ranker.weights.round(4).tolist(),
            "intercept": [0.0],
        }
        names = (*self.names, *DERIVED_NAMES, *(BEST_IN_CONTEXT if self.second else ()))
        return {"ranker": stored, "gate": _logistic_fields(self.gate, names)}


def fit(
    examples: Sequence[Example], names: Sequence[str] = QUESTION_NAMES, matcher: Matcher | None = None
) -> Models:
    """Fit the rankers, then the gate over their order, with the features `names` of the best sentence."""
    answered = [e for e in examples if e.answers[:CONSIDERED].any() and e.kind != "two_part"]
    weights = [RANKER_WEIGHTS.get(e.source, 1.0) for e in answered]
    rows = [e.rows[:CONSIDERED, columns_of(RANKER_NAMES)] for e in answered]
    models = Models(
        fit_ranker(RANKER_NAMES, rows, [e.answers[:CONSIDERED] for e in answered], weights), names
    )
    if matcher:
        models = replace(models, second=fit_second(models.ranker, answered, matcher), matcher=matcher)
    both = [(e.source, each) for e in examples if e.kind != "two_part" for each in with_answers_removed(e)]
    both = [(source, each) for source, each in both if len(each.rows)]
    described = [models.describe(each) for _, each in both]
    gate = _regression().fit(
        np.array([row for row, _ in described]),
        [label for _, label in described],
        logisticregression__sample_weight=[WEIGHTS.get(source, OWN_WEIGHT) for source, _ in both],
    )
    return replace(models, gate=gate)


def fit_second(ranker: Logistic, examples: Sequence[Example], matcher: Matcher) -> Logistic:
    """The ranker of the first sentences of `ranker`, by all features and the words in context."""
    rows, answers, weights = [], [], []
    for example in examples:
        own = example.rows[:CONSIDERED]
        scores = ranker.score(own[:, columns_of(ranker.names)])
        first = first_order(scores)[:COMPARED]
        if not example.answers[first].any():
            continue
        matched = matcher.match(example, first)
        rows.append(rows_in_context(own, matched, scores, first, SECOND_NAMES))
        answers.append(example.answers[first])
        weights.append(RANKER_WEIGHTS.get(example.source, 1.0))
    return fit_ranker(SECOND_NAMES, rows, answers, weights, SECOND_DECAY)


def fit_ranker(
    names: Sequence[str],
    rows: Sequence[Matrix],
    answers: Sequence[Labels],
    importance: Sequence[float],
    decay: float = DECAY,
) -> Logistic:
    """The ranker under which the answers of each question get the largest share of a softmax over its sentences.

    For each question `rows`, the features `names` of its sentences, which of them answer, and its weight; `decay` holds the
    coefficients down.
    """
    every = np.concatenate(rows)
    mean, scale = every.mean(axis=0), every.std(axis=0)
    scale[scale < 1e-6] = 1.0  # constant: a feature of meaning where there is no model
    features = (every - mean) / scale
    starts = np.cumsum([0, *map(len, rows)])[:-1]
    of = np.repeat(np.arange(len(rows)), [len(each) for each in rows])  # the question of each row
    right, weight = np.concatenate(answers).astype(float), np.array(importance)

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        scores = features @ weights
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        shares /= np.add.reduceat(shares, starts)[of]
        answered = np.add.reduceat(shares * right, starts) + 1e-12
        gradient = features.T @ ((shares - shares * right / answered[of]) * weight[of]) + decay * weights
        return float(decay / 2 * weights @ weights - weight @ np.log(answered)), gradient

    weights = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    return Logistic(tuple(names), mean, scale, weights, 0.0)


def with_answers_removed(example: Example) -> list[Example]:
    """The question, and if it has answers the question without them."""
    return [example, example.without_answers()] if example.answers.any() else [example]


def report(own: Sequence[Example], biomedical: Sequence[Example], matcher: Matcher) -> None:
    """Print the calibration on `biomedical` of models that are fitted on `own` alone."""
    models = fit(own, matcher=matcher)
    for name, examples in (
        ("as asked", list(biomedical)),
        (
            "as asked and with every answer taken away",
            [e for b in biomedical for e in with_answers_removed(b)],
        ),
    ):
        examples = [example for example in examples if len(example.rows)]
        right = np.array([models.describe(example)[1] for example in examples])
        probabilities = np.array([models.probability(example) for example in examples])
        auc = f", AUC {roc_auc_score(right, probabilities):.3f}" if 0 < right.sum() < len(right) else ""
        print(f"\n{name}: {len(examples)} questions, {right.mean():.0%} right{auc}")
        print(f"{'probability':>13} {'n':>4} {'mean':>6} {'right':>6}")
        for low, high, count, mean, share in reliability(probabilities, right):
            print(f"{low:6.1f} - {high:.1f} {count:6} {mean:6.2f} {share:6.2f}")
        print(f"expected calibration error {calibration_error(probabilities, right):.3f}")


def cross_validate(own: Sequence[Example], others: Sequence[Example], matcher: Matcher) -> None:
    """Print, per kind of question of `own`, the shares that the first sentence answers, that one of the first two does,
    and that are refused, by models fitted on the other folds and on `others`."""
    rows: defaultdict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    for fold in range(FOLDS):
        models = fit([*(e for e in own if _fold(e) != fold), *others], matcher=matcher)
        for example in (e for e in own if _fold(e) == fold):
            refused, first, near = models.probability(example) < ANSWERS, False, False
            if len(example.rows) and not refused:
                right = example.answers[models.order(example).places]
                first, near = bool(right[0]), bool(right[:DECIDING].any())
            rows[example.kind].append((first, near, refused))
    print(f"\n{'kind':10} {'n':>4} {'first':>6} {'two':>6} {'refused':>7}")
    for kind, each in sorted(rows.items()):
        first, near, refused = np.mean(each, axis=0)
        print(f"{kind:10} {len(each):4} {first:6.2f} {near:6.2f} {refused:7.2f}")


def _fold(example: Example) -> int:
    return hashlib.sha1(example.paper.casefold().encode()).digest()[1] % FOLDS


def reliability(probabilities: Matrix, right: Labels) -> list[tuple[float, float, int, float, float]]:
    """Per bin that is not empty: its bounds, its size, the mean probability and the share right."""
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    return [
        (
            place / BINS,
            (place + 1) / BINS,
            int((bins == place).sum()),
            float(probabilities[bins == place].mean()),
            float(right[bins == place].mean()),
        )
        for place in sorted(set(bins.tolist()))
    ]


def calibration_error(probabilities: Matrix, right: Labels) -> float:
    """Mean distance of probability and share right over the bins, weighted by their sizes (Naeini et al., 2015)."""
    rows = reliability(probabilities, right)
    return sum(count * abs(mean - share) for _, _, count, mean, share in rows) / len(probabilities)


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


def _regression() -> Pipeline:
    return make_pipeline(StandardScaler(), LogisticRegression(C=REGULARIZATION, max_iter=3000))


def _logistic_fields(model: Pipeline, names: Sequence[str]) -> dict[str, Any]:
    scaler, regression = model[0], model[-1]
    return {
        "names": list(names),
        "mean": scaler.mean_.round(5).tolist(),
        "scale": scaler.scale_.round(5).tolist(),
        "weights": regression.coef_[0].round(4).tolist(),
        "intercept": regression.intercept_.round(4).tolist(),
    }


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


if __name__ == "__main__":
    main()
