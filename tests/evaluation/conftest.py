from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="session")
def drawn() -> ModuleType:
    """The module that draws data sets; tests are no package, so it is loaded from its file."""
    spec = importlib.util.spec_from_file_location(
        "drawn_benchmarks", Path(__file__).with_name("drawn_benchmarks.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One model call at a time, so that replies come in the order of the examples."""
    monkeypatch.setenv("CITEHOP_MODEL_CONCURRENCY", "1")
