"""Claims written by hand over real papers: true paraphrases are kept, altered ones refused."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.verification.support import support_faults

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
COUNT = 60  # paraphrases whose pages are read here; benchmarks/claims.py takes them all


@pytest.fixture(scope="module")
def statements(shared: Path) -> Iterator[dict[str, Any]]:
    """By id, the first paraphrases with the quotes that they are about."""
    sys.path.insert(0, str(BENCHMARKS))
    claims = importlib.import_module("claims")
    yield {fields["id"]: statement for fields, statement in islice(claims.read_paraphrases(shared), COUNT)}
    sys.path.remove(str(BENCHMARKS))


def test_sentences_support_themselves_and_paraphrases_are_kept(statements: dict[str, Any]) -> None:
    assert len(statements) == COUNT
    for statement in statements.values():
        assert support_faults(statement.quote, [statement.quote], statement.context) == ()
    refused = [s for s in statements.values() if support_faults(s.claim, [s.quote], s.context)]
    assert len(refused) <= 0.05 * len(statements)


def test_claims_altered_by_hand_are_refused(statements: dict[str, Any]) -> None:
    lines = (BENCHMARKS / "questions" / "altered_claims.jsonl").read_text("utf-8").splitlines()
    altered = [fields for fields in map(json.loads, lines) if fields["id"] in statements]
    accepted = [
        fields["claim"]
        for fields in altered
        if not support_faults(
            fields["claim"], [statements[fields["id"]].quote], statements[fields["id"]].context
        )
    ]
    assert len(altered) > 10
    assert len(accepted) <= 0.08 * len(altered), accepted
