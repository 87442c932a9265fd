"""Join words that are printed with space between their letters: "A B S T R A C T", "RE S ULTS"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from .lines import Line, build_line
from .tokens import Token

_FEWEST = 4  # fewest letters that are apart from each other
_SHARE = 0.7  # smallest share of the tokens of a line that are single letters
_WORD_SPACE = 1.6  # multiple of the usual space between letters above which a space is between words
_LONGEST = 60  # most characters of a heading
_WORDS = (
    "ABSTRACT|ACKNOWLEDGE?MENTS?|ANALYSIS|AND|APPENDIX|ARTICLE|BACKGROUND|CONCLUSIONS?|CONCLUDING|DATA|DISCUSSION|EXPERIMENTAL|"
    "EXPERIMENTS|FUTURE|INFO|INFORMATION|INTRODUCTION|KEYWORDS|LIMITATIONS|LITERATURE|MATERIALS?|METHODOLOGY|METHODS?|MODEL|"
    "NOTES|OBSERVATIONS|OF|PROCEDURES?|REFERENCES|RELATED|REMARKS|RESULTS?|SECTION|STATISTICAL|STUDY|SUMMARY|SUPPLEMENTARY|THE|"
    "THEORY|WORKS?"
)
_HEADING = re.compile(rf"(?:{_WORDS})+")
_WORD = re.compile(_WORDS)


def join_spaced_letters(line: Line) -> Line:
    """Return the line with the letters of its words joined, if they are apart."""
    tokens = line.tokens
    if len(tokens) < 2 or sum(map(len, (token.text for token in tokens))) > _LONGEST:
        return line
    letters = sum(len(token.text) == 1 for token in tokens)
    is_text = all(token.text.isalpha() for token in tokens)  # no formula
    if is_text and letters >= max(_FEWEST, _SHARE * len(tokens)):
        return build_line(_join_by_space(tokens))
    return _join_by_words(line)


def _join_by_space(tokens: Sequence[Token]) -> list[Token]:
    """Join tokens with no more space between them than letters of one word have."""
    gaps = [after.bbox.x0 - before.bbox.x1 for before, after in pairwise(tokens)]
    usual = median(gaps)
    groups = [[tokens[0]]]
    for token, gap in zip(tokens[1:], gaps, strict=True):
        if gap > _WORD_SPACE * max(usual, 0.1 * token.font.size):
            groups.append([])
        groups[-1].append(token)
    return [_join(group) for group in groups]


def _join_by_words(line: Line) -> Line:
    """Join the letters of a line in capitals to words of common headings, if the line divides these words elsewhere."""
    parts = [token.text for token in line.tokens]
    letters = "".join(parts)
    if not (letters.isalpha() and letters.isupper() and _HEADING.fullmatch(letters)):
        return line
    if all(_WORD.fullmatch(part) for part in parts):
        return line
    ends = {match.end() for match in _WORD.finditer(letters)}
    groups: list[list[Token]] = [[]]
    place = 0
    for token in line.tokens:
        groups[-1].append(token)
        place += len(token.text)
        if place in ends and place < len(letters):
            groups.append([])
    return build_line(_join(group) for group in groups)


def _join(group: Sequence[Token]) -> Token:
    box = group[0].bbox
    for token in group[1:]:
        box = box.union(token.bbox)
    return replace(group[0], text="".join(token.text for token in group), bbox=box)
