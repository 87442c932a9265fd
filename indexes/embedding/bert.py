"""Sentence encoders with the BERT architecture, such as MiniLM, in plain NumPy, for questions and other short texts.

Loading torch and sentence-transformers takes seconds, loading this a tenth of one; the vectors agree to 1e-5. The
network is that of Devlin et al. (NAACL 2019) with mean pooling as in Reimers & Gurevych (EMNLP 2019). Texts are
concatenated instead of padded: every part of a layer except attention treats each token alone.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import safe_open
from tokenizers import Tokenizer

Array = npt.NDArray[np.float32]
Layer = dict[str, Array]  # weights, (in, out), and biases of qkv, out, norm1, up, down, norm2

_WEIGHTS = "model.safetensors"
_MOST_TOKENS = 4096  # per batch, which limits memory to about 60 MB


class BertEncoder:
    """Encodes texts as sentence-transformers does with the model in `folder`, to 1e-5. See `supports`."""

    def __init__(self, folder: Path) -> None:
        config = _json(folder / "config.json")
        self.heads = int(config["num_attention_heads"])
        self.epsilon = float(config["layer_norm_eps"])
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_longest(folder, config))
        opener: Any = safe_open  # it has no type annotations
        self._file = opener(str(folder / _WEIGHTS), framework="np")
        self._prefix = "bert." if "bert.embeddings.LayerNorm.weight" in self._file.keys() else ""  # noqa: SIM118
        self._words = self._file.get_slice(f"{self._prefix}embeddings.word_embeddings.weight")
        self.layers = [self._layer(f"encoder.layer.{n}.") for n in range(int(config["num_hidden_layers"]))]
        self._positions = self._tensor("embeddings.position_embeddings.weight")
        self._types = self._tensor("embeddings.token_type_embeddings.weight")
        self._norm = self._tensors("embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias")
        self.dimension = int(config["hidden_size"])

    def encode(self, texts: Sequence[str]) -> Array:
        """Return the vectors of `texts`: (len(texts), dimension) float32 with rows of length 1.

        Texts longer than the model allows are cut.
        """
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        batch: list[int] = []
        tokens: list[list[int]] = []
        for index, text in enumerate(texts):
            ids = self.token_ids(text)
            if batch and sum(map(len, tokens)) + len(ids) > _MOST_TOKENS:
                vectors[batch] = self._means(tokens)
                batch, tokens = [], []
            batch.append(index)
            tokens.append(ids)
        if batch:
            vectors[batch] = self._means(tokens)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True).clip(1e-12)
        return vectors

    def token_ids(self, text: str) -> list[int]:
        """Return the word pieces of `text` with the special tokens around them, cut at the model's length."""
        return list(self._tokenizer.encode(text).ids)

    def _means(self, texts: list[list[int]]) -> Array:
        bounds = np.cumsum([0, *map(len, texts)])
        x = self.embed(texts)
        for layer in self.layers:
            x = self.apply(layer, x, bounds)
        sums = np.add.reduceat(x, bounds[:-1], axis=0)
        return np.asarray(sums / np.diff(bounds)[:, None], dtype=np.float32)

    def embed(
        self, texts: Sequence[Sequence[int]], seconds: Sequence[int] = (), types: Array | None = None
    ) -> Array:
        """Return the input of the first layer, (tokens of all texts, dimension).

        For pairs of texts, `seconds` holds the index of the token where the second text begins. `types`, (2,
        dimension), are added to tell the two texts apart; by default they are the model's own.
        """
        unique, where = np.unique(np.concatenate(texts), return_inverse=True)
        rows = np.concatenate([self._words[int(token) : int(token) + 1] for token in unique])
        places = np.concatenate([self._positions[: len(text)] for text in texts])
        if seconds:
            types = self._types if types is None else types
            lengths = [(start, len(text) - start) for text, start in zip(texts, seconds, strict=True)]
            places = places + np.concatenate([np.repeat(types, each, axis=0) for each in lengths])
        else:
            places = places + self._types[0]
        return self._normalize(rows.astype(np.float32)[where] + places, *self._norm)

    def apply(
        self, layer: Layer, x: Array, bounds: npt.NDArray[np.int64], *, first_only: bool = False
    ) -> Array:
        """Apply `layer` to `x`, (tokens of all texts, dimension). Text i has the tokens from `bounds[i]` to `bounds[i
        + 1]`.

        With `first_only`, return only the first token of each text, (texts, dimension).
        """
        width = self.dimension // self.heads
        mixed = (x @ layer["qkv"] + layer["qkv_bias"]).reshape(-1, 3, self.heads, width)
        attended = np.empty_like(x)
        for start, end in pairwise(bounds):
            query, key, value = mixed[start:end].transpose(1, 2, 0, 3)
            weights = query @ key.transpose(0, 2, 1) * np.float32(width**-0.5)
            weights = np.exp(weights - weights.max(axis=-1, keepdims=True))
            weights /= weights.sum(axis=-1, keepdims=True)
            attended[start:end] = (weights @ value).transpose(1, 0, 2).reshape(end - start, -1)
        if first_only:
            x, attended = x[bounds[:-1]], attended[bounds[:-1]]
        x = self._normalize(
            x + attended @ layer["out"] + layer["out_bias"], layer["norm1"], layer["norm1_bias"]
        )
        inner = gelu(x @ layer["up"] + layer["up_bias"])
        return self._normalize(
            x + inner @ layer["down"] + layer["down_bias"], layer["norm2"], layer["norm2_bias"]
        )

    def _normalize(self, x: Array, weight: Array, bias: Array) -> Array:
        centered: Array = x - x.mean(axis=-1, keepdims=True)
        centered /= np.sqrt(np.square(centered).mean(axis=-1, keepdims=True) + np.float32(self.epsilon))
        return centered * weight + bias

    def _tensor(self, name: str) -> Array:
        return np.asarray(self._file.get_tensor(self._prefix + name), dtype=np.float32)

    def _tensors(self, *names: str) -> list[Array]:
        return [self._tensor(name) for name in names]

    def _layer(self, prefix: str) -> Layer:
        parts = [f"{prefix}attention.self.{part}" for part in ("query", "key", "value")]
        layer = {
            "qkv": np.concatenate(self._tensors(*[f"{part}.weight" for part in parts])).T,
            "qkv_bias": np.concatenate(self._tensors(*[f"{part}.bias" for part in parts])),
        }
        names = {
            "out": "attention.output.dense",
            "norm1": "attention.output.LayerNorm",
            "up": "intermediate.dense",
            "down": "output.dense",
            "norm2": "output.LayerNorm",
        }
        for short, name in names.items():
            layer[short] = self._tensor(f"{prefix}{name}.weight").T
            layer[f"{short}_bias"] = self._tensor(f"{prefix}{name}.bias")
        return layer


def load_bert(folder: Path) -> BertEncoder:
    """Return the encoder of the model in `folder`, loaded once until its weights change.

    The model must be one that `supports` accepts. Threads can share the encoder, which never changes.
    """
    weights = (folder / _WEIGHTS).stat()
    return _load_bert(folder, weights.st_size, weights.st_mtime_ns)


@functools.lru_cache(maxsize=2)
def _load_bert(folder: Path, _size: int, _modified: int) -> BertEncoder:
    return BertEncoder(folder)


def supports(folder: Path) -> bool:
    """True if `BertEncoder` supports the model in `folder`: plain BERT, erf GELU, mean pooling, unit length, no
    prompt.
    """
    try:
        config = _json(folder / "config.json")
        modules = [module["type"].rsplit(".", 1)[-1] for module in _json(folder / "modules.json")]
        pooling = _json(folder / "1_Pooling" / "config.json")
        sentence = _json(folder / "sentence_bert_config.json")
        extra = folder / "config_sentence_transformers.json"
        prompt = _json(extra).get("default_prompt_name") if extra.is_file() else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return False
    modes = [name for name, on in pooling.items() if name.startswith("pooling_mode_") and on]
    return (
        config.get("model_type") == "bert"
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
        and modules == ["Transformer", "Pooling", "Normalize"]
        and modes == ["pooling_mode_mean_tokens"]
        and not sentence.get("do_lower_case")
        and prompt is None
        and (folder / "tokenizer.json").is_file()
        and (folder / _WEIGHTS).is_file()
    )


def gelu(x: Array) -> Array:
    """Return x * Phi(x), where Phi is the normal distribution function.

    Phi is computed by formula 7.1.26 of Abramowitz & Stegun (error < 1.5e-7).
    """
    result = np.empty_like(x)
    for row in range(0, len(x), 8):  # blocks fit the processor's cache, which is three times as fast
        block = x[row : row + 8]
        z = np.abs(block) * np.float32(0.5**0.5)
        t = 1 / (1 + np.float32(0.3275911) * z)
        tail = np.float32(1.061405429) * t
        for constant in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
            tail += np.float32(constant)
            tail *= t
        tail *= np.exp(-z * z)
        result[row : row + 8] = 0.5 * (block + np.abs(block) * (1 - tail))
    return result


def _longest(folder: Path, config: dict[str, Any]) -> int:
    longest = _json(folder / "sentence_bert_config.json").get("max_seq_length")
    return int(longest or config["max_position_embeddings"])


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
