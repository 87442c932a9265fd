"""Citation keys of bibliography entries: their label, or surnames and year."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .names import extract_full_surname

# Labels that consist of author and year: "Bahdanau et al.2014", "Kim2014", "Le and Mikolov(2014)Le, Mikolov".
_AUTHOR_YEAR_LABEL = re.compile(r"(.*?[^\W\d_]{2}\.?)[\s,(]*((?:1[89]|20)\d\d[a-z]?)\)?.*")


def build_reference_key(label: str, authors: Sequence[str], year: int | None, suffix: str, title: str) -> str:
    """Citation key of an entry: its label ("12", "Dev+18"), or "Kim, 2014", "Le and Mikolov, 2014", "Raffel et al.,
    2020".

    Entries that the text does not distinguish share a key. Entries without authors use the start of their title.
    """
    spelled = _AUTHOR_YEAR_LABEL.fullmatch(label)
    if spelled:
        return f"{spelled[1].strip()}, {spelled[2]}"
    if label:
        return label
    if not authors:
        who = " ".join(title.split()[:5])
    elif len(authors) == 1:
        who = extract_full_surname(authors[0])
    elif len(authors) == 2:
        who = f"{extract_full_surname(authors[0])} and {extract_full_surname(authors[1])}"
    else:
        who = f"{extract_full_surname(authors[0])} et al."
    return f"{who}, {year}{suffix}" if year else who
