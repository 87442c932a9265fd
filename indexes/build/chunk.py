"""Second stage of a build: split papers into chunks, and chunks into the sentences that are embedded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...papers.clusters.files import read_parsed_paper
from ...papers.clusters.manifest import SourceFile
from ...papers.files import write_atomic
from ...papers.serialization import to_json
from ...papers.types import Paper
from ...settings import Settings
from ..cache_paths import chunk_file, key_of, read_chunks
from ..text.chunking import chunk_paper, chunk_sentences, paper_text
from ..types import Chunk


@dataclass(frozen=True, slots=True)
class PaperPassages:
    """The chunks of a paper, the sentences of each chunk, and the text that represents the whole paper (`summary`).

    `key` is a hash of the three.
    """

    paper_id: str
    key: str
    chunks: tuple[Chunk, ...]
    sentences: tuple[tuple[str, ...], ...]
    summary: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts to embed: every distinct sentence (neighboring chunks share sentences), and last the text of the
        whole paper.
        """
        unique = dict.fromkeys(sentence for chunk in self.sentences for sentence in chunk)
        unique.pop(self.summary, None)
        return (*unique, self.summary)


def build_passages(
    folder: Path, file: SourceFile, settings: Settings, paper: Paper | None = None
) -> PaperPassages:
    """Return the passages of the paper of `file`. Chunks are read if they are stored; otherwise they are made and
    stored.

    `paper` is the parsed paper; None reads the stored one.
    """
    paper = paper or read_parsed_paper(folder, file)
    path = chunk_file(folder, file)
    if path.exists():
        chunks = read_chunks(folder, file)
    else:
        chunks = chunk_paper(paper, settings.chunk_tokens, settings.chunk_overlap)
        write_atomic(path, to_json(chunks))
    sentences, summary = tuple(map(chunk_sentences, chunks)), paper_text(paper)
    return PaperPassages(paper.id, key_of(chunks, sentences, summary), chunks, sentences, summary)
