"""Works of a bibliography by author, year and place of publication."""

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
# What "of the ACL" in the name of a venue may be of that is not its own conference.
_PART_OF = r"(?<!chapter of the )(?<!transactions of the )(?<!findings of the )(?<!journal of the )(?<!transactions of )"
_PROCEEDINGS = r"(?:(?:in|the|proceedings of|proc\.?(?: of)?) )*"


@dataclass(frozen=True, slots=True)
class WorkFilter:
    """The works of a bibliography that are meant; a field that is "" or None restricts nothing.

    They are of an `author`, from the years `first` to `last`, or the oldest or newest of these, and of a `venue`, its name or
    kind.
    """

    author: str = ""
    first: int | None = None
    last: int | None = None
    extreme: Extreme = ""
    venue: str = ""

    @property
    def has_years(self) -> bool:
        """True if only works of some years are meant."""
        return self.first is not None or self.last is not None or bool(self.extreme)


ALL_WORKS = WorkFilter()


def choose_works(chosen: WorkFilter, paper: Paper) -> list[Reference]:
    """The works in the bibliography of `paper` that are meant, in its order; works of unknown year are of no years."""
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
    """True if `name`, of which given names may be missing, is that of `author`, of which they may be initials."""
    one, other = fold_name(re.sub(r"['’]s?$", "", name)).split(), fold_name(author).split()
    if not one or not other or one[-1] != other[-1]:
        return False
    return len(one) == 1 or len(other) == 1 or one[0][0] == other[0][0]


def is_of_venue(venue: str, reference: Reference) -> bool:
    """True if the work appeared at `venue`: a kind, such as "journal", or a name, for which initials may stand."""
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
    """A pattern for `initials` and for words that have them: "EMNLP", "Empirical Methods in Natural Language Processing"."""
    between = r"\w*\W+(?:(?:on|in|of|for|and|the)\W+)*"
    return rf"{initials}|{between.join(initials)}\w*"
