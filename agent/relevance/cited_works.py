"""Find the papers that a question cites, by surnames and a year or by the name by which other papers cite them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from ...indexes.subjects import PaperFacts, SubjectIndex, fold_name, surname
from ...indexes.text.analysis import analyze

_OTHERS = r"(?: et al\.?|(?:, [A-Z][\w'’-]+)*,? (?:and|&) (?:[A-Z][\w'’-]+|colleagues))"
_FIRST_AUTHOR = r"(?P<first>[A-Z][\w'’-]+)"
_YEAR = r"\b(?P<year>(?:19|20)\d\d)\b"
# "Zhou et al. (2005)", "Church and Hanks, 1990", "Kim 2014"; "the ACL 2011 paper by Falk"; "Falk, Ek & Berg".
_CITATIONS = (
    re.compile(rf"\b{_FIRST_AUTHOR}{_OTHERS}?(?:['’]s?)?,? (?:in )?[(\[]?{_YEAR}"),
    re.compile(rf"{_YEAR}(?: [\w-]+){{1,2}} (?:by|of|from) {_FIRST_AUTHOR}{_OTHERS}?"),
    re.compile(rf"\b{_FIRST_AUTHOR}{_OTHERS}(?!\w|\.?(?:['’]s?)?,? [(\[]?(?:19|20)\d\d)"),
)
# Surnames of two letters, which are often ordinary words, in positions where only an author can stand: "Ha et al.",
# "Ji's".
_SHORT_AUTHOR = re.compile(
    r"\b[A-Z][a-z](?= et al\b|['’]s?\b|,? (?:and|&) (?:[A-Z]|colleagues\b|co-?workers\b)|,? [(\[]?(?:19|20)\d\d\b)"
    r"|(?<=\band )[A-Z][a-z]\b|(?<=& )[A-Z][a-z]\b|(?<=\bby )[A-Z][a-z]\b"
)
SHORT_NAME = 2  # letters of such a surname
_JOINED = frozenset("et al and colleagues".split())  # words of a citation that are not names
NAME_LIKE = re.compile(
    r"(?<![\w-])(?:[A-Z]+[a-z]*[A-Z0-9][\w-]*|[a-z]+[A-Z][\w-]*|[A-Z][a-z]+(?:-[A-Z]\w+)+|[a-z]+\d\w*)(?![\w-])"
)


def find_cited_works(question: str, index: SubjectIndex) -> dict[int, frozenset[str]]:
    """Map the place of each paper that the question cites to the folded words of the citation.

    A citation gives the first author and the year, "Zhou et al. (2005)", or only authors, who must all have written the
    paper. A citation that fits several papers is left out.
    """
    cited: dict[int, frozenset[str]] = {}
    for match in (match for pattern in _CITATIONS for match in pattern.finditer(question)):
        words = frozenset(fold_name(match[0]).split())
        first = fold_name(match["first"]).strip()
        led = [
            place
            for place in index.author_places.get(first, ())
            if first_surname(index.papers[place]) == first
        ]
        year = match.groupdict().get("year")
        fitting = _of_year(led, int(year), index) if year else _by_all(led, words - _JOINED, index)
        if len(fitting) == 1 and not any(words <= other for other in cited.values()):
            cited[fitting[0]] = words
    return cited


def find_short_surnames(question: str) -> frozenset[str]:
    """Return the folded surnames of two letters in `question`, if they are written like an author in a citation."""
    return frozenset(fold_name(name).strip() for name in _SHORT_AUTHOR.findall(question))


def first_surname(paper: PaperFacts) -> str:
    """Return the folded surname of the first author; "" for a paper without authors."""
    return surname(paper.authors[0]) if paper.authors else ""


def _of_year(places: Sequence[int], year: int, index: SubjectIndex) -> list[int]:
    """Return the places of the papers from `year`.

    If no paper is from that year, return the papers from the year before or after and the papers without a year,
    because a preprint may be cited with another year.
    """
    years = {place: index.papers[place].year for place in places}
    near = [place for place, known in years.items() if known is None or abs(known - year) == 1]
    return [place for place, known in years.items() if known == year] or near


def _by_all(places: Sequence[int], names: Collection[str], index: SubjectIndex) -> list[int]:
    """Return the places of the papers whose authors include all of `names`, which are folded surnames.

    Surnames of at most two letters are not compared.
    """
    compared = [name for name in names if len(name) > SHORT_NAME]
    return [place for place in places if all(place in index.author_places.get(name, ()) for name in compared)]


def find_cited_names(
    question: str, name_counts: Mapping[str, Mapping[str, int]], is_rare: Callable[[str], bool] | None = None
) -> dict[str, tuple[float, frozenset[str]]]:
    """Map the id of each paper that the question mentions by name to a certainty and the terms of the name.

    The certainty, 0..1, says how surely other papers cite this paper by that name. `name_counts` maps a name to the
    papers cited by it, with counts. A word in lower case ("infersent") counts as a name only if papers are often cited
    by it, or if `is_rare` accepts it.
    """
    words = re.findall(r"[\w./+-]*\w", question)
    found: dict[str, tuple[float, frozenset[str]]] = {}
    for size in (1, 2, 3):
        for start in range(len(words) - size + 1):
            name = " ".join(words[start : start + size])
            counts = name_counts.get(name.casefold(), {})
            # An ordinary word may stand next to a citation by accident.
            if not counts:
                continue
            is_word = size == 1 and not NAME_LIKE.search(name) and max(counts.values()) < 5
            if is_word and not (is_rare and is_rare(name)):
                continue
            total = sum(counts.values())
            for paper_id, count in counts.items():
                degree = count / total * min(1.0, 0.6 + 0.1 * count)
                if degree > found.get(paper_id, (0.0, frozenset()))[0]:
                    found[paper_id] = (degree, frozenset(analyze(name)))
    return found
