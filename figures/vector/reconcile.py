"""Agreement of two readings of one figure: from its paths and from its pixels."""

from __future__ import annotations

from dataclasses import replace

from ..types import Reading

SURE = 0.45  # probability of a reading from paths from which pixels are not consulted: they take five times as long
WEIGHT = 0.5  # weight of the reading from pixels, as a share of its own probability


def reconcile_readings(exact: Reading, raster: Reading) -> Reading:
    """Return `exact` with the probability of its first name raised where `raster` has the same first name, else lowered.

    With p and q the probabilities of the two first names and w = WEIGHT, p becomes 1 - (1 - p)(1 - wq) on agreement and
    p(1 - wq) otherwise; the other names share what is left, or what is set free, in proportion, but none gets more than the
    first. Readings that abstain or are empty count for nothing.
    """
    if exact.abstained or raster.abstained or not exact.entities or not raster.entities:
        return exact
    first, other = exact.entities[0], raster.entities[0]
    share = WEIGHT * other.probability
    agree = _plain(first.text) == _plain(other.text)
    changed = 1 - (1 - first.probability) * (1 - share) if agree else first.probability * (1 - share)
    rest = sum(entity.probability for entity in exact.entities[1:])
    room = max(0.0, first.probability + rest - changed)
    factor = room / rest if rest > 0 else 0.0
    entities = [replace(first, probability=changed)]
    entities += [replace(e, probability=min(changed, e.probability * factor)) for e in exact.entities[1:]]
    return replace(exact, entities=tuple(entities))


def _plain(text: str) -> str:
    """Letters and digits in lower case, those that OCR confuses taken for one."""
    letters = (c for c in text.lower() if c.isalnum())
    return "".join(letters).translate(str.maketrans("01|i", "olll"))
