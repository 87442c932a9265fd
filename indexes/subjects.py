"""Names that questions may use for each paper of a cluster, and in which papers each occurs."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from .text.analysis import STOP_WORDS, analyze
from .text.term_statistics import (
    TermStatistics,
    inverse_frequency,
)

# A name before the colon of a title: one word with a digit, or with capitals inside: "R-NET", "U-Net"; not "Fine-Tuning", "2019".
_HEAD = re.compile(r"(?P<name>(?=\S*[^\W\d_])(?=\S*\d|\S+(?:(?<!-)[A-Z]|[A-Z]{2})|[A-Z]-[A-Z])[^\s:]{2,}):\s")
_FEW, _FEW_SHARE = 2, 0.125
_PREPOSITIONS = frozenset("for of in on with by from to via using over through as".split())


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """Facts by which a question may refer to a paper; `authors` are those of different surnames, also as other papers cite it,
    `file` is the name of its file without the ending, `front` the capitalized words around its title, as `fold_name` returns
    them: institutions, places and names."""

    id: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    file: str = ""
    front: tuple[str, ...] = ()


@dataclass(frozen=True)
class SubjectIndex:
    """`papers` sorted by id; `name_counts`: by name in lower case, how often papers cite each paper right beside it."""

    papers: tuple[PaperFacts, ...]
    name_counts: Mapping[str, Mapping[str, int]]
    statistics: TermStatistics

    @cached_property
    def title_terms(self) -> Mapping[str, frozenset[str]]:
        """The terms of each paper's title, by its id."""
        return {paper.id: frozenset(analyze(paper.title)) for paper in self.papers}

    @cached_property
    def title_weights(self) -> Mapping[str, float]:
        """`inverse_frequency` of each term of a title among the titles."""
        counts = Counter(term for terms in self.title_terms.values() for term in terms)
        return {term: inverse_frequency(count, len(self.title_terms)) for term, count in counts.items()}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The place of each paper in `papers`, by its id."""
        return {paper.id: place for place, paper in enumerate(self.papers)}

    @cached_property
    def title_places(self) -> Mapping[str, Sequence[int]]:
        """The places of the papers whose titles have a term, by the term."""
        return _invert(self.title_terms[paper.id] for paper in self.papers)

    @cached_property
    def author_places(self) -> Mapping[str, Sequence[int]]:
        """The places of the papers that an author of a surname has written, by the surname as `fold_name` returns it."""
        return _invert({surname(author) for author in paper.authors} - {""} for paper in self.papers)

    @property
    def few(self) -> float:
        """The most papers that a word may stand for which tells them from the others: an eighth of all, or two."""
        return max(_FEW, len(self.papers) * _FEW_SHARE)

    @cached_property
    def front_places(self) -> Mapping[str, Sequence[int]]:
        """The places of the papers around whose titles a word stands that is in no title, is no known surname, and stands around
        the titles of `few` papers."""
        places = _invert(set(paper.front) for paper in self.papers)
        known = {*self.author_places, *(w for paper in self.papers for w in fold_name(paper.title).split())}
        return {word: found for word, found in places.items() if len(found) <= self.few and word not in known}

    @cached_property
    def title_heads(self) -> Sequence[tuple[int, str]]:
        """The place of each paper whose title alone begins with a name and a colon, "R-NET: Machine Reading ...", and that name,
        as `fold_name` returns it; without names that in lower case are stop words ("IT")."""
        matches = ((place, _HEAD.match(paper.title)) for place, paper in enumerate(self.papers))
        found = [(place, fold_name(match["name"]).strip()) for place, match in matches if match]
        counts = Counter(head for _, head in found)
        return [(place, head) for place, head in found if counts[head] == 1 and analyze(head)]

    @cached_property
    def title_initials(self) -> Sequence[tuple[str, ...]]:
        """The initials of each paper's title before its colon: of all words, of those that are no stop words, and of the words
        before the first preposition."""
        return [_initials(paper.title) for paper in self.papers]


def fold_name(text: str) -> str:
    """`text` in lower case, without accents, possessives and punctuation."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    return re.sub(r"[^\w]+", " ", re.sub(r"'s\b", "", plain))


def surname(author: str) -> str:
    """The last name of an author; "" for a single letter, an initial."""
    words = fold_name(author).split()
    return words[-1] if words and len(words[-1]) > 1 else ""


def _initials(title: str) -> tuple[str, ...]:
    words = re.findall(r"[^\W\d_]+", title.split(":")[0])
    content = [word for word in words if word.casefold() not in STOP_WORDS]
    head = takewhile(lambda word: word.casefold() not in _PREPOSITIONS, words)
    return tuple("".join(word[0] for word in each).upper() for each in (words, content, head))


def _invert(features: Iterable[Collection[str]]) -> dict[str, list[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, names in enumerate(features):
        for name in names:
            places[name].append(place)
    return dict(places)
