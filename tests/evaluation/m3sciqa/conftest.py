import pytest


@pytest.fixture(autouse=True)
def search_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """No embedding model: what is tested here does not depend on one, and clusters are built in a moment."""
    monkeypatch.setenv("CITEHOP_EMBEDDING_MODEL", "none")
