"""Two readings of one figure."""

from __future__ import annotations

import pytest

from citehop.figures.types import Entity, Reading
from citehop.figures.vector.reconcile import reconcile_readings


def reading(*shares: tuple[str, float], abstained: bool = False) -> Reading:
    return Reading(tuple(Entity(*share) for share in shares), "max", (), abstained)


def test_agreement_raises_and_disagreement_lowers() -> None:
    exact = reading(("BERT-large", 0.6), ("T5", 0.3), ("GPT-2", 0.1))
    same = reconcile_readings(exact, reading(("BERT-1arge", 0.8), ("T5", 0.2)))
    assert same.entities[0].text == "BERT-large"
    assert same.entities[0].probability == pytest.approx(1 - 0.4 * 0.6)
    other = reconcile_readings(exact, reading(("T5", 0.9)))
    assert other.entities[0].probability < 0.6
    for changed in (same, other):
        assert sum(e.probability for e in changed.entities) <= 1.0 + 1e-9
        assert [e.probability for e in changed.entities] == sorted(
            (e.probability for e in changed.entities), reverse=True
        )


def test_abstaining_and_empty_readings_change_nothing() -> None:
    exact = reading(("BERT", 0.6), ("T5", 0.4))
    assert reconcile_readings(exact, reading(("T5", 0.5), abstained=True)) == exact
    assert reconcile_readings(exact, Reading()) == exact
    flat = reading(("BERT", 0.5), ("T5", 0.5), abstained=True)
    assert reconcile_readings(flat, exact) == flat


def test_disagreement_does_not_put_another_name_first() -> None:
    exact = reading(("T5", 0.35), ("BERT", 0.25), ("GPT-2", 0.2), ("OPT", 0.2))
    changed = reconcile_readings(exact, reading(("LLaMA", 1.0)))
    assert changed.entities[0].text == "T5"
    assert max(entity.probability for entity in changed.entities) == changed.entities[0].probability < 0.35
