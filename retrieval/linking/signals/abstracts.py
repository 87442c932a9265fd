"""Find abstracts that introduce the name or contain it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import sqrt

from ..candidate_index import CandidateIndex, NameOccurrence, case_factor
from ..names import NameVariant
from .signal import Signal

INTRODUCED = 0.85  # "we propose NAME", "Long Form (NAME)"
ABSTRACT = 0.4
_INTRODUCES = re.compile(
    r"\b(?:propos|present|introduc|develop|call|nam|dubb|term|coin|releas|design|creat|refer)\w*\b[^.;]*$",
    re.IGNORECASE,
)
_APPOSITION = re.compile(r"\s*[,:(]\s*(?:an?|the|our|which|short for)\b|\s+is\s+an?\b", re.IGNORECASE)


def find_abstract_signals(form: NameVariant, index: CandidateIndex) -> Iterator[Signal]:
    """Yield a signal for each paper whose abstract contains the name; the signal is stronger if the abstract introduces
    the name.

    The strength is divided by the square root of the number of such papers.
    """
    abstracts = index.in_abstracts(form.key)
    introducing = {occurrence.candidate.paper.id for occurrence in abstracts if _introduces(occurrence)}
    spread = sqrt(len({occurrence.candidate.paper.id for occurrence in abstracts}))
    for occurrence in abstracts:
        introduces = occurrence.candidate.paper.id in introducing
        belief = max(INTRODUCED / sqrt(len(introducing)) if introduces else 0.0, ABSTRACT / spread)
        strength = belief * form.trust * case_factor(form, occurrence.candidate.abstract, occurrence)
        verb = "introduces" if introduces else "has"
        yield Signal(occurrence.candidate.paper.id, strength, "abstract", f"abstract {verb} {form.text}")


def _introduces(occurrence: NameOccurrence) -> bool:
    before, after = occurrence.candidate.abstract.around(occurrence.first, occurrence.last)
    bracketed = before.rstrip().endswith("(") and after.lstrip().startswith(")")
    return bracketed or bool(_INTRODUCES.search(before)) or bool(_APPOSITION.match(after))
