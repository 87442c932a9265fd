"""Names that questions may use for the papers of a cluster, and the papers in which each name occurs."""

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

# A name before the colon of a title: one word with a digit or with capitals inside, such as "R-NET" or "U-Net", but not
# "Fine-Tuning" or "2019".
_HEAD = re.compile(r"(?P<name>(?=\S*[^\W\d_])(?=\S*\d|\S+(?:(?<!-)[A-Z]|[A-Z]{2})|[A-Z]-[A-Z])[^\s:]{2,}):\s")
_FEW, _FEW_SHARE = 2, 0.125
_PREPOSITIONS = frozenset("for of in on with by from to via using over through as".split())


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """Facts by which a question may refer to a paper.

    `authors` have different surnames; they include authors as citing papers write them. `file` is the file name
    without suffix. `front` has the capitalized words around the title, such as institutions, places and names, as
    `fold_name` returns them.
    """

    id: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    file: str = ""
    front: tuple[str, ...] = ()


@dataclass(frozen=True)
class SubjectIndex:
    """An index of names for the papers of a cluster.

    `papers` is sorted by id. `name_counts` maps a name in lower case to paper ids and scores of how often papers are
    cited right next to the name (see `count_names`).
    """

    papers: tuple[PaperFacts, ...]
    name_counts: Mapping[str, Mapping[str, int]]
    statistics: TermStatistics

    @cached_property
    def title_terms(self) -> Mapping[str, frozenset[str]]:
        """Map paper ids to the terms of the titles."""
        return {paper.id: frozenset(analyze(paper.title)) for paper in self.papers}

    @cached_property
    def title_weights(self) -> Mapping[str, float]:
        """Map each term of a title to its `inverse_frequency` among the titles."""
        counts = Counter(term for terms in self.title_terms.values() for term in terms)
        return {term: inverse_frequency(count, len(self.title_terms)) for term, count in counts.items()}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Map paper ids to positions in `papers`."""
        return {paper.id: place for place, paper in enumerate(self.papers)}

    @cached_property
    def title_places(self) -> Mapping[str, Sequence[int]]:
        """Map each term of a title to the positions of the papers with the term in their titles."""
        return _invert(self.title_terms[paper.id] for paper in self.papers)

    @cached_property
    def author_places(self) -> Mapping[str, Sequence[int]]:
        """Map surnames, as `fold_name` returns them, to the positions of the papers by authors with this surname."""
        return _invert({surname(author) for author in paper.authors} - {""} for paper in self.papers)

    @property
    def few(self) -> float:
        """The largest number of papers that a distinctive word may stand for: an eighth of all papers, but at least
        two.
        """
        return max(_FEW, len(self.papers) * _FEW_SHARE)

    @cached_property
    def front_places(self) -> Mapping[str, Sequence[int]]:
        """Map distinctive words around titles to the positions of their papers.

        A word is distinctive if it is in no title, is not a known surname, and is around the titles of at most `few`
        papers.
        """
        places = _invert(set(paper.front) for paper in self.papers)
        known = {*self.author_places, *(w for paper in self.papers for w in fold_name(paper.title).split())}
        return {word: found for word, found in places.items() if len(found) <= self.few and word not in known}

    @cached_property
    def title_heads(self) -> Sequence[tuple[int, str]]:
        """The positions of papers whose titles begin with a unique name and a colon ("R-NET: Machine Reading ..."),
        with the names.

        Names are as `fold_name` returns them; a name that is a stop word in lower case ("IT") is left out.
        """
        matches = ((place, _HEAD.match(paper.title)) for place, paper in enumerate(self.papers))
        found = [(place, fold_name(match["name"]).strip()) for place, match in matches if match]
        counts = Counter(head for _, head in found)
        return [(place, head) for place, head in found if counts[head] == 1 and analyze(head)]

    @cached_property
    def title_initials(self) -> Sequence[tuple[str, ...]]:
        """The initials of each paper's title before its colon.

        There are three for each title: of all words, of the words that are not stop words, and of the words before
        the first preposition.
        """
        return [_initials(paper.title) for paper in self.papers]


def fold_name(text: str) -> str:
    """Return `text` in lower case, without accents, possessives and punctuation."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in plain if not unicodedata.combining(c)).casefold()
    return re.sub(r"[^\w]+", " ", re.sub(r"'s\b", "", plain))


def surname(author: str) -> str:
    """Return the last word of an author's name; "" if it is a single letter, because that is an initial."""
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
