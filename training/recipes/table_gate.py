"""Fit the probability that the cells found in a table answer a question (agent/answerers/tables/gate.py).

    python -m citehop.training.recipes.table_gate DATA [--home HOME]

Every question of `questions.py` that names no table and has no anchor is asked of each of the likeliest tables
separately. A table is right if its answer has every pattern of the gold answer. For questions that no paper answers,
all tables are wrong. The recipe prints the weights of a logistic model in the order of `TableFeatures`.
`chosen_cells.py` finds the least probability at which a table answers.
"""

from __future__ import annotations

import argparse
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...agent.answerers.figures.answerer import answer_from_figure
from ...agent.answerers.figures.choice import likely_tables, refers_to, telling_terms
from ...agent.answerers.quotes import answer_by_parts
from ...agent.answerers.tables.gate import TableFeatures
from ...agent.plan import Plan
from ...agent.relevance.likely_papers import find_likely_papers
from ...agent.request_context import Focus, RequestContext, parse_request
from ...agent.session import Session
from ...agent.trace import Trace
from ...settings import load_settings
from .questions import FOLDERS, REFUSED, load_questions, matches, open_papers

PENALTY = 1.0  # factor of the squares of the weights in the loss
# Weight of right tables. By cross-validation, 15 of 23 questions for a cell are answered rightly; with the weight 1, 9 are.
RIGHT = 3.0
Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """A question with the features of its candidate tables, (tables, features), and labels, (tables,), 1 for right
    tables.
    """

    rows: Array
    right: Array


def describe(session: Session, question: dict[str, Any]) -> Case | None:
    """Return the case of a question, or None if the question names a table, has an anchor or is small talk."""
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
    return Case(
        np.array(rows, dtype=np.float64).reshape(len(rows), len(fields(TableFeatures))),
        np.array(right, dtype=np.float64),
    )


def fit(cases: list[Case]) -> Array:
    """Return weights and bias (last) of the logistic model, by Newton's method; the bias is hardly penalized.

    A right table counts RIGHT times because most candidates are tables of questions that prose answers.
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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="")
    options = parser.parse_args()
    settings = load_settings({"home": options.home or None})
    cases = []
    for name in FOLDERS:
        with open_papers(name, options.data, settings) as session:
            cases += [describe(session, question) for question in load_questions(name)]
    weights = fit([case for case in cases if case is not None and len(case.right)])
    for name, weight in zip([*(field.name for field in fields(TableFeatures)), "bias"], weights, strict=True):
        print(f"{name:12} {weight:6.2f}")


if __name__ == "__main__":
    main()
