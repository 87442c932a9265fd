"""The gloss that an example prints in quotation marks behind or under a word: "AlmdArs" over "'the-schools'"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...request import FigureRequest
from ...statements.texts import DrawnText

_WORD = r"[\"'‘“(]?(?P<{0}>[^\s\"'’”?,()]+)"
_ASKED = re.compile(
    rf"\bwhat (?:does|do) (?:the word )?{_WORD.format('meant')}[\"'’”)]? mean\b"
    rf"|\b(?:gloss|translation|meaning|english(?: word| gloss| translation)?) (?:is |stands )?(?:of|for|under|below|to)"
    rf" (?:the word )?{_WORD.format('of')}"
    rf"|\bhow is (?:the word )?{_WORD.format('how')}[\"'’”)]? (?:glossed|translated)\b",
    re.IGNORECASE,
)
_GLOSS = re.compile(r"[‘'“\"][^‘’'“”\"]{1,40}[’'”\"]")
_LETTERS = 2  # of a word that is no sign
_NEXT_LINE = 2.2  # letter heights between the middles of a word and of its gloss


def answer_gloss(question: FigureRequest, lines: Sequence[DrawnText]) -> str:
    """The gloss behind or right under the only printed word that `question` asks the meaning of; "" for another question, and
    where the word is not printed, or no gloss or several are there."""
    asked = _ASKED.search(question.wording)
    word = (asked["meant"] or asked["of"] or asked["how"]) if asked else ""
    if len(word) < _LETTERS:
        return ""
    found = [line for line in lines if word.casefold() in line.text.casefold().split()]
    glosses = {gloss for line in found for gloss in _glosses_of(line, word, lines)}
    return glosses.pop() if len(glosses) == 1 else ""


def _glosses_of(line: DrawnText, word: str, lines: Sequence[DrawnText]) -> list[str]:
    rest = line.text[line.text.casefold().index(word.casefold()) + len(word) :]
    behind = _GLOSS.match(rest.strip())
    if behind is not None:
        return [behind[0]]
    below = [
        other
        for other in lines
        if 0 < other.cy - line.cy <= _NEXT_LINE * line.box.height
        and other.box.x0 < line.box.x1
        and line.box.x0 < other.box.x1
    ]
    return [other.text for other in below if _GLOSS.fullmatch(other.text)]
