"""Scores of M3SciQA's two hops. Every question counts: without a ranking or an answer it scores 0."""

from __future__ import annotations

from collections.abc import Sequence

from ....agent.verification.chain import LINKS
from ....figures.types import Reading
from ....retrieval.linking.markers import without_markers
from ....retrieval.linking.names import name_key
from ...metrics.ranking import score_ranking as score_by
from ...metrics.text import TextMetric
from ...metrics.text.rouge import RougeMetric
from ...reports.report import ABSTAINED, READ_RIGHT
from ...types import Example, Prediction
from .release import UNKNOWN

RANKING = ("MRR", "recall@1", "recall@3", "recall@5", "nDCG@3", "nDCG@5")
ROUGE: tuple[TextMetric, ...] = (RougeMetric("1"), RougeMetric("2"), RougeMetric("L"))
RANDOM, SHOWN = "random MRR", "gold shown"
SECOND_HOP = "second hop"  # before the metrics of answers from the gold paper
CHAIN, CHAIN_TO_GOLD = "proven chain", "proven chain to gold"


def score_ranking(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """Ranking metrics, and the MRR that chance would expect here."""
    scores: dict[str, float | None] = dict(score_by(RANKING, as_one(example, prediction), {"gold": 1.0}))
    scores[RANDOM] = expected_random_mrr(len(example.documents), len(gold_here(example)))
    return scores


def score_reading(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """`score_ranking`, and whether the figure was read right or not at all."""
    read = prediction.reading
    return {
        **score_ranking(example, prediction),
        READ_RIGHT: float(reads_right(read, example.tag("name") or example.answers[0])),
        ABSTAINED: float(read is None or read.abstained),
    }


def score_both_hops(
    example: Example,
    prediction: Prediction,
    metrics: Sequence[TextMetric] = ROUGE,
    *,
    with_reading: bool = True,
) -> dict[str, float | None]:
    """Scores of the ranking, of the answer, of the answer from the gold paper and, `with_reading`, of the chain of evidence."""
    gold = prediction.given_gold
    alone = score_answer(example, Prediction(example.id, answer=gold.answer), metrics) if gold else {}
    scores = {
        **(score_reading if with_reading else score_ranking)(example, prediction),
        **score_answer(example, prediction, metrics),
        **{f"{SECOND_HOP} {metric}": alone.get(str(metric)) for metric in metrics},
    }
    if with_reading:
        scores[CHAIN] = float(prediction.proven == LINKS)
        scores[CHAIN_TO_GOLD] = float(
            prediction.proven == LINKS and set(prediction.ranking[:1]) <= set(example.gold)
        )
    return scores


def score_answer(
    example: Example, prediction: Prediction, metrics: Sequence[TextMetric] = ROUGE
) -> dict[str, float | None]:
    """`metrics` of the answer, None where the right one is hidden, and whether the gold paper was shown."""
    known = bool(example.answers)
    scores: dict[str, float | None] = {
        str(metric): metric([prediction.answer], [example.answers]).value if known else None
        for metric in metrics
    }
    scores[SHOWN] = float(not set(prediction.shown).isdisjoint(example.gold))
    return scores


def as_one(example: Example, prediction: Prediction) -> list[str]:
    """The ranking with "gold" for every gold id: they are records of one paper, ranked at the place of the first."""
    return ["gold" if key in example.gold else f"id {key}" for key in prediction.ranking]


def gold_here(example: Example) -> set[str]:
    """The gold ids that are among the example's documents."""
    return {document.id for document in example.documents}.intersection(example.gold)


def is_valid(example: Example, prediction: Prediction) -> bool:
    """True if the ranking names any candidate, or, if it is a released one, any paper."""
    known = {document.id for document in example.documents}
    return any(key in known or key.startswith(UNKNOWN) for key in prediction.ranking)


def reads_right(reading: Reading | None, answer: str) -> bool:
    """True if the first entity read is `answer`: the same letters and digits, citation markers and notes aside."""
    if reading is None or reading.abstained or not reading.entities:
        return False
    return name_key(without_markers(reading.entities[0].text)) == name_key(without_markers(answer))


def expected_random_mrr(candidates: int, gold: int = 1) -> float:
    """Mean of 1 / rank of the first of `gold` right ids in a random order of `candidates`; H(n) / n where one is right.

    0 where none is among them. The first right id is at rank r with probability C(n - r, g - 1) / C(n, g).
    """
    total, chance = 0.0, gold / candidates if candidates else 0.0
    for rank in range(1, candidates - gold + 2):
        total += chance / rank
        chance *= (candidates - rank - gold + 1) / max(1, candidates - rank)
    return total


def recall_at(
    examples: Sequence[Example], rankings: Sequence[Sequence[str]], deepest: int
) -> tuple[float, ...]:
    """Share of examples whose gold paper is among the first k of their ranking, for k = 1..`deepest`."""
    places = [ranking.index("gold") if "gold" in ranking else deepest for ranking in rankings]
    return tuple(sum(place < k for place in places) / max(1, len(examples)) for k in range(1, deepest + 1))
