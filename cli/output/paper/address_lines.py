"""Join the lines of the addresses around a title.

An address is printed in several lines, and several addresses are printed next to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from ....papers.types import BBox, Block

_LONGEST_LINE = 12  # words; longer lines are notes, not addresses
_HIGHEST_LINE = 12.0  # points; a higher block has several lines
_WORD_GAP = 2.0  # largest gap between two blocks of a line, in line heights
_LINE_GAP = 0.8  # largest gap between two lines of one address, in line heights


def join_address_lines(blocks: Sequence[Block]) -> list[str]:
    """Return the texts of `blocks`, with the blocks of one address joined, in the order of their first lines."""
    lines = [index for index, block in enumerate(blocks) if len(block.text.split()) <= _LONGEST_LINE]
    group = list(range(len(blocks)))
    for first, second in combinations(lines, 2):
        if group[first] != group[second] and _are_joined(blocks[first], blocks[second]):
            kept, merged = sorted((group[first], group[second]))
            group = [kept if each == merged else each for each in group]
    return [
        _join([block for block, of in zip(blocks, group, strict=True) if of == number])
        for number in sorted(set(group))
    ]


def _are_joined(first: Block, second: Block) -> bool:
    """True if two blocks are on the same line close to each other, or directly below each other."""
    a, b = first.bbox, second.bbox
    height = min(max(a.height, b.height), _HIGHEST_LINE)
    if first.page != second.page:
        return False
    if _share_line(a, b):
        return max(a.x0, b.x0) - min(a.x1, b.x1) <= _WORD_GAP * height
    overlap = min(a.x1, b.x1) - max(a.x0, b.x0)
    is_near = max(a.y0, b.y0) - min(a.y1, b.y1) <= _LINE_GAP * height
    return is_near and overlap > 0


def _share_line(a: BBox, b: BBox) -> bool:
    return min(a.y1, b.y1) - max(a.y0, b.y0) > min(a.height, b.height) / 2


def _join(blocks: Sequence[Block]) -> str:
    """Return the text of one address: blanks between blocks of the same line, commas between lines."""
    text = blocks[0].text
    for above, block in pairwise(blocks):
        is_listed = not _share_line(above.bbox, block.bbox) and not text.endswith((",", ";", "."))
        text += f", {block.text}" if is_listed else f" {block.text}"
    return text
