"""Fit the relevance gate, agent/relevance/gate.json, on questions over papers of two fields.

    python benchmarks/fit_gate.py DATA --home HOME [--biomedical 160] [--out FILE] [--report]

DATA holds the folders of papers of `answers.py` and COVID-QA (`covidqa_dev/articles.jsonl`), whose articles are imported as JSON
lines into the cluster "covid". Taken are the questions of `answers.py` that belong to its half "develop" and that sentences
answer, and `--biomedical` questions of COVID-QA, drawn with seed 1.

A sentence counts as an answer if it matches every gold pattern or holds a located quote (COVID-QA: a gold span) and belongs to a
gold paper. The ranker is fitted on the sentences of questions with an answer among them. The gate is fitted on all questions, and
once more on each of these with every answer taken away; its label is that one of the ranker's first three sentences answers.

--out writes the models as JSON. --report fits without COVID-QA and prints how far the probabilities can be trusted on it:
per bin the mean probability and the share right, and the expected calibration error (mean |difference|, weighted by size).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from answers import FOLDERS, QUESTIONS, REFUSED, half_of  # type: ignore[import-not-found]
from locators import find_quote  # type: ignore[import-not-found]
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from citehop.agent.relevance.candidates import find_sentences
from citehop.agent.relevance.features import NAMES, describe_candidates
from citehop.agent.relevance.gate import CONSIDERED, DERIVED_NAMES, QUESTION_NAMES, question_row
from citehop.agent.relevance.subject import find_subjects
from citehop.agent.session import Session, open_session
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.build.build import build
from citehop.papers.parsing.pdf.pages import page_text
from citehop.settings import Settings, load_settings

RANKER_NAMES = (
    "coverage", "coverage_context", "rarest", "similarity", "similarity_context", "similarity_z", "type", "type_near", "subject",
    "named", "rank", "caption", "cites_others", "length", "digits", "near_coverage", "near_similarity", "passage_coverage",
    "own_work", "subject_x_coverage",
)  # fmt: skip
KINDS = ("fact", "why", "two_part", *sorted(REFUSED))
BIOMEDICAL = "covid"
REGULARIZATION = 0.3  # C of both regressions, chosen by five-fold cross-validation
BINS = 5
_HEADER = re.compile(r"https?:|SHA:|Authors:")

Matrix = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]
IsAnswer = Callable[[Sentence], bool]


@dataclass(frozen=True, slots=True)
class Example:
    """A question: features of its candidates, best by words first, (n, len(NAMES)), and which of them answer, (n,)."""

    cluster: str
    paper: str
    rows: Matrix
    answers: Labels

    def without_answers(self) -> Example:
        """The same question over papers that do not answer it."""
        return replace(self, rows=self.rows[~self.answers], answers=self.answers[~self.answers])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="", help="where the clusters are built (default: CITEHOP_HOME)")
    parser.add_argument("--biomedical", type=int, default=160, help="questions of COVID-QA (default: 160)")
    parser.add_argument("--out", type=Path, help="write the ranker and the gate to this file")
    parser.add_argument("--report", action="store_true", help="print the calibration on the field left out")
    given = parser.parse_args()
    settings = load_settings()
    if given.home:
        settings = replace(settings, home=given.home)
    own = [example for name in FOLDERS for example in read_own(name, given.data, settings)]
    biomedical = list(read_biomedical(given.data, given.biomedical, settings))
    for name, examples in (("own", own), (BIOMEDICAL, biomedical)):
        answerable = sum(bool(example.answers.any()) for example in examples)
        print(
            f"{name}: {len(examples)} questions, {answerable} with an answer among the candidates", flush=True
        )
    if given.report:
        report(own, biomedical)
    if given.out:
        # Half of the biomedical articles take part, so that the other half stays unseen.
        seen = [e for e in biomedical if hashlib.sha1(e.paper.encode()).digest()[0] % 2 == 0]
        given.out.write_text(json.dumps(fit([*own, *seen]).fields(), indent=1) + "\n")


@dataclass(frozen=True, slots=True)
class Models:
    """A ranker of the sentences of a question, and a gate over its best."""

    ranker: Pipeline
    gate: Pipeline

    def probability(self, example: Example) -> float:
        """Probability that one of the first three sentences answers; 0 without sentences."""
        if not len(example.rows):
            return 0.0
        row, _ = describe_question(self.ranker, example)
        return float(self.gate.predict_proba(row[None])[0, 1])

    def fields(self) -> dict[str, Any]:
        """The models as gate.json holds them."""
        return {
            "ranker": _logistic_fields(self.ranker, RANKER_NAMES),
            "gate": _logistic_fields(self.gate, (*QUESTION_NAMES, *DERIVED_NAMES)),
        }


def fit(examples: Sequence[Example]) -> Models:
    """Fit the ranker, then the gate over its order."""
    answered = [example for example in examples if example.answers.any()]
    columns = [NAMES.index(name) for name in RANKER_NAMES]
    ranker = _regression().fit(
        np.concatenate([example.rows[:CONSIDERED, columns] for example in answered]),
        np.concatenate([example.answers[:CONSIDERED] for example in answered]),
    )
    both = [e for example in examples for e in with_answers_removed(example)]
    described = [describe_question(ranker, example) for example in both if len(example.rows)]
    gate = _regression().fit(np.array([row for row, _ in described]), [label for _, label in described])
    return Models(ranker, gate)


def with_answers_removed(example: Example) -> list[Example]:
    """The question, and if it has answers the question without them."""
    return [example, example.without_answers()] if example.answers.any() else [example]


def describe_question(ranker: Pipeline, example: Example) -> tuple[Matrix, bool]:
    """Features of a question for the gate, and True if one of the ranker's first three sentences answers it."""
    rows, answers = example.rows[:CONSIDERED], example.answers[:CONSIDERED]
    scores = ranker.decision_function(rows[:, [NAMES.index(name) for name in RANKER_NAMES]])
    order = np.argsort(-scores, kind="stable").tolist()
    return question_row(rows, scores, order), bool(answers[order[:3]].any())


def report(own: Sequence[Example], biomedical: Sequence[Example]) -> None:
    """Print the calibration on `biomedical` of models that are fitted on `own` alone."""
    models = fit(own)
    for name, examples in (
        ("as asked", list(biomedical)),
        (
            "as asked and with every answer taken away",
            [e for b in biomedical for e in with_answers_removed(b)],
        ),
    ):
        examples = [example for example in examples if len(example.rows)]
        right = np.array([describe_question(models.ranker, example)[1] for example in examples])
        probabilities = np.array([models.probability(example) for example in examples])
        auc = f", AUC {roc_auc_score(right, probabilities):.3f}" if 0 < right.sum() < len(right) else ""
        print(f"\n{name}: {len(examples)} questions, {right.mean():.0%} right{auc}")
        print(f"{'probability':>13} {'n':>4} {'mean':>6} {'right':>6}")
        for low, high, count, mean, share in reliability(probabilities, right):
            print(f"{low:6.1f} - {high:.1f} {count:6} {mean:6.2f} {share:6.2f}")
        print(f"expected calibration error {calibration_error(probabilities, right):.3f}")


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
    questions = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    questions = [
        q for q in questions if q["cluster"] == name and q["kind"] in KINDS and half_of(q) == "develop"
    ]
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
            yield describe(session, question["question"], question["primary"], _gold(question, quotes))


def _gold(question: Mapping[str, Any], quotes: Sequence[str]) -> IsAnswer:
    papers = {locator["paper"].lower() for locator in question["evidence"]}

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
            yield describe(session, question["question"], paper, _spans(paper, spans))


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


def describe(session: Session, question: str, paper: str, is_answer: IsAnswer) -> Example:
    """The candidates for `question` as the engine describes them, with labels."""
    subjects = find_subjects(question, session.subjects)
    sentences = find_sentences(session.index, question, subjects)
    by_id = {subject.paper_id: subject for subject in subjects}
    statistics, encoder = session.subjects.statistics, session.index.encoder()
    candidates = describe_candidates(question, sentences, by_id, statistics, encoder)
    rows = np.array([candidate.row for candidate in candidates]).reshape(-1, len(NAMES))
    answers = np.array([is_answer(candidate.sentence) for candidate in candidates], bool)
    return Example(session.cluster.name, paper, rows, answers)


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
