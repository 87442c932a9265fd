"""The question to one of several papers, in words that name this paper alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ....indexes.text.analysis import analyse
from ...relevance.function_words import AUXILIARIES, PREPOSITIONS
from ...relevance.question_terms import GENERIC
from ...relevance.subject import Subject
from .paper_parts import NamedPaper
from .relations import MEASURES

_SUBJECT = re.compile(r"(?:\b(?P<verb>do|are|were|have) )?\bthey\b", re.I)
_SINGULAR = {"do": "does", "are": "is", "were": "was", "have": "has"}
_PLURAL = re.compile(r"(?<=[a-z]{3})(?:ies|(?<![siu])s)$")  # of "batch sizes", which one paper has one of
_PAPER = "it"
_ASKS_YEAR = re.compile(r"\b(?:what|which) year\b", re.I)
_OF_PUBLICATION = frozenset(
    analyse(
        "year years date publish published publication publications appear appeared come came out print printed write wrote "
        "written release released present presented first earlier later older newer venue conference journal proceedings authors"
    )
)
_UNFINISHED = re.compile(rf" (?:{AUXILIARIES})$", re.I)  # "which parser did"
_NOUN = re.compile(r"^(?:what|which) (?:is|are) (?:the )?(?P<noun>[^:?]+)$", re.I)
_RESTRICTION = re.compile(r"\S.*? ((?:on|in|with|for|at) \S.*)$", re.I)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_DETAIL = re.compile(rf" (?:(?!of\b)(?:{PREPOSITIONS})|used|reported|trained|per)\b.*", re.I)


@dataclass(frozen=True, slots=True)
class PaperQuestion:
    """The question to one paper: `part` of the question and the paper as the question names it."""

    part: str
    paper: NamedPaper

    @property
    def subject(self) -> Subject:
        """The paper as the only subject of the question."""
        return Subject(self.paper.paper_id, 1.0, 1.0, self.paper.terms)

    @property
    def text(self) -> str:
        """The question about this paper alone, in its own words or with its name in place of "they". A paper that the question
        does not name is "it"."""
        return self.paper.question or self._ask(self.paper.phrase if self.paper.terms else _PAPER)

    @property
    def text_without_name(self) -> str:
        """The question to the sentences of this paper, few of which have its name: with the words of the phrase beyond the name
        ("on SQuAD", "600D")."""
        phrase = _YEAR.sub("", self.paper.phrase) if self.paper.terms else ""
        restriction = _RESTRICTION.match(phrase)
        numbers = (
            word
            for word in phrase.split()
            if any(map(str.isdigit, word)) and self.paper.terms.isdisjoint(analyse(word))
        )
        detail = restriction[1] if restriction else " ".join(numbers)
        return f"{self.part.rstrip(' ?')} {detail}".strip() + "?"

    def _ask(self, name: str) -> str:
        """The part as a question about `name`; a noun ("batch size") is asked for as what it uses or reaches."""
        part = self.part.rstrip(" ?.")
        if _SUBJECT.search(part):
            return _SUBJECT.sub(lambda match: _in_singular(match["verb"], name), part, count=1) + "?"
        if noun := _NOUN.match(part):
            detail = _DETAIL.search(noun["noun"])
            asked = noun["noun"][: detail.start()] if detail else noun["noun"]
            asked = _PLURAL.sub(lambda match: "y" if match[0] == "ies" else "", asked)
            rest = re.sub(r"^ used\b", "", detail[0]) if detail else ""
            verb = "reach" if MEASURES.search(asked) else "use"
            return f"What {asked} does {name} {verb}{rest}?"
        if _UNFINISHED.search(part):
            return f"{part} {name}?"
        return f"{part}?" if name == _PAPER else f"{part}, in {name}?"


def asks_year_of_part(part: str) -> bool:
    """True if `part`, in which no paper is named, asks for a year of something else than the paper: that of its data."""
    return bool(_ASKS_YEAR.search(part)) and bool(set(analyse(part)) - GENERIC - _OF_PUBLICATION)


def _in_singular(verb: str | None, name: str) -> str:
    if verb is None:
        return name
    singular = _SINGULAR[verb.casefold()]
    return f"{singular.capitalize() if verb[0].isupper() else singular} {name}"
