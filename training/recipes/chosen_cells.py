"""Fit the probability that chosen cells are right, and compare thresholds for preferring a table's answer to the
sentences'.

    python -m citehop.training.recipes.chosen_cells DATA --adapters HALF0 HALF1 [--home HOME] [--cells N] [--others N]

For each cluster, at most --cells questions that ask for cells, and at most --others questions of each other kind
(facts, reasons, questions that no paper answers), are asked of the sentences and of the tables. No question names a
table. The sentences are scored by the cross-encoder that was fitted on papers of the other half. The cells are chosen
by the shipped weights, which were fitted on these questions as well (`candidate_ranker.py`).

The recipe prints the weights and the constant of a logistic model over `ChosenFeatures`
(agent/answerers/tables/gate.py). Then it prints how many questions of each kind are answered rightly or rightly
refused, by cross-validation in FOLDS folds by paper. It does so for each combination of three values of
agent/answerers/figures/answer.py: the least probability of a table's answer next to an answer of the sentences
(`LEAST_BESIDE`), the least probability in place of a refusal (`LEAST_ALONE`), and the share of the sentences'
probability that it must reach (`SHARE`).
"""

from __future__ import annotations

import argparse
import hashlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from ...agent.answerers.figures.answerer import answer_from_tables
from ...agent.answerers.quotes import answer_by_parts
from ...agent.plan import Plan
from ...agent.relevance.likely_papers import weigh_by_passages
from ...agent.relevance.refusal import least_probability
from ...agent.relevance.subject import find_subjects
from ...agent.request_context import Focus, RequestContext, parse_request
from ...agent.session import Session
from ...agent.trace import Trace
from ...settings import Settings, load_settings
from .gate_models import load_scorers
from .questions import FOLDERS, REFUSED, load_questions, matches, open_papers

KINDS = ("table", "fact", "why", "absent")
BESIDE, ALONE, SHARES = (0.16, 0.18, 0.2, 0.25, 0.3), (0.2, 0.25, 0.3, 0.35, 0.4), (0.6, 0.7, 0.8, 0.9, 1.0)
FOLDS, REGULARIZATION = 4, 0.3
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """A question for which a table has an answer.

    `row` are the features of the table's answer, and `right` is true if it is right. `text_answers` is true if the
    sentences answer, and `text_right` if their answer is right. `otherwise` is the probability that the table's
    probability is compared with.
    """

    kind: str
    paper: str
    row: tuple[float, ...]
    right: bool
    text_answers: bool
    otherwise: float
    text_right: bool

    @property
    def fold(self) -> int:
        """The fold of the question, in 0..FOLDS - 1, which is the same for all questions about a paper."""
        return hashlib.sha1(self.paper.encode()).digest()[5] % FOLDS


def describe_case(session: Session, question: dict[str, Any]) -> Case | None:
    """Return the case of a question, or None if it names a table, has an anchor, or gets no chosen cells from any
    table.
    """
    query, parsed = parse_request(session, question["question"], one_hop=True)
    if parsed.figure or question["anchor"]:
        return None
    context = RequestContext(session, query, parsed, Focus(), Plan(), Trace(None), None, None)
    by_name = find_subjects(parsed.text, session.subjects)
    subjects = weigh_by_passages(parsed.text, session.index, by_name)
    least = least_probability(parsed.text, session.subjects.statistics, by_name)
    text = answer_by_parts(context, parsed.text, {}, subjects, least)
    closest = (text.closest,) if text.closest else ()
    shown = answer_from_tables(context, subjects, (*text.citations, *closest))
    if shown is None or shown.chosen is None:
        return None
    answerable = question["kind"] not in REFUSED
    return Case(
        question["kind"],
        question["primary"] or question["id"],
        shown.chosen.row,
        answerable and matches(question, shown.composed.text),
        bool(text.citations),
        max(text.probability, least or 0.0),
        answerable and bool(text.citations) and matches(question, text.text),
    )


def read_cases(
    data: Path, adapters: Sequence[Path], most: dict[str, int], settings: Settings
) -> Iterator[Case]:
    """Yield the cases of the questions over every cluster, at most `most[kind]` questions per kind, drawn with a fixed
    seed.
    """
    scorer_of = load_scorers(adapters)
    for name in FOLDERS:
        asked = list(load_questions(name))
        random.Random(4).shuffle(asked)
        chosen = [q for kind in KINDS for q in [each for each in asked if each["kind"] == kind][: most[kind]]]
        with open_papers(name, data, settings) as session:
            for question in chosen:
                # The index keeps its cross-encoder in this cached property. Only this recipe replaces it.
                vars(session.index)["_answer_scorer"] = scorer_of(question["primary"])
                case = describe_case(session, question)
                if case is not None:
                    yield case


def fit(cases: Sequence[Case]) -> Pipeline:
    """Fit a logistic model of the probability that a table's answer is right."""
    model = make_pipeline(StandardScaler(), LogisticRegression(C=REGULARIZATION))
    return model.fit([case.row for case in cases], [case.right for case in cases])


def predict_by_folds(cases: Sequence[Case]) -> Array:
    """Return for each case the probability that the table's answer is right, (n,), by a model fitted on the other
    folds.
    """
    found = np.zeros(len(cases))
    for fold in range(FOLDS):
        model = fit([case for case in cases if case.fold != fold])
        places = [place for place, case in enumerate(cases) if case.fold == fold]
        found[places] = model.predict_proba([cases[place].row for place in places])[:, 1]
    return found


def count_right(
    cases: Sequence[Case], found: Array, beside: float, alone: float, share: float
) -> Counter[str]:
    """Count the questions of each kind that are answered rightly or rightly refused.

    `found` are the probabilities of the tables' answers. `beside`, `alone` and `share` are the thresholds that the
    docstring of the module describes.
    """
    good: Counter[str] = Counter()
    for case, chance in zip(cases, found.tolist(), strict=True):
        least = beside if case.text_answers else alone
        takes = chance >= max(least, share * case.otherwise)
        if case.kind in REFUSED:
            good[case.kind] += not takes and not case.text_answers
        else:
            good[case.kind] += case.right if takes else case.text_right
    return good


def report(cases: Sequence[Case]) -> None:
    """Print the weights fitted to all cases, and the counts by models fitted on other folds."""
    model = fit(cases)
    scaler, logistic = model[0], model[-1]
    weights = logistic.coef_[0] / scaler.scale_
    constant = float(logistic.intercept_[0] - weights @ scaler.mean_)
    print("weights", weights.round(2).tolist(), "constant", round(constant, 2))
    print({kind: sum(case.kind == kind for case in cases) for kind in KINDS})
    found = predict_by_folds(cases)
    for beside, alone, share in product(BESIDE, ALONE, SHARES):
        good = count_right(cases, found, beside, alone, share)
        print(f"{beside} {alone} {share} " + " ".join(f"{kind} {good[kind]}" for kind in KINDS))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="")
    parser.add_argument(
        "--adapters", type=Path, nargs=2, required=True, help="fitted on half 0 and half 1 of the papers"
    )
    parser.add_argument("--cells", type=int, default=500)
    parser.add_argument("--others", type=int, default=200)
    options = parser.parse_args()
    settings = load_settings({"home": options.home or None})
    most = {kind: options.cells if kind == "table" else options.others for kind in KINDS}
    report(list(read_cases(options.data, options.adapters, most, settings)))


if __name__ == "__main__":
    main()
