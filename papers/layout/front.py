"""Title, authors, abstract and year from the first pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .lines import Line
from .paragraphs import Piece

_NOT_TITLE = re.compile(
    r"^(?:arxiv|proceedings|published|under review|journal|vol(?:ume)?\b|issn|doi|https?:|www\.)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(19[5-9]\d|20[0-4]\d)\b")
_ARXIV = re.compile(r"arXiv:(\d{2})(\d{2})\.\d{4,5}", re.IGNORECASE)


def title_lines(lines: Sequence[Line], height: float) -> list[Line]:
    """The lines of the first page that make the title: the largest type in its upper 60 %, lines of that size that
    follow each other. Stamps and running heads do not count. Empty when nothing stands out."""
    upper = [line for line in lines if line.bbox.y0 < 0.6 * height and _could_be_title(line)]
    if not upper:
        return []
    largest = max(line.size for line in upper)
    start = next(i for i, line in enumerate(upper) if line.size > largest - 0.3)
    chosen = [upper[start]]
    for line in upper[start + 1 :]:
        if abs(line.size - largest) > 0.3 or line.baseline - chosen[-1].baseline > 2.2 * largest:
            break
        chosen.append(line)
    return chosen


def _could_be_title(line: Line) -> bool:
    text = line.text
    return sum(char.isalpha() for char in text) >= 4 and not _NOT_TITLE.match(text) and "@" not in text


def find_year(texts: Sequence[str], creation: str) -> int | None:
    """Year of publication: an arXiv stamp's, else the first in a head or foot of page 1, else the file's own date.

    `texts` are the margin lines and stamps of the first page; `creation` is the PDF's date ("D:20160304...").
    """
    for text in texts:
        years = [int(year) for year in _YEAR.findall(text)]
        if years:
            return years[0]
        stamp = _ARXIV.search(text)
        if stamp:
            return 2000 + int(stamp[1])
    made = _YEAR.search(creation[2:6]) if creation.startswith("D:") else None
    return int(made[0]) if made else None


def author_names(texts: Sequence[str]) -> tuple[str, ...]:
    """Names in the lines between title and abstract: two to five capitalised words, without marks, mail addresses,
    places and institutions."""
    names: list[str] = []
    for text in texts:
        if "@" in text or (
            any(char.isdecimal() for char in text) and "," not in text and len(text.split()) > 8
        ):
            continue
        bare = re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹∗*†‡§¶⇤♠♣♦♥⋆]+|\d+", " ; ", text)
        for part in re.split(r"[;,&]|\band\b|\bAND\b", bare):
            name = " ".join(part.split())
            if _is_name(name) and name not in names:
                names.append(name)
    return tuple(names)


_INSTITUTION = re.compile(
    r"universi|institut|depart|labor|school|college|faculty|research|center|centre|inc\b|corp|google|microsoft|"
    r"facebook|academy|science|technolog|ltd|abstract|street|avenue|road|city|state|company|group|division|hospital|"
    r"author|equal|contribut|correspond|conference|proceedings|association|engineering|\bAI\b|national|foundation",
    re.IGNORECASE,
)


def _is_name(name: str) -> bool:
    words = name.split()
    if not 2 <= len(words) <= 5 or len(name) > 40 or _INSTITUTION.search(name):
        return False
    return all(
        word[0].isupper() or word in ("de", "van", "der", "von", "la", "di", "den", "el", "al")
        for word in words
    )


def abstract_of(pieces: Sequence[Piece]) -> int | None:
    """Index of the piece that begins with the word Abstract, as a heading or run in; None without one."""
    for index, piece in enumerate(pieces):
        if re.match(r"^abstract\b", piece.text.strip(), re.IGNORECASE):
            return index
    return None
