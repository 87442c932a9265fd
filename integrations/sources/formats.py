"""Names of the formats of sources, in a module that commands can import without loading the writers."""

from __future__ import annotations

from typing import Literal, get_args

CitationFormat = Literal["bibtex", "ris", "csl", "markdown"]
FORMATS: tuple[CitationFormat, ...] = get_args(CitationFormat)
