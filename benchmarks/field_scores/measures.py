"""Scores of parsed papers from many fields: front matter, bibliographies, labels of figures and tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from citehop.papers.bibliography.resolve import resolve_references
from citehop.papers.captions import find_page_label
from citehop.papers.titles import fold_title
from citehop.papers.types import Reference

from .scores import FieldPaper, Metric, Score, describe_groups, describe_totals, read_field_papers

_WITHIN = 0.05  # relative difference allowed in the number of entries
_NOTES = ("Mullen", "Young1926")  # papers whose footnotes are no bibliography
_FIELDS = ("authors", "year", "venue", "volume", "page")
_SAME_ENTRY = 0.5  # least F1 of the words of an entry and a sample
_SAME = {"authors": 0.9, "venue": 0.75}  # least F1 of the words of a field
_LITTLE = frozenset("and et al y e others the of in und".split())


_COUNTED = re.compile(r"\b(?:figure|table) ", re.IGNORECASE)  # schemes and boxes are not in the manifest


def score_front_matter(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """Yield the scores of title, authors and year of each paper. A missing value counts as not found.

    The year is scored only if the PDF prints one.
    """
    for own in papers:
        entry, paper = own.entry, own.paper
        read = fold_title(paper.title) == fold_title(entry["title"])
        yield _score_value("title", own, read, True, f"{paper.title!r} for {entry['title']!r}")
        names, expected = paper.authors, entry["authors"]
        right = [_is_person(name, family) for name, family in zip(names, expected, strict=False)]
        difference = f"{names} for {expected}"
        yield _score_value("first author", own, right[:1] == [True], bool(names), difference)
        whole = all(right) and len(names) == len(expected)
        yield _score_value("all authors", own, whole, bool(names), difference)
        if entry["year"]:
            is_year = str(paper.year) == entry["year"]
            yield _score_value(
                "year", own, is_year, paper.year is not None, f"{paper.year} for {entry['year']}"
            )


def _score_value(measure: str, own: FieldPaper, is_right: bool, is_found: bool, difference: str) -> Score:
    return Score(measure, own, (int(is_right), int(is_found), 1), "" if is_right else difference)


def _is_person(name: str, family: str) -> bool:
    """True if the name ends in the family name and has at least one name before it."""
    folded, end = fold_title(name), fold_title(family)
    return folded.endswith(end) and len(folded) > len(end)


def score_counts(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """Yield one score per paper with a bibliography: if about as many entries were found as it has."""
    for own in papers:
        expected, found = own.entry["references"], len(own.paper.references)
        if expected and not any(name in own.file for name in _NOTES):
            right = abs(found - expected) <= _WITHIN * expected
            yield Score(
                "references", own, (int(right), int(found > 0), 1), "" if right else f"{found} of {expected}"
            )


def score_sample_fields(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """Yield the scores of the fields of five sample entries per paper. A field is expected if the entry prints it."""
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
                    found = ""  # the gold manifest names the archive only for some styles
                right = bool(found and expected) and _is_same(field, found, expected)
                counts = int(right), int(bool(found)), int(bool(expected))
                miss = "" if right or not any(counts) else f"{found!r} for {expected!r} in {sample['raw']!r}"
                yield Score(f"reference {field}", own, counts, miss)


def score_citations(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """Yield the score of who cites whom for each paper. `papers` must contain both halves."""
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
    """Return the words of names; initials are separate words."""
    words = [word for word in re.findall(r"[^\W\d_]+", text) if fold_title(word) not in _LITTLE]
    parts: list[Any] = [list(word) if len(word) <= 3 and word.isupper() else [word] for word in words]
    return [fold_title(part) for each in parts for part in each]


def _measure_f1(one: Sequence[str], other: Sequence[str]) -> float:
    left, right = Counter(one), Counter(other)
    return 2 * (left & right).total() / max(1, left.total() + right.total())


def score_labels(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """Yield the score of figure and table labels of each paper. A table with several parts counts once, at its first
    part.
    """
    for own in papers:
        found = {
            (figure.kind, _fold_label(figure.label), figure.page)
            for figure in own.paper.figures
            if not figure.continues and not find_page_label(figure.label) and _COUNTED.search(figure.label)
        }
        expected = {
            (kind, _fold_label(entry["label"]), entry["page"])
            for kind, entries in (("table", own.entry["tables"]), ("figure", own.entry["figures"]))
            for entry in entries
        }
        miss = f"+ {sorted(found - expected)} - {sorted(expected - found)}" if found != expected else ""
        yield Score("labels", own, (len(found & expected), len(found), len(expected)), miss)


def _fold_label(label: str) -> str:
    """Return a label in short form: "Figure A.1" gives "A1"."""
    return re.sub(r"\bFIGURE|\bTABLE|[^A-Z\d]", "", label.upper())


METRICS: Sequence[Metric] = (score_front_matter, score_counts, score_sample_fields, score_labels)


def print_field_scores(folder: Path, half: str, match: str, misses: int) -> None:
    """Print the scores of one half of the papers. Differences are shown for the develop half only."""
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
