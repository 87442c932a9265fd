"""Fit the relevance gate, agent/relevance/gate.json, on questions over papers of several fields.

    python -m citehop.training.recipes.relevance_gate DATA --home HOME --adapters HALF_0 HALF_1 [--out FILE] [--report] [--folds]

DATA holds the folders of papers (FOLDERS of `questions.py`), COVID-QA (`covidqa_dev/articles.jsonl`) and part of QASPER
(`qasper_mini`). The papers of COVID-QA and QASPER are imported as JSON Lines into the clusters "covid" and "qasper".
Questions of QASPER are asked about their paper alone because they do not name it.

A sentence of a gold paper is an answer if it matches every gold pattern or holds a located quote. In COVID-QA, an
answer holds a gold span. In QASPER, it is in a gold paragraph and has three fifths of the words of a gold answer. The
rankers are fitted on the questions that have an answer among their sentences: the share of the answers in a softmax
over the sentences is maximized. The second ranker orders the first sentences of the first ranker again, using the log
odds of the cross-encoder as well. The gate is fitted on all questions, and once more on each question with its answers
removed. Its label is true if one of the ranker's first two sentences answers.

The cross-encoder has learned the answers in the papers that it was fitted on. `--adapters` are therefore two adapters
that `answer_adapter.py` fitted on halves of the papers (without COVID-QA if --report is used). Each paper is read by
the adapter of the other half.

--out writes the models as JSON. --report fits without COVID-QA and prints how well the probabilities are calibrated on
it: for each bin the mean probability and the share of right answers, and the expected calibration error (mean
|difference|, weighted by bin size). --folds prints, by cross-validation in five folds by paper, how many questions the
first sentence answers and how many the gate refuses.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.metrics import roc_auc_score

from ...agent.answerers.quotes import ANSWERS
from ...agent.relevance.gate import QUESTION_NAMES_BY_WORDS
from ...settings import load_settings
from .answer_examples import (
    BIOMEDICAL,
    Example,
    Labels,
    Matrix,
    read_biomedical,
    read_own,
    read_qasper,
    with_answers_removed,
)
from .gate_models import DECIDING, ScoreUnseen, fit, score_unseen
from .questions import FOLDERS

FOLDS = 5
BINS = 5


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="", help="where the clusters are built (default: CITEHOP_HOME)")
    parser.add_argument(
        "--adapters", type=Path, nargs=2, required=True, help="fitted on half 0 and half 1 of the papers"
    )
    parser.add_argument("--out", type=Path, help="write the rankers and the gates to this file")
    parser.add_argument("--report", action="store_true", help="print the calibration on the field left out")
    parser.add_argument("--folds", action="store_true", help="print outcomes by cross-validation")
    given = parser.parse_args()
    settings = load_settings({"home": given.home or None})
    own = [example for name in FOLDERS for example in read_own(name, given.data, settings)]
    own += read_qasper(given.data, settings)
    biomedical = list(read_biomedical(given.data, settings))
    for name, examples in (("own", own), (BIOMEDICAL, biomedical)):
        answerable = sum(bool(example.answers.any()) for example in examples)
        print(
            f"{name}: {len(examples)} questions, {answerable} with an answer among the candidates", flush=True
        )
    score = score_unseen(given.adapters)
    # Models are fitted on half of the biomedical articles, so that the other half stays unseen.
    seen = [e for e in biomedical if hashlib.sha1(e.paper.encode()).digest()[0] % 2 == 0]
    if given.report:
        report(own, biomedical, score)
    if given.folds:
        cross_validate(own, seen, score)
    if given.out:
        given.out.write_text(json.dumps(fit_all([*own, *seen], score), indent=1) + "\n")


def fit_all(examples: Sequence[Example], score: ScoreUnseen) -> dict[str, object]:
    """Return the models in the format of gate.json: with a cross-encoder, with an embedding model only, and by words
    only.
    """
    by_words = [example.without_meaning() for example in examples]
    return {
        "scored": fit(examples, score=score).fields(),
        "meaning": fit(examples).fields(),
        "words": fit(by_words, QUESTION_NAMES_BY_WORDS).fields(),
    }


def report(own: Sequence[Example], biomedical: Sequence[Example], score: ScoreUnseen) -> None:
    """Print the calibration on `biomedical` of models that are fitted only on `own`."""
    models = fit(own, score=score)
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


def cross_validate(own: Sequence[Example], others: Sequence[Example], score: ScoreUnseen) -> None:
    """Print cross-validated shares for each kind of question in `own`.

    The shares are: the first sentence answers, one of the first two sentences answers, and the gate refuses. The models
    are fitted on the other folds of `own` and on `others`.
    """
    rows: defaultdict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    for fold in range(FOLDS):
        models = fit([*(e for e in own if _fold(e) != fold), *others], score=score)
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
    """Return for each non-empty bin its lower and upper bound, its size, the mean probability and the share of right
    answers.
    """
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
    """Return the mean distance between probability and share right over the bins, weighted by bin size (Naeini et al.,
    2015).
    """
    rows = reliability(probabilities, right)
    return sum(count * abs(mean - share) for _, _, count, mean, share in rows) / len(probabilities)


if __name__ == "__main__":
    main()
