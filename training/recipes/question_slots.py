"""Fit the slots of questions, agent/query/fitted/slots.safetensors, on labeled questions.

    python training/recipes/question_slots.py QUESTIONS.jsonl ... [--out FOLDER] [--folds 5]

Each line has a question and its labels: intent, fields, answer_type, compare, context, and then. `then` has the text of
the second part and how it follows. A line with a weight below 1 counts less. A slot that is missing or null is not
learned from. --folds prints the share of each slot that is right by cross-validation.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors.numpy import save_file
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from citehop.agent.query.fitted.boundaries import find_boundaries
from citehop.agent.query.fitted.meaning import embed_question
from citehop.agent.query.fitted.models import VOCABULARY, WEIGHTS, LinearModel, Slot, Vector
from citehop.agent.query.fitted.ngrams import features_of

FEWEST = 2  # least number of questions that a feature must occur in
# C of the regressions, and the factor of the embedding, both chosen by four-fold cross-validation.
INVERSE_DECAY = 1.0
SCALE = 4.0
SEVERAL: Slot = "fields"  # the slot in which a question may have several classes
NEGLIGIBLE = 0.02  # a feature whose largest weight is smaller is left out


@dataclass(frozen=True, slots=True)
class Example:
    """A training example of one slot: `features` with their classes (`labels`), `weight`, and the `fold` of the
    question.

    `text` is the question, which is embedded; it is "" if the example is only a place within a question.
    """

    text: str
    features: frozenset[str]
    labels: tuple[str, ...]
    weight: float
    fold: int


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("questions", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, help="write the models into this folder")
    parser.add_argument("--folds", type=int, default=0)
    options = parser.parse_args()
    rows = [json.loads(line) for path in options.questions for line in path.read_text("utf-8").splitlines()]
    models: dict[Slot, LinearModel] = {}
    for slot, read in READERS.items():
        examples = [example for row in rows for example in read(row)]
        if options.folds:
            cross_validate(slot, examples, options.folds)
        if options.out:
            models[slot] = fit(examples, of_one=slot != SEVERAL)
    if options.out:
        write(models, options.out)


def _of_question(name: str) -> Callable[[dict[str, Any]], Iterator[Example]]:
    def read(row: dict[str, Any]) -> Iterator[Example]:
        if row.get(name) is not None:
            yield Example(
                row["question"],
                features_of(row["question"]),
                (row[name],),
                row.get("weight", 1.0),
                fold_of(row["question"]),
            )

    return read


def read_fields(row: dict[str, Any]) -> Iterator[Example]:
    """Yield one example, with all its fields as labels, if the question asks for the record of a paper."""
    if fields := row.get("fields") if row.get("intent") == "record" else None:
        text, weight = row["question"], row.get("weight", 1.0)
        yield Example(text, features_of(text), tuple(fields), weight, fold_of(text))


def read_boundaries(row: dict[str, Any]) -> Iterator[Example]:
    """Yield one example for each place in the question where a second part may begin."""
    if "then" not in row or row["then"] is None:
        return
    then, text = row["then"] or {}, row["question"]
    start = text.find(then["text"]) if then else -1
    for boundary in find_boundaries(text):
        label = then["follows"] if then and abs(boundary.position - start) <= len("and ") else ""
        yield Example("", boundary.features, (label,), row.get("weight", 1.0), fold_of(text))


READERS: dict[Slot, Callable[[dict[str, Any]], Iterator[Example]]] = {
    "intent": _of_question("intent"),
    "fields": read_fields,
    "answer_type": _of_question("answer_type"),
    "compare": _of_question("compare"),
    "then": read_boundaries,
    "context": _of_question("context"),
}


def fold_of(question: str) -> int:
    """Return a number in 0..255 by the SHA-1 of a question, which decides its fold."""
    return hashlib.sha1(question.casefold().encode()).digest()[0]


def fit(examples: Sequence[Example], of_one: bool = True) -> LinearModel:
    """Fit a logistic regression over the embeddings and the features that occur in at least FEWEST examples.

    The regression is multinomial if each question has one class (`of_one`). Otherwise there is one regression for each
    class against all others.
    """
    counts = Counter(feature for example in examples for feature in example.features)
    names = sorted(feature for feature, count in counts.items() if count >= FEWEST)
    matrix = _matrix(examples, {name: row for row, name in enumerate(names)})
    classes = sorted({label for example in examples for label in example.labels})
    counted = [example.weight for example in examples]
    if of_one:
        weights, bias = _regress(matrix, [example.labels[0] for example in examples], counted)
        if len(bias) == 1:  # for two classes, scikit-learn gives only the weights of the second class
            weights, bias = np.concatenate([-weights, weights], axis=1) / 2, np.concatenate([-bias, bias]) / 2
    else:
        each = [_regress(matrix, [name in e.labels for e in examples], counted) for name in classes]
        weights = np.concatenate([columns for columns, _ in each], axis=1)
        bias = np.concatenate([one for _, one in each])
    sparse, dense = weights[: len(names)], SCALE * weights[len(names) :]
    kept = np.abs(sparse).max(axis=1) >= NEGLIGIBLE
    rows = {
        name: row for row, name in enumerate(name for name, keep in zip(names, kept, strict=True) if keep)
    }
    return LinearModel(
        tuple(classes),
        rows,
        sparse[kept].astype(np.float16),
        bias.astype(np.float32),
        dense.astype(np.float16),
    )


def _regress(
    matrix: csr_matrix, labels: Sequence[str | bool], counted: Sequence[float]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return weights, (features, classes), and bias of a logistic regression, with classes in sorted order.

    For two classes there is one column, for the second class.
    """
    regression = LogisticRegression(C=INVERSE_DECAY, max_iter=120, tol=1e-3)
    regression.fit(matrix, labels, sample_weight=counted)
    return regression.coef_.T, regression.intercept_


def _matrix(examples: Sequence[Example], rows: dict[str, int]) -> csr_matrix:
    pairs = [(i, rows[f]) for i, e in enumerate(examples) for f in e.features if f in rows]
    places = np.array(pairs).reshape(-1, 2).T
    words = csr_matrix((np.ones(len(pairs)), (places[0], places[1])), shape=(len(examples), len(rows)))
    if not examples[0].text:
        return words
    return hstack([words, csr_matrix(SCALE * np.stack([_vector(e) for e in examples]))]).tocsr()


def _vector(example: Example) -> Vector:
    vector = embed_question(example.text)
    assert vector is not None, (
        "the default embedding model is not on this machine: pip install -e '.[offline]'"
    )
    return vector


def cross_validate(slot: Slot, examples: Sequence[Example], folds: int) -> None:
    """Print the share of examples whose likeliest class is right, and the precision and recall of each class.

    Examples with a weight below 1 are fitted on but not counted.
    """
    right, total = 0, 0
    predicted, actual, hits = Counter[str](), Counter[str](), Counter[str]()
    for fold in range(folds):
        model = fit([e for e in examples if e.fold % folds != fold], of_one=slot != SEVERAL)
        for example in (e for e in examples if e.fold % folds == fold and e.weight >= 1):
            vector = _vector(example) if example.text else None
            scores = model.score(example.features, vector)
            best = max(scores, key=scores.__getitem__)
            label = best if best in example.labels else example.labels[0]
            right, total = right + (best == label), total + 1
            predicted[best] += 1
            actual[label] += 1
            hits[label] += best == label
    print(f"{slot}: {right / max(total, 1):.3f} of {total}")
    for label, count in actual.most_common():
        recall, precision = hits[label] / count, hits[label] / max(predicted[label], 1)
        print(f"    {label or '-':22} n {count:5} recall {recall:.2f} precision {precision:.2f}")


def write(models: dict[Slot, LinearModel], folder: Path) -> None:
    """Write the weights to WEIGHTS, and the classes and features of each slot to VOCABULARY."""
    tensors: dict[str, Any] = {}
    lines: list[str] = []
    for slot, model in models.items():
        tensors |= {
            f"{slot}.weights": np.ascontiguousarray(model.weights),
            f"{slot}.bias": model.bias,
            f"{slot}.dense": model.dense,
        }
        lines += [f"[{slot}]", "\t".join(model.classes), *model.rows]
    save_file(tensors, folder / WEIGHTS)
    (folder / VOCABULARY).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
