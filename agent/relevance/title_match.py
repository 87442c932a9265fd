"""Find papers whose title is in a question by its words, its initials or a long run of its words, or whose file is
named."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import SequenceMatcher

from ...indexes.subjects import SubjectIndex, fold_name
from ...indexes.text.analysis import STOP_WORDS, analyze

_WHOLE_TITLE, _PART_OF_TITLE = 0.8, 0.4  # certainty of initials of the whole title, and of a part of it
# A quoted whole title has at least _FEWEST_OF_WHOLE words, _FEWEST_CONTENT of them no stop words. A run of words that
# is only a part of a title has at least _FEWEST_OF_PART words that are no stop words.
_FEWEST_OF_WHOLE, _FEWEST_CONTENT, _FEWEST_OF_PART = 3, 2, 4
_FILE_ID = re.compile(r"\d.*\d")  # a file's name that is an identifier: "N13-1099"
_INITIALS = re.compile(r"(?<![\w-])[A-Z]{3,8}(?![a-z-])")


def match_title(
    shared: Collection[str], title: frozenset[str], weights: Mapping[str, float]
) -> tuple[float, frozenset[str]]:
    """Return how well a question matches a title, 0..1, and the terms `shared` with the question.

    The match grows with the share of the title's weight that the shared terms have, and with their weight itself. The
    terms are left out (an empty set) if their share is small.
    """
    weight = {term: weights[term] for term in title}
    total = sum(weight.values())
    share = sum(weight[term] for term in shared) / total if total else 0.0
    # A few words of a long title may be all that a question mentions of it.
    size = sum(weight[term] for term in shared)
    return min(1.0, share * 0.7 + 0.3 * min(1.0, size / 9.0)), frozenset(shared if share > 0.3 else ())


def match_initials(question: str, index: SubjectIndex) -> dict[int, tuple[float, str]]:
    """Map the place of a paper to the certainty, 0..1, and the abbreviation in the question made of its title's
    initials ("USE")."""
    found: dict[int, tuple[float, str]] = {}
    for name in sorted(set(_INITIALS.findall(question))):
        for place, sequences in enumerate(index.title_initials):
            for initials in sequences:
                if name in initials:
                    degree = _WHOLE_TITLE if name == initials else _PART_OF_TITLE
                    found[place] = max(found.get(place, (0.0, "")), (degree, name))
    return found


def find_quoted_titles(
    question: str, index: SubjectIndex, places: Collection[int]
) -> dict[int, frozenset[str]]:
    """Map the place of each paper whose title the question quotes to the terms of the quoted words.

    A title is quoted if all of it or a long run of its words is in the question. A run does not count if it lies within
    a longer run of another title. Only papers at `places` are compared.
    """
    words, terms = fold_name(question).split(), set(analyze(question))
    rows: dict[int, tuple[int, int]] = {}
    for place in sorted(places):
        if len(terms & index.title_terms[index.papers[place].id]) < _FEWEST_CONTENT:
            continue
        title = fold_name(index.papers[place].title).split()
        start, _, size = SequenceMatcher(None, words, title, autojunk=False).find_longest_match()
        content = sum(word not in STOP_WORDS for word in words[start : start + size])
        whole = size == len(title) >= _FEWEST_OF_WHOLE and content >= _FEWEST_CONTENT
        if whole or content >= _FEWEST_OF_PART:
            rows[place] = (start, start + size)
    return {
        place: frozenset(analyze(" ".join(words[start:end])))
        for place, (start, end) in rows.items()
        if not any(a <= start and end <= b and b - a > end - start for a, b in rows.values())
    }


def find_identified(question: str, index: SubjectIndex) -> dict[int, frozenset[str]]:
    """Map the place of each paper whose file name is an identifier in the question ("Table 2 of N13-1099") to the
    name's terms."""
    text = question.casefold()
    found = {}
    for place, paper in enumerate(index.papers):
        name = paper.file.casefold()
        if name not in text or not _FILE_ID.search(name):  # avoids compiling a pattern for each paper
            continue
        if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\d)", text):
            found[place] = frozenset(analyze(paper.file))
    return found
