"""Build the citation keys of bibliography entries from their labels, or from surnames and year."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .names import extract_full_surname

# Labels that consist of author and year: "Bahdanau et al.2014", "Kim2014", "Le and Mikolov(2014)Le, Mikolov".
_AUTHOR_YEAR_LABEL = re.compile(r"(.*?[^\W\d_]{2}\.?)[\s,(]*((?:1[89]|20)\d\d[a-z]?)\)?.*")

_LIST = re.compile(r" \(list (\d+)\)$")


def number_lists(keys: Sequence[str], groups: Sequence[int]) -> list[str]:
    """Append the number of its list to each numeric key that an earlier list has too: "1 (list 2)".

    `groups` has equal numbers for the entries of one list, because a book may have one list per chapter.
    """
    order = list(dict.fromkeys(groups))
    seen: dict[str, int] = {}
    result = []
    for key, group in zip(keys, groups, strict=True):
        repeated = seen.setdefault(key, group) != group and key.isdecimal()
        result.append(f"{key} (list {order.index(group) + 1})" if repeated else key)
    return result


def split_list_number(key: str) -> tuple[str, int]:
    """Split a key into the key without its list number, and the list number, which is 1 if the key has none."""
    match = _LIST.search(key)
    return (key[: match.start()], int(match[1])) if match else (key, 1)


def build_reference_key(label: str, authors: Sequence[str], year: int | None, suffix: str, title: str) -> str:
    """Build the citation key of an entry: its label ("12", "Dev+18"), or "Kim, 2014", "Le and Mikolov, 2014".

    Three or more authors give "Raffel et al., 2020"; an entry without authors uses the start of its title. Entries that
    the text does not distinguish share a key.
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
