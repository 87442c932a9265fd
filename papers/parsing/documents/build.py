"""Build a Paper from a document: section paths, tables as images with words, and the bibliography."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ...captions import figure_label, split_caption
from ...types import BBox, Block, Figure, Paper, PublicationPlace, Reference
from ..citations.read import read_mentions
from ..crops import write_crop
from ..latex.table_image import draw_grid
from ..references.ids import find_own_ids, parse_id_year
from ..references.parse import parse_references
from ..references.shape import is_bibliography_heading
from .types import MarkedText, Part

_NOWHERE = BBox(0.0, 0.0, 0.0, 0.0)
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_NAME = re.compile(r"[A-ZÀ-Þ][\w.'’-]*(?: [\w.'’-]+){0,3} [A-ZÀ-Þ][\w.'’-]+")
_LONGEST_TITLE = 200  # most characters of a title
_LABEL = re.compile(r"\s*(?:\[(?P<bracketed>\d+)\]|\(?(?P<number>\d{1,3})(?:[.)]|(?=\s+[^\W\d_])))\s+")
_MARKER = re.compile(r"\[\d+(?:[,\]–-])")
_ABSTRACT = re.compile(r"(?:abstract|summary)\W*", re.IGNORECASE)


def build_paper(document: MarkedText, source: Path, paper_id: str, crops_dir: Path | None) -> Paper:
    """Build the paper of a document.

    Blocks are on page 0, without a box; a table is drawn from its cells.
    """
    first, *rest = document.parts
    titled = _is_title(first, document.parts)
    title = document.title or (first.text if titled else "")
    parts = tuple(rest) if titled and first.text == title else document.parts
    names, year = _read_byline(parts[0].text) if parts and parts[0].kind == "paragraph" else ((), None)
    state = _Builder(crops_dir)
    blocks = tuple(state.build(parts))
    text = [block for block in blocks if block.kind != "reference"]
    numbered = any(_MARKER.search(block.text) for block in text)
    references = _read_references([block.text for block in blocks if block.kind == "reference"], numbered)
    figures = tuple(state.figures)
    ids = dict([*find_own_ids(source.stem), *document.ids])
    abstract = document.abstract or " ".join(
        block.text for block in text if block.kind == "paragraph" and _ABSTRACT.fullmatch(block.section)
    )
    own = (Block(document.abstract, 0, _NOWHERE, section="Abstract"),) if document.abstract else ()
    return Paper(
        id=paper_id,
        title=title or source.stem,
        authors=document.authors or names,
        year=document.year or year or parse_id_year(tuple(ids.items())),
        abstract=abstract,
        blocks=(*own, *blocks),
        figures=figures,
        references=references,
        mentions=read_mentions(text, figures, references),
        source=source.name,
        ids=tuple(ids.items()),
        place=PublicationPlace(venue=document.venue),
    )


def _is_title(first: Part, parts: tuple[Part, ...]) -> bool:
    """True if `first` is the only heading of its level, or a short paragraph without a full stop at the start."""
    if first.kind == "heading":
        return sum(part.kind == "heading" and part.level == first.level for part in parts) == 1
    return first.kind == "paragraph" and len(first.text) <= _LONGEST_TITLE and not first.text.endswith(".")


def _read_byline(text: str) -> tuple[tuple[str, ...], int | None]:
    """Parse a line that has nothing but names and maybe a year, such as "Ben Holt and Ana Lima, 2018".

    Return authors and year; ((), None) for any other line.
    """
    pieces = [piece for piece in re.split(r",|;|\band\b|&", text) if piece.strip()]
    years = [piece.strip() for piece in pieces if _YEAR.fullmatch(piece.strip())]
    names = [" ".join(piece.split()) for piece in pieces if piece.strip() not in years]
    if not names or not all(map(_NAME.fullmatch, names)):
        return (), None
    return tuple(names), int(years[0]) if years else None


@dataclass(slots=True)
class _Builder:
    """Builds blocks and figures part by part. `path` holds the current headings with their levels, outermost first."""

    crops_dir: Path | None
    path: list[tuple[int, str]] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    in_bibliography: bool = False

    def build(self, parts: tuple[Part, ...]) -> Iterator[Block]:
        for number, part in enumerate(parts):
            if part.kind == "heading":
                self.path = [each for each in self.path if each[0] < part.level]
                self.path.append((part.level, part.text))
                self.in_bibliography = is_bibliography_heading(part.text)
                yield Block(part.text, 0, _NOWHERE, "heading", self.section)
            elif part.kind == "table":
                caption = part.text or _find_caption(parts, number)
                self.figures.append(self._draw(part, caption))
                if part.text:
                    yield Block(part.text, 0, _NOWHERE, "caption", self.section)
            elif self.in_bibliography and part.kind in ("paragraph", "list"):
                yield Block(part.text, 0, _NOWHERE, "reference", self.section)
            else:
                yield Block(part.text, 0, _NOWHERE, part.kind, self.section)

    @property
    def section(self) -> str:
        return " > ".join(text for _, text in self.path)

    def _draw(self, part: Part, caption: str) -> Figure:
        order = len(self.figures) + 1
        label = figure_label(caption) if split_caption(caption)[0] else f"Table {order}"
        name = f"table{split_caption(label)[0] or order}"
        name = f"{name}-{order}" if any(each.id == f"p0:{name}" for each in self.figures) else name
        drawn = draw_grid(part.grid)
        if drawn is None:
            return Figure(f"p0:{name}", "table", label, caption, 0, _NOWHERE)
        image, words = drawn
        file = ""
        if self.crops_dir is not None:
            data = io.BytesIO()
            image.save(data, "PNG", compress_level=1)
            file = write_crop(self.crops_dir, name, data.getvalue())
        box = BBox(0.0, 0.0, float(image.width), float(image.height))
        return Figure(f"p0:{name}", "table", label, caption, 0, box, file, words)


def _find_caption(parts: tuple[Part, ...], number: int) -> str:
    """Return the text before or after a table that begins with a label such as "Table 2"; "" without such a text."""
    beside = (parts[place] for place in (number - 1, number + 1) if 0 <= place < len(parts))
    return next((part.text for part in beside if split_caption(part.text)[0]), "")


def _read_references(entries: list[str], numbered: bool) -> tuple[Reference, ...]:
    """Parse the entries of the bibliography.

    If the text cites numbers, but the entries print no labels, the entries are numbered in order.
    """
    labels = [_LABEL.match(entry) for entry in entries]
    count = numbered and not any(labels)
    return parse_references(
        [
            (entry[match.end() :], match["bracketed"] or match["number"])
            if match
            else (entry, str(number) if count else "")
            for number, (entry, match) in enumerate(zip(entries, labels, strict=True), 1)
        ]
    )
