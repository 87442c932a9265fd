"""Stage of the build: what a question may call each paper by, kept small so that asking does not read whole papers."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from ...papers.types import Paper
from ..text.term_statistics import TermStatistics, count_terms, read_statistics, write_statistics


def name_counts(papers: Iterable[Paper]) -> dict[str, dict[str, int]]:
    """By name in lower case, how often the papers cite each paper of the cluster right beside that name.

    Citing sentences with several references say nothing about which of them the name belongs to and do not count.
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for paper in papers:
        cited = {reference.key: reference.paper_id for reference in paper.references if reference.paper_id}
        for mention in paper.mentions:
            targets = {cited[key] for key in mention.keys if key in cited}
            if len(targets) == 1 and len(mention.keys) == 1:
                (target,) = targets
                counts.update({name.casefold(): counts[name.casefold()] + Counter([target]) for name in mention.names})
    return {name: dict(sorted(by_paper.items())) for name, by_paper in sorted(counts.items())}
