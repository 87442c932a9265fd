"""The embedding of a question. It tells wordings apart that share no words."""

from __future__ import annotations

from functools import lru_cache

from ....errors import ConfigurationError
from ....indexes.embedding.bert import load_bert, supports
from ....indexes.embedding.locate import find_default_model
from .models import Vector

_KEPT = 20_000  # questions whose vectors are cached (30 MB): as many as a fit reads


@lru_cache(maxsize=_KEPT)
def embed_question(text: str) -> Vector | None:
    """Return the unit vector of `text` by the default embedding model, shape (384,); None if that model is not
    installed."""
    try:
        folder = find_default_model()
    except ConfigurationError:  # a damaged package
        return None
    return load_bert(folder).encode([text])[0] if folder is not None and supports(folder) else None
