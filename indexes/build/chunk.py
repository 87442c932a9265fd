"""Second stage of a build: papers to chunks and to the sentences that are embedded."""

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
    """A paper's chunks, the sentences of each, and the text that represents the whole paper.

    `key` changes when any of them does.
    """

    paper_id: str
    key: str
    chunks: tuple[Chunk, ...]
    sentences: tuple[tuple[str, ...], ...]
    summary: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts to embed: every sentence once, though neighboring chunks share some; last the whole paper's text."""
        unique = dict.fromkeys(sentence for chunk in self.sentences for sentence in chunk)
        unique.pop(self.summary, None)
        return (*unique, self.summary)


def build_passages(
    folder: Path, file: SourceFile, settings: Settings, paper: Paper | None = None
) -> PaperPassages:
    """The passages of the `paper` that `file` was parsed to (None: as it is stored): those stored, or new ones, which
    are then stored."""
    paper = paper or read_parsed_paper(folder, file)
    path = chunk_file(folder, file)
    if path.exists():
        chunks = read_chunks(folder, file)
    else:
        chunks = chunk_paper(paper, settings.chunk_tokens, settings.chunk_overlap)
        write_atomic(path, to_json(chunks))
    sentences, summary = tuple(map(chunk_sentences, chunks)), paper_text(paper)
    return PaperPassages(paper.id, key_of(chunks, sentences, summary), chunks, sentences, summary)
