"""Filter the works of a bibliography by author, year and venue."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from ...indexes.subjects import fold_name
from ...papers.types import Paper, Reference

Extreme = Literal["", "oldest", "newest"]
_PREPRINT = re.compile(r"\b(?:arxiv|corr|biorxiv|medrxiv|preprints?)\b", re.I)
_CONFERENCE = re.compile(
    r"\bproc(?:eedings|s)?\b|\b(?:conference|workshop|symposium|meeting|congress|advances in neural|adv\. nips)\b"
    r"|\b(?-i:[A-Z]{2,}[A-Za-z]*(?:-[A-Z]{2,})*)['’]? ?(?:\d\d|\d{4})?$",
    re.I,
)
_JOURNAL = re.compile(
    r"\b(?:journal|transactions|trans\.|letters|annals|bulletin|review|magazine|jmlr|tacl)\b", re.I
)
_THESIS = re.compile(r"\b(?:thesis|dissertation)\b", re.I)
# Words before "of the ACL" in the name of a venue that is not the conference of that name: "Transactions of the ACL".
_PART_OF = r"(?<!chapter of the )(?<!transactions of the )(?<!findings of the )(?<!journal of the )(?<!transactions of )"
_PROCEEDINGS = r"(?:(?:in|the|proceedings of|proc\.?(?: of)?) )*"


@dataclass(frozen=True, slots=True)
class WorkFilter:
    """A filter for the works of a bibliography; a field that is "" or None restricts nothing.

    A work must be by `author`, from the years `first` to `last`, and from `venue`, which is a name or a kind
    ("journal"). `extreme` keeps only the oldest or the newest of these works.
    """

    author: str = ""
    first: int | None = None
    last: int | None = None
    extreme: Extreme = ""
    venue: str = ""

    @property
    def has_years(self) -> bool:
        """True if the filter restricts the year."""
        return self.first is not None or self.last is not None or bool(self.extreme)


ALL_WORKS = WorkFilter()


def choose_works(chosen: WorkFilter, paper: Paper) -> list[Reference]:
    """Return the works in the bibliography of `paper` that pass the filter, in its order.

    If the filter restricts the year, works of unknown year are left out.
    """
    works = [
        each
        for each in paper.references
        if (not chosen.author or any(_is_same(chosen.author, name) for name in each.authors))
        and (not chosen.venue or is_of_venue(chosen.venue, each))
    ]
    if not chosen.has_years:
        return works
    first, last = chosen.first or 0, chosen.last or math.inf
    dated = [each for each in works if each.year and first <= each.year <= last]
    if chosen.extreme and dated:
        find = max if chosen.extreme == "newest" else min
        limit = find(each.year or 0 for each in dated)
        return [each for each in dated if each.year == limit]
    return dated


def _is_same(name: str, author: str) -> bool:
    """True if `name` may be the name of `author`: the surnames are equal, and so are the first initials if both are
    given."""
    one, other = fold_name(re.sub(r"['’]s?$", "", name)).split(), fold_name(author).split()
    if not one or not other or one[-1] != other[-1]:
        return False
    return len(one) == 1 or len(other) == 1 or one[0][0] == other[0][0]


def is_of_venue(venue: str, reference: Reference) -> bool:
    """True if the work appeared at `venue`, which is a kind ("journal"), a name, or the initials of a name."""
    printed, kind = reference.venue, venue.casefold().rstrip("s")
    is_preprint, is_thesis = bool(_PREPRINT.search(printed)), bool(_THESIS.search(reference.raw))
    if kind in ("preprint", "arxiv"):
        return is_preprint
    if kind in ("these", "dissertation", "doctoral") or kind.startswith("phd"):
        return is_thesis
    is_conference = bool(_CONFERENCE.search(printed)) and not _JOURNAL.search(printed)
    if kind in ("conference", "proceeding"):
        return is_conference and not is_preprint
    if kind == "workshop":
        return "workshop" in reference.raw.casefold()
    if kind == "journal":
        is_journal = bool(_JOURNAL.search(printed) or (printed and reference.volume))
        return is_journal and not (is_preprint or is_conference or is_thesis)
    if re.fullmatch("[A-Z]{3,6}", venue):
        return bool(re.search(rf"{_PART_OF}(?<!\w)(?:{_spelt(venue)})(?!\w)", printed, re.I))
    name = r"\W+".join(map(re.escape, re.findall(r"[\w&]+", venue)))
    return bool(re.match(rf"{_PROCEEDINGS}{name}(?! ?\w)", printed, re.I))


def _spelt(initials: str) -> str:
    """Return a pattern that matches `initials` ("EMNLP") or words with these initials ("Empirical Methods in Natural
    Language Processing")."""
    between = r"\w*\W+(?:(?:on|in|of|for|and|the)\W+)*"
    return rf"{initials}|{between.join(initials)}\w*"
