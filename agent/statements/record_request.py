"""A request for fields of the record of one paper, and methods that build the statements."""

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
    """A request for `fields` of the record of `paper`.

    `about` says in plain words which part of a field is meant, such as one author. `terms` are the terms of `about`
    without stop words and words of the title.
    """

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
        """Return a statement of `text` that cites the values `printed`.

        `value` is the short answer; without it, `text` is.
        """
        return self.state_cited(text, [cite(self.paper, each) for each in printed if each], value=value)

    def state_cited(self, text: str, citations: Sequence[Citation | None], value: str = "") -> Statement:
        """Return a statement of `text` that cites `citations`. `value` is the short answer; without it, `text` is."""
        known = tuple(dict.fromkeys(citation for citation in citations if citation))
        return Statement(text, "record", self.paper.id, known, value or text, value, subject=self.paper.title)

    def quote(self, sentences: Sequence[Printed]) -> Statement:
        """Return a statement that quotes the sentences as they are printed."""
        text = " ".join(sentence.text for sentence in sentences)
        return self.state_cited(text, [cite(self.paper, sentence) for sentence in sentences])

    def choose(self, values: Sequence[T], read_text: Callable[[T], str], is_name: bool = False) -> list[T]:
        """Return the values whose texts have most of the request's terms; [] if all values have equally many terms.

        `read_text` gives the text of a value. With `is_name`, the number of terms is divided by the square root of the
        length of the text in terms.
        """
        terms = [set(analyze(read_text(value))) for value in values]
        counts = [len(self.terms & each) / (math.sqrt(len(each) or 1) if is_name else 1) for each in terms]
        most = max(counts, default=0)
        return [value for value, count in zip(values, counts, strict=True) if count == most > min(counts)]


StateField = Callable[[RecordRequest], Iterator[Statement]]


def build_request(
    session: Session, paper_id: str, fields: Collection[RecordField], about: str
) -> RecordRequest:
    """Return the request for `fields` of a paper.

    Words of its title are no terms of the request, because they choose nothing.
    """
    paper = session.cluster.paper(paper_id)
    terms = frozenset(analyze(about)) - STOP_WORDS - frozenset(analyze(paper.title))
    return RecordRequest(session, paper, fields, about, terms)


def quote_title(paper: Paper) -> str:
    """Return the title in quotation marks."""
    return f'"{paper.title}"'


def cite(paper: Paper, printed: Printed) -> Citation | None:
    """Return the citation of a printed value; None if no page prints the value."""
    return Citation(paper.id, printed.page, printed.bbox, printed.quote) if printed.quote else None


def cite_block(paper: Paper, block: Block) -> Citation:
    """Return the citation of a text block, such as a heading or a caption."""
    return Citation(paper.id, block.page, block.bbox, block.text)
