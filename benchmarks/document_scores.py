"""Compare a parsed paper with its known content. Everything is counted as matches, found, expected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from citehop.papers.titles import fold_title, title_words
from citehop.papers.types import Reference

Counts = tuple[int, int, int]  # matches, found, expected
_NUMBERING = re.compile(r"^(?:[\dIVX]+(?:\.\d+)*|[A-Z](?:\.\d+)*)[.)]?\s+(?=\S)")
_FIELDS = ("title", "authors", "year", "venue", "volume", "pages", "doi")


def count_overlap(found: Iterable[str], expected: Iterable[str]) -> Counts:
    """Return (matches, found, expected) of two multisets."""
    one, other = Counter(found), Counter(expected)
    return (one & other).total(), one.total(), other.total()


def fold_heading(text: str) -> str:
    """Return a heading without its number, case and punctuation."""
    return fold_title(_NUMBERING.sub("", text))


def pair_entries(references: Sequence[Reference], entries: Sequence[dict[str, Any]]) -> dict[int, int]:
    """Map indexes of references to indexes of the entries that they print, by shared words; the closest pairs come
    first.
    """
    bags = [_entry_words(entry) for entry in entries]
    scored = []
    for i, reference in enumerate(references):
        words = title_words(reference.raw) | set(re.findall(r"\d+", reference.raw))
        for j, bag in enumerate(bags):
            shared = len(words & bag)
            if shared >= 3 or shared >= 0.5 * len(bag):
                scored.append((-shared / (len(bag) ** 0.5 * max(1, len(words)) ** 0.5), i, j))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in sorted(scored):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _entry_words(entry: dict[str, Any]) -> set[str]:
    text = " ".join([entry["title"], *entry["authors"], entry["venue"], entry["volume"], entry["pages"]])
    return title_words(text) | {str(entry["year"])}


def count_reference_fields(
    references: Sequence[Reference],
    entries: Sequence[dict[str, Any]],
    pairs: dict[int, int],
    printed: str,
    misses: list[str],
) -> dict[str, Counts]:
    """Return the counts of each field.

    A field is expected if the text of the document has it. `misses` collects a line for each difference.
    """
    counts = {field: [0, 0, 0] for field in _FIELDS}
    whole = fold_title(printed)
    by_entry = {j: references[i] for i, j in pairs.items()}
    for j, entry in enumerate(entries):
        reference = by_entry.get(j)
        for field in _FIELDS:
            expected = _fold_field(field, entry[field])
            raw = fold_title(reference.raw) if reference else whole
            shown = bool(expected) and (expected.split()[0] if field == "authors" else expected) in raw
            got = _fold_field(field, _get_field(reference, field)) if reference else ""
            if field == "authors" and reference:
                got, expected = _shorten(got, expected, reference.raw)
            right = shown and got == expected
            counts[field][0] += right
            counts[field][1] += bool(got)
            counts[field][2] += shown
            if not right and (shown or got):
                raw = reference.raw if reference else "-"
                misses.append(f"{field}: {got!r} for {expected if shown else ''!r} in {raw!r}")
    extra = len(references) - len(pairs)
    counts["entries"] = [len(pairs), len(references), len(entries)]
    counts["title"][1] += extra
    return {field: (a, b, c) for field, (a, b, c) in counts.items()}


def _shorten(got: str, expected: str, raw: str) -> tuple[str, str]:
    """Return the surnames to compare, found and expected: those before "et al." if the entry prints it."""
    names = expected.split()
    if re.search(r"\bet al|\bu\. a|и др|等|…|\.\.\.|\bothers\b", raw) or len(names) > 10:
        shown = [name for name in names if name in fold_title(raw)]
        count = min(len(got.split()), len(shown))
        return " ".join(got.split()[: max(count, 1)]), " ".join(shown[: max(count, 1)])
    return got, expected


def _get_field(reference: Reference, field: str) -> Any:
    if field == "doi":
        return dict(reference.ids).get("doi", "")
    return getattr(reference, field, "")


def _fold_field(field: str, value: Any) -> str:
    if field == "authors":
        return " ".join(fold_title(name.split()[-1]) for name in value if name.split())
    if field == "year":
        return str(value or "")
    if field == "pages":  # styles shorten the last page
        value = re.split(r"[–—-]", str(value))[0]
    return fold_title(str(value))


def count_captions(found: Sequence[tuple[str, str]], expected: Sequence[tuple[str, str]]) -> Counts:
    """Return the counts of captions, which are (label, text) pairs.

    Two captions match if their labels are equal and the F1 of their words is at least .9.
    """
    left = list(found)
    matches = 0
    for label, text in expected:
        for i, (other, words) in enumerate(left):
            if other == label and _measure_f1(words.split(), text.split()) >= 0.9:
                matches += 1
                del left[i]
                break
    return matches, len(found), len(expected)


def _measure_f1(found: Sequence[str], expected: Sequence[str]) -> float:
    a, b, c = count_overlap(map(fold_title, found), map(fold_title, expected))
    return 2 * a / max(1, b + c)


Rows = Sequence[Sequence[str]]


def pair_tables(found: Sequence[Sequence[str]], expected: Sequence[Rows]) -> dict[int, int]:
    """Map indexes of expected tables to indexes of found tables, given as words, if the F1 of their words is at least
    .75.
    """
    pairs: dict[int, int] = {}
    for j, rows in enumerate(expected):
        words = [word for row in rows for cell in row for word in cell.split()]
        scores = [(_measure_f1(bag, words), -i) for i, bag in enumerate(found) if i not in pairs.values()]
        best = max(scores, default=(0.0, 0))
        if best[0] >= 0.75:
            pairs[j] = -best[1]
    return pairs


def list_adjacencies(rows: Rows) -> list[str]:
    """Return the pairs of neighboring cells with text, to the right and below; blank cells are skipped (ICDAR 2013)."""
    cells = [[fold_title(cell) for cell in row] for row in rows]
    pairs = []
    for lines, mark in ((cells, "-"), (_transpose(cells), "|")):
        for line in lines:
            texts = [text for text in line if text]
            pairs += [f"{a}{mark}{b}" for a, b in pairwise(texts)]
    return pairs


def _transpose(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    width = max((len(row) for row in cells), default=0)
    return [[row[i] if i < len(row) else "" for row in cells] for i in range(width)]
