"""Static embedding models (word vectors of sentence-transformers' StaticEmbedding and of model2vec) in plain NumPy.

The vector of a text is the mean of the vectors of its word pieces. This is tens of times faster than a network, for
libraries with too many papers to embed with a network.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import safe_open
from tokenizers import Tokenizer

Array = npt.NDArray[np.float32]

MODULES = "modules.json"
_MODULE = "StaticEmbedding"
_WEIGHTS = ("embedding.weight", "embeddings")  # their names in sentence-transformers and in model2vec
_MOST_TOKENS = 16_384  # per batch, which limits memory to about 30 MB


class StaticEncoder:
    """Encodes texts as sentence-transformers does with the model in `folder`, to 1e-5. See `is_static`."""

    def __init__(self, folder: Path) -> None:
        path = folder / _read_modules(folder)[0]["path"]
        self._tokenizer = Tokenizer.from_file(str(path / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        opener: Any = safe_open  # it has no type annotations
        with opener(str(path / "model.safetensors"), framework="np") as file:
            name = next(name for name in _WEIGHTS if name in file.keys())  # noqa: SIM118
            self._weights: Array = file.get_tensor(name).astype(np.float32)

    def encode(self, texts: Sequence[str]) -> Array:
        """Return the vectors of `texts`: (len(texts), dimension) float32 with rows of length 1.

        A text without a known word piece has a row of zeros.
        """
        vectors = np.zeros((len(texts), self._weights.shape[1]), np.float32)
        pieces = [each.ids for each in self._tokenizer.encode_batch(list(texts), add_special_tokens=False)]
        batch: list[int] = []
        for row, ids in enumerate(pieces):
            if ids:
                batch.append(row)
            if batch and (row + 1 == len(pieces) or sum(len(pieces[i]) for i in batch) >= _MOST_TOKENS):
                vectors[batch] = self._means([pieces[i] for i in batch])
                batch = []
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-12)
        return vectors

    def _means(self, texts: Sequence[Sequence[int]]) -> Array:
        lengths = np.array([len(ids) for ids in texts])
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        sums = np.add.reduceat(self._weights[np.concatenate(texts)], starts, axis=0)
        means: Array = (sums / lengths[:, None]).astype(np.float32)
        return means


def is_static(folder: Path) -> bool:
    """True if the model in `folder` is a StaticEmbedding, optionally followed by a normalization."""
    modules = _read_modules(folder)
    kinds = [str(module.get("type", "")).rpartition(".")[2] for module in modules]
    return kinds in ([_MODULE], [_MODULE, "Normalize"])


def _read_modules(folder: Path) -> list[dict[str, str]]:
    """Return the modules of a sentence-transformers model; [] if the model does not list them."""
    try:
        modules = json.loads((folder / MODULES).read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return modules if isinstance(modules, list) else []
