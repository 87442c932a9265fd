"""The form in which the rest of the program knows a question: a small immutable tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...figures.request import FigureRequest

Intent = Literal[
    "fact", "reason", "record", "cell", "figure", "compare", "select", "cited_work", "summary", "small_talk"
]
"""The kind of answer that a question asks for.

Sentences answer "fact" and "reason", a paper's record answers "record", a table answers "cell", and a plot or diagram
answers "figure". "compare" joins the answers of named papers, "select" finds the papers for which something holds, and
"cited_work" finds the works that a paper cites for something.
"""

AnswerType = Literal["text", "number", "name", "person", "year", "place", "list", "yes_no"]

RecordField = Literal[
    "title", "authors", "first_author", "last_author", "affiliations", "emails", "corresponding_author", "year", "dates",
    "venue", "volume", "pages", "publisher", "doi", "arxiv", "identifiers", "keywords", "license", "funding",
    "acknowledgments", "links", "abstract", "section", "sections", "author_count", "reference_count", "page_count",
    "figure_count", "table_count", "cites", "cited_works", "cited_by", "cited_entry",
]  # fmt: skip
"""A fact of a paper's record.

"cites" tells whether a paper cites another, "cited_works" lists the works that it cites, "cited_by" lists the papers
that cite it, and "cited_entry" shows the bibliography entry of a work. "section" finds the section about a topic,
"sections" lists the headings.
"""

Follows = Literal["", "cited", "same", "embedded"]
"""The subject of a second part: a work that the first part leads to ("cited") or describes ("embedded"), or the paper
of the first part ("same")."""

Join = Literal["", "list", "most", "least", "same", "common", "difference"]
"""How the answers of several papers are joined; "" for one paper."""


UNDERSTOOD_AS = "understood as: "  # beginning of the note that says how a question was understood


@dataclass(frozen=True, slots=True)
class FigureRef:
    """A figure or table. `label` is "" if it is only described; `paper_id`, the id of its paper, is "" if no paper is
    named."""

    label: str = ""
    paper_id: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, or one part of it, as a request.

    `text`       the question or part; the search and the reader read it
    `wording`    `text` without the words that name papers, for the fitted slots: a title may have words of any question
    `papers`     ids of the papers that the text clearly names, in its order
    `figure`     the figure that the text names
    `attribute`  the noun phrase that is asked for, "" if none was found
    `operation`  the computation over a figure
    `fields`     facts of the record that are asked for
    `compare`    the way to join the answers of several papers
    `within`     words that restrict the papers of a selection
    `then`       the second part
    `follows`    the subject of the second part
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
