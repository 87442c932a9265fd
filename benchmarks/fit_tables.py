"""Fits the probability that the cells found in a table answer a question (agent/answerers/tables/gate.py).

    python benchmarks/fit_tables.py DATA [--home HOME] [--folds 8]

Every question of benchmarks/answers.py that names no table and has no anchor is asked of the likeliest tables by themselves. A
table is right if its answer has every pattern of the gold answer; for questions that no paper answers, all are wrong. Prints the
weights of a logistic model in the order of `TableFeatures`, and by cross-validation over papers how many questions of each kind
are answered right where the table is taken from a probability on, by itself and as a share of that of the sentences.
"""

from __future__ import annotations

import argparse
import hashlib
from collections import Counter
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from answers import FOLDERS, REFUSED, load_fitting_questions, matches  # type: ignore[import-not-found]

from citehop.agent.answerers.figures.answerer import answer_from_figure
from citehop.agent.answerers.figures.choice import likely_tables, refers_to, telling_terms
from citehop.agent.answerers.quotes import ANSWERS, answer_by_parts
from citehop.agent.answerers.tables.gate import TableFeatures
from citehop.agent.plan import Plan
from citehop.agent.relevance.likely_papers import find_likely_papers
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session, open_session
from citehop.agent.trace import Trace
from citehop.indexes.build.build import build
from citehop.settings import load_settings

PENALTY = 1.0  # on the squares of the weights
RIGHT = 3.0  # by cross-validation 15 of 23 questions for a cell are answered right, 9 where every table counts once
LEAST, SHARES = (0.12, 0.18, 0.22, 0.26, 0.3, 0.34), (0.5, 0.7, 0.9)
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """A question with the features of its candidate tables, which of them are right, and the answer of the sentences."""

    kind: str
    paper: str
    rows: Array
    right: Array
    text_probability: float
    text_right: bool


def describe(session: Session, question: dict[str, Any]) -> Case | None:
    """The case of a question; None for one that names a table or is small talk."""
    query, parsed = parse_request(session, question["question"], one_hop=True)
    if parsed.figure or question["anchor"] or query.intent == "small_talk":
        return None
    context = RequestContext(session, query, parsed, Focus(), Plan(), Trace(None), None, None)
    subjects = find_likely_papers(parsed.text, session.index, session.subjects)
    terms = {subject.paper_id: subject.terms for subject in subjects}
    text = answer_by_parts(context, parsed.text, {}, subjects)
    answerable = question["kind"] not in REFUSED
    rows, right = [], []
    for paper, table, prior in likely_tables(context, subjects):
        answer = answer_from_figure(context, paper, table, terms[paper.id] - telling_terms(paper))
        if answer is not None and answer.composed.text and answer.features is not None:
            pointed = any(
                quote.paper_id == paper.id and refers_to(quote.quote, table.label) for quote in text.citations
            )
            rows.append(astuple(replace(answer.features, prior=prior, pointed=float(pointed))))
            right.append(answerable and matches(question, answer.composed.text))
    probability = text.probability if text.probability >= ANSWERS else 0.0
    return Case(
        question["kind"],
        question["primary"] or question["id"],
        np.array(rows, dtype=np.float64).reshape(len(rows), len(fields(TableFeatures))),
        np.array(right, dtype=np.float64),
        probability,
        answerable and bool(text.text) and matches(question, text.text.split("\n")[0]),
    )


def fit(cases: list[Case]) -> Array:
    """Weights and bias of the logistic model, by Newton's method; the bias is not penalised.

    A right table counts `RIGHT` times: most candidates are tables of questions that prose answers.
    """
    rows = np.vstack([case.rows for case in cases])
    right = np.concatenate([case.right for case in cases])
    inputs = np.hstack([rows, np.ones((len(rows), 1))])
    counts = np.where(right > 0, RIGHT, 1.0)
    penalty = np.eye(inputs.shape[1]) * PENALTY
    penalty[-1, -1] = 1e-6
    weights = np.zeros(inputs.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (counts * (p - right)) + penalty @ weights
        curvature = (inputs * (counts * p * (1 - p))[:, None]).T @ inputs + penalty
        weights -= np.linalg.solve(curvature, gradient)
    return weights


def probabilities(weights: Array, case: Case) -> Array:
    """The probability of each candidate table of `case`."""
    return np.asarray(1 / (1 + np.exp(-(case.rows @ weights[:-1] + weights[-1]))))


def report(cases: list[Case], folds: int) -> None:
    """Print for each pair of thresholds how many questions of each kind are answered right, or rightly refused."""
    fold = {case.paper: hashlib.sha1(case.paper.encode()).digest()[1] % folds for case in cases}
    models = [fit([case for case in cases if fold[case.paper] != number]) for number in range(folds)]
    totals = Counter(case.kind for case in cases)
    print("least share " + " ".join(f"{kind}({count})" for kind, count in sorted(totals.items())))
    for least in LEAST:
        for share in SHARES:
            right: Counter[str] = Counter()
            for case in cases:
                found = probabilities(models[fold[case.paper]], case)
                best = int(np.argmax(found)) if len(found) else -1
                takes_table = best >= 0 and found[best] >= max(least, share * case.text_probability)
                if case.kind in REFUSED:
                    right[case.kind] += not takes_table and not case.text_probability
                else:
                    right[case.kind] += bool(case.right[best]) if takes_table else case.text_right
            print(
                f"{least:5.2f} {share:5.2f} " + " ".join(f"{kind} {right[kind]}" for kind in sorted(totals))
            )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="")
    parser.add_argument("--folds", type=int, default=8)
    options = parser.parse_args()
    settings = load_settings()
    if options.home:
        settings = replace(settings, home=options.home)
    cases = []
    for name, folder in FOLDERS.items():
        build(options.data / folder, name, None, settings)
        with open_session(name, settings) as session:
            asked = [
                describe(session, question)
                for question in load_fitting_questions()
                if question["cluster"] == name
            ]
            cases += [case for case in asked if case is not None]
    weights = fit(cases)
    for field, weight in zip(fields(TableFeatures), weights, strict=False):
        print(f"{field.name:12} {weight:6.2f}")
    print(f"{'bias':12} {weights[-1]:6.2f}")
    report(cases, options.folds)


if __name__ == "__main__":
    main()
