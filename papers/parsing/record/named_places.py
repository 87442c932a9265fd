"""Find affiliations in notes that name their authors: "University of Ekby (Falk, Ek)", "Falk: University of Ekby"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .institutions import clean_place, is_institution

_PLACE = r"(?P<place>[^\W\d_a-z][^;()@]{8,250}?)"
_BROKEN = re.compile(r"(?<=[a-z])-\n(?=[a-z])")
_LABEL = re.compile(r"^.*\b[Aa]ffiliations?:\s*")


def read_named_places(text: str, authors: Sequence[str]) -> dict[str, str]:
    """Map authors to the institutions next to their surnames in a note, joined by "; ".

    The surnames are in parentheses after the institution, or before it.
    """
    surnames = {name.split()[-1].casefold(): name for name in reversed(authors)}
    text = " ".join(_BROKEN.sub("", text).split())
    last = rf"(?<!\w)(?i:{'|'.join(map(re.escape, surnames))})(?!\w)"
    name = rf"(?:[^\W\d_a-z][\w.-]* ){{0,4}}{last}(?: [A-Z][a-z]{{0,5}}[A-Z]\w{{0,5}})*"
    names = rf"(?P<names>{name}(?:(?:, and|,| and| &) {name})*)(?!\w)"
    forms = (
        rf"{_PLACE} \({names}\)",
        rf"(?<!\w){names}(?:: | (?:is|are) (?:currently )?with (?:the )?){_PLACE}(?=\s*[;(]|\. |\.?$|,? e-?mail)",
    )
    found: dict[str, str] = {}
    for form in forms:
        for match in re.finditer(form, text):
            place = clean_place(_LABEL.sub("", match["place"]))
            if is_institution(place):
                for surname in re.findall(last, match["names"]):
                    author = surnames[surname.casefold()]
                    found[author] = f"{found[author]}; {place}" if author in found else place
    return found
