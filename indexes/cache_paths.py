"""Files that a build makes for each paper, and the keys of their inputs."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
import numpy.typing as npt

from ..papers.clusters.cluster import Cluster
from ..papers.clusters.files import read_build_file
from ..papers.clusters.manifest import SourceFile
from ..papers.files import open_atomic
from .types import Chunk

_DAMAGED = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile)
Vectors = Mapping[bytes, npt.NDArray[np.float32]]


def key_of(*parts: object) -> str:
    """Return a short hash of the `repr` of `parts`: equal parts give equal keys."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def text_key(text: str) -> bytes:
    """Return the key under which the vector of `text` is stored."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest().encode()


def chunk_file(folder: Path, file: SourceFile) -> Path:
    """Path of the paper's chunks."""
    return folder / "chunks" / f"{file.paper_id}.{file.chunked}.json"


def read_chunks(folder: Path, file: SourceFile) -> tuple[Chunk, ...]:
    """Return the stored chunks of the paper of `file`. Raises ConfigurationError if they are missing or damaged."""
    return read_build_file(tuple[Chunk, ...], chunk_file(folder, file))


def read_cluster_chunks(cluster: Cluster, paper_id: str) -> tuple[Chunk, ...]:
    """Return the chunks of a paper of `cluster` after comparing their file with its checksum.

    Raises UsageError for an unknown paper, and ConfigurationError if the chunks are missing or damaged.
    """
    return cluster.read(tuple[Chunk, ...], chunk_file(cluster.path, cluster.file(paper_id)))


def vector_file(folder: Path, model: str, paper_id: str) -> Path:
    return folder / "vectors" / model / f"{paper_id}.npz"


def read_vectors(folder: Path, model: str, paper_id: str) -> Vectors:
    """Map text keys to vectors, for the sentences of a paper and, last, the text of the whole paper.

    Empty if the file is missing or damaged.
    """
    return _read_npz(vector_file(folder, model, paper_id))


def write_vectors(folder: Path, model: str, paper_id: str, keys: Sequence[bytes], vectors: Vectors) -> None:
    """Write the vectors of `keys` in that order. The last key is that of the text of the whole paper.

    Sentence vectors are stored as float16, which changes no cosine by more than .0005.
    """
    *sentences, whole = (vectors[key] for key in keys)
    _write_npz(vector_file(folder, model, paper_id), keys, sentences, [whole])


def summary_vectors_file(folder: Path, key: str, model: str) -> Path:
    """Path of the vectors of all whole papers, next to the summaries with the same `key`."""
    return folder / "summaries" / f"{key}.{model}.npz"


def read_summary_vectors(folder: Path, key: str, model: str) -> Vectors:
    """Map text keys to vectors, for the texts of the whole papers of a cluster; empty if the file is missing or
    damaged.
    """
    return _read_npz(summary_vectors_file(folder, key, model))


def write_summary_vectors(folder: Path, key: str, model: str, paper_ids: Sequence[str]) -> None:
    """Collect the vectors of whole papers from the files of `paper_ids` into one file, unless it exists.

    The vectors pass through a temporary file: those of 20,000 papers take 31 MB, and three times as much while they
    are written.
    """
    path = summary_vectors_file(folder, key, model)
    if path.exists():
        return
    keys: dict[bytes, None] = {}
    with TemporaryFile() as spool:
        for paper_id in paper_ids:
            for text, vector in _read_npz(vector_file(folder, model, paper_id), sentences=False).items():
                if text not in keys:
                    keys[text] = None
                    spool.write(vector.tobytes())
        if keys:
            spool.flush()
            _write_npz(path, list(keys), [], np.memmap(spool, np.float32, "r").reshape(len(keys), -1))


def _write_npz(
    path: Path,
    keys: Sequence[bytes],
    sentences: Sequence[npt.NDArray[np.float32]],
    papers: Sequence[npt.NDArray[np.float32]] | npt.NDArray[np.float32],
) -> None:
    dimension = len(papers[0])
    with open_atomic(path) as stream:
        np.savez(
            stream,
            keys=np.array(keys, dtype="S32"),
            sentences=np.array(sentences, dtype=np.float16).reshape(-1, dimension),
            papers=np.asarray(papers, dtype=np.float32),
        )


def _read_npz(path: Path, *, sentences: bool = True) -> Vectors:
    """Map text keys to vectors: first those of the sentences (unless `sentences` is false), last those of whole
    papers.
    """
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            vectors = file["papers"]
            keys = file["keys"].tolist()
            if sentences:
                vectors = np.concatenate([file["sentences"].astype(np.float32), vectors])
            return dict(zip(keys if sentences else keys[len(keys) - len(vectors) :], vectors, strict=True))
    except _DAMAGED:
        return {}
