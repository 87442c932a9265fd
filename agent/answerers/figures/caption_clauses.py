"""Clauses of a caption that answer a question about its figure: the meaning of a mark, the content of a part, or what
is drawn."""

from __future__ import annotations

import re
from collections.abc import Collection

from ....indexes.text.analysis import analyze
from ....papers.captions import PANEL_LABEL, split_caption
from ....papers.sentences import split_sentences
from ...query.grammar.parser import Question
from ...relevance.question_terms import GENERIC
from ..tables.question_words import without_paper

_MEANS = (
    r"(?:means?|meant|stands? for|represent(?:s|ed)?|denoted?s?|indicated?s?|shows?|shown|illustrated?s?|correspond(?:s|ing)? to"
    r"|mark(?:s|ed)?|signif(?:y|ies)|refers? to|depict(?:s|ed)?|symboli[sz]e[sd]?|express(?:es)?|encode[sd]?|highlight(?:s|ed)?"
    r"|contain(?:s|ed)?|stand(?:s|ing)?|tells?|visuali[sz]e[sd]?|display(?:s|ed)?|plot(?:s|ted)?|drawn|compare[sd]?)"
)
_ASKS_MEANING = re.compile(
    rf"\bwhat (?:do|does|did|is|are|was|were) (?:[^?]+ )?{_MEANS}\b|\bmeaning of\b"
    r"|\bwhat (?:is|are) (?:there )?(?:inside|within)\b",
    re.IGNORECASE,
)
# "What are the two agents in Figure 1?"
_NUMBER = re.compile(r"\b(?:two|three|four|five|six)\b", re.IGNORECASE)
_ASKS_MEMBERS = re.compile(
    r"\b(?:what|which) (?:are (?:the |its |these )?)?(?:two|three|four|five|six) (?!of\b)\w", re.IGNORECASE
)
# "What graph is drawn in Figure 1?", "Describe the diagram in Figure 2", not "Which graph has the highest peak?".
_ASKS_SUBJECT = re.compile(
    rf"\b(?:what|which)\b[^?]*\b(?:{_MEANS}|about|given|presented|in (?=fig))|^\W*(?:describe|explain|summari[sz]e)\b",
    re.IGNORECASE,
)
_NO_SUBJECT = frozenset(
    analyze(
        "figure fig drawing drawn draw picture image diagram graph graphic chart plot plotted sketch illustration scheme "
        "schematic overview example sample architecture network structure process algorithm pipeline workflow "
        "flowchart visualization tree panel subfigure subfigures part mean means meant stand represent denote indicate "
        "show shown illustrate correspond mark signify refer depict symbolize express encode highlight contain "
        "tell visualize display compare give given present presented describe explain summarize "
        "meaning inside within caption sort thing page drawings there"
    )
)
_MARKS = frozenset(
    analyze(
        "line lines box boxes arrow arrows edge edges node nodes circle circles square squares block blocks cell cells color "
        "colour colored coloured shade shaded plate plates point points bar bars curve curves tensor tensors symbol symbols word "
        "words text texts label labels dot dots area region rectangle rectangles tree trees row rows column columns side"
    )
)
_FEWEST_NEW = 2  # terms that a clause adds to those of the question
_LETTER = r"\(?(?P<{0}>[a-h])\)?"
_ASKS_PART = re.compile(
    rf"\b(?:panels?|sub-?figures?|sub-?plots?|parts?) {_LETTER.format('one')}(?:,? (?:and|&) {_LETTER.format('other')})?(?!\w)",
    re.IGNORECASE,
)


def asks_what_is_drawn(question: Question, named: Collection[str]) -> bool:
    """True for a question about a figure as a whole: "What graph is drawn in Figure 1 of the Foo paper?".

    Such a question has no terms other than words for drawings and the words `named`, which name the paper of the
    figure.
    """
    asks = _ASKS_SUBJECT.search(question.wording) or _ASKS_SUBJECT.search(question.text)
    of_part = _ASKS_PART.search(question.text)
    is_plain = question.wants == "name" and not question.operations
    return bool(asks) and of_part is None and is_plain and not _focus(question, named)


def find_clause(question: Question, caption: str, named: Collection[str]) -> str:
    """Return the first sentence of `caption` that explains what `question` asks about; "" if there is none.

    The question asks for the meaning of something ("What do the arrows mean?") or for a number of things ("What are the
    two agents?"). The sentence must have the terms of the question and further terms. Other kinds of question get "".
    """
    if question.wants in ("count", "verdict"):
        return ""
    focus = _focus(question, named)
    if _ASKS_MEANING.search(question.wording):
        telling = focus - _MARKS or focus
    elif _ASKS_MEMBERS.search(question.wording) and not question.operations and not question.relationship:
        telling = focus | set(analyze(_NUMBER.findall(question.wording)[0]))
    else:
        return ""
    for sentence in split_sentences(split_caption(caption)[1]):
        own = set(analyze(sentence))
        if telling and telling <= own and len(own - focus - _NO_SUBJECT - _MARKS) >= _FEWEST_NEW:
            return sentence
    return ""


def find_part_clause(question: Question, caption: str) -> str:
    """Return the sentence of `caption` about all parts that `question` asks about together: "Subfigures (d) and (e) are
    ...".

    "" if the question asks about no part, or about a value in a part, or if no sentence mentions all of the parts.
    """
    asked = _ASKS_PART.search(question.text)
    if asked is None or not _ASKS_SUBJECT.search(question.wording) or question.operations:
        return ""
    letters = {letter.lower() for letter in (asked["one"], asked["other"]) if letter}
    for sentence in split_sentences(split_caption(caption)[1]):
        own = {letter.lower() for letter in re.findall(r"\(\s*([a-h])\s*\)", sentence, re.IGNORECASE)}
        if letters <= own and len(set(analyze(sentence)) - _NO_SUBJECT) >= _FEWEST_NEW:
            return sentence
    return ""


def _focus(question: Question, named: Collection[str]) -> set[str]:
    """Return the terms of the thing that `question` asks about, except words for drawings, names of its paper and
    question words."""
    asked = without_paper(PANEL_LABEL.sub(" ", question.wording))
    return (
        {term for term in analyze(asked) if term not in GENERIC and len(term) > 1} - _NO_SUBJECT - set(named)
    )
