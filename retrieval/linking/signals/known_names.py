"""Find papers that are widely known by the name."""

from __future__ import annotations

from collections.abc import Iterator

from ..candidate_index import CandidateIndex
from ..names import NameVariant
from .signal import Signal

KNOWN = 0.95


def find_known_name_signals(form: NameVariant, index: CandidateIndex) -> Iterator[Signal]:
    """Yield a signal for each paper that the gazetteer lists under the name."""
    for candidate in index.candidates:
        if candidate.known is not None and form.key in candidate.known.keys:
            yield Signal(
                candidate.paper.id, KNOWN * form.trust, "known", f"{form.text} is known from this paper"
            )
