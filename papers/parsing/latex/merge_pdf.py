"""Merge the sources and the PDF of a paper: text and structure from the sources, pages and boxes from the PDF."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from ...types import BBox, Block, Figure, Paper
from ..citations.read import read_mentions

_SHINGLE = 4  # consecutive words by which a passage is recognized
_COMMON = 6  # most occurrences of a distinctive shingle
_ENOUGH = 0.2  # smallest share of a passage's shingles that a block of the PDF must contain
_TELLING = 8  # fewest shingles of a passage that does not match by chance
_SAME_PAPER = (
    0.3  # smallest share of passages in both; revisions share most passages, other papers almost none
)
_NOWHERE = BBox(0.0, 0.0, 0.0, 0.0)
_WORD = re.compile(r"[^\W_]+")


def merge_sources_with_pdf(sources: Paper, pdf: Paper) -> Paper:
    """Merge the sources and the PDF into one paper.

    Blocks are from the sources, at the position of the same words in the PDF. A block that is not found takes the
    position of the previous block. Figures are from the PDF, with the captions of the sources.
    """
    blocks = _place_blocks(sources.blocks, pdf.blocks)
    figures = _merge_figures(sources.figures, pdf.figures, blocks)
    references = sources.references or pdf.references
    text = [block for block in blocks if block.kind != "reference"]
    return replace(
        pdf,
        title=sources.title if len(sources.title) > 3 else pdf.title,
        authors=sources.authors or pdf.authors,
        year=sources.year or pdf.year,
        abstract=sources.abstract or pdf.abstract,
        blocks=blocks,
        figures=figures,
        references=references,
        mentions=read_mentions(text, figures, references),
        ids=tuple(dict([*pdf.ids, *sources.ids]).items()),
        formulas=sources.formulas,
        warnings=(*sources.warnings, *pdf.warnings),
    )


def prints_sources(pdf: Paper, sources: Paper) -> bool:
    """True if the PDF was typeset from the sources, because it contains a fair share of their paragraphs."""
    index = _index_shingles(list(enumerate(pdf.blocks)))
    texts = [block.text for block in sources.blocks if len(_list_shingles(block.text)) >= _TELLING]
    return sum(bool(_find_blocks(text, index)) for text in texts) >= _SAME_PAPER * len(texts)


def _place_blocks(blocks: Sequence[Block], printed: Sequence[Block]) -> tuple[Block, ...]:
    entries = _index_shingles([(n, block) for n, block in enumerate(printed) if block.kind == "reference"])
    others = _index_shingles([(n, block) for n, block in enumerate(printed) if block.kind != "reference"])
    here = (printed[0].page, printed[0].bbox) if printed else (0, _NOWHERE)
    placed = []
    for block in blocks:
        found = _find_blocks(block.text, entries if block.kind == "reference" else others)
        spans = tuple(span for number in found for span in printed[number].spans)
        here = spans[0] if spans else here
        placed.append(replace(block, page=here[0], bbox=here[1], spans=spans or (here,)))
    return tuple(placed)


def _index_shingles(blocks: Sequence[tuple[int, Block]]) -> dict[tuple[str, ...], list[int]]:
    """Map each shingle to the indexes of the blocks that contain it; shingles that are too common are left out."""
    index: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, block in blocks:
        for shingle in set(_list_shingles(block.text)):
            index[shingle].append(number)
    return {shingle: places for shingle, places in index.items() if len(places) <= _COMMON}


def _find_blocks(text: str, index: dict[tuple[str, ...], list[int]]) -> list[int]:
    """Return the ascending indexes of adjacent blocks that contain a fair share of the passage's shingles."""
    shingles = _list_shingles(text)
    votes = Counter(number for shingle in shingles for number in index.get(shingle, ()))
    if not votes:
        return []
    best = min(votes, key=lambda number: (-votes[number], number))
    if votes[best] < _ENOUGH * len(shingles) and votes[best] < 3:
        return []
    return sorted(
        n for n, count in votes.items() if abs(n - best) <= 2 and count >= max(2, 0.15 * votes[best])
    ) or [best]


def _list_shingles(text: str) -> list[tuple[str, ...]]:
    words = _WORD.findall(text.lower())
    size = min(_SHINGLE, max(len(words), 1))
    return [tuple(words[i : i + size]) for i in range(len(words) - size + 1)]


def _merge_figures(
    own: Sequence[Figure], printed: Sequence[Figure], blocks: Sequence[Block]
) -> tuple[Figure, ...]:
    """Merge the figures in the order of the sources; figures that only the PDF has come last."""
    by_label = {figure.label.lower(): figure for figure in reversed(printed)}
    pages = {block.text: block.page for block in blocks if block.kind == "caption"}
    used: set[str] = set()
    result = []
    for figure in own:
        match = by_label.get(figure.label.lower())
        if match is None or match.id in used:
            result.append(replace(figure, page=pages.get(figure.caption, figure.page)))
            continue
        used.add(match.id)
        result.append(replace(match, kind=figure.kind, label=figure.label, caption=figure.caption))
    return (*result, *(figure for figure in printed if figure.id not in used))
