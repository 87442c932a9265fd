"""Second stage of a build: papers to chunks and to the texts that are embedded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...papers.clusters.cluster import paper_file, read_build_file
from ...papers.clusters.manifest import SourceFile
from ...papers.files import write_atomic
from ...papers.serialization import to_json
from ...papers.types import Paper
from ...settings import Settings
from ..cache_paths import chunk_file, key_of, read_chunks, text_key
from ..text.chunking import chunk_paper, embedding_text, paper_text
from ..types import Chunk


@dataclass(frozen=True, slots=True)
class Passages:
    """A paper's chunks and the texts to embed, one for each chunk and one for the whole paper, with their keys.

    `key` changes when any of them does.
    """

    paper_id: str
    key: str
    chunks: tuple[Chunk, ...]
    texts: tuple[str, ...]
    text_keys: tuple[bytes, ...]


def passages_of(folder: Path, file: SourceFile, settings: Settings, paper: Paper | None = None) -> Passages:
    """The passages of the paper that `file` was parsed to: those stored, or new ones, which are then stored.

    `paper` is that paper if the caller has it; otherwise it is read from the cluster.
    """
    paper = paper or read_build_file(Paper, paper_file(folder, file))
    path = chunk_file(folder, file)
    if path.exists():
        chunks = read_chunks(folder, file)
    else:
        chunks = chunk_paper(paper, settings.chunk_tokens, settings.chunk_overlap)
        write_atomic(path, to_json(chunks))
    texts = (*(embedding_text(paper, chunk) for chunk in chunks), paper_text(paper))
    return Passages(paper.id, key_of(chunks, texts), chunks, texts, tuple(map(text_key, texts)))
