"""Bibliographies: numbers of entries, fields of sample entries, and who cites whom within the set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from citehop.papers.bibliography.resolve import resolve_references
from citehop.papers.titles import fold_title
from citehop.papers.types import Reference

from .dataset import FieldPaper
from .scores import Score

_WITHIN = 0.05  # share by which the number of entries may differ
_NOTES = ("Mullen", "Young1926")  # their footnotes are no bibliography
_FIELDS = ("authors", "year", "venue", "volume", "page")
_SAME_ENTRY = 0.5  # F1 of the words of an entry and a sample
_SAME = {"authors": 0.9, "venue": 0.75}  # F1 of the words of a field
_LITTLE = frozenset("and et al y e others the of in und".split())


def score_counts(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """One value for each paper with a bibliography: whether as many entries were found as it has."""
    for own in papers:
        expected, found = own.entry["references"], len(own.paper.references)
        if expected and not any(name in own.file for name in _NOTES):
            right = abs(found - expected) <= _WITHIN * expected
            yield Score(
                "references", own, (int(right), int(found > 0), 1), "" if right else f"{found} of {expected}"
            )


def score_sample_fields(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """Fields of the five sample entries of each paper; a field counts where the entry prints it."""
    for own in papers:
        words = [(_split(reference.raw), reference) for reference in own.paper.references]
        for sample in own.entry["sample_references"]:
            raw = _split(sample["raw"])
            score, _, reference = max(
                ((_measure_f1(text, raw), -place, each) for place, (text, each) in enumerate(words)),
                default=(0.0, 0, None),
            )
            for field in _FIELDS:
                found = _read_field(reference, field) if reference and score >= _SAME_ENTRY else ""
                expected = sample[field]
                if not expected and found in (
                    "arXiv",
                    dict(reference.ids).get("arxiv") if reference else None,
                ):
                    found = ""  # the gold names the archive for some styles only
                right = bool(found and expected) and _is_same(field, found, expected)
                counts = int(right), int(bool(found)), int(bool(expected))
                miss = "" if right or not any(counts) else f"{found!r} for {expected!r} in {sample['raw']!r}"
                yield Score(f"reference {field}", own, counts, miss)


def score_citations(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """Who cites whom, of the citing papers' half; `papers` are those of both halves."""
    files = [own.file for own in papers]
    resolved = resolve_references([replace(own.paper, id=own.file) for own in papers])
    for own, paper in zip(papers, resolved, strict=True):
        found = {reference.paper_id for reference in paper.references if reference.paper_id}
        expected = set(own.entry["cites"]).intersection(files)
        miss = f"+ {sorted(found - expected)} - {sorted(expected - found)}" if found != expected else ""
        yield Score("cites", own, (len(found & expected), len(found), len(expected)), miss)


def _read_field(reference: Reference, field: str) -> str:
    if field == "authors":
        return ", ".join(reference.authors)
    if field == "year":
        return str(reference.year or "")
    if field == "page":
        return reference.pages or dict(reference.ids).get("arxiv", "")
    return str(getattr(reference, field))


def _is_same(field: str, found: str, expected: str) -> bool:
    if field in _SAME:
        split = _split_names if field == "authors" else _split
        return _measure_f1(split(found), split(expected)) >= _SAME[field]
    if field == "year":
        return found[:4] == expected[:4]
    one, other = (re.split(r"[(–—−‐-]", text.strip())[0] for text in (found, expected))
    return fold_title(one) == fold_title(other)


def _split(text: str) -> list[str]:
    return [word for word in map(fold_title, re.findall(r"\w+", text)) if word not in _LITTLE]


def _split_names(text: str) -> list[str]:
    """Words of names, initials one by one."""
    words = [word for word in re.findall(r"[^\W\d_]+", text) if fold_title(word) not in _LITTLE]
    parts: list[Any] = [list(word) if len(word) <= 3 and word.isupper() else [word] for word in words]
    return [fold_title(part) for each in parts for part in each]


def _measure_f1(one: Sequence[str], other: Sequence[str]) -> float:
    left, right = Counter(one), Counter(other)
    return 2 * (left & right).total() / max(1, left.total() + right.total())
