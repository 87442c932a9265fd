"""Answers from the texts and styles of a figure: its caption, the style of a line, the running text in a drawing."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from ....figures.answer.drawn_texts.axis_ranges import answer_axis_range
from ....figures.answer.drawn_texts.coloured import answer_coloured
from ....figures.answer.drawn_texts.counted import count_texts
from ....figures.answer.drawn_texts.divided import find_part, restrict_diagram
from ....figures.answer.drawn_texts.glosses import answer_gloss
from ....figures.answer.drawn_texts.keyed import answer_key, answer_meaning, answer_tag
from ....figures.answer.drawn_texts.lettered_parts import answer_in_part
from ....figures.answer.drawn_texts.lookups import answer_link_label, answer_row
from ....figures.answer.drawn_texts.neighbours import answer_neighbour
from ....figures.answer.drawn_texts.several import answer_several
from ....figures.answer.drawn_texts.slots import answer_slot
from ....figures.answer.drawn_texts.tags import answer_attached
from ....figures.answer.drawn_texts.titles import (
    answer_axis,
    answer_kind,
    answer_panel,
    answer_printed_value,
    asks_for_title,
)
from ....figures.label_match import QuestionWords, mention
from ....figures.raster.colour_names import COMMON, fits
from ....figures.statements.texts import DrawnText, read_drawn_lines, read_drawn_texts
from ....figures.types import Appearance, Attribute, Entries, FigureData, Reading
from ....indexes.text.analysis import STOP_WORDS, analyse
from ....papers.types import Figure, Paper, Word
from ...query.grammar.parser import Question
from ...session import Session
from ...verification.sentences import Prover
from .caption_clauses import find_clause, find_part_clause
from .listed_lines import answer_line, answer_step, is_listing
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
_ASKS_RUNNING_TEXT = re.compile(
    r"\b(?:which|what)\b[^?]*\b(?:sentence|phrase|quotation|example (?:question|input|text)|input text|text|question)\b",
    re.IGNORECASE,
)
_ABOUT_LINES = frozenset(
    analyse("figure plot diagram drawing picture screenshot line box show shown label text part")
)
_MOST_OF_LINE = 0.5  # share of a question's terms in a line of a figure that is no listing
_ENTRY = re.compile(r"\w\"?\s?[:=]\s?\S")
_ASKS_COLOUR = re.compile(r"^(?:[^?]*[,:;] )?(?:(?:in|of) )?(?:what|which) colou?rs?\b", re.IGNORECASE)
_CHROMA = 15.0  # in CIELAB, of the colour of a box that is named
_MENTIONED = 0.6  # least strength of the mention of an entry
_NEAR, _BELOW = 0.8, 1.3  # gaps between words of one text, of the height of a word
_WITH_AXES = ("line", "bar", "scatter", "box")
_MOST_NAMES = 8
_FEWEST_WORDS, _FUNCTION_WORDS = 4, 0.4  # words of a running text, and the share of function words in it


def asks_for_content(question: str) -> bool:
    """True for a question about a figure as a whole: "What does Table 1 show?"."""
    return bool(_ASKS_CONTENT.search(question))


def describe_figure(session: Session, paper: Paper, figure: Figure, data: FigureData | None) -> PartAnswer:
    """The caption as printed, and the names of rows and columns of a table."""
    citation = Prover(session.cluster, session.settings).find(paper.id, figure.page, figure.caption)
    names = describe_names(data) if data and data.kind == "table" else ""
    text = " ".join(filter(None, (figure.caption, names)))
    return PartAnswer(Reading(), text, (citation,) if citation else ())


def answer_by_clause(
    session: Session, shown: ShownFigure, question: Question, named: frozenset[str]
) -> PartAnswer | None:
    """The sentence of the caption that has the meaning of a mark, or the content of the parts, that `question` asks for; None for
    another question, and where the caption has none. `named` are terms that name the paper."""
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
    """Names of the rows and columns of a table in a sentence each; "" for a table without names."""
    parts = []
    for side, entries in (("Rows", data.rows), ("Columns", data.columns)):
        names = _names(entries)
        more = " and more" if len(names) > _MOST_NAMES else ""
        if names:
            parts.append(f"{side}: {', '.join(names[:_MOST_NAMES])}{more}.")
    return " ".join(parts)


def answer_by_style(shown: ShownFigure, question: str) -> PartAnswer | None:
    """The style of the entry of a chart that `question` names, or the part of the caption that has styles.

    None where the question asks for no style, or neither has one.
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
        and (shown.data.kind != "diagram" or _is_coloured(best[2]))
        and best[0] >= _MENTIONED
        and (style := describe_style(best[2]))
    ):
        return PartAnswer(Reading(), f"{best[1]}: {style}")
    clauses = [part for part in re.split(r"(?<=[.;])\s+", shown.figure.caption) if _STYLES.search(part)]
    fitting = max(clauses, key=lambda part: mention(part, words), default="")
    return PartAnswer(Reading(), fitting) if fitting else None


def lacks_colour(question: Question, text: str) -> bool:
    """True for a text without a colour where `question` asks which one something has."""
    asked = _ASKS_COLOUR.search(question.wording)
    return asked is not None and _STYLES.search(text) is None


def _is_coloured(look: Appearance) -> bool:
    """True for a colour of its own, not the white, gray or black of most boxes and texts."""
    return look.colour is not None and math.hypot(*look.colour[1:]) >= _CHROMA


def describe_style(look: Appearance) -> str:
    """A style in words: "dashed, blue, circles"; "" for one without attributes."""
    lab = look.colour
    colour = max(COMMON, key=lambda name: fits(name, lab)) if lab else ""
    dash = f"{look.dash} line" if look.dash else ""
    marker = f"{'hollow ' if look.hollow else ''}{look.marker}" if look.marker else ""
    return ", ".join(filter(None, (dash, colour, marker, "hatched" if look.hatched else "")))


def answer_by_title(shown: ShownFigure, question: Question) -> PartAnswer | None:
    """The title or the range of the axis, or the content of the panel, that the question asks for; None for another question."""
    if shown.figure.kind != "figure" or not asks_for_title(question):
        return None
    texts, caption = read_drawn_texts(shown.image), shown.figure.caption
    text = (
        answer_axis_range(question, read_drawn_lines(shown.image))
        or answer_axis(question, texts, shown.data, caption)
        or answer_panel(question, texts, caption)
    )
    return PartAnswer(Reading(), text) if text else None


def answer_by_key(shown: ShownFigure, question: Question) -> PartAnswer | None:
    """The text behind a key or before a tag that the question asks for, or what a sign stands for; None for another question."""
    if shown.figure.kind != "figure":
        return None
    lines = read_drawn_lines(shown.image) if shown.image.words else []
    texts = [shown.figure.caption, *(line.text for line in lines)]
    text = answer_meaning(question, texts) or answer_tag(question, texts) or answer_key(question, lines)
    return PartAnswer(Reading(), text) if text else None


def answer_by_listing(shown: ShownFigure, question: Question, ignored: frozenset[str]) -> PartAnswer | None:
    """The text of a slot of a form, the gloss of a word, the text at a place in a lettered part, beside a name or in its row,
    as many texts of a kind as the question asks for, the first or last of the steps that a figure lists, or the line of a listing
    with the words of the question; None for another question. `ignored` are terms that name the paper."""
    if shown.figure.kind != "figure" or not shown.image.words:
        return None
    lines = read_drawn_lines(shown.image)
    text = (
        answer_slot(question, lines)
        or answer_gloss(question, lines)
        or answer_in_part(question, read_drawn_texts(shown.image))
        or answer_attached(question, lines)
        or answer_several(question, read_drawn_texts(shown.image), named=True)
        or answer_step(question, lines)
        or answer_coloured(question, lines, shown.data)
    )
    if not text and shown.data.kind == "table":
        text = answer_row(question, lines)
    if not text and is_listing(lines) and not question.relationship and not question.operations:
        text = answer_line(question, lines, ignored | _ABOUT_LINES)
    return PartAnswer(Reading(), text) if text else None


def within_part(shown: ShownFigure, question: Question) -> ShownFigure:
    """`shown` with the nodes of its diagram that are in the part which `question` names, all where it names none."""
    if shown.data.kind != "diagram" or not shown.image.words:
        return shown
    part = find_part(question.text, read_drawn_texts(shown.image))
    return replace(shown, data=restrict_diagram(shown.data, part))


def answer_by_text(shown: ShownFigure, question: Question, ignored: frozenset[str]) -> PartAnswer | None:
    """The running text in a drawing, for a question about it: "What is the sample sentence in this figure?"; else the text
    beside, before or after the one that the question names, or the texts of the kind that it asks for, or the line with most of
    its words but `ignored`, those that name the paper.

    None for another question, and where no such text is clear.
    """
    if not shown.image.words:
        return None
    running = _running_text(shown, question)
    if running:
        return PartAnswer(Reading(), running)
    texts, lines = read_drawn_texts(shown.image), read_drawn_lines(shown.image)
    texts = find_part(question.text, texts) or texts
    lines = find_part(question.text, lines) or lines
    text = (
        count_texts(question, texts, lines)
        or answer_link_label(question, texts, shown.data)
        or answer_neighbour(question, texts, shown.data)
        or answer_kind(question, texts)
        or answer_printed_value(question, texts, has_axes=shown.data.kind in _WITH_AXES)
        or answer_row(question, lines)
        or answer_several(question, texts)
        or _answer_entry(shown, question, lines, ignored)
    )
    return PartAnswer(Reading(), text) if text else None


def _answer_entry(
    shown: ShownFigure, question: Question, lines: Sequence[DrawnText], ignored: frozenset[str]
) -> str:
    """The line with most of the question's words; of a chart, whose lines are titles, only one with a key and a value."""
    line = answer_line(question, lines, ignored | _ABOUT_LINES, _MOST_OF_LINE)
    return line if shown.data.kind in ("diagram", "other") or _ENTRY.search(line) else ""


def _running_text(shown: ShownFigure, question: Question) -> str:
    """The only one of the texts in the drawing with a large share of function words, of which labels have few.

    "" for a question about something else, for one that compares things, and where no text has enough of them, or several have.
    """
    if not _ASKS_RUNNING_TEXT.search(question.text) or question.operations:
        return ""
    texts = [text for text in join_texts(shown.image.words) if len(text.split()) >= _FEWEST_WORDS]
    running = {text for text in texts if _function_words(text) >= _FUNCTION_WORDS}
    return running.pop() if len(running) == 1 else ""


def join_texts(words: Sequence[Word]) -> list[str]:
    """The texts that words in a drawing form, from the top: words side by side, and lines below one another."""
    height = median(word.bbox.height for word in words)
    texts: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (round(word.bbox.y0 / max(height, 1e-6)), word.bbox.x0)):
        joined = [text for text in texts if any(_belong(other, word, height) for other in text)]
        merged = [other for text in joined for other in text] + [word]
        texts = [text for text in texts if text not in joined] + [merged]
    texts = [
        sorted(text, key=lambda word: (round(word.bbox.y0 / max(height, 1e-6)), word.bbox.x0))
        for text in texts
    ]
    texts.sort(key=lambda text: (text[0].bbox.y0, text[0].bbox.x0))
    return [" ".join(word.text for word in text) for text in texts]


def _function_words(text: str) -> float:
    words = text.casefold().split()
    return sum(word in STOP_WORDS for word in words) / len(words)


def _belong(one: Word, other: Word, height: float) -> bool:
    a, b = one.bbox, other.bbox
    across = max(b.x0 - a.x1, a.x0 - b.x1)
    down = max(b.y0 - a.y1, a.y0 - b.y1)
    return (down < 0 and across < _NEAR * height) or (across < 0 and down < _BELOW * height)


def _names(entries: Entries) -> list[str]:
    inner: Attribute | None = min(entries.attributes, key=lambda attribute: attribute.depth, default=None)
    return list(dict.fromkeys(name.text for name in inner.names if name.text)) if inner else []
