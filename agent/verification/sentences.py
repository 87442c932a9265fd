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
    """One sentence of a passage; `rank` is the rank of the passage in the search results, from 0.

    `before` is the previous sentence of the passage, which often contains the referent of "it"; it is "" for the first
    sentence.
    """

    text: str
    chunk: Chunk
    rank: int
    before: str = ""


def sentences_of(passages: Iterable[Chunk]) -> list[Sentence]:
    """Return the sentences of `passages` in order.

    A sentence of overlapping passages is returned once, at its best rank.
    """
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
    """Return the next sentence of the same passage; "" if `sentence` is the last."""
    sentences = [s for paragraph in sentence.chunk.text.split("\n") for s in split_sentences(paragraph)]
    place = sentences.index(sentence.text) + 1 if sentence.text in sentences else len(sentences)
    return sentences[place] if place < len(sentences) else ""


class Prover:
    """Turns a sentence into a citation if the page prints the sentence word for word. Pages are read once and kept."""

    def __init__(self, cluster: Cluster, settings: Settings | None = None) -> None:
        self._cluster, self._settings = cluster, settings
        self._page = cache(self._read_page)

    def cite(self, sentence: Sentence) -> Citation | None:
        """Return the citation of a sentence, with page and box, or None if no page of its passage prints the whole
        sentence."""
        chunk = sentence.chunk
        for page in sorted({page for page, _ in chunk.spans} | {chunk.page}):
            words = self._page(chunk.paper_id, page)
            located = words.locate(sentence.text) if words else None
            if located:
                return Citation(chunk.paper_id, page, located.bbox, located.text)
        return None

    def cite_divided(self, sentence: Sentence) -> tuple[Citation, ...]:
        """Return the citations of the two parts of a sentence that a page break divides; () for any other sentence."""
        words, paper_id = sentence.text.split(), sentence.chunk.paper_id
        for before, after in pairwise(sorted({page for page, _ in sentence.chunk.spans})):
            # If a page prints the first n words, it prints every shorter beginning: bisection finds the longest
            # beginning.
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
        """Return the citation of `text` on `page` (0 for a paper without pages); None if it is not on the page."""
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
    """Return all words of a paper without pages: first the words of its text in order, then the words of its tables.

    Every word has an empty box.
    """
    texts = [block.text for block in paper.blocks] or [paper.title, paper.abstract]
    tables = [word for figure in paper.figures for word in figure.words]
    words = [word for text in texts for word in text.split()] + [word.text for word in tables]
    return tuple(Word(word, BBox(0.0, 0.0, 0.0, 0.0)) for word in words)
