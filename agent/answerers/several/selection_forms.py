"""Wordings of questions for the papers that do something: "which papers here run experiments on TriviaQA?", "in which paper was
RillNet proposed?", "has anyone tested on NegEx?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ...relevance.function_words import AUXILIARIES, PREPOSITIONS
from ..facts.years import YearCondition, find_year_condition

_HERE = (
    r"(?:here|there|of these|in here|you have|we have|i have|"
    r"(?:in|of|from|among) (?:this|the|these|my|our|your) "
    r"(?:cluster|collection|corpus|library|set|folder|papers?|documents?|pdfs))"
)
_ASKS = (
    r"(?:(?:please|can you|could you|do you have|do we have|tell me|show me|give me|find|list|name|i need|"
    r"(?:i am|i'm|we're) looking for) )*"
)
_SOME = r"(?:(?:which|what|how many|are there|is there|all|any|every|of|the|these|those|our|your|my|me|in|by|a|an) )*"
_TOPIC_WORDS = r"(?P<topic>(?:(?!(?:do|does|did|is|are|was|were|of|in|on|by|for|to|the|these|those|and|or)\b)[\w-]+ ){0,3}?)"
_PLURAL = r"(?:papers|articles|studies|works|publications|ones)"
_SINGULAR = r"(?:paper|article|publication|work|study)"
_FORMS = (
    re.compile(
        rf"^\W*{_ASKS}{_SOME}{_TOPIC_WORDS}(?:{_PLURAL}|(?P<one>{_SINGULAR}))\b(?: {_HERE})?,? ?"
        r"(?:(?:that|which|who) )?(?P<predicate>\S.*)$",
        re.I,
    ),
    # "Does any paper use X?", "Has anyone used X?", "Is there anything written at X?", "List everything here that uses X".
    re.compile(
        rf"^\W*{_ASKS}(?:(?:does|do|did|has|have|is|are|was|were)(?: there)? )?"
        r"(?P<indefinite>any(?:one|body|thing)|some(?:one|body|thing)|"
        rf"everything|everyone|any (?:of (?:them|these|those|the (?:\w+ )?{_PLURAL})|(?:other )?(?:{_SINGULAR}|{_PLURAL})))\b"
        rf"(?: else)?(?: {_HERE})?,? (?:(?:that|which|who) )?(?P<predicate>\S.*)$",
        re.I,
    ),
    # "Which segmenters here are built on X?", "Which of these use X?"
    re.compile(
        r"^\W*(?:which|what) (?:of (?:these|them|those)"
        rf"|(?P<topic>(?:(?!(?:{AUXILIARIES}|{PREPOSITIONS})\b)[\w-]+ ){{0,4}}(?!(?:{AUXILIARIES})\b)[\w-]+s)"
        rf" (?:{_HERE}))(?: {_HERE})?,? (?P<predicate>\S.*)$",
        re.I,
    ),
    re.compile(
        r"^\W*who (?:here |else |all )*(?P<predicate>(?:us(?:e|es|ed)|train(?:s|ed)? (?:on|with)|"
        r"(?:evaluate|test)(?:s|d|ed)? (?:on|with)|"
        r"(?P<one>(?:first )?(?:introduce|propose|present|develop|invent)(?:s|d|ed)?|came up with)) .+)$",
        re.I,
    ),
    re.compile(
        # where a paper was presented is a fact of its record
        r"^\W*where (?:is|was|were|are) (?!.*\b(?:paper|article|publication|preprint|report|poster|study|work)\b.* presented\W*$)"
        r"(?P<predicate>(?P<one>.+? "
        r"(?:first )?(?:introduced|proposed|presented|defined|developed)))\W*$",
        re.I,
    ),
)
# "In which paper was X presented?"
_INVERTED = re.compile(
    rf"^\W*(?:in|by) (?:which|what) (?:of (?:these|the) )?(?:{_PLURAL}|(?P<one>{_SINGULAR}))(?: {_HERE})? "
    r"(?:is|are|was|were|has|have) (?P<what>.+?) (?:been )?(?:first )?"
    r"(?P<verb>\w+ed|shown|built|found|run|made|given)(?P<rest>\b.*)$",
    re.I,
)
_ASKS_FOR_PAPERS = re.compile(
    r"\b(?:which|what|how many|are there|is there|list|name|find|show|give|tell|do you have|i need|looking for)\b"
    r"|^(?:(?:all|any) |(?:papers|articles|publications)\b)",
    re.I,
)
_ONE_OF_YEARS = re.compile(
    r"^\W*(?:which|what)(?: is|'s| was)? (?:the )?(?=(?:most recent|newest|latest|oldest|earliest)\b)", re.I
)
_PAPER = re.compile(rf"\b{_SINGULAR}\b", re.I)
_RECORD = re.compile(
    r"\bcit(?:e|es|ed|ing|ations?)\b|\breference|\bbibliograph|\b(?:published|appeared|written|from) (?:in|by) ?(?:\d{4})?|"
    r"\bpublished at\b|\b(?:according to|by|in) (?:the|its|his|her) acknowledg",
    re.I,
)
# "How many articles does X process?"
_OTHER_SUBJECT = re.compile(r"(?:does|did|has|is|was|can|could|will)\b", re.I)
_COUNTED_TOO = re.compile(r",? and how (?:many|much)\b", re.I)  # another question, not what holds for papers
_COMPARED = re.compile(
    r"\b(?:more|less|fewer|most|least|best|worst|\w{3,}(?:er|est) than|highest|lowest|largest|smallest|longest|shortest|"
    r"fastest|slowest|better|larger|higher|lower|smaller|longer|shorter)\b|(?:[,:]|\bboth\b).*\bor\b",
    re.I,
)
_TOPIC = re.compile(
    r"^(?:(?:is|are|was|were|be) )?(?:mainly |all )?"
    r"(?:about|on|concern(?:s|ing|ed with)?|regarding|dedicated to|deal(?:s|ing)? with|address(?:es|ing)?|"
    r"(?P<mentions>discuss(?:es|ing)?|mention(?:s|ing)?|talk(?:s|ing)? about)|"
    r"stud(?:y|ies|ying)|cover(?:s|ing)?|investigat(?:e|es|ing)|work(?:s|ing)? on|focus(?:es|ing)? on|tackl(?:e|es|ing)|"
    r"treat(?:s|ing)?) (?P<topic>.+)$",
    re.I,
)
_AT_END = re.compile(rf",? {_HERE}$", re.I)
_EXISTS = re.compile(r"\W*(?:is|are) there\b", re.I)
_THERE = re.compile(r"^(?:are|is|do we have|do you have|exist|here)(?: (?:there|here))?$", re.I)
_AFFILIATION = re.compile(
    r"^(?:(?:have|has|with|include|list) )?(?:an? |the )?(?:(?:co-?)?authors?|people|researchers|someone)\b.*?"
    r"\b(?:from|at|of|affiliated (?:with|to)|working (?:at|for|in)|work (?:at|for|in)) (?P<place>.+)$"
    r"|^(?:(?:are|were|come|comes|came|originate|originates|is|was) )?(?:(?:written |authored |done )(?:out of|from|at)|out of|"
    r"from|(?:by \w+ )?at) (?P<origin>[^\d].*)$",
    re.I,
)

SelectionKind = Literal["use", "topic", "affiliation", "mention"]


@dataclass(frozen=True, slots=True)
class Selection:
    """Papers that a question asks for: `predicate` holds for them ("evaluate on ACE 2004"), on a `topic`, "" for any.

    By `kind`, the predicate is something that they use or do, what they are about or at least discuss, or where their
    authors work. `years` restricts when they were published; `is_one` if a single paper is asked for."""

    predicate: str
    topic: str = ""
    kind: SelectionKind = "use"
    years: YearCondition | None = None
    is_one: bool = False


def find_selection(question: str) -> Selection | None:
    """The papers that a question asks for ("Which parsing papers evaluate on Negra?"); None if it asks for something else."""
    text = " ".join(question.split())
    years = find_year_condition(text)
    if years is not None and years.is_extreme:
        text = _PAPER.sub("papers", _ONE_OF_YEARS.sub("which ", text), count=1)
    if years is not None and (years.is_extreme or years.first != years.last):
        text = " ".join(text.replace(f" {years.wording}", "", 1).split())
    else:
        years = None  # "the data from 2004" is no year of publication
    match = _match_form(text)
    if match is None:
        return None
    parts = match.groupdict()
    predicate, topic = _AT_END.sub("", parts["predicate"].strip(" ?.")), (parts.get("topic") or "").strip()
    is_one = bool(parts.get("one")) and not _EXISTS.match(text)
    if about := _TOPIC.match(predicate):
        return Selection(about["topic"], topic, "mention" if about["mentions"] else "topic", years, is_one)
    if place := _AFFILIATION.match(predicate):
        return Selection(place["place"] or place["origin"], topic, "affiliation", years, is_one)
    if topic and _THERE.match(predicate):
        return Selection(topic, "", "topic", years, is_one)
    if is_one and (_OTHER_SUBJECT.match(predicate) or _COMPARED.search(predicate)):
        return None
    return Selection(predicate, topic, "use", years, is_one)


def _match_form(text: str) -> re.Match[str] | None:
    """The first wording that `text` has, unless it asks for something else, such as a record's fact or a quantity."""
    if inverted := _INVERTED.match(text):
        number = "paper" if inverted["one"] else "papers"
        text = f"Which {number} {inverted['verb']} {inverted['what']}{inverted['rest']}"
    for place, form in enumerate(_FORMS):
        match = form.match(text)
        if not match:
            continue
        predicate, parts = match["predicate"], match.groupdict()
        if place and _COMPARED.search(text):
            return None
        is_plural = not (parts.get("one") or parts.get("indefinite"))
        if (is_plural and not place and _OTHER_SUBJECT.match(predicate)) or _RECORD.search(predicate):
            return None
        if (is_plural and _COUNTED_TOO.search(predicate)) or (
            not place and not _ASKS_FOR_PAPERS.search(text[: match.start("predicate")])
        ):
            return None
        return match
    return None
