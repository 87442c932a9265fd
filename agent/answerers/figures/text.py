"""Answers from the texts and styles of a figure: its caption, the names in a table, and the style of a line."""

from __future__ import annotations

import math
import re

from ....figures.label_match import QuestionWords, mention
from ....figures.raster.color_names import COMMON, fits
from ....figures.types import Appearance, Attribute, Entries, FigureData, Reading
from ....papers.types import Figure, Paper
from ...query.grammar.parser import Question
from ...session import Session
from ...verification.sentences import Prover
from .caption_clauses import find_clause, find_part_clause
from .reading import PartAnswer, ShownFigure

_LABEL = r"(?:fig(?:ure|\.)?|tab(?:le|\.)?)\s*[a-z]?\.?[\divx]+[a-h]?"
# "What does Table 1 show?", "Describe Figure 2.", "What is the caption of Table 3 of the Foo paper?"
_ASKS_CONTENT = re.compile(
    rf"\bwhat (?:does|do|did) (?:the )?{_LABEL}\b[^?]*?\b(?:show|present|report|contain|list|compare|illustrate|depict|display|"
    rf"give|summari[sz]e|mean)\b(?:\s+(?:in|of)\b[^?]*)?\??$"
    rf"|\bwhat(?: is|'s) (?:shown |in |on |reported |the caption )+(?:in |of )?(?:the )?{_LABEL}\b"
    rf"|\b(?:describe|summari[sz]e|explain)\s+(?:the )?{_LABEL}\b|\bcaption of (?:the )?{_LABEL}\b",
    re.IGNORECASE,
)
_ASKS_STYLE = re.compile(
    r"\b(?:what|which)\s+(?:(?:kind|type|sort)s? of\s+)?(?:line ?styles?|line types?|colou?rs?|markers?|symbols?|marks|hatching|"
    r"style|kind of line)\b"
    r"|\bhow (?:is|are) (?:the )?[^?]{2,60}?\b(?:drawn|marked|shown|indicated|represented)\b"
    r"|\bwhat (?:kind|type|sort) of line\b",
    re.IGNORECASE,
)
_STYLES = re.compile(
    r"\b(?:dashed|dotted|solid|dash-dotted|broken|bold|thick|thin|shaded|hatched|hollow|filled|red|green|blue|yellow|orange|purple|"
    r"pink|brown|black|gr[ae]y|cyan|magenta|circles?|triangles?|squares?|stars?|diamonds?|crosses|asterisks?|underlined)\b",
    re.IGNORECASE,
)
_ASKS_COLOR = re.compile(r"^(?:[^?]*[,:;] )?(?:(?:in|of) )?(?:what|which) colou?rs?\b", re.IGNORECASE)
_CHROMA = 15.0  # least chroma in CIELAB for the color of a box to be named
_MENTIONED = 0.6  # least strength with which the question must mention an entry
_MOST_NAMES = 8


def asks_for_content(question: str) -> bool:
    """True for a question about a figure as a whole: "What does Table 1 show?"."""
    return bool(_ASKS_CONTENT.search(question))


def describe_figure(session: Session, paper: Paper, figure: Figure, data: FigureData | None) -> PartAnswer:
    """Answer with the caption as printed and, for a table, the names of its rows and columns."""
    citation = Prover(session.cluster, session.settings).find(paper.id, figure.page, figure.caption)
    names = describe_names(data) if data and data.kind == "table" else ""
    text = " ".join(filter(None, (figure.caption, names)))
    return PartAnswer(Reading(), text, (citation,) if citation else ())


def answer_by_clause(
    session: Session, shown: ShownFigure, question: Question, named: frozenset[str]
) -> PartAnswer | None:
    """Answer with a sentence of the caption; None if the caption has no fitting sentence or the question asks for
    something else.

    The question asks for the meaning of a mark or the content of parts of the figure. `named` are the terms that name
    the paper.
    """
    figure = shown.figure
    if figure.kind != "figure":
        return None
    clause = find_part_clause(question, figure.caption) or find_clause(question, figure.caption, named)
    citation = (
        Prover(session.cluster, session.settings).find(shown.paper.id, figure.page, clause)
        if clause
        else None
    )
    return PartAnswer(Reading(), clause, (citation,) if citation else ()) if clause else None


def describe_names(data: FigureData) -> str:
    """List the names of the rows and of the columns of a table in one sentence each; "" for a table without names."""
    parts = []
    for side, entries in (("Rows", data.rows), ("Columns", data.columns)):
        names = _names(entries)
        more = " and more" if len(names) > _MOST_NAMES else ""
        if names:
            parts.append(f"{side}: {', '.join(names[:_MOST_NAMES])}{more}.")
    return " ".join(parts)


def answer_by_style(shown: ShownFigure, question: str) -> PartAnswer | None:
    """Answer with the style of the chart entry that `question` names, or else with the part of the caption that
    mentions styles.

    None if the question asks for no style, or if neither mentions a style.
    """
    if not _ASKS_STYLE.search(question):
        return None
    words = QuestionWords.of(question)
    best = max(
        (
            (mention(name.text, words), name.text, look)
            for entries in (shown.data.rows, shown.data.columns)
            for attribute in entries.attributes
            for name, look in zip(attribute.names, entries.appearances, strict=False)
            if look
        ),
        key=lambda found: found[0],
        default=(0.0, "", Appearance()),
    )
    if (
        shown.data.kind != "table"
        and (shown.data.kind != "diagram" or _is_colored(best[2]))
        and best[0] >= _MENTIONED
        and (style := describe_style(best[2]))
    ):
        return PartAnswer(Reading(), f"{best[1]}: {style}")
    clauses = [part for part in re.split(r"(?<=[.;])\s+", shown.figure.caption) if _STYLES.search(part)]
    fitting = max(clauses, key=lambda part: mention(part, words), default="")
    return PartAnswer(Reading(), fitting) if fitting else None


def lacks_color(question: Question, text: str) -> bool:
    """True if `question` asks for a color and `text` names no color or style."""
    asked = _ASKS_COLOR.search(question.wording)
    return asked is not None and _STYLES.search(text) is None


def _is_colored(look: Appearance) -> bool:
    """True if the entry has a color of its own, unlike the white, gray or black of most boxes and texts."""
    return look.color is not None and math.hypot(*look.color[1:]) >= _CHROMA


def describe_style(look: Appearance) -> str:
    """Describe a style in words: "dashed line, blue, hollow circle"; "" for a style without attributes."""
    lab = look.color
    color = max(COMMON, key=lambda name: fits(name, lab)) if lab else ""
    dash = f"{look.dash} line" if look.dash else ""
    marker = f"{'hollow ' if look.hollow else ''}{look.marker}" if look.marker else ""
    return ", ".join(filter(None, (dash, color, marker, "hatched" if look.hatched else "")))


def _names(entries: Entries) -> list[str]:
    inner: Attribute | None = min(entries.attributes, key=lambda attribute: attribute.depth, default=None)
    return list(dict.fromkeys(name.text for name in inner.names if name.text)) if inner else []
