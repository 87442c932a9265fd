"""Scores of M3SciQA's two hops, and report tables other than means.

Every question counts: a question without a ranking or an answer scores 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from ...agent.verification.chain import LINKS
from ...figures.types import Reading
from ...retrieval.linking.markers import without_markers
from ...retrieval.linking.names import name_key
from ..metrics.parse import parse_text_metric
from ..metrics.ranking import score_ranking as score_by
from ..metrics.text import TextMetric, score_texts
from ..reports.report import ABSTAINED, READ_RIGHT, ReportCurve, ReportExtra, ReportTable
from ..types import Example, Prediction, Scores
from .release import UNKNOWN

RANKING = ("MRR", "recall@1", "recall@3", "recall@5", "nDCG@3", "nDCG@5")
ROUGE: tuple[TextMetric, ...] = tuple(map(parse_text_metric, ("ROUGE-1", "ROUGE-2", "ROUGE-L")))
RANDOM, SHOWN = "random MRR", "gold shown"
SECOND_HOP = "second hop"  # prefix of the metrics of answers from the gold paper
CHAIN, CHAIN_TO_GOLD = "proven chain", "proven chain to gold"


def score_ranking(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """Return the ranking metrics of a prediction, and the MRR that a random ranking is expected to have."""
    scores: dict[str, float | None] = dict(score_by(RANKING, as_one(example, prediction), {"gold": 1.0}))
    scores[RANDOM] = expected_random_mrr(len(example.documents), len(gold_here(example)))
    return scores


def score_reading(example: Example, prediction: Prediction) -> dict[str, float | None]:
    """Return the scores of `score_ranking`, and if the figure was read right (1 or 0) or not read at all (1 or 0)."""
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
    """Return the scores of the ranking, of the answer and of the answer from the gold paper.

    With `with_reading`, the scores of the reading and of the chain of evidence are included.
    """
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
    """Return the `metrics` of the answer (None if the right answer is hidden), and if the gold paper was shown (1 or
    0).
    """
    shown = float(not set(prediction.shown).isdisjoint(example.gold))
    return {**score_texts(metrics, [prediction.answer], example.answers), SHOWN: shown}


def as_one(example: Example, prediction: Prediction) -> list[str]:
    """Return the ranking with "gold" in place of every gold id. All gold ids are records of one paper."""
    return ["gold" if key in example.gold else f"id {key}" for key in prediction.ranking]


def gold_here(example: Example) -> set[str]:
    """Return the gold ids that are among the example's documents."""
    return {document.id for document in example.documents}.intersection(example.gold)


def is_valid(example: Example, prediction: Prediction) -> bool:
    """True if the ranking names a candidate or, in a released ranking, any paper."""
    known = {document.id for document in example.documents}
    return any(key in known or key.startswith(UNKNOWN) for key in prediction.ranking)


def reads_right(reading: Reading | None, answer: str) -> bool:
    """True if the first entity read is `answer`. Only letters and digits count; citation markers and notes are
    ignored.
    """
    if reading is None or reading.abstained or not reading.entities:
        return False
    return name_key(without_markers(reading.entities[0].text)) == name_key(without_markers(answer))


def expected_random_mrr(candidates: int, gold: int = 1) -> float:
    """Return the expected 1 / rank of the first of `gold` right ids in a random order of `candidates`.

    For one right id it is H(n) / n; it is 0 if no right id is among the candidates. The first right id is at rank r
    with probability C(n - r, g - 1) / C(n, g).
    """
    total, chance = 0.0, gold / candidates if candidates else 0.0
    for rank in range(1, candidates - gold + 2):
        total += chance / rank
        chance *= (candidates - rank - gold + 1) / max(1, candidates - rank)
    return total


def recall_at(
    examples: Sequence[Example], rankings: Sequence[Sequence[str]], deepest: int
) -> tuple[float, ...]:
    """Return, for k = 1..`deepest`, the share of examples whose gold paper is among the first k of their ranking."""
    places = [ranking.index("gold") if "gold" in ranking else deepest for ranking in rankings]
    return tuple(sum(place < k for place in places) / max(1, len(examples)) for k in range(1, deepest + 1))


DEEPEST = 20  # last rank of the recall curves
COMBINED = (
    "The first hop is the first part of the combined question, as ask splits it, in other words than the "
    "visual question of the published first hop."
)
FILE_ORDER = (
    "The candidates are listed in the order of the file, as in the paper; "
    "that order alone scores above chance."
)


def show_ranking(
    examples: Sequence[Example],
    predictions: Mapping[str, Prediction],
    scores: Sequence[Scores],
) -> ReportExtra:
    """Return tables of the ways to count invalid rankings and of readings against rankings, and the recall curves."""
    rows = [
        (example, predictions.get(example.id, Prediction(example.id, error="not run")), line)
        for example, line in zip(examples, scores, strict=True)
    ]
    tables = [_counting(rows)]
    if any(prediction.reading for _, prediction, _ in rows):
        tables.append(reading_against_ranking(rows))
    modals = ["", *sorted({example.tag("modal") for example in examples} - {""})]
    curves = []
    for modal in modals:
        part = [
            (example, as_one(example, p)) for example, p, _ in rows if modal in ("", example.tag("modal"))
        ]
        values = recall_at([e for e, _ in part], [ranking for _, ranking in part], DEEPEST)
        curves.append(ReportCurve(modal or "all", values))
    return ReportExtra(tuple(tables), tuple(curves), "recall")


Row = tuple[Example, Prediction, Scores]
_OF_ANSWERS = ("ROUGE", "BERTScore", "judge", "AutoACU")  # prefixes of the metrics of answers
_CAUSES = {  # by whether the reading and the ranking are right
    (True, True): "both right",
    (True, False): "reading right",
    (False, True): "ranking right",
    (False, False): "both wrong",
}


def _counting(rows: Sequence[Row]) -> ReportTable:
    """Return a table of the MRR by the paper's three ways to treat rankings that name no candidate."""
    ways = {
        "Rank All": rows,
        "Rank Valid": [row for row in rows if is_valid(row[0], row[1])],
        "Rank Ground Truth": [row for row in rows if "gold" in as_one(row[0], row[1])],
    }
    return ReportTable(
        "Three ways of counting",
        ("n", "MRR"),
        (
            *((name, (float(len(part)), _mean(part, "MRR"))) for name, part in ways.items()),
            ("expected of chance", (float(len(rows)), _mean(rows, RANDOM))),
        ),
        ("n",),
        "All: an invalid ranking, one that names no candidate, scores 0. Valid: those that name one. "
        "Ground Truth: those that hold the gold paper.",
    )


def reading_against_ranking(rows: Sequence[Row]) -> ReportTable:
    """Count questions by whether the figure was read right and whether the gold paper is among the first three."""
    counts = dict.fromkeys(((read, found) for read in (1.0, 0.0) for found in (1.0, 0.0)), 0.0)
    for _, _, line in rows:
        counts[line.value(READ_RIGHT) or 0.0, line.value("recall@3") or 0.0] += 1
    return ReportTable(
        "Reading against ranking @3",
        ("ranking right", "ranking wrong"),
        (
            ("reading right", (counts[1.0, 1.0], counts[1.0, 0.0])),
            ("reading wrong", (counts[0.0, 1.0], counts[0.0, 0.0])),
        ),
        ("ranking right", "ranking wrong"),
        "Reading right: the likeliest name is the answer. Ranking right: the gold paper is among the first three.",
    )


def _mean(rows: Sequence[Row], metric: str) -> float | None:
    return fmean(line.value(metric) or 0.0 for _, _, line in rows) if rows else None


def show_both_hops(
    examples: Sequence[Example], predictions: Mapping[str, Prediction], scores: Sequence[Scores]
) -> ReportExtra:
    """Return a table of scores hop by hop, and one of answer scores by whether the reading and the ranking are right."""
    known = [predictions.get(example.id, Prediction(example.id, error="not run")) for example in examples]
    rows = list(zip(examples, known, scores, strict=True))
    tables = [_hop_by_hop(rows)] if rows else []
    if any(prediction.reading for prediction in known):
        tables.append(_answers_by_cause(rows))
    return ReportExtra(tuple(tables))


def _hop_by_hop(rows: Sequence[Row]) -> ReportTable:
    """Return a table with a row per metric, for the first hop, the second hop from the gold paper, and both; costs
    come last.
    """
    names = [name for name, _ in rows[0][2].values]
    lines = [line for _, _, line in rows]
    gold = [prediction.given_gold for _, prediction, _ in rows if prediction.given_gold]
    answers = [name for name in names if name.startswith(_OF_ANSWERS)]
    means = {name: _scored_mean(lines, name) for name in names}
    first = [(name, (means[name], None, means[name])) for name in RANKING]
    second = [(name, (None, means.get(f"{SECOND_HOP} {name}"), means[name])) for name in answers]
    chains = [(name, (None, None, means[name])) for name in (CHAIN, CHAIN_TO_GOLD) if name in names]
    seconds = fmean(p.seconds - (p.given_gold.seconds if p.given_gold else 0.0) for _, p, _ in rows)
    costs = [
        ("seconds per question", (None, fmean(one.seconds for one in gold) if gold else None, seconds)),
        (
            "US dollars per question",
            (
                None,
                fmean(one.usage.usd for one in gold) if gold else None,
                fmean(p.usage.usd for _, p, _ in rows),
            ),
        ),
    ]
    return ReportTable(
        "Hop by hop",
        ("first hop", "second hop", "end to end"),
        (*first, *second, *chains, *costs),
        note="Second hop: the gold paper was given. A proven chain leads from a box in the figure by a name that the "
        "best paper "
        "goes by to a quote of that paper, and every quote is found in its paper word for word.",
    )


def _answers_by_cause(rows: Sequence[Row]) -> ReportTable:
    """Return a table with a row per metric of the answers and a column per outcome of the reading and the ranking."""
    parts: dict[tuple[bool, bool], list[Scores]] = {key: [] for key in _CAUSES}
    for example, prediction, line in rows:
        found = "gold" in as_one(example, prediction)[:3]
        parts[reads_right(prediction.reading, example.tag("name")), found].append(line)
    metrics = [name for name, _ in rows[0][2].values if name.startswith((*_OF_ANSWERS, CHAIN))]
    return ReportTable(
        "Answers by what led to them",
        tuple(f"{_CAUSES[key]} ({len(part)})" for key, part in parts.items()),
        tuple((name, tuple(_scored_mean(part, name) for part in parts.values())) for name in metrics),
        note="Reading right: the likeliest name is the answer. Ranking right: the gold paper is among the first three. "
        "Numbers of questions in brackets.",
    )


def _scored_mean(lines: Sequence[Scores], metric: str) -> float | None:
    values = [value for line in lines if (value := line.value(metric)) is not None]
    return fmean(values) if values else None
