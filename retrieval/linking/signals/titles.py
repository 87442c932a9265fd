"""Find titles that begin with the name and a colon, or that contain the name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import sqrt

from ..candidate_index import CandidateIndex, case_factor
from ..names import NameVariant
from .signal import Signal

HEAD = 0.96  # "NAME: subtitle"
TITLE = 0.75
_USED = 0.6  # factor for TITLE if the title has the name as a tool ("... with BERT")
_USES = re.compile(
    r"\b(?:with|via|using|of|by|on|from|for|beyond|improving|through|in|into)\s+$", re.IGNORECASE
)


def find_title_head_signals(form: NameVariant, index: CandidateIndex) -> Iterator[Signal]:
    """Yield a signal for each paper whose title begins with the name and a colon."""
    for candidate in index.candidates:
        if candidate.head == form.key:
            yield Signal(candidate.paper.id, HEAD * form.trust, "head", f"title begins {form.text}:")


def find_title_signals(form: NameVariant, index: CandidateIndex) -> Iterator[Signal]:
    """Yield a signal for each title that contains the name.

    If n titles contain it, their strengths are divided by the square root of n.
    """
    titles = index.in_titles(form.key)
    for occurrence in titles:
        title = occurrence.candidate.title
        strength = TITLE * form.trust * case_factor(form, title, occurrence) / sqrt(len(titles))
        before, _ = title.around(occurrence.first, occurrence.last)
        used = _USED if _USES.search(before) else 1.0
        yield Signal(occurrence.candidate.paper.id, strength * used, "title", f"title has {form.text}")
