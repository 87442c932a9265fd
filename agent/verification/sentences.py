"""Sentences of passages with their location: the units of an extractive answer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from ...indexes.types import Chunk
from ...papers.clusters.cluster import Cluster
from ...papers.sentences import split_sentences
from ...papers.types import BBox, Paper, Word
from ...settings import Settings
from ..types import Citation
from .quotes import PageWords


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a passage; `rank` is the passage's place in the search results, from 0.

    `before` is the sentence that it follows in the passage, which often contains the referent of its "it"; "" for the first.
    """

    text: str
    chunk: Chunk
    rank: int
    before: str = ""


def sentences_of(passages: Iterable[Chunk]) -> list[Sentence]:
    """The sentences of `passages` in order; overlapping passages give each sentence once, at its best rank."""
    seen: set[tuple[str, str]] = set()
    found: list[Sentence] = []
    for rank, chunk in enumerate(passages):
        before = ""
        for text in (s for paragraph in chunk.text.split("\n") for s in split_sentences(paragraph)):
            key = (chunk.paper_id, text)
            if key not in seen:
                seen.add(key)
                found.append(Sentence(text, chunk, rank, before))
            before = text
    return found


def following_sentence(sentence: Sentence) -> str:
    """The sentence of the same passage right after `sentence`; "" for the last."""
    sentences = [s for paragraph in sentence.chunk.text.split("\n") for s in split_sentences(paragraph)]
    place = sentences.index(sentence.text) + 1 if sentence.text in sentences else len(sentences)
    return sentences[place] if place < len(sentences) else ""


class Prover:
    """Turns sentences into citations that were found on the page, word for word. Keeps the pages it has read."""

    def __init__(self, cluster: Cluster, settings: Settings | None = None) -> None:
        self._cluster, self._settings = cluster, settings
        self._page = cache(self._read_page)

    def cite(self, sentence: Sentence) -> Citation | None:
        """The sentence with its page and box, or None if it is on no single page of its passage."""
        chunk = sentence.chunk
        for page in sorted({page for page, _ in chunk.spans} | {chunk.page}):
            words = self._page(chunk.paper_id, page)
            located = words.locate(sentence.text) if words else None
            if located:
                return Citation(chunk.paper_id, page, located.bbox, located.text)
        return None

    def cite_divided(self, sentence: Sentence) -> tuple[Citation, ...]:
        """The two parts of a sentence that a page break divides, each with its page and box; () for any other."""
        words, paper_id = sentence.text.split(), sentence.chunk.paper_id
        for before, after in pairwise(sorted({page for page, _ in sentence.chunk.spans})):
            # A beginning is on the page if a longer one is: the longest is found by bisection.
            size = bisect_left(
                range(1, len(words)), True, key=lambda n: not self.find(paper_id, before, " ".join(words[:n]))
            )
            first = self.find(paper_id, before, " ".join(words[:size])) if size else None
            # A word that the break divides is in neither part.
            rests = (words[size:], words[size + 1 :]) if first else ()
            second = next(
                (found for rest in rests if rest and (found := self.find(paper_id, after, " ".join(rest)))),
                None,
            )
            if first and second:
                return first, second
        return ()

    def find(self, paper_id: str, page: int, text: str) -> Citation | None:
        """`text` on that page of the paper (0 for a paper without pages), or None where it is not printed there."""
        words = self._page(paper_id, page)
        located = words.locate(text) if words else None
        return Citation(paper_id, page, located.bbox, located.text) if located else None

    def _read_page(self, paper_id: str, page: int) -> PageWords | None:
        from ...papers.parsing.pdf.pages import page_words

        paper = self._cluster.paper(paper_id)
        if not paper.pages:
            return PageWords(unpaged_words(paper))
        source: Path | None = self._cluster.source_path(paper_id)
        return PageWords(page_words(source, page, self._settings)) if source else None


def unpaged_words(paper: Paper) -> tuple[Word, ...]:
    """All words of a paper without pages, without places: of its text in order, then of its tables."""
    texts = [block.text for block in paper.blocks] or [paper.title, paper.abstract]
    tables = [word for figure in paper.figures for word in figure.words]
    words = [word for text in texts for word in text.split()] + [word.text for word in tables]
    return tuple(Word(word, BBox(0.0, 0.0, 0.0, 0.0)) for word in words)
