"""A cross-encoder in plain NumPy that gives the log odds that a sentence answers a question.

Question and sentence are read together, so that each word of one is compared with each word of the other in its
context (Nogueira & Cho, "Passage Re-ranking with BERT", 2019). The network is the default embedding model with an
adapter: the product of two low-rank matrices is added to each matrix of a layer (LoRA; Hu et al., ICLR 2022). The
adapter, answer_adapter.safetensors, was trained by training/recipes/answer_adapter.py. It holds "a", (rank, in), and
"b", (out, rank), for each matrix, with the scale multiplied in, the vectors that tell the two texts apart, and the
weights of the output.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file

from ...errors import ConfigurationError
from ...papers.shared_results import SharedResults
from .bert import Array, Layer, load_bert, supports
from .encoder import ONE_THREAD
from .locate import find_default_model

ADAPTER = "answer_adapter.safetensors"
LONGEST_QUESTION, LONGEST_TEXT = 36, 80  # word pieces; longer texts are cut
_KEPT = 4096  # scores in the cache
_DECIMALS = 4  # further decimals of a score depend on the other texts of the batch
_LOADING = threading.Lock()
_JOINED = {"qkv": ("query", "key", "value")}  # matrices that a layer stores as one


class AnswerScorer:
    """Scores answers with the network in `folder` and the adapter in the file `adapter`. Threads can share one
    scorer.
    """

    def __init__(self, folder: Path, adapter: Path) -> None:
        self._encoder = load_bert(folder)
        stored = {name: tensor.astype(np.float32) for name, tensor in load_file(adapter).items()}
        self._layers = [
            _adapt(layer, {n.split(".", 1)[1]: t for n, t in stored.items() if n.startswith(f"{number}.")})
            for number, layer in enumerate(self._encoder.layers)
        ]
        self._types, self._head, self._bias = stored["types"], stored["head"], stored["bias"]
        self._known: SharedResults[float] = SharedResults(_KEPT)

    def score(self, question: str, texts: Sequence[str]) -> Array:
        """Return the log odds that each of `texts` answers `question`, (len(texts),).

        The score of a text does not depend on the other texts, to 1e-4.
        """

        def compute(places: Sequence[int]) -> list[float]:
            middle = (len(places) + 1) // 2
            halves = [[texts[i] for i in part] for part in (places[:middle], places[middle:]) if part]
            with ONE_THREAD, ThreadPoolExecutor(len(halves)) as pool:  # a thread for each half
                odds = pool.map(functools.partial(self._score, question), halves)
                return [round(float(value), _DECIMALS) for half in odds for value in half]

        return np.array(self._known.get_all([(question, text) for text in texts], compute), np.float32)

    def _score(self, question: str, texts: Sequence[str]) -> Array:
        start, *inner, end = self._encoder.token_ids(question)
        asked = [start, *inner[:LONGEST_QUESTION], end]
        pairs = [[*asked, *self._encoder.token_ids(text)[1:-1][:LONGEST_TEXT], end] for text in texts]
        bounds = np.cumsum([0, *map(len, pairs)])
        x = self._encoder.embed(pairs, [len(asked)] * len(pairs), self._types)
        *layers, last = self._layers
        for layer in layers:
            x = self._encoder.apply(layer, x, bounds)
        x = self._encoder.apply(last, x, bounds, first_only=True)
        return np.asarray(x @ self._head + self._bias)


def find_answer_scorer() -> AnswerScorer | None:
    """Return the scorer of this process; None if the published default embedding model is not on this machine."""
    try:
        folder = find_default_model()
    except ConfigurationError:  # a damaged package, which a cluster with another model does not need
        return None
    if folder is None or not supports(folder):
        return None
    with _LOADING:
        return _load_scorer(folder)


@functools.lru_cache(maxsize=1)
def _load_scorer(folder: Path) -> AnswerScorer | None:
    with as_file(files(__package__).joinpath(ADAPTER)) as adapter:
        try:
            return AnswerScorer(folder, adapter)
        except (ValueError, KeyError):  # a model of another size under the same name
            return None


def _adapt(layer: Layer, adapter: dict[str, Array]) -> Layer:
    """Return a copy of `layer` with the products of `adapter` ("part.b" times "part.a") added to its matrices."""
    adapted = dict(layer)
    for name in ("qkv", "out", "up", "down"):
        parts = [(adapter[f"{part}.b"] @ adapter[f"{part}.a"]).T for part in _JOINED.get(name, (name,))]
        adapted[name] = layer[name] + np.concatenate(parts, axis=1)
    return adapted
