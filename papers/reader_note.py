"""Notes that readers left in a PDF: never the paper's own words, even where they mark some."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .boxes import BBox

NoteKind = Literal["highlight", "underline", "strikeout", "comment"]


@dataclass(frozen=True, slots=True)
class ReaderNote:
    """A note on `page` (from 1) at `bbox`: the `text` of the paper that it marks, "" for a comment beside the text, and the
    `comment` of the reader, "" for a mark alone."""

    kind: NoteKind
    page: int
    bbox: BBox
    text: str = ""
    comment: str = ""
