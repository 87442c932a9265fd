"""Extract the bibliography of a PDF as references and as blocks, and remove its lines from the other text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...types import Block, Reference
from ..references.keys import number_lists
from ..references.labels import strip_label
from ..references.lines import BibliographyLine
from ..references.locate import find_entries
from ..references.parse import parse_references
from ..references.split import BibliographyEntry
from .layout.document import join_text
from .layout.headings import is_references_heading
from .layout.paragraphs import ParagraphPiece
from .numbered_lines import drop_numbers
from .text.frame import bounding_box
from .text.hyphens import Vocabulary
from .text.lines import Line as PageLine

_LARGER = (
    0.6  # points above the body's font size from which a line counts as a heading; below it, as a footnote
)


@dataclass(frozen=True, slots=True)
class Bibliography:
    """The bibliography of a document.

    `references` are its parsed entries. `blocks` has one block for each of them, in the same order, at its position on
    the page.
    """

    references: tuple[Reference, ...] = ()
    blocks: tuple[Block, ...] = ()


def extract_bibliography(
    pieces: Sequence[ParagraphPiece], body: float, vocabulary: Vocabulary
) -> tuple[Bibliography, list[ParagraphPiece]]:
    """Extract the bibliography from the pieces of a document; return it and the pieces without its lines.

    `body` is the font size of the running text. `vocabulary` decides how words that are broken at line ends are joined.
    """
    flowing = [piece for piece in pieces if piece.role != "caption"]
    printed = [line for piece in flowing for line in piece.lines]
    runs = _number_runs(flowing)
    sources = drop_numbers(printed, [page for page, _ in runs])
    lines = [_build_line(line, page, run, body) for line, (page, run) in zip(sources, runs, strict=True)]
    entries = find_entries(lines)
    texts = [_build_entry_text(entry, sources, vocabulary) for entry in entries]
    parsed = parse_references([(text, entry.label) for entry, text in zip(entries, texts, strict=True)])
    keys = number_lists([each.key for each in parsed], [entry.group for entry in entries])
    references = tuple(replace(each, key=key) for each, key in zip(parsed, keys, strict=True))
    blocks = tuple(
        _build_block(
            join_text([sources[i] for i in entry.lines], vocabulary), [lines[i] for i in entry.lines]
        )
        for entry in entries
    )
    taken = {id(printed[i]) for entry in entries for i in entry.lines}
    return Bibliography(references, blocks), _remove_lines(pieces, taken)


def insert_entries(blocks: Sequence[Block], bibliography: Bibliography) -> tuple[Block, ...]:
    """Insert the bibliography's blocks after the last heading of a bibliography, or at the end without a heading."""
    headings = [
        i for i, block in enumerate(blocks) if block.kind == "heading" and is_references_heading(block.text)
    ]
    place = headings[-1] + 1 if headings else len(blocks)
    section = blocks[place - 1].section if headings else "References"
    entries = [replace(block, section=section) for block in bibliography.blocks]
    return (*blocks[:place], *entries, *blocks[place:])


def _number_runs(pieces: Sequence[ParagraphPiece]) -> list[tuple[int, int]]:
    """Return (page, run) for every line.

    A new run begins where a line is higher than the line before, or on a new page.
    """
    result: list[tuple[int, int]] = []
    run, last = 0, (0, 0.0)
    for piece in pieces:
        for line in piece.lines:
            here = (piece.page, line.baseline)
            run += here < last or piece.page != last[0]
            last = here
            result.append((piece.page, run))
    return result


def _build_line(line: PageLine, page: int, run: int, body: float) -> BibliographyLine:
    larger = line.bold or line.size > body + _LARGER
    return BibliographyLine(line.text, page, line.bbox, run, larger, line.size < body - _LARGER)


def _build_entry_text(entry: BibliographyEntry, sources: Sequence[PageLine], vocabulary: Vocabulary) -> str:
    """Return the text of the entry without its label.

    Words broken at line ends are joined as spelled in `vocabulary`.
    """
    text = join_text([sources[i] for i in entry.lines], vocabulary)
    return strip_label(text, entry.label) if entry.label else text


def _build_block(text: str, lines: Sequence[BibliographyLine]) -> Block:
    spans = []
    for page, run in dict.fromkeys((line.page, line.run) for line in lines):
        spans.append((page, bounding_box([line.bbox for line in lines if line.run == run])))
    return Block(text, spans[0][0], spans[0][1], "reference", "", tuple(spans))


def _remove_lines(pieces: Sequence[ParagraphPiece], taken: set[int]) -> list[ParagraphPiece]:
    kept = []
    for piece in pieces:
        lines = tuple(line for line in piece.lines if id(line) not in taken)
        if len(lines) == len(piece.lines):
            kept.append(piece)
        elif lines:
            kept.append(replace(piece, lines=lines, open_end=False))
    return kept
