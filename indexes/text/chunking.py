"""Split a paper into chunks: passages of about `chunk_tokens` tokens, inside one section, cut between sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from ...papers.sentences import sentence_spans, split_sentences
from ...papers.types import BBox, Block, Figure, Paper, Word
from ..types import Chunk

# Raise it when the same paper would be split differently. Clusters then make their chunks anew.
VERSION = 2

_KEPT = ("paragraph", "list", "equation", "caption")
_NOWHERE = BBox(0.0, 0.0, 0.0, 0.0)
# If the rest of a section is shorter than this share of `chunk_tokens`, it joins the chunk before it.
_SMALLEST_REST = 0.25
# In a block over several columns or pages, how far beyond its own characters a sentence may reach, as a share of the
# block: the column of each part can only be estimated from the areas of the boxes.
_SPAN_SLACK = 0.05
_TOKEN = re.compile(r"[^\W_]{1,6}|[^\w\s]|_")


def count_tokens(text: str) -> int:
    """Return about how many word pieces a BERT-like model makes of `text`: runs of up to six letters, and punctuation
    characters.

    No model is needed, so the chunks of a paper do not depend on which model embeds them.
    """
    return sum(1 for _ in _TOKEN.finditer(text))


def chunk_paper(paper: Paper, chunk_tokens: int = 200, chunk_overlap: int = 40) -> tuple[Chunk, ...]:
    """Return the chunks of `paper` in reading order.

    Neighboring blocks of one section are packed sentence by sentence up to `chunk_tokens` (see `count_tokens`). A
    chunk begins with the last sentences of the chunk before it, at most `chunk_overlap` tokens. A sentence longer
    than a chunk is cut between words. Headings are in `section` instead of the text, and bibliography entries are
    left out. The text is verbatim, one line per block.

    The kinds are "text", "caption", "table" (a caption followed by the table's rows, a line each) and "abstract" (the
    only chunks of a paper without blocks, with an empty box).
    """
    chunks: list[Chunk] = []
    for kind, section, blocks in _parts(paper):
        for pieces in _pack(_pieces(blocks, chunk_tokens), chunk_tokens, chunk_overlap):
            chunks.append(_chunk(f"{paper.id}:{len(chunks):04d}", paper.id, kind, section, pieces))
    return tuple(chunks)


def chunk_sentences(chunk: Chunk) -> tuple[str, ...]:
    """Return the sentences of a chunk. Each row of a table is a sentence; a chunk without sentences gives its whole
    text.
    """
    lines = chunk.text.split("\n")
    return tuple(sentence for line in lines for sentence in split_sentences(line)) or (chunk.text,)


def indexed_text(chunk: Chunk) -> str:
    """Return the text that is searched by words: the innermost heading and the chunk, which rarely repeats the
    heading.
    """
    return f"{chunk.heading}\n{chunk.text}" if chunk.heading else chunk.text


def paper_text(paper: Paper) -> str:
    """Return the text that is embedded for a whole paper: title and abstract."""
    return f"{paper.title}. {paper.abstract}"


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters `start` to `end` of `block`: a sentence, or a part of a sentence that is too long."""

    block: Block
    start: int
    end: int
    tokens: int


def _parts(paper: Paper) -> Iterator[tuple[str, str, list[Block]]]:
    """Yield (kind, section, blocks) for blocks whose sentences may share a chunk.

    Captions follow the text that they would otherwise interrupt.
    """
    if not paper.blocks:
        known = (paper.title, paper.abstract) if paper.abstract_only else (paper.abstract,)
        yield "abstract", "Abstract", [Block(text, min(paper.pages, 1), _NOWHERE) for text in known if text]
    tables = {(f.page, f.caption): f for f in paper.figures if f.kind == "table" and f.words}
    kept = [block for block in paper.blocks if block.kind in _KEPT]
    for section, run in groupby(kept, key=lambda block: block.section):
        blocks = list(run)
        yield "text", section, [block for block in blocks if block.kind != "caption"]
        for block in blocks:
            table = tables.get((block.page, block.text))
            if block.kind == "caption":
                yield "table" if table else "caption", section, [block, *_rows(table)]


def _rows(table: Figure | None) -> list[Block]:
    """Return a block for each row of a table. A word that is not beside the word before it, but higher or lower,
    begins a new row.
    """
    rows: list[list[Word]] = []
    for word in table.words if table else ():
        last = rows[-1][-1].bbox if rows else None
        if last is None or word.bbox.y0 > (last.y0 + last.y1) / 2 or word.bbox.y1 < last.y0:
            rows.append([])
        rows[-1].append(word)
    return [Block(" ".join(word.text for word in row), table.page, table.bbox) for row in rows if table]


def _pieces(blocks: Iterable[Block], limit: int) -> Iterator[_Piece]:
    for block in blocks:
        for start, end in sentence_spans(block.text):
            tokens = count_tokens(block.text[start:end])
            if tokens <= limit:
                yield _Piece(block, start, end, tokens)
            else:
                yield from _cut(block, start, end, limit)


def _cut(block: Block, start: int, end: int, limit: int) -> Iterator[_Piece]:
    """Yield the parts of a sentence that is too long, at most `limit` tokens each, cut between words if possible."""
    first, size, last = start, 0, start
    for match in re.finditer(rf"\S{{1,{limit}}}", block.text[start:end]):
        tokens = count_tokens(match.group())
        if size and size + tokens > limit:
            yield _Piece(block, first, last, size)
            first, size = start + match.start(), 0
        size, last = size + tokens, start + match.end()
    yield _Piece(block, first, last, size)


def _pack(pieces: Iterable[_Piece], limit: int, overlap: int) -> list[list[_Piece]]:
    packed: list[list[_Piece]] = []
    current: list[_Piece] = []
    carried = 0  # number of pieces in `current` that repeat the end of the chunk before
    for piece in pieces:
        if current and _size(current) + piece.tokens > limit:
            packed.append(current)
            current = _tail(current, min(overlap, limit - piece.tokens))
            carried = len(current)
        current.append(piece)
    fresh = current[carried:]
    if packed and _size(fresh) < _SMALLEST_REST * limit:
        packed[-1].extend(fresh)
    elif fresh:
        packed.append(current)
    return packed


def _size(pieces: Iterable[_Piece]) -> int:
    return sum(piece.tokens for piece in pieces)


def _tail(pieces: list[_Piece], room: int) -> list[_Piece]:
    start = len(pieces)
    while start and _size(pieces[start - 1 :]) <= room:
        start -= 1
    return pieces[start:]


def _chunk(chunk_id: str, paper_id: str, kind: str, section: str, pieces: list[_Piece]) -> Chunk:
    lines = []
    spans: dict[tuple[int, BBox], None] = {}
    for _, run in groupby(pieces, key=lambda piece: id(piece.block)):
        same = list(run)
        block, start, end = same[0].block, same[0].start, same[-1].end
        lines.append(block.text[start:end])
        spans.update(dict.fromkeys(_spans(block, start, end)))
    page, bbox = next(iter(spans))
    return Chunk(chunk_id, paper_id, kind, "\n".join(lines), section, page, bbox, tuple(spans))


def _spans(block: Block, start: int, end: int) -> list[tuple[int, BBox]]:
    """Return the (page, box) pairs of `block` that contain its characters `start` to `end`.

    The text is assumed to be spread evenly over the area of the boxes.
    """
    spans = block.spans or ((block.page, block.bbox),)
    areas = [max(box.width * box.height, 1e-9) for _, box in spans]
    begin, found = 0.0, []
    for span, area in zip(spans, areas, strict=True):
        reach = begin + area / sum(areas)
        if begin - _SPAN_SLACK < end / len(block.text) and reach + _SPAN_SLACK > start / len(block.text):
            found.append(span)
        begin = reach
    return found
