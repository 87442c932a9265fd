"""Render passages of TeX as blocks of a paper, with cross references and citations as typeset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...types import BBox, Block, Reference
from .body import TexPassage
from .citations import replace_cite_commands
from .text import convert_to_text

NOWHERE = BBox(0.0, 0.0, 0.0, 0.0)
_REF = re.compile(r"\\(?P<command>auto|c|C|eq|v|page|name|labelc)?ref\*?\s*\{(?P<names>[^{}]*)\}")
_SHORTEST = 2  # fewest characters of a block


@dataclass(frozen=True, slots=True)
class Renderer:
    """Converts TeX to text.

    `references` maps source keys to references. `labels` maps the paper's labels to (kind, number).
    """

    references: Mapping[str, Reference]
    labels: Mapping[str, tuple[str, str]]

    def text(self, tex: str) -> str:
        """Convert `tex` to text as typeset."""
        return convert_to_text(self.cited(tex))

    def cited(self, tex: str) -> str:
        """Replace the citations and cross references in `tex` by their text; the rest remains TeX."""
        return replace_cite_commands(_REF.sub(self._target, tex), self.references)

    def blocks(self, passages: Iterable[TexPassage]) -> list[Block]:
        """Convert passages to blocks on page 0 without boxes, because sources have no pages."""
        found = []
        for passage in passages:
            text = self.text(passage.tex)
            if passage.kind == "heading" or (passage.kind == "caption" and passage.number):
                separator = ": " if passage.kind == "caption" else " "
                text = f"{passage.number}{separator if passage.number else ''}{text}"
            if len(text) >= _SHORTEST:
                section = " > ".join(passage.section)
                found.append(Block(text, 0, NOWHERE, passage.kind, section, ((0, NOWHERE),)))
        return found

    def _target(self, match: re.Match[str]) -> str:
        """Return the text of a \\ref: "3", or "Table 3" for commands that add the kind."""
        shown = []
        for name in match["names"].split(","):
            kind, number = self.labels.get(name.strip(), ("", ""))
            if match["command"] == "eq":
                number = f"({number})" if number else ""
            shown.append(
                f"{kind} {number}".strip() if match["command"] in ("auto", "c", "C", "v") else number
            )
        return " and ".join(text for text in shown if text)
