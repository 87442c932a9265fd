"""Fit the weights that choose among the candidate answers from tables, agent/answerers/tables/candidate_ranker.json.

    python -m citehop.training.recipes.candidate_ranker DATA [--home HOME] --adapters HALF_0 HALF_1 [--out FILE]

Every question that asks for a cell (`questions.py`) is asked as `citehop ask` asks it: about the table that it names,
or about the likeliest tables. A candidate is right if its text has every pattern of the gold answer and no pattern that
rules an answer out. The text has the cells and names as printed; differences, ratios and choices also have the computed
value. For a pair of cells, neither cell may match all patterns by itself. The answer of the rules is one more candidate
of each table. If a question has further parts, the cells that they ask for only need to be in the same row or column as
the candidate.

The weights maximize the share that the right candidates of a question get of a softmax over all its candidates. To save
time, at most SAMPLED wrong candidates per question, drawn with a fixed seed, are fitted.

The second weights choose among the READ likeliest candidates. The first weights that select these candidates were
fitted on other papers, and the cross-encoder that scores them (`answer_adapter.py`) was fitted on the other half of the
papers.

The recipe prints, per file of questions, the share of questions whose first candidate is right, by cross-validation in
FOLDS folds by paper, and the same share for the answer that the rules prefer. Then it prints the second weights,
largest first.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from ...agent.answerers.figures.answer import TableAnswers
from ...agent.answerers.figures.answerer import read_tables
from ...agent.answerers.figures.named_figure import named_figure_of
from ...agent.answerers.figures.parts import read_figure
from ...agent.answerers.quotes import answer_by_parts
from ...agent.answerers.tables.candidate_features import NAMES
from ...agent.answerers.tables.candidate_ranker import NAMES_READ, READ, load_weights, with_scores
from ...agent.answerers.tables.candidates import ListedCandidate
from ...agent.answerers.tables.cell_choice import in_words, list_answers
from ...agent.answerers.tables.table_reading import TableReading
from ...agent.answerers.tables.table_request import TableRequest
from ...agent.plan import Plan
from ...agent.relevance.likely_papers import find_likely_papers
from ...agent.relevance.subject import terms_of
from ...agent.request_context import Focus, RequestContext, parse_request
from ...agent.session import Session
from ...agent.trace import Trace
from ...errors import CitehopError
from ...settings import Settings, load_settings
from .gate_models import ScoreUnseen, score_unseen
from .questions import FOLDERS, load_questions, matches, open_papers

FOLDS = 5
DECAY = 40.0  # weight of half the squared coefficients, chosen by cross-validation
KEPT = 24  # the likeliest candidates by the shipped weights; the cross-encoder may read these
SAMPLED = 400
SECOND_DECAY = 40.0  # the same for the second weights
# Credit of a list of three or more cells that contains the answer. By cross-validation, 68.4% are right; with the
# credit 1, 67.5% are.
LISTED = 0.2

Matrix = npt.NDArray[np.float64]
Labels = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Example:
    """A question with all n candidates of its tables: their features, (n, len(NAMES)), and labels, (n,), True for right
    candidates.

    `preferred` is the index of the answer that the rules prefer, None if they give no answer. `texts` maps the indices
    of the KEPT likeliest candidates to their texts in words, likeliest first.
    """

    source: str
    paper: str
    rows: Matrix
    right: Labels
    preferred: int | None
    question: str
    texts: Mapping[int, str]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="", help="where the clusters are built (default: CITEHOP_HOME)")
    parser.add_argument(
        "--adapters", type=Path, nargs=2, required=True, help="fitted on half 0 and half 1 of the papers"
    )
    parser.add_argument("--out", type=Path, help="write the weights to this file")
    options = parser.parse_args()
    settings = load_settings({"home": options.home or None})
    examples = [e for name in FOLDERS for e in read_examples(name, options.data, settings)]
    report("rules", examples, [e.preferred for e in examples])
    folds = [fold_of(example.paper) for example in examples]
    of_folds = [
        fit([e for e, own in zip(examples, folds, strict=True) if own != fold]) for fold in range(FOLDS)
    ]
    report("choice", examples, cross_validate(examples, folds, of_folds))
    score = score_unseen(options.adapters)
    read = [read_likeliest(e, of_folds[fold], score) for e, fold in zip(examples, folds, strict=True)]
    chosen = choose_again(read, folds)
    report("read", examples, chosen)
    again = fit([each.example for each in read], SECOND_DECAY)
    for name, weight in sorted(zip(NAMES_READ, again, strict=True), key=lambda pair: -abs(pair[1])):
        print(f"{name:20} {weight:7.3f}")
    if options.out:
        stored = {
            "all": dict(zip(NAMES, fit(examples).round(4).tolist(), strict=True)),
            "read": dict(zip(NAMES_READ, again.round(4).tolist(), strict=True)),
        }
        options.out.write_text(json.dumps(stored, indent=1) + "\n")


def read_examples(name: str, data: Path, settings: Settings) -> list[Example]:
    """Return the examples of the questions for cells over the cluster `name`."""
    questions = [question for question in load_questions(name) if question["kind"] == "table"]
    with open_papers(name, data, settings) as session:
        examples = [read_example(session, question) for question in questions]
    return [example for example in examples if example is not None]


def read_example(session: Session, question: dict[str, Any]) -> Example | None:
    """Return the example of a question, or None if it does not ask for cells or its tables give no candidate."""
    query, parsed = parse_request(session, question["question"], one_hop=True)
    context = RequestContext(session, query, parsed, Focus(), Plan(), Trace(None), None, None)
    request = TableRequest.of(parsed.text)
    if not request.asks_for_cells:
        return None
    try:
        tables = read_asked(context).tables
    except CitehopError:
        return None
    listed, rows = list_answers(context, request, tables)
    if not listed:
        return None
    right = np.array([is_right(question, request, answer, tables[answer.place]) for answer in listed])
    preferred = [
        place
        for place, answer in enumerate(listed)
        if answer.candidate is None and tables[answer.place].likeliest
    ]
    likeliest = np.argsort(-(rows @ load_weights("all")), kind="stable")[:KEPT].tolist()
    texts = {place: in_words(listed[place], tables) for place in likeliest}
    first = next(iter(preferred), None)
    return Example(question["file"], question["primary"], rows, right, first, parsed.text, texts)


def read_asked(context: RequestContext) -> TableAnswers:
    """Return the answers that the rules read from the table that the question names, or from the likeliest tables."""
    text = context.question.text
    subjects = find_likely_papers(text, context.session.index, context.session.subjects)
    named = named_figure_of(context, subjects)
    if named is not None:
        return read_figure(context, *named, terms_of(subjects, named[0].id))
    quoted = answer_by_parts(context, text, {}, subjects)
    closest = (quoted.closest,) if quoted.closest else ()
    return read_tables(context, subjects, (*quoted.citations, *closest))


def is_right(
    question: dict[str, Any], request: TableRequest, answer: ListedCandidate, table: TableReading
) -> bool:
    """True if the candidate `answer` is right as defined in the docstring of this module."""
    candidate, names = answer.candidate, answer.table.matched.names
    if candidate is None:
        return bool(matches(question, table.text))
    printed = [fact.text for fact in candidate.facts]
    if candidate.operation in ("cell", "both"):
        text = ", ".join(printed)
    elif candidate.operation in ("extreme", "beyond"):
        text = f"{candidate.value}: {', '.join(printed)}"
    else:
        sides = [
            names.rows[fact.row] if candidate.axis == "row" else names.columns[fact.column]
            for fact in candidate.facts
        ]
        cells = ", ".join(f"{side} {value}" for side, value in zip(sides, printed, strict=True))
        text = f"{candidate.value} ({cells})"
    if request.further and candidate.operation in ("cell", "extreme"):
        text = f"{text}; {_complete(question, answer, text)}"
    if not matches(question, text):
        return False
    if candidate.operation == "both":
        return not any(_count_patterns(question, value) == len(question["all"]) for value in printed)
    return (
        candidate.operation in ("cell", "extreme", "beyond") or _count_patterns(question, candidate.value) > 0
    )


def _complete(question: dict[str, Any], answer: ListedCandidate, text: str) -> str:
    """Return the cell that completes `text`: the first cell in the candidate's row or column with all missing gold
    patterns.

    Returns "" if there is no such cell, if no pattern is missing, or if `text` has no pattern of the gold answer.
    """
    lacking = [pattern for pattern in question["all"] if not re.search(pattern, text, re.IGNORECASE)]
    first = answer.candidate.facts[0] if answer.candidate else None
    if first is None or not lacking or len(lacking) == len(question["all"]):
        return ""
    across = answer.candidate is not None and answer.candidate.axis == "column"
    return next(
        (
            fact.text
            for fact in answer.table.matched.names.facts
            if (fact.column == first.column if across else fact.row == first.row)
            and all(re.search(pattern, fact.text, re.IGNORECASE) for pattern in lacking)
        ),
        "",
    )


def _count_patterns(question: dict[str, Any], text: str) -> int:
    plain = unicodedata.normalize("NFKC", text)
    return sum(re.search(pattern, plain, re.IGNORECASE) is not None for pattern in question["all"])


@dataclass(frozen=True, slots=True)
class Read:
    """The candidates of a question that the cross-encoder read.

    `places` are their indices among all candidates; `example` has only these candidates, with the features NAMES_READ.
    """

    places: list[int]
    example: Example


def read_likeliest(example: Example, weights: Matrix, score: ScoreUnseen) -> Read:
    """Return the READ likeliest candidates by `weights`, with the log odds of the cross-encoder as features."""
    scores = example.rows @ weights
    places = sorted(example.texts, key=lambda place: (-scores[place], place))[:READ]
    read = score(example.paper, example.question, [example.texts[place] for place in places])
    rows = with_scores(example.rows[places], read, scores[places])
    return Read(places, replace(example, rows=rows, right=example.right[places]))


def choose_again(read: Sequence[Read], folds: Sequence[int]) -> list[int | None]:
    """Return for each question the index of the likeliest candidate among those read, by second weights fitted on other
    folds.
    """
    weights = [
        fit([r.example for r, own in zip(read, folds, strict=True) if own != fold], SECOND_DECAY)
        for fold in range(FOLDS)
    ]
    return [
        each.places[int(np.argmax(each.example.rows @ weights[fold]))]
        for each, fold in zip(read, folds, strict=True)
    ]


def fit(examples: Sequence[Example], decay: float = DECAY) -> Matrix:
    """Return the weights that maximize the share of the right candidates in a softmax over all candidates of a
    question.

    Questions without a right candidate are left out, and a list counts less (`_credit`). Features are scaled by their
    standard deviation; `decay` is the L2 penalty on the scaled weights.
    """
    sampled = [_sample(example) for example in examples if example.right.any()]
    every = np.concatenate([rows for rows, _, _ in sampled])
    credit = np.concatenate([_credit(rows, labels) for rows, labels, _ in sampled])
    scale = every.std(axis=0)
    scale[scale < 1e-6] = 1.0
    features = every / scale
    stands_for = np.log(np.concatenate([counts for *_, counts in sampled]))
    sizes = [len(rows) for rows, *_ in sampled]
    starts, of = np.cumsum([0, *sizes])[:-1], np.repeat(np.arange(len(sizes)), sizes)

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        scores = features @ weights + stands_for
        shares = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
        shares /= np.add.reduceat(shares, starts)[of]
        answered = np.add.reduceat(shares * credit, starts) + 1e-12
        gradient = features.T @ (shares - shares * credit / answered[of]) + decay * weights
        return float(decay / 2 * weights @ weights - np.log(answered).sum()), gradient

    found = minimize(loss, np.zeros(features.shape[1]), jac=True, method="L-BFGS-B").x
    return np.asarray(found / scale)


def _credit(rows: Matrix, right: Labels) -> Matrix:
    """Return the credit of each candidate, (n,): 1 if it is right, otherwise 0.

    A right list of the rules gets only LISTED if some candidate that is not from the rules is right as well.
    """
    credit = right.astype(float)
    if (right & (rows[:, NAMES.index("rules")] == 0)).any():
        credit[right & (rows[:, NAMES.index("rules_more")] > 0)] = LISTED
    return credit


def _sample(example: Example) -> tuple[Matrix, Labels, Matrix]:
    """Draw SAMPLED wrong candidates of a question, and keep all right candidates and all answers of the rules.

    Returns the features, the labels, and the number of candidates that each kept candidate stands for.
    """
    others = np.flatnonzero(~example.right & (example.rows[:, NAMES.index("rules")] == 0))
    counts = np.ones(len(example.right))
    if len(others) <= SAMPLED:
        return example.rows, example.right, counts
    counts[others] = len(others) / SAMPLED
    dropped = np.random.default_rng(0).permutation(others)[SAMPLED:]
    kept = np.setdiff1d(np.arange(len(example.right)), dropped)
    return example.rows[kept], example.right[kept], counts[kept]


def cross_validate(
    examples: Sequence[Example], folds: Sequence[int], of_folds: Sequence[Matrix]
) -> list[int | None]:
    """Return the index of the likeliest candidate of each question.

    `of_folds[fold]` are weights fitted on all other folds; `folds` gives the fold of each question.
    """
    return [
        int(np.argmax(example.rows @ of_folds[fold])) for example, fold in zip(examples, folds, strict=True)
    ]


def fold_of(paper: str) -> int:
    """Return the fold, in 0..FOLDS - 1, of all questions about `paper`."""
    return hashlib.sha1(paper.encode()).digest()[0] % FOLDS


def report(name: str, examples: Sequence[Example], chosen: Sequence[int | None]) -> None:
    """Print the share of questions whose candidate at the index `chosen` is right, per file of questions and over all
    files.
    """
    shares: defaultdict[str, list[bool]] = defaultdict(list)
    for example, place in zip(examples, chosen, strict=True):
        right = place is not None and bool(example.right[place])
        shares[example.source].append(right)
        shares["all"].append(right)
    print(f"{name:7}" + "  ".join(f"{source} {np.mean(r):.3f} of {len(r)}" for source, r in shares.items()))


if __name__ == "__main__":
    main()
