"""Choose the names read from a figure that are shown with an answer."""

from __future__ import annotations

from ...figures.types import Entity, Reading

_LIKELY, _MOST = 0.2, 5  # least probability of a name that is shown, and most names that are shown


def likely_names(reading: Reading | None) -> list[Entity]:
    """Return up to five names of `reading` that are likely enough to be shown, best first; [] if it abstained."""
    if reading is None or reading.abstained:
        return []
    return [entity for entity in reading.entities if entity.probability >= _LIKELY][:_MOST]
