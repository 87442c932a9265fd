"""Citation marks and bibliographies, author-year or numeric.

[@key] and [@key; @other] become "(Orrin and Falk, 2009; ...)" or "[3], [4]". [@@key] names the authors in the
sentence: "Orrin and Falk (2009)" or "Orrin and Falk [3]".
"""

from __future__ import annotations

import re

from .content import SamplePaper, Work

_MARK = re.compile(r"\[@(@?)([^\]]+)\]")


class Bibliography:
    """The works that one paper cites, in the order of its bibliography, and how its text cites them."""

    def __init__(self, paper: SamplePaper, works: dict[str, Work]) -> None:
        self.numeric = paper.numeric
        cited = [works[key] for text in _texts(paper) for key in cited_keys(text)]
        unique = list(dict.fromkeys(cited))
        if not self.numeric:
            unique.sort(key=lambda work: (_surname(work.authors[0]), work.year))
        self.works = unique

    def number(self, work: Work) -> int:
        return self.works.index(work) + 1

    def key(self, work: Work) -> str:
        """Return how the text of this paper cites the work: "3" or "Orrin and Falk, 2009"."""
        return str(self.number(work)) if self.numeric else f"{short_names(work)}, {work.year}"

    def render(self, text: str) -> str:
        """Return `text` with its marks replaced by citations."""
        return _MARK.sub(self._mark, text)

    def entry(self, work: Work) -> str:
        """Return the work as a line of the bibliography."""
        if self.numeric:
            names = _join([_initials(name) for name in work.authors])
            return f"[{self.number(work)}] {names}, “{work.title},” {work.venue}, {work.year}."
        return f"{_join(list(work.authors))}. {work.year}. {work.title}. {work.venue}."

    def _mark(self, match: re.Match[str]) -> str:
        works = [self._work(key) for key in _keys(match)]
        if match[1]:
            (work,) = works
            return f"{short_names(work)} " + (f"[{self.number(work)}]" if self.numeric else f"({work.year})")
        if self.numeric:
            return ", ".join(f"[{number}]" for number in sorted(self.number(work) for work in works))
        return "(" + "; ".join(self.key(work) for work in works) + ")"

    def _work(self, key: str) -> Work:
        return next(work for work in self.works if work.key == key)


def cited_keys(text: str) -> list[str]:
    """Return the keys of the marks in `text`, in order, with repetitions."""
    return [key for match in _MARK.finditer(text) for key in _keys(match)]


def short_names(work: Work) -> str:
    """Return the surnames of the authors: "Orrin", "Orrin and Falk" or "Orrin et al."."""
    surnames = [_surname(name) for name in work.authors]
    if len(surnames) > 2:
        return f"{surnames[0]} et al."
    return " and ".join(surnames)


def _texts(paper: SamplePaper) -> list[str]:
    sections = [text for section in paper.sections for text in section.paragraphs]
    cells = [row[0] for item in paper.floats for row in item.spec.get("rows", ())]
    return [*sections, *cells]


def _keys(match: re.Match[str]) -> list[str]:
    return [part.strip().removeprefix("@") for part in match[2].split(";")]


def _surname(name: str) -> str:
    return name.split()[-1]


def _initials(name: str) -> str:
    *given, surname = name.split()
    return " ".join(f"{part[0]}." for part in given) + f" {surname}"


def _join(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]
