"""How the text cites an entry: the label, or surnames and year."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .names import extract_full_surname

# "Bahdanau et al.2014", "Kim2014", "Le and Mikolov(2014)Le, Mikolov": labels that are themselves author and year.
_AUTHOR_YEAR_LABEL = re.compile(r"(.*?[^\W\d_]{2}\.?)[\s,(]*((?:1[89]|20)\d\d[a-z]?)\)?.*")


def build_reference_key(label: str, authors: Sequence[str], year: int | None, suffix: str, title: str) -> str:
    """ "12" or "Dev+18" for labelled entries, else "Kim, 2014", "Le and Mikolov, 2014", "Raffel et al., 2020".

    Keys may repeat where the text itself does not tell two entries apart. Entries without authors go by their title.
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
