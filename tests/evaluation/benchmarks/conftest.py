"""Fixtures of the benchmarks."""

from __future__ import annotations

import pytest


@pytest.fixture
def provider_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key, so that a command gets as far as its other arguments."""
    monkeypatch.setenv("OPENAI_API_KEY", "unused")
