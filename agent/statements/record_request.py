"""A request for fields of the record of one paper, and how they are stated."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...indexes.text.analysis import STOP_WORDS, analyze
from ...papers.record import Printed
from ...papers.types import Block, Paper
from ..query.types import RecordField
from ..session import Session
from ..types import Citation
from .types import Statement

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RecordRequest:
    """Fields of the record of `paper`; `terms` are the telling terms of the words that say what of them is meant."""

    session: Session
    paper: Paper
    fields: Collection[RecordField]
    about: str
    terms: frozenset[str]

    @property
    def title(self) -> str:
        """The title in quotation marks."""
        return quote_title(self.paper)

    def state(self, text: str, *printed: Printed | None, value: str = "") -> Statement:
        """`text`, proved by the values that are printed; `value` is the short answer, the whole text where it is ""."""
        return self.state_cited(text, [cite(self.paper, each) for each in printed if each], value=value)

    def state_cited(self, text: str, citations: Sequence[Citation | None], value: str = "") -> Statement:
        """`text`, proved by `citations`."""
        known = tuple(dict.fromkeys(citation for citation in citations if citation))
        return Statement(text, "record", self.paper.id, known, value or text, value, subject=self.paper.title)

    def quote(self, sentences: Sequence[Printed]) -> Statement:
        """The sentences as they are printed."""
        text = " ".join(sentence.text for sentence in sentences)
        return self.state_cited(text, [cite(self.paper, sentence) for sentence in sentences])

    def choose(self, values: Sequence[T], read_text: Callable[[T], str], is_name: bool = False) -> list[T]:
        """The values whose texts have most of the telling terms, of names relative to their length; [] where none has any, or all
        have as many."""
        terms = [set(analyze(read_text(value))) for value in values]
        counts = [len(self.terms & each) / (math.sqrt(len(each) or 1) if is_name else 1) for each in terms]
        most = max(counts, default=0)
        return [value for value, count in zip(values, counts, strict=True) if count == most > min(counts)]


StateField = Callable[[RecordRequest], Iterator[Statement]]


def build_request(
    session: Session, paper_id: str, fields: Collection[RecordField], about: str
) -> RecordRequest:
    """The request for `fields` of a paper; the words of its title tell nothing."""
    paper = session.cluster.paper(paper_id)
    terms = frozenset(analyze(about)) - STOP_WORDS - frozenset(analyze(paper.title))
    return RecordRequest(session, paper, fields, about, terms)


def quote_title(paper: Paper) -> str:
    """The title in quotation marks."""
    return f'"{paper.title}"'


def cite(paper: Paper, printed: Printed) -> Citation | None:
    """The place of a value on its page; None where it is on no page."""
    return Citation(paper.id, printed.page, printed.bbox, printed.quote) if printed.quote else None


def cite_block(paper: Paper, block: Block) -> Citation:
    """The place of a heading or a caption."""
    return Citation(paper.id, block.page, block.bbox, block.text)
