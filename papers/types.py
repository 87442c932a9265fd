"""Types of a parsed paper, which are all frozen. Boxes are in PDF points from the TOP left of the page; pages count
from 1.

Papers without pages, which are known from LaTeX sources or only by their abstract, use page 0 and empty boxes.
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
    """One token of a page or image. `confidence` is 1.0 for born-digital text, otherwise the confidence of the OCR in
    0..1.
    """

    text: str
    bbox: BBox
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Block:
    """A unit of text such as a paragraph.

    `section` is the path of headings, outermost first ("3 Model > 3.1 Encoder"). Blocks of kind "front" are the lines
    around the title: authors, affiliations, addresses, venue. The block begins at `page` and `bbox`. If it continues
    after a column or page break, `spans` lists every (page, box) that it covers, including the first.
    """

    text: str
    page: int
    bbox: BBox
    kind: BlockKind = "paragraph"
    section: str = ""
    spans: tuple[tuple[int, BBox], ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure or a table.

    `id` is such as "p5:table1" and `label` such as "Table 1". `image` is the path of the cropped image in the cluster,
    or "". `words` are the born-digital words inside `bbox` (page coordinates); they are empty for images, which need
    OCR. If a table continues over a page or column break, `continues` is the id of the part before this part; otherwise
    it is "".
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
    """The journal or other venue, the volume and the pages ("12–19"); missing values are ""."""

    venue: str = ""
    volume: str = ""
    pages: str = ""


NO_PLACE = PublicationPlace()


@dataclass(frozen=True, slots=True)
class Reference:
    """One bibliography entry. `key` is its citation in the text: "12" or "Raffel et al., 2020".

    `ids` are pairs of a kind ("arxiv", "doi", "acl", "url") and the identifier. `volume` and `pages` are as printed.
    `paper_id` is the paper of the cluster that the entry was resolved to, or None. `score` is the confidence of the
    resolution in 0..1; it is kept even if it was too low to resolve. `conflicts` names the fields in which the entry
    differs from that paper.
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
    """A citing sentence, table cell or caption.

    `names` are the names before the citation marker, and `keys` the keys of the cited references (`Reference.key`).
    """

    names: tuple[str, ...]
    keys: tuple[str, ...]
    sentence: str
    page: int


@dataclass(frozen=True, slots=True)
class ReaderNote:
    """A note that a reader left in a PDF on `page` (from 1) at `bbox`; it is not part of the paper.

    `text` is the text of the paper that the note marks, "" for a comment in the margin. `comment` is what the reader
    wrote, "" for a mark without words.
    """

    kind: NoteKind
    page: int
    bbox: BBox
    text: str = ""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as parsed from its source. `abstract_only` is true for papers of which only title and abstract are known.

    `ids` are its own identifiers, as in `Reference.ids`. `pages` is 0 for LaTeX sources without a PDF. `record` is what
    the pages print about the paper itself: affiliations, venue, dates and so on. `place` is where it was published,
    according to its first pages, its running heads and bibliographies. `notice` is a word such as "retracted" or
    "corrected" if the first page says so, otherwise "". `first_number` is the page number printed on the first page, 0
    if pages count from 1. `supplement` is true for the supplement of another paper, whose title it prints. `notes` are
    marks and comments that readers left in the PDF.
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
