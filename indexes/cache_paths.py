"""What is made of each paper, and the keys of what it is made from."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..papers.clusters.cluster import read_build_file
from ..papers.clusters.manifest import SourceFile
from ..papers.files import write_atomic
from .types import Chunk

_DAMAGED = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)
Vectors = Mapping[bytes, npt.NDArray[np.float32]]


def key_of(*parts: object) -> str:
    """A short hash of `parts` by their `repr`: equal parts, equal keys."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def text_key(text: str) -> bytes:
    """Under which the vector of `text` is kept."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest().encode()


def chunk_file(folder: Path, file: SourceFile) -> Path:
    """Where the chunks of the paper are kept."""
    return folder / "chunks" / f"{file.paper_id}.{file.chunked}.json"


def read_chunks(folder: Path, file: SourceFile) -> tuple[Chunk, ...]:
    """The stored chunks. Raises ConfigurationError when they are missing or damaged."""
    return read_build_file(tuple[Chunk, ...], chunk_file(folder, file))


def vector_file(folder: Path, model: str, paper_id: str) -> Path:
    return folder / "vectors" / model / f"{paper_id}.npz"


def read_vectors(folder: Path, model: str, paper_id: str) -> Vectors:
    """Text key to vector; empty where the file is missing or damaged."""
    try:
        with np.load(vector_file(folder, model, paper_id), allow_pickle=False) as file:
            return dict(zip(file["keys"].tolist(), file["vectors"].astype(np.float32), strict=True))
    except _DAMAGED:
        return {}


def read_paper_vector(folder: Path, model: str, paper_id: str) -> Vectors:
    """As `read_vectors`, but of the text of the whole paper alone, and without reading the rest."""
    try:
        with np.load(vector_file(folder, model, paper_id), allow_pickle=False) as file:
            return {file["paper_key"].item(): file["paper_vector"]}
    except _DAMAGED:
        return {}


def write_vectors(folder: Path, model: str, paper_id: str, keys: Sequence[bytes], vectors: Vectors) -> None:
    """Keep the vectors of `keys`, in that order, as float16; the last is that of the whole paper, kept as float32."""
    stream = io.BytesIO()
    np.savez(
        stream,
        keys=np.array(keys, dtype="S32"),
        vectors=np.stack([vectors[key] for key in keys]).astype(np.float16),
        paper_key=np.array(keys[-1], dtype="S32"),
        paper_vector=vectors[keys[-1]],
    )
    write_atomic(vector_file(folder, model, paper_id), stream.getvalue())
