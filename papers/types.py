"""Types of a parsed paper: frozen values. Boxes are in PDF points from the TOP left of the page; pages count from 1.

Papers without pages, known from LaTeX sources or by their abstract alone, use page 0 and empty boxes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .boxes import BBox as BBox
from .record import EMPTY_RECORD, Record

BlockKind = Literal["front", "heading", "paragraph", "caption", "list", "equation", "reference"]
FigureKind = Literal["figure", "table"]
NoteKind = Literal["highlight", "underline", "strikeout", "comment"]


@dataclass(frozen=True, slots=True)
class Word:
    """One token of a page or image. `confidence` is 1.0 for born-digital text, otherwise that of the OCR."""

    text: str
    bbox: BBox
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Block:
    """A unit of text such as a paragraph. `section` is the heading path, outermost first ("3 Model > 3.1 Encoder").

    Blocks of kind "front" are the lines around the title: authors, affiliations, addresses, venue. The block begins at
    `page` and `bbox`. `spans` lists every (page, box) that it covers, the first included, if it
    continues after a column or page break.
    """

    text: str
    page: int
    bbox: BBox
    kind: BlockKind = "paragraph"
    section: str = ""
    spans: tuple[tuple[int, BBox], ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure or a table. `id` is "p5:table1", `label` "Table 1", and `image` the path of the crop in the cluster or
    "".

    `words` are the born-digital words inside `bbox` (page coordinates); empty for images, which need OCR. `continues`
    is the id of the part before this one, of a table that goes on over a page or column break; else "".
    """

    id: str
    kind: FigureKind
    label: str
    caption: str
    page: int
    bbox: BBox
    image: str = ""
    words: tuple[Word, ...] = ()
    continues: str = ""


@dataclass(frozen=True, slots=True)
class PublicationPlace:
    """Journal or other venue, volume and pages ("12–19"); missing ones are empty."""

    venue: str = ""
    volume: str = ""
    pages: str = ""


NO_PLACE = PublicationPlace()


@dataclass(frozen=True, slots=True)
class Reference:
    """One bibliography entry. `key` is its citation in the text: "12" or "Raffel et al., 2020".

    `ids` maps "arxiv"/"doi"/"acl"/"url" to the identifier; `volume` and `pages` are as printed. `paper_id` is the
    paper of the cluster to which the entry was resolved, or None; `score` is the confidence of the resolution in
    0..1, kept even if it was too low to resolve. `conflicts` names fields in which the entry differs from that paper.
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
    volume: str = ""
    pages: str = ""
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """A citing sentence, table cell or caption: `names` precede the citation marker, `keys` are those of `Reference`."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    sentence: str
    page: int


@dataclass(frozen=True, slots=True)
class ReaderNote:
    """A note of a reader in a PDF, never the paper's own words, on `page` (from 1) at `bbox`. `text` is what it marks of it,
    "" for a comment beside the text, and `comment` are the reader's words, "" for a mark alone."""

    kind: NoteKind
    page: int
    bbox: BBox
    text: str = ""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as parsed from its source. `abstract_only` marks papers known by title and abstract alone.

    `ids` are its own identifiers, as in `Reference.ids`. `pages` is 0 for LaTeX sources without a PDF. `record` is what its
    pages print about the paper itself: affiliations, venue, dates and the like. `place` is where it was published, as its
    first pages and running heads print it and bibliographies name it. `notice` is "retracted", "corrected" or the like if the
    first page says so, else "". `first_number` is the number that the first page has in print, 0 if pages count from 1.
    `supplement` is true for the supplement of another paper, of which it prints the title. `notes` are marks and comments
    that readers left in the PDF.
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
    record: Record = EMPTY_RECORD
    place: PublicationPlace = NO_PLACE
    notice: str = ""
    formulas: tuple[tuple[str, str], ...] = ()
    first_number: int = 0
    supplement: bool = False
    notes: tuple[ReaderNote, ...] = ()
