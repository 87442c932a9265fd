"""Find the labels of bibliography entries: "[12]", "(12)", "12.", "12", "[Dev+18]", "[Bahdanau et al.2014]"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BRACKETED = re.compile(r"\s*\[\s*([^\[\]]{1,60}?)\s*\]\s*")
_MARKS = r"[.)]?\s*[•·●*\ufffd]*"  # annotated bibliographies mark recommended works after the number
_NUMBER_FORMS = (
    re.compile(r"\s*\[\s*([\dlI]{1,4})\s*\]\s*"),  # OCR may read 1 as a letter
    re.compile(r"\s*\(\s*(\d{1,4})\s*\)\s*"),
    re.compile(rf"\s*(\d{{1,4}})\s?[.)](?=\s|[^\W\d]|[•·●*\ufffd]|$){_MARKS}\s*"),
    re.compile(r"\s*([⁰¹²³⁴-⁹]{1,4})\s*"),
    re.compile(r"\s*(\d{1,4})(?=\s+[^\W\d_])\s*"),
)
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹lI", "012345678911")
_FEWEST = 2  # fewest labeled lines that establish a style; a single line may be an accident
_FIRST = 2  # largest number of the first label; the label of the first entry may be lost
_GAP = 8  # largest step between two labels; text extraction may have damaged the labels between them
_GAP_COST = 0.4  # cost of each missing label, in entries
_LEFT = 36.0  # points from the left edge of a column within which labels begin, longer numbers further left
_AHEAD = 60  # number of earlier labels that are compared with each label


def parse_label(text: str) -> tuple[str, int]:
    """Return the label at the start of `text`, without brackets, and the offset after it; ("", 0) without a label."""
    if match := _BRACKETED.match(text):
        return match[1], match.end()
    for form in _NUMBER_FORMS[1:4]:
        if match := form.match(text):
            return _parse_digits(match), match.end()
    return "", 0


def strip_label(text: str, label: str) -> str:
    """Return `text` without `label`, with which its first line is known to begin."""
    marked, end = parse_label(text)
    if marked:
        return text[end:]
    match = re.match(rf"\s*{re.escape(label)}\s+", text) or _NUMBER_FORMS[3].match(text)
    return text[match.end() :] if match else text


def list_labeled_starts(texts: Sequence[str], indents: Sequence[float]) -> list[list[tuple[int, str, int]]]:
    """List chains of lines that may begin the entries of one list.

    Each line is (index, label, offset after the label). Numbers ascend from 1 or 2 and are at the left edge of their
    column (`indents` are the distances from it). This excludes years, volumes and page numbers at the start of a line.
    Other labels in brackets must start on the first line.
    """
    chains = [_find_number_chain(texts, indents, form) for form in _NUMBER_FORMS]
    chains.append(_find_bracketed_labels(texts))
    return [chain for chain in chains if len(chain) >= _FEWEST]


def _find_number_chain(
    texts: Sequence[str], indents: Sequence[float], form: re.Pattern[str]
) -> list[tuple[int, str, int]]:
    """Find the longest chain of lines with ascending numbers, where each missing number has a cost.

    The first chain wins a tie.
    """
    found: list[tuple[int, int, int]] = []
    for place, text in enumerate(texts):
        match = form.match(text) if indents[place] <= _LEFT else None
        if match:
            found.append((place, int(_parse_digits(match)), match.end()))
    scores: list[float] = []
    before: list[int] = []
    for index, (_, number, _) in enumerate(found):
        best, link = (1.0, -1) if number <= _FIRST else (0.0, -1)
        for other in range(index - 1, max(-1, index - _AHEAD), -1):
            gap = number - found[other][1]
            if 0 < gap <= _GAP and scores[other] > 0:
                score = scores[other] + 1 - _GAP_COST * (gap - 1)
                if score > best + 1e-9:
                    best, link = score, other
        scores.append(best)
        before.append(link)
    place = max(range(len(found)), key=lambda index: scores[index], default=-1)
    chain: list[tuple[int, str, int]] = []
    while place >= 0 and scores[place] > 0:
        line_number, number, end = found[place]
        chain.append((line_number, str(number), end))
        place = before[place]
    return chain[::-1]


def _find_bracketed_labels(texts: Sequence[str]) -> list[tuple[int, str, int]]:
    if not texts or not _BRACKETED.match(texts[0]):
        return []
    found = [(place, match) for place, text in enumerate(texts) if (match := _BRACKETED.match(text))]
    return [(place, match[1], match.end()) for place, match in found if re.search(r"[^\W\d_]", match[1])]


def _parse_digits(match: re.Match[str]) -> str:
    return match[1].strip().translate(_PLAIN)
