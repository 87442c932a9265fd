"""The embedding of a question, which tells wordings apart that share no words."""

from __future__ import annotations

from functools import lru_cache

from ....errors import ConfigurationError
from ....indexes.embedding.bert import load_bert, supports
from ....indexes.embedding.locate import find_default_model
from .models import Vector

_KEPT = 20_000  # questions: as many as a fit reads, 30 MB


@lru_cache(maxsize=_KEPT)
def embed_question(text: str) -> Vector | None:
    """The unit vector of `text` by the default embedding model, (384,); None where that is not on this machine."""
    try:
        folder = find_default_model()
    except ConfigurationError:  # a damaged package
        return None
    return load_bert(folder).encode([text])[0] if folder is not None and supports(folder) else None
