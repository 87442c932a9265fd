"""Compute the vectors of short windows of text from the vectors of their sentences."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]


def sentence_windows(sentences: Array) -> Array:
    """Return the mean direction of every two neighboring sentence vectors, (max(n - 1, 1), dimension).

    A sentence alone lacks the content of its neighbor, and a whole passage has too many subjects for one vector:
    pairs found more than either on three sets of questions.
    """
    pairs = sentences[:-1] + sentences[1:] if len(sentences) > 1 else sentences
    lengths = np.linalg.norm(pairs, axis=1, keepdims=True)
    return np.asarray(pairs / lengths.clip(1e-12), dtype=np.float32)
