"""Score the parsed papers of a gold manifest by every measure, and print totals, fields and styles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .dataset import read_field_papers
from .front_matter import score_front_matter
from .labels import score_labels
from .references import score_citations, score_counts, score_sample_fields
from .scores import Metric, describe_groups, describe_totals

METRICS: Sequence[Metric] = (score_front_matter, score_counts, score_sample_fields, score_labels)


def print_field_scores(folder: Path, half: str, match: str, misses: int) -> None:
    """Print the scores of one half of the papers. What differs is shown for the develop half only."""
    papers = list(read_field_papers(folder, half, match))
    scores = [score for metric in METRICS for score in metric(papers)]
    files = {own.file for own in papers}
    everything = list(read_field_papers(folder, "all"))
    scores += [score for score in score_citations(everything) if score.paper.file in files]
    for line in describe_totals(scores):
        print(line)
    print("by field (F1 of the measures that fail somewhere)")
    for line in describe_groups(scores, lambda score: str(score.paper.entry["field"])):
        print(line)
    print("by paper and style")
    for line in describe_groups(scores, lambda score: f"{score.paper.file} [{score.paper.style}]"):
        print(line)
    shown = [score for score in scores if score.miss] if half == "develop" else []
    for score in shown[:misses]:
        print(f"    {score.measure}: {score.paper.file}: {score.miss}")
