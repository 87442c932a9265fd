"""A question taken apart into what it asks for and the clause about its topic, which another attribute or a reason then joins."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...indexes.text.analysis import analyse
from ..verification.checks.grammar import VERB_STEMS
from .followup import is_plural

_BE = r"(?:is|are|was|were)"
_AUXILIARY = rf"(?:do|does|did|{_BE}|has|have|had)"
# "What batch size does BiDAF use", "How many units does BiDAF have"
_ASKS_FOR = re.compile(
    rf"^(?:what|which|how (?P<many>many|much)) (?P<noun>.+?) (?P<auxiliary>{_AUXILIARY}) (?P<rest>.+)$", re.I
)
# "What is BiDAF's batch size", "What is the batch size of BiDAF"
_PROPERTY = re.compile(
    rf"^what {_BE} (?:(?P<owner>.+)['’]s? (?P<noun>.+)|(?:the )?(?P<of_noun>.+?) of (?P<of_owner>.+))$", re.I
)
# "Why is BiDAF faster"
_REASON = re.compile(rf"^(?:why|how|when|where) (?P<clause>{_AUXILIARY} .+)$", re.I)
_DEGREE = re.compile(r"^(?:by )?how (?:much|many|far|long|often)$", re.I)
_PREPOSITION = re.compile(r"^(?:for|of|in|with|by|from|on|at|using)$", re.I)
_LED_BY_PREPOSITION = re.compile(r"^(?:at|in|on|by|with|for|from|to|through|under|after|into) ", re.I)
_USED = re.compile(r"\bused?\b", re.I)
_DATA_SET = re.compile(r"(?:corp(?:us|ora)|data ?sets?|benchmarks?|treebanks?)$", re.I)


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """The parts of a question: "What batch size does BiDAF use?" asks for the `noun` "batch size" in the clause of
    the `auxiliary` "does" and the `rest` "BiDAF use"; `many` is "many" or "much" if it counts.

    "What is BiDAF's batch size?" has the `owner` "BiDAF" in place of a clause, "Why is BiDAF faster?" a clause without a noun.
    All are "" where the question has another form; `start` is the place of the `rest` behind a noun.
    """

    noun: str = ""
    many: str = ""
    auxiliary: str = ""
    rest: str = ""
    owner: str = ""
    start: int = 0

    @property
    def asks_for_data(self) -> bool:
        """True if the question asks which data set: "it" is then more likely to stand for the data than for the paper named."""
        return bool(self.auxiliary and _DATA_SET.search(self.noun))

    def ask_why(self, wh: str) -> str:
        """The question `wh` ("Why", "How") about the answer: "Why does BiDAF use this batch size?"; "" for another form."""
        if self.owner:
            return f"{wh} does {self.owner} use {_this(self.noun)}?"
        if not self.noun:
            return ""
        auxiliary, words = self.auxiliary.casefold(), self.rest.split()
        asked = f"this {self.many} {self.noun}" if self.many else _this(self.noun)
        verbs = [
            at for at, word in enumerate(words) if word == "have" or VERB_STEMS.intersection(analyse(word))
        ]
        if not verbs:
            return ""
        is_do = auxiliary in ("do", "does", "did")
        if not is_do and not verbs[0]:  # "used for BiDAF": what is asked for is the subject
            return f"{wh} {auxiliary} {asked} {self.rest}?"
        if verbs[-1] == len(words) - 1 or _PREPOSITION.match(words[-1]):
            return f"{wh} {auxiliary} {self.rest} {asked}?"
        if not is_do:
            return ""
        behind = verbs[-1] + 1
        return f"{wh} {auxiliary} {' '.join(words[:behind])} {asked} {' '.join(words[behind:])}?"

    def ask_for(self, attribute: str, topic: str, *, several: bool, wh: bool) -> str:
        """The question for another `attribute` of `topic`, in the words of this one where they fit: "How many layers does BiDAF
        have?".

        `attribute` is a noun, or has a question word if `wh` ("how many layers"); the topic are `several` papers or one.
        """
        asked = f"{attribute[:1].upper()}{attribute[1:]}"
        if not self.noun and self.rest and _DEGREE.match(attribute):
            return f"{asked} {self.auxiliary} {self.rest}?"
        counts = bool(re.match(r"how many\b", attribute, re.I)) if wh else is_plural(attribute)
        if self.noun and self.auxiliary and topic in self.rest:
            clause = f"{self.auxiliary} {self.rest}?"
            if self.many and counts:
                return f"{asked} {clause}" if wh else f"How {self.many} {attribute} {clause}"
            if not self.many and _USED.search(self.rest) and not (wh and counts):
                return f"{asked} {clause}" if wh else f"What {attribute} {clause}"
        if not wh:
            return f"What {be(attribute)} the {attribute} of {topic}?"
        if _LED_BY_PREPOSITION.match(attribute):  # "On which GPU" needs a verb that is not known
            return f"{asked}, in {topic}?"
        return f"{asked} {'do' if several else 'does'} {topic} {'have' if counts else 'use'}?"


def parse_form(question: str) -> QuestionForm:
    """The form of `question`."""
    plain = question.rstrip("?. ")
    if has := _PROPERTY.match(plain):
        return QuestionForm(noun=has["noun"] or has["of_noun"], owner=has["owner"] or has["of_owner"])
    if asks := _ASKS_FOR.match(plain):
        return QuestionForm(
            asks["noun"], asks["many"] or "", asks["auxiliary"], asks["rest"], start=asks.start("rest")
        )
    if reason := _REASON.match(plain):
        auxiliary, _, rest = reason["clause"].partition(" ")
        return QuestionForm(auxiliary=auxiliary, rest=rest)
    return QuestionForm()


def be(noun: str) -> str:
    """The form of "be" that agrees with `noun`."""
    return "are" if is_plural(noun) else "is"


def _this(noun: str) -> str:
    return f"{'these' if is_plural(noun) else 'this'} {noun}"
