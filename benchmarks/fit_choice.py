"""Fit the probability of the cells that were chosen, and compare how sure a table has to be beside the sentences.

    python benchmarks/fit_choice.py DATA [--home HOME] [--every N]

Every question of benchmarks/answers.py for a cell that names no table, and every N-th for facts, reasons and what no paper says
(3 by default), is answered by the sentences and by the tables. The cells of a question for a cell are chosen by weights fitted to
other papers (benchmarks/fit_cells.py), among the _KEPT that the shipped weights prefer, before the
cross-encoder reads them.

Prints the weights of `probability_if_chosen` (agent/answerers/tables/gate.py) as a logistic model of the features log odds,
share and ranking, and a constant. Then, with the shipped weights and with those fitted to other papers: for each pair of least
probabilities, beside an answer of the sentences and in place of a refusal, and each share of the probability of the sentences,
how many questions of each kind are answered rightly or rightly refused, the checks of wording in one_hop.py aside.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import fit_cells as cells  # type: ignore[import-not-found]
import numpy as np
import numpy.typing as npt
from answers import FOLDERS, REFUSED, load_fitting_questions, matches  # type: ignore[import-not-found]

from citehop.agent.answerers.figures.answerer import read_tables
from citehop.agent.answerers.quotes import ANSWERS, answer_by_parts
from citehop.agent.answerers.tables.candidate_ranker import load_weights
from citehop.agent.answerers.tables.cell_choice import ListedCandidate, list_answers
from citehop.agent.answerers.tables.gate import (
    TableFeatures,
    asks_for_reason,
    log_odds,
    probability,
    probability_if_chosen,
)
from citehop.agent.answerers.tables.shown_table import describe
from citehop.agent.answerers.tables.table_reading import TableReading
from citehop.agent.answerers.tables.table_request import TableRequest
from citehop.agent.plan import Plan
from citehop.agent.relevance.subject import find_subjects
from citehop.agent.request_context import Focus, RequestContext
from citehop.agent.session import Session, open_session
from citehop.agent.trace import Trace
from citehop.figures.question.parser import parse_question
from citehop.indexes.build.build import build
from citehop.settings import Settings, load_settings

KINDS = ("table", "fact", "why", "absent")
BESIDE, ALONE, SHARES = (0.3, 0.36, 0.42), (0.35, 0.45, 0.55), (0.6, 0.75, 0.9)
_KEPT = 8
_COUNTS = 2.0  # of a question for a fact or reason, of which only some are asked
Array = npt.NDArray[np.float64]
Choice = tuple[float, float, bool]  # log odds and share of an answer, and True if it is right


@dataclass(frozen=True, slots=True)
class Candidate:
    """One answer of the tables: its log odds, and True if it is right."""

    odds: float
    right: bool


@dataclass(frozen=True, slots=True)
class Case:
    """A question with the features of all answers of its tables, those that were kept by their place, and the answer of the
    sentences: its probability, 0 where they do not answer, and True if it is right."""

    kind: str
    paper: str
    rows: Array
    right: npt.NDArray[np.bool_]
    kept: dict[int, Candidate]
    ranked: bool
    text_probability: float
    text_right: bool


def describe_case(session: Session, question: dict[str, Any], shipped: Array) -> Case | None:
    """The case of a question; None for one that names a table or has an anchor."""
    parsed = parse_question(question["question"])
    if parsed.figure or question["anchor"]:
        return None
    context = RequestContext(session, parsed, Focus(), Plan(), Trace(None), None, None)
    subjects = find_subjects(parsed.text, session.subjects)
    text = answer_by_parts(context, parsed.text, {}, subjects)
    chance = text.probability if text.text and text.probability >= ANSWERS else 0.0
    answerable = question["kind"] not in REFUSED
    request = TableRequest.of(parsed.text)
    rows, right, kept = np.zeros((0, len(cells.NAMES))), np.zeros(0, dtype=bool), dict[int, Candidate]()
    if request.asks_for_cells and not asks_for_reason(parsed.text):
        closest = (text.closest,) if text.closest else ()
        read = read_tables(context, subjects, (*text.citations, *closest))
        tables = read.tables
        listed, rows = list_answers(context, request, tables)
        right = np.array(
            [
                question["kind"] == "table" and cells.is_right(question, request, each, tables[each.place])
                for each in listed
            ],
            dtype=bool,
        )
        for place in np.argsort(-(rows @ shipped), kind="stable")[:_KEPT].tolist():
            each = listed[place]
            kept[place] = _keep(context, each, tables[each.place], bool(right[place]))
    return Case(
        question["kind"],
        question["primary"] or question["id"],
        rows,
        right,
        kept,
        request.extreme is not None,
        chance,
        bool(chance) and answerable and matches(question, text.text),
    )


def _keep(context: RequestContext, answer: ListedCandidate, table: TableReading, right: bool) -> Candidate:
    if answer.candidate is None:
        features: TableFeatures | None = table.features
    else:
        match = answer.table.matched.match_named(answer.candidate.facts)
        features = replace(
            describe(context, table.shown, match, bool(answer.candidate.value)),
            prior=table.prior,
            pointed=float(table.pointed),
        )
    return Candidate(log_odds(probability(features) if features else 0.0), right)


def choose(case: Case, weights: Array) -> Choice | None:
    """Log odds and share of the answer that `weights` choose among those kept, and True if it is right; None if there is none."""
    if not case.kept:
        return None
    scores = case.rows @ weights
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    place = max(case.kept, key=lambda each: shares[each])
    return case.kept[place].odds, float(shares[place]), case.kept[place].right


def fit(inputs: Array, right: Array, counts: Array) -> Array:
    """Weights and constant of a logistic model, by Newton's method, with a small penalty on the weights."""
    inputs = np.hstack([inputs, np.ones((len(inputs), 1))])
    penalty = np.diag([*[1.0] * (inputs.shape[1] - 1), 1e-6])
    weights = np.zeros(inputs.shape[1])
    for _ in range(40):
        chances = 1 / (1 + np.exp(-inputs @ weights))
        curvature = (inputs * (counts * chances * (1 - chances))[:, None]).T @ inputs + penalty
        weights -= np.linalg.solve(curvature, inputs.T @ (counts * (chances - right)) + penalty @ weights)
    return weights


def count_right(
    cases: list[Case], chosen: list[tuple[float, bool] | None], beside: float, alone: float, share: float
) -> Counter[str]:
    """How many questions of each kind are answered rightly, or rightly refused; `chosen` has the tables' probabilities."""
    good: Counter[str] = Counter()
    for case, found in zip(cases, chosen, strict=True):
        least = beside if case.text_probability else alone
        takes = found is not None and found[0] >= max(least, share * case.text_probability)
        if case.kind in REFUSED:
            good[case.kind] += not takes and not case.text_probability
        else:
            good[case.kind] += found[1] if takes and found else case.text_right
    return good


def report(label: str, cases: list[Case], chosen: list[tuple[float, bool] | None]) -> None:
    """Print the counts for each pair of thresholds and each share."""
    for beside, alone, share in product(BESIDE, ALONE, SHARES):
        good = count_right(cases, chosen, beside, alone, share)
        print(f"{label:8} {beside} {alone} {share} " + " ".join(f"{kind} {good[kind]}" for kind in KINDS))


def report_gate(cases: list[Case], folds: list[int], choices: list[Choice | None]) -> None:
    """Print the weights fitted to all choices, and the counts with the shipped weights and with those of other folds."""
    known = [place for place, choice in enumerate(choices) if choice]
    found = [choice for choice in choices if choice]
    inputs = np.array(
        [(odds, share, cases[place].ranked) for place, (odds, share, _) in zip(known, found, strict=True)],
        float,
    )
    right = np.array([choice[2] for choice in found], float)
    counts = np.array([_COUNTS if cases[place].kind in ("fact", "why") else 1.0 for place in known])
    print("log odds, share, ranked, constant:", fit(inputs, right, counts).round(2).tolist())
    print({kind: sum(case.kind == kind for case in cases) for kind in KINDS})
    shipped: list[tuple[float, bool] | None] = [None] * len(cases)
    fitted: list[tuple[float, bool] | None] = [None] * len(cases)
    own = np.array([folds[place] for place in known])
    for fold in range(cells.FOLDS):
        weights = fit(inputs[own != fold], right[own != fold], counts[own != fold])
        for index in np.flatnonzero(own == fold).tolist():
            odds, share, is_right = found[index]
            chance = 1 / (1 + np.exp(-odds))
            place = known[index]
            shipped[place] = probability_if_chosen(chance, share, cases[place].ranked), is_right
            fitted[place] = float(1 / (1 + np.exp(-(inputs[index] @ weights[:-1] + weights[-1])))), is_right
    report("shipped", cases, shipped)
    report("fitted", cases, fitted)


def read_cases(data: Path, every: int, settings: Settings) -> list[Case]:
    """The cases of every question for a cell, and of every `every`-th other one, cluster by cluster."""
    shipped, cases = load_weights("all"), list[Case]()
    for name, folder in FOLDERS.items():
        build(data / folder, name, None, settings)
        asked = [q for q in load_fitting_questions() if q["cluster"] == name and q["kind"] in KINDS]
        others = [q for q in asked if q["kind"] != "table"][::every]
        with open_session(name, settings) as session:
            for question in (*(q for q in asked if q["kind"] == "table"), *others):
                case = describe_case(session, question, shipped)
                cases += [case] if case else []
    return cases


def choose_by_folds(cases: list[Case], folds: list[int]) -> list[Choice | None]:
    """What `choose` gives for each case by weights that are fitted to the papers of other folds."""
    examples = [cells.Example("", case.paper, case.rows, case.right, None, "", {}) for case in cases]
    weights = [
        cells.fit([example for example, own in zip(examples, folds, strict=True) if own != fold])
        for fold in range(cells.FOLDS)
    ]
    return [choose(case, weights[fold]) for case, fold in zip(cases, folds, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="")
    parser.add_argument("--every", type=int, default=3)
    options = parser.parse_args()
    settings = load_settings()
    if options.home:
        settings = replace(settings, home=options.home)
    cases = read_cases(options.data, options.every, settings)
    folds = [cells.fold_of(case.paper) for case in cases]
    report_gate(cases, folds, choose_by_folds(cases, folds))


if __name__ == "__main__":
    main()
