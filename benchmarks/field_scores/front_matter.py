"""Title, authors in order, and printed year of each paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from citehop.papers.titles import fold_title

from .dataset import FieldPaper
from .scores import Score


def score_front_matter(papers: Sequence[FieldPaper]) -> Iterator[Score]:
    """One value each: a missing one counts as not found. A year counts where the PDF prints one."""
    for own in papers:
        entry, paper = own.entry, own.paper
        read = fold_title(paper.title) == fold_title(entry["title"])
        yield _score("title", own, read, True, f"{paper.title!r} for {entry['title']!r}")
        names, expected = paper.authors, entry["authors"]
        right = [_is_person(name, family) for name, family in zip(names, expected, strict=False)]
        difference = f"{names} for {expected}"
        yield _score("first author", own, right[:1] == [True], bool(names), difference)
        whole = all(right) and len(names) == len(expected)
        yield _score("all authors", own, whole, bool(names), difference)
        if entry["year"]:
            is_year = str(paper.year) == entry["year"]
            yield _score("year", own, is_year, paper.year is not None, f"{paper.year} for {entry['year']}")


def _score(measure: str, own: FieldPaper, is_right: bool, is_found: bool, difference: str) -> Score:
    return Score(measure, own, (int(is_right), int(is_found), 1), "" if is_right else difference)


def _is_person(name: str, family: str) -> bool:
    """True if the name ends in the family name and begins with another one."""
    folded, end = fold_title(name), fold_title(family)
    return folded.endswith(end) and len(folded) > len(end)
