"""What lies before the agent: passages with numbers, pictures still to be shown, the last reading and ranking."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...indexes.types import Chunk
from ...papers.types import BBox
from ..answerers.numbered_passages import numbered
from ..first_hop import FirstHop
from ..llm.types import Image
from ..session import Session


@dataclass(slots=True)
class ToolState:
    """Grows with every tool call of one question. Passages keep the number under which they were first shown."""

    session: Session
    anchor: str | None
    passages: list[Chunk] = field(default_factory=list)
    pictures: list[Image] = field(default_factory=list)
    hop: FirstHop = field(default_factory=FirstHop)

    @property
    def titles(self) -> dict[str, str]:
        return {paper.id: paper.title for paper in self.session.cluster.summaries}

    def show(self, chunks: list[Chunk]) -> str:
        """The passages as text with their numbers, fenced."""
        for chunk in chunks:
            if chunk not in self.passages:
                self.passages.append(chunk)
        return numbered([(self.passages.index(chunk) + 1, chunk) for chunk in chunks], self.titles)


def page_passage(paper_id: str, page: int, text: str) -> Chunk:
    """A whole page as a passage."""
    return Chunk(f"{paper_id}:page{page}", paper_id, "page", text, f"page {page}", page, BBox(0, 0, 0, 0))
