"""One counted comparison, and tables of many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from .dataset import FieldPaper

Counts = tuple[int, int, int]  # matches, found, expected


@dataclass(frozen=True, slots=True)
class Score:
    """`counts` of one measure in one paper; `miss` shows what differs, and is printed for the develop half only."""

    measure: str
    paper: FieldPaper
    counts: Counts
    miss: str = ""


Metric = Callable[[Sequence[FieldPaper]], Iterator[Score]]


def describe_totals(scores: Sequence[Score]) -> Iterator[str]:
    """Precision, recall and F1 of each measure over all papers."""
    for measure, chosen in _group(scores, lambda score: score.measure).items():
        matches, found, expected = _add(chosen)
        precision, recall = matches / max(1, found), matches / max(1, expected)
        f1 = 2 * matches / max(1, found + expected)
        yield f"{measure:18} P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}  n {expected}"


def describe_groups(scores: Sequence[Score], key: Callable[[Score], str]) -> Iterator[str]:
    """F1 of each measure, and the measures that fail somewhere, for each group of papers."""
    for group, chosen in sorted(_group(scores, key).items()):
        parts = []
        for measure, own in _group(chosen, lambda score: score.measure).items():
            matches, found, expected = _add(own)
            if found + expected > 2 * matches:
                parts.append(f"{measure} {2 * matches / (found + expected):.2f}")
        yield f"  {group[:70]:70} {', '.join(parts) or 'all right'}"


def _group(scores: Iterable[Score], key: Callable[[Score], str]) -> dict[str, list[Score]]:
    groups: dict[str, list[Score]] = defaultdict(list)
    for score in scores:
        groups[key(score)].append(score)
    return groups


def _add(scores: Iterable[Score]) -> Counts:
    matches, found, expected = zip(*(score.counts for score in scores), strict=True)
    return sum(matches), sum(found), sum(expected)
