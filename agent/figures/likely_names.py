"""The names read from a figure that are shown with an answer."""

from __future__ import annotations

from ...figures.types import Entity, Reading

_LIKELY, _MOST = 0.2, 5  # least probability of a name that is shown, and number of them


def likely_names(reading: Reading | None) -> list[Entity]:
    """The first names of `reading` that are not unlikely, best first; none if it abstained."""
    if reading is None or reading.abstained:
        return []
    return [entity for entity in reading.entities if entity.probability >= _LIKELY][:_MOST]
