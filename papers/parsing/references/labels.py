"""Labels of bibliography entries: "[12]", "(12)", "12.", "12", "[Dev+18]", "[Bahdanau et al.2014]"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_BRACKETED = re.compile(r"\s*\[\s*([^\[\]]{1,60}?)\s*\]\s*")
_NUMBER_FORMS = (
    re.compile(r"\s*\[\s*(\d{1,4})\s*\]\s*"),
    re.compile(r"\s*\(\s*(\d{1,4})\s*\)\s*"),
    re.compile(r"\s*(\d{1,4})\s?[.)](?=\s|[^\W\d]|$)\s*"),
    re.compile(r"\s*[⁰¹²³⁴-⁹]{1,4}\s*"),
    re.compile(r"\s*(\d{1,4})(?=\s+[^\W\d_])\s*"),
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_FEWEST = 2  # labelled lines that establish a style; one alone may be an accident
_LATEST_FIRST = 3  # lines of noise, such as a running head, allowed before the first label
_FIRST = 2  # the label of the first entry may be lost
_AHEAD = 8  # lines in which a label that seems to be missing may come after all
_GAP = 3  # consecutive labels that may be missing because text extraction damaged them


def parse_label(text: str) -> tuple[str, int]:
    """Label at the start of `text`, without brackets, and the offset after it; ("", 0) if there is none."""
    if match := _BRACKETED.match(text):
        return match[1], match.end()
    for form in _NUMBER_FORMS[1:4]:
        if match := form.match(text):
            return _parse_digits(match), match.end()
    return "", 0


def strip_label(text: str, label: str) -> str:
    """`text` without `label`, which a line of it was found to begin with."""
    marked, end = parse_label(text)
    if marked:
        return text[end:]
    match = re.match(rf"\s*{re.escape(label)}\s+", text) or _NUMBER_FORMS[3].match(text)
    return text[match.end() :] if match else text


def find_labelled_starts(texts: Sequence[str]) -> list[tuple[int, str, int]]:
    """Lines that begin an entry as (line, label, offset after the label); [] if the entries have no labels.

    Numbers count only as an ascending chain that starts within the first lines, which excludes years, volumes and
    page numbers at the start of a line, and later footnotes. Other labels in brackets must start on the first line.
    """
    best: list[tuple[int, str, int]] = []
    for form in _NUMBER_FORMS:
        chain = _find_number_chain(texts, form)
        if len(chain) > len(best):
            best = chain
    named = _find_bracketed_labels(texts)
    return max(best, named, key=len) if max(len(best), len(named)) >= _FEWEST else []


def _find_number_chain(texts: Sequence[str], form: re.Pattern[str]) -> list[tuple[int, str, int]]:
    chain: list[tuple[int, str, int]] = []
    expected = 0
    for place, text in enumerate(texts):
        match = form.match(text)
        if not match:
            continue
        number = int(_parse_digits(match))
        if not chain:
            if place >= _LATEST_FIRST:
                break
            if number > _FIRST and place > 0:
                continue
        elif not expected <= number < expected + _GAP:
            continue
        elif number > expected and _comes_later(texts[place + 1 : place + _AHEAD], form, expected):
            continue  # a page number at the start of a line
        chain.append((place, str(number), match.end()))
        expected = number + 1
    return chain


def _comes_later(texts: Sequence[str], form: re.Pattern[str], number: int) -> bool:
    return any((match := form.match(text)) and int(_parse_digits(match)) == number for text in texts)


def _find_bracketed_labels(texts: Sequence[str]) -> list[tuple[int, str, int]]:
    if not texts or not _BRACKETED.match(texts[0]):
        return []
    found = [(place, match) for place, text in enumerate(texts) if (match := _BRACKETED.match(text))]
    return [(place, match[1], match.end()) for place, match in found if re.search(r"[^\W\d_]", match[1])]


def _parse_digits(match: re.Match[str]) -> str:
    return (match[1] if match.re.groups else match[0]).strip().translate(_RAISED)
