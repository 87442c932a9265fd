"""Split captions of figures and tables into label and text, and find labels in text, such as "Table 2" or "table on
page 5".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .types import FigureKind

_LABEL = re.compile(
    r"^\s*(?:(?:supplement\w*|extended data)\s+)?(?:fig(?:ure|\.)?|tab(?:le|\.)?|scheme|chart|box|algorithm)"
    r"\s*([\dIVX]+(?:\.\d+)?)\s*[.:|–-]?\s*",
    re.IGNORECASE,
)
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *(f"{number}th" for number in range(11, 21)),
)
# In a question or sentence: "Table 2", "fig. 3a", "Table IV", "Figure 3.1", "Table A.2"; not "figure V-Net".
FIGURE_LABEL = re.compile(
    r"\b(?:(?:supp\w*\.?|extended data)\s+|e)?(?:tab(?:le|\.)?|fig(?:ure|\.)?|scheme|chart)\s*"
    r"\(?(?:(?:\w\.?)?\d+(?:\.\d+)*[a-z]?|(?-i:[IVX]+)(?!-))\b",
    re.IGNORECASE,
)
# The label of a figure with the letters of one or more panels: "Figure 4(b)", "Figure 2 (a-c)".
PANEL_LABEL = re.compile(
    rf"{FIGURE_LABEL.pattern}(?:\s?\([a-h](?:\s?(?:[-–,&]|and)\s?[a-h])*\))?", re.IGNORECASE
)
# The label of a figure with its kind and number as groups; the letter of a part is not in the number.
NUMBERED_LABEL = re.compile(
    r"\b(?:(?P<set>supp|extended data|e(?=fig|tab))(?:lement\w*|\.)?\s*)?(?P<kind>Fig(?:ure|\.)?|Tab(?:le|\.)?|Scheme|Chart)"
    r"\s*(?P<number>[A-Z]?\.?\d+(?=[a-h]?\b)|[IVX]+\b)[a-h]?(?!\s*%)",
    re.IGNORECASE,
)
TEXT_LABELS = ("Box", "Algorithm")  # labels of captions above lines that are part of the text
_KINDS = {"fig": "Figure", "tab": "Table"}
_SETS = {"": "", "supp": "Supplementary ", "extended data": "Extended Data ", "e": "E "}
PAGE_LABEL = re.compile(
    rf"\b(?:(?P<ordinal>{'|'.join(_ORDINALS)})\s+)?(?P<kind>figure|table)\s+on\s+page\s+(?P<page>\d{{1,5}})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PageLabel:
    """A label that names a figure or table by its page: "Table on page 5", "Second table on page 5".

    `place` is the ordinal, counted from 1; 0 without an ordinal.
    """

    kind: FigureKind
    page: int
    place: int = 0

    def __str__(self) -> str:
        if not 0 < self.place <= len(_ORDINALS):
            return f"{self.kind.capitalize()} on page {self.page}"
        return f"{_ORDINALS[self.place - 1].capitalize()} {self.kind} on page {self.page}"


def find_page_label(text: str) -> PageLabel | None:
    """Return the first label in `text` that names a figure or table by its page; None if there is none."""
    match = PAGE_LABEL.search(text)
    if match is None:
        return None
    kind: FigureKind = "figure" if match["kind"].lower() == "figure" else "table"
    place = _ORDINALS.index(match["ordinal"].lower()) + 1 if match["ordinal"] else 0
    return PageLabel(kind, int(match["page"]), place)


def figure_label(text: str) -> str:
    """Return the first figure or table that `text` names; "" if it names none.

    The result is "Figure 3", "Table 2", "Scheme 1" or "Extended Data Figure 2", or a label by page, such as "Second
    table on page 5". The letter of a part is left out: "Table 1b" gives "Table 1".
    """
    match = NUMBERED_LABEL.search(text)
    if not match:
        return str(find_page_label(text) or "")
    kind = _KINDS.get(match["kind"].lower()[:3], match["kind"].capitalize())
    return f"{_SETS[(match['set'] or '').lower()]}{kind} {match['number'].upper()}"


def split_caption(caption: str) -> tuple[str, str]:
    """Split `caption` into the number in its label ("3", "IV"; "" without a label) and the text after the label."""
    match = _LABEL.match(caption)
    return (match[1], caption[match.end() :]) if match else ("", caption)
