"""The nouns of a parsed paper. Frozen values; boxes are PDF points with the origin at the TOP left, pages count from 1.

Page 0 is that of a paper without pages, known from LaTeX sources or by its abstract alone: its boxes are empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

BlockKind = Literal["heading", "paragraph", "caption", "list", "equation", "reference"]
FigureKind = Literal["figure", "table"]


@dataclass(frozen=True, slots=True)
class BBox:
    """Axis-aligned box, x to the right and y DOWN: x0 <= x1, y0 <= y1. PDF points on a page, pixels on an image."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    def union(self, other: BBox) -> BBox:
        """Smallest box that holds both."""
        return BBox(
            min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1)
        )

    def intersection_area(self, other: BBox) -> float:
        """Area shared by both boxes; 0 when they only touch or lie apart."""
        width = min(self.x1, other.x1) - max(self.x0, other.x0)
        height = min(self.y1, other.y1) - max(self.y0, other.y0)
        return max(0.0, width) * max(0.0, height)


@dataclass(frozen=True, slots=True)
class Word:
    """One token as it stands on a page or image. `confidence` is 1.0 for born-digital text, the OCR's own otherwise."""

    text: str
    bbox: BBox
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text that belongs together. `section` is the heading path, outermost first ("3 Model > 3.1 Encoder").

    `page` and `bbox` tell where the block begins; `spans` lists every (page, box) it covers when it continues
    over a column or page break, the first one included.
    """

    text: str
    page: int
    bbox: BBox
    kind: BlockKind = "paragraph"
    section: str = ""
    spans: tuple[tuple[int, BBox], ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure or a table. `id` is "p5:table1"; `label` is "Table 1"; `image` the crop's path in the cluster or "".

    `words` are the born-digital words inside `bbox` (page coordinates); empty for images, where OCR is needed.
    """

    id: str
    kind: FigureKind
    label: str
    caption: str
    page: int
    bbox: BBox
    image: str = ""
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Reference:
    """One bibliography entry. `key` is how the text cites it: "12" or "Raffel et al., 2020".

    `ids` maps "arxiv"/"doi"/"acl"/"url" to the identifier. `paper_id` is the paper of the cluster that the entry
    was resolved to, or None; `score` is the resolver's confidence in 0..1, kept also when it was too low to resolve.
    """

    key: str
    raw: str
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    ids: tuple[tuple[str, str], ...] = ()
    paper_id: str | None = None
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Mention:
    """A sentence (or table cell, or caption) that cites: `names` stand before the marker, `keys` are Reference keys."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    sentence: str
    page: int


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as read from its source. `abstract_only` marks candidates known by title and abstract alone.

    `ids` are its own identifiers, as in `Reference.ids`. `pages` is 0 for LaTeX sources without a PDF.
    """

    id: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    abstract: str = ""
    blocks: tuple[Block, ...] = ()
    figures: tuple[Figure, ...] = ()
    references: tuple[Reference, ...] = ()
    mentions: tuple[Mention, ...] = ()
    source: str = ""
    sha256: str = ""
    pages: int = 0
    abstract_only: bool = False
    warnings: tuple[str, ...] = ()
    ids: tuple[tuple[str, str], ...] = ()
