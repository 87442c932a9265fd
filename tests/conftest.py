"""Shared fixtures. Nothing here imports a heavy package."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def _shared() -> Path:
    root = Path(__file__).resolve().parent.parent
    return Path(os.environ.get("CITEHOP_SHARED", root.parent / "shared" / "data"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real papers and benchmark data; the test skips where it is absent."""
    path = _shared()
    if not path.is_dir():
        pytest.skip(f"real data not at hand: {path} (set CITEHOP_SHARED)")
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty CITEHOP_HOME of this test's own."""
    path = tmp_path / "home"
    path.mkdir()
    monkeypatch.setenv("CITEHOP_HOME", str(path))
    return path
