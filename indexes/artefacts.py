"""What is made of each paper, kept under the paper's id with a key of what it was made from.

An artefact whose key is not the one expected, that is missing or damaged, is made again; nothing else is.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..errors import ConfigurationError
from ..papers.codec import from_json, to_json
from ..papers.files import write_atomic
from .types import Chunk

Vectors = Mapping[bytes, npt.NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Chunked:
    """What chunks/<id>.json holds."""

    key: str
    chunks: tuple[Chunk, ...] = ()


def key_of(*parts: object) -> str:
    """A short hash of `parts` by their `repr`: equal parts, equal keys."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def text_key(text: str) -> bytes:
    """Under which the vector of `text` is kept."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest().encode()


def chunk_file(folder: Path, paper_id: str) -> Path:
    return folder / "chunks" / f"{paper_id}.json"


def read_chunks(folder: Path, paper_id: str) -> Chunked:
    """The stored chunks. Raises ConfigurationError when they are missing or damaged."""
    path = chunk_file(folder, paper_id)
    try:
        return from_json(Chunked, path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"{path}: damaged ({error}); delete it and index the folder again"
        ) from error


def write_chunks(folder: Path, paper_id: str, chunked: Chunked) -> None:
    write_atomic(chunk_file(folder, paper_id), to_json(chunked))


def vector_file(folder: Path, model: str, paper_id: str) -> Path:
    return folder / "vectors" / model / f"{paper_id}.npz"


def read_vectors(folder: Path, model: str, paper_id: str) -> Vectors:
    """Text key to vector; empty where the file is missing or damaged."""
    try:
        with np.load(vector_file(folder, model, paper_id), allow_pickle=False) as file:
            return dict(zip(file["keys"].tolist(), file["vectors"], strict=True))
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        return {}


def write_vectors(folder: Path, model: str, paper_id: str, keys: Sequence[bytes], vectors: Vectors) -> None:
    """Keep the vectors of `keys`, in that order."""
    stream = io.BytesIO()
    np.savez(stream, keys=np.array(keys, dtype="S32"), vectors=np.stack([vectors[key] for key in keys]))
    write_atomic(vector_file(folder, model, paper_id), stream.getvalue())
