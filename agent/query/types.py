"""A question as the rest of the program knows it: a small frozen tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...figures.request import FigureRequest

Intent = Literal[
    "fact", "reason", "record", "cell", "figure", "compare", "select", "cited_work", "summary", "small_talk"
]
"""What kind of answer a question asks for.

"fact" and "reason" are stated by sentences, "record" by a paper's record, "cell" by a table, "figure" by a plot or diagram.
"compare" joins the answers of named papers, "select" finds the papers for which something holds, and "cited_work" finds the
works that a paper cites for something.
"""

AnswerType = Literal["text", "number", "name", "person", "year", "place", "list", "yes_no"]

RecordField = Literal[
    "title", "authors", "first_author", "last_author", "affiliations", "emails", "corresponding_author", "year", "dates",
    "venue", "volume", "pages", "publisher", "doi", "arxiv", "identifiers", "keywords", "license", "funding",
    "acknowledgments", "links", "abstract", "section", "sections", "author_count", "reference_count", "page_count",
    "figure_count", "table_count", "cites", "cited_works", "cited_by", "cited_entry",
]  # fmt: skip
"""A fact of a paper's record.

"cites" tells whether a paper cites another, "cited_works" lists what it cites, "cited_by" who cites it, and "cited_entry" shows
the bibliography entry of a work. "section" finds the section about a topic, "sections" lists the headings.
"""

Follows = Literal["", "cited", "same", "embedded"]
"""How a second part follows: it is about a work that the first part leads to or, "embedded", describes, or about the same one."""

Join = Literal["", "list", "most", "least", "same", "common", "difference"]
"""How the answers of several papers are joined; "" for one paper."""


UNDERSTOOD_AS = "understood as: "  # begin of the note that tells what was asked in place of a question


@dataclass(frozen=True, slots=True)
class FigureRef:
    """A figure or table: its `label`, "" where it is only described, and the id of its paper, "" where that is not named."""

    label: str = ""
    paper_id: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """The request that a question makes.

    `text` is the question, or the part of it that this query stands for; search and reader read it. `wording` is the same without
    the words that name papers: the fitted slots read it, as titles have words of all kinds of questions. `papers` are the ids of
    the papers that it clearly names, in its order, and `figure` the figure. `attribute` is the noun phrase that is asked for,
    "" if none was found; `operation` is what is computed over a figure. `fields` are the facts of the record, `compare` the
    relation between papers, and `within` the words that restrict the papers of a selection. `then` is asked of the paper that
    this query finds, or, where `follows` is "same", about the same paper.
    """

    text: str
    intent: Intent = "fact"
    answer_type: AnswerType = "text"
    papers: tuple[str, ...] = ()
    figure: FigureRef | None = None
    attribute: str = ""
    operation: FigureRequest | None = None
    fields: tuple[RecordField, ...] = ()
    compare: Join = ""
    within: str = ""
    then: Query | None = None
    follows: Follows = ""
    wording: str = ""
