"""Papers whose title a question has: its words, its initials, a long row of its words, or the name of the paper's file."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from difflib import SequenceMatcher

from ...indexes.subjects import SubjectIndex, fold_name
from ...indexes.text.analysis import STOP_WORDS, analyze

_WHOLE_TITLE, _PART_OF_TITLE = 0.8, 0.4  # certainty of initials of the whole title, and of a part of it
# Words of a whole title in a row, those among them that are no stop words, and the latter where the row is a part of a title.
_FEWEST_OF_WHOLE, _FEWEST_CONTENT, _FEWEST_OF_PART = 3, 2, 4
_FILE_ID = re.compile(r"\d.*\d")  # a file's name that is an identifier: "N13-1099"
_INITIALS = re.compile(r"(?<![\w-])[A-Z]{3,8}(?![a-z-])")


def match_title(
    shared: Collection[str], title: frozenset[str], weights: Mapping[str, float]
) -> tuple[float, frozenset[str]]:
    """The share of the title's weight that the terms `shared` with the question have, and these, where it is not small."""
    weight = {term: weights[term] for term in title}
    total = sum(weight.values())
    share = sum(weight[term] for term in shared) / total if total else 0.0
    # A few words of a long title may be all that a question mentions of it.
    size = sum(weight[term] for term in shared)
    return min(1.0, share * 0.7 + 0.3 * min(1.0, size / 9.0)), frozenset(shared if share > 0.3 else ())


def match_initials(question: str, index: SubjectIndex) -> dict[int, tuple[float, str]]:
    """By place of a paper, the abbreviation in the question that is made of initials of its title ("USE"), after its degree
    of certainty, 0..1."""
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
    """By place, the terms of the longest row of words that the title has in common with the question, of the papers whose title
    is in it as a whole or by a long row of words; a row within a longer one of another title does not count."""
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
    """By place, the terms of the file's name, of the papers whose file the question names by an identifier: "Table 2 of N13-1099"."""
    text = question.casefold()
    found = {}
    for place, paper in enumerate(index.papers):
        name = paper.file.casefold()
        if name not in text or not _FILE_ID.search(name):  # spares a pattern for each paper
            continue
        if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\d)", text):
            found[place] = frozenset(analyze(paper.file))
    return found
