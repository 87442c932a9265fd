"""Works of a bibliography by author, year and place of publication."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .....indexes.subjects import fold_name
from .....papers.types import Paper, Reference
from ..years import YearCondition

FIRST = frozenset(("first", "lead"))
ALONE = frozenset(("sole", "single", "only", "alone"))
_LAST = frozenset(("last", "senior"))
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
class Sought:
    """Works that a question seeks in the bibliography of a paper, for which `paper` are its words.

    They are of the author `name`, "" for any, at the place `role` in their list; `is_sure` if the name is no part of the words
    for the paper. Those of the citing paper's authors if `own`; older than the citing paper if `earlier`; of `years`; of a
    `venue`, its name or kind, "" for any.
    """

    paper: str
    name: str = ""
    role: str = ""
    is_sure: bool = False
    own: bool = False
    earlier: bool = False
    years: YearCondition | None = None
    venue: str = ""


def choose_works(sought: Sought, paper: Paper) -> list[Reference]:
    """The works in the bibliography of `paper` that are `sought`, in its order; those of unknown year are of no years."""
    works = [
        each
        for each in paper.references
        if _is_of_author(sought, paper, each)
        and not (sought.earlier and (each.year or paper.year or 0) >= (paper.year or 0))
        and (not sought.venue or is_of_venue(sought.venue, each))
    ]
    return sought.years.choose(works) if sought.years else works


def _is_of_author(sought: Sought, paper: Paper, reference: Reference) -> bool:
    if not (sought.name or sought.own):
        return True
    authors: Sequence[str] = reference.authors
    if sought.role in FIRST:
        authors = authors[:1]
    elif sought.role in _LAST:
        authors = authors[-1:]
    elif sought.role in ALONE and len(authors) != 1:
        return False
    names = paper.authors if sought.own else (sought.name,)
    return any(_is_same(name, author) for name in names for author in authors)


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
