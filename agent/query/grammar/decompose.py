"""Two-hop questions split into the part for the figure and the part for the cited paper."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citehop.papers.captions import NUMBERED_LABEL, PAGE_LABEL

from .back_references import is_about_other_work, names_cited_work, refers_to_other_work
from .embedded_work import split_embedded_work
from .finders.masking import mask

_QUOTED = re.compile(r"[\"“](?P<inner>[^\"”]+\?)[\"”]\s*(?P<rest>.+)", re.DOTALL)
_INTRODUCES = re.compile(
    r"^(?:please\s+)?(?:consider|take|look at|given|in|for)\s+the\s+(?:paper|work|study|publication)\s+"
    r"(?:that|which)\s+(?:introduces|introduced|proposes|proposed|presents|presented|describes)\s+(?:the\s+)?"
    r"(?P<thing>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_TAKES = re.compile(
    r"^(?:please\s+)?(?:take|consider|look at|for|of)\s+the\s+(?=[\w -]+?\s(?:that|with|in|from|needing|having|scoring)\b)",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"(?<!\bthat )(?<!\bthe )(?<!\bat )\b(?:only\s+)?one\s+(?!(?:can|could|may|might|should|would|it|they)\b)(?=[\w-]+\s)",
    re.IGNORECASE,
)
_THE_ONE = re.compile(
    r"^the\s+(?=(?:(?!(?:is|was|are|were)\b)[\w-]+\s)+?(?:that|with|in|from|needing|having|scoring)\b)",
    re.IGNORECASE,
)
# The question words that begin a second question inside one sentence: ", and how does its paper ...".
_SECOND = re.compile(
    r"[,;]?\s+and\s+(?P<second>(?:in\s+(?:its|that|their)\b[^,]*,\s*)?"
    r"(?:(?:in|on|for|with|at|to|by|from|under|into|after|of|over)\s+(?=how|what|which|whose))?"
    r"(?:how|what|which|why|when|where|who|whose|does|do|did|is|are|was|were|can)\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
_WH = r"(?:how|what|which|why|when|where|who|whose|does|do|did|is|are|was|were|above what|below what|by how)"
# "The model with 4.3M parameters in Table 2: how long did it train, in its own paper?"
_AFTER_COLON = re.compile(
    rf"^(?P<first>[^:;?]{{20,}})[:;]\s+(?P<second>(?:(?:in|on|for|with|at|to|by|from|under|as|into|after|within|of|through)\s+)?{_WH}\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
# "For the model that needs 2,452 seconds, what window was used in the original work?", "Table 2: the model with 4.3M, how ...?"
_AFTER_COMMA = re.compile(
    rf"^(?:for|of|in|with|take|consider|regarding|about|on|(?P<lead>[^:;?,]{{3,80}}):)\s+(?P<first>the\s[^?]*?\b(?:that|which|with|whose|who|credited|named|called)\b[^?]*?),"
    rf"\s+(?P<second>(?:in\s+[^,]*,\s*)?{_WH}\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
# "In the work cited for the confidence measure, what value does alpha have?"
_IN_CITED_WORK = re.compile(
    rf"^(?:in|according to|for|of)\s+(?P<first>(?:the|that)\s[^?,]+?),\s+(?P<second>{_WH}\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
# A question word in lower case begins a sentence as well; the abbreviation "et al." ends one only before a question word.
_SENTENCE_END = re.compile(
    r"(?<=[.?!])(?<!\bvs\.)(?<!\be\.g\.)(?<!\bi\.e\.)\s+"
    r"(?=(?:how|what|which|why|when|where|who|whose)\b|(?-i:(?<!\bet al\.\s)[A-Z\"“]))",
    re.IGNORECASE,
)
# "Under which licence is the toolkit distributed with which the guesser in this paper was written?"
_WORK_WITH_CLAUSE = re.compile(
    r"^(?P<start>.*?)\bthe (?P<noun>[\w-]+)(?P<middle>\b[^,?]*?),? "
    r"(?P<clause>(?:(?:with|by|on|from|for|in|to|of) which|that|which|whose) "
    r"(?!(?:was |were |is |are |has |have )?(?:introduc|propos|present|describ|develop)\w*\b)[^?]*"
    r"\b(?:this (?:paper|work|article|study|report)|(?:the|these) authors|here)\b[^?]*)\?$",
    re.IGNORECASE,
)


# "paper that X cites for Y: learning rate?", "work said in X to do Y -> batch size?", "X's example of Y - number of layers?"
_SHORT_HAND = re.compile(
    r"^(?P<first>(?:the )?(?:papers?|works?|stud(?:y|ies)|source|origin|authors?|people|inventors?|makers?) "
    r"(?:that|whose|which|who|said|cited|credited|mentioned|named|behind|of)\b[^:?]+?"
    r"|[^:?]+?['’]s? (?:\w+ )?(?:example|source|predecessor|reference|citation)s? (?:of|for)\b[^:?]+?)"
    r"(?::| [-–—]+>?| →) (?P<second>[^:?]+\??)$",
    re.IGNORECASE,
)
# "X cites a study on Y. kappa between its labelers?"
_LOWER_CASE_END = re.compile(
    r"(?<=[a-z\d)][.?!]) (?<!\bvs\. )(?<!\bal\. )(?<!\be\.g\. )(?<!\bi\.e\. )(?=[a-z][^.?!:]{6,}\?$)"
)


@dataclass(frozen=True, slots=True)
class Hops:
    """`visual` is answered by the figure, `textual` by the paper it leads to; equal when there is one hop only.

    `is_embedded` if the first is a description inside the second: "the learning rate of the paper that X cites".
    """

    visual: str
    textual: str
    is_embedded: bool = False

    @property
    def is_two_hop(self) -> bool:
        return self.visual != self.textual


def split_hops(question: str) -> Hops:
    """Split `question` at an embedded quoted question, a sentence break, a colon or comma before a question about another work,
    or ", and how ...".

    A question with none of these is both hops at once.
    """
    text = " ".join(question.split())
    quoted = _QUOTED.search(text)
    if quoted:
        return Hops(quoted["inner"].strip(), quoted["rest"].strip())
    sentences = _SENTENCE_END.split(text)
    if len(sentences) > 1 and sentences[-1].endswith("?"):
        return Hops(_as_question(" ".join(sentences[:-1])), sentences[-1])
    lower = _LOWER_CASE_END.split(text)
    if len(lower) == 2 and is_about_other_work(*lower):
        return Hops(_as_question(lower[0]), _capitalised(lower[1]))
    if short := _SHORT_HAND.match(text):
        return Hops(f"{_capitalised(short['first'])}.", _asked_of_that_work(short["second"]))
    for pattern in (_AFTER_COLON, _AFTER_COMMA):
        parts = pattern.match(text)
        if parts and is_about_other_work(parts["first"], parts["second"]):
            first, is_name = _THE_ONE.subn("Which ", parts["first"].rstrip(" ,;"), count=1)
            lead = f"{parts['lead']}: " if "lead" in parts.re.groupindex and parts["lead"] else ""
            visual = _as_question(_capitalised(first) + "?" * is_name)
            return Hops(f"{lead}{visual}", _capitalised(parts["second"]))
    parts = _IN_CITED_WORK.match(text)
    if parts and names_cited_work(parts["first"]):
        return Hops(_capitalised(parts["first"]), _capitalised(parts["second"]))
    clause = _WORK_WITH_CLAUSE.match(text)
    if clause and refers_to_other_work(f"that {clause['noun']}"):
        alone = f"{clause['start']}that {clause['noun']}{clause['middle']}?"
        return Hops(f"Which {clause['noun']} {clause['clause']}?", _capitalised(alone))
    second = _SECOND.search(text)
    if second and len(second["second"].split()) > 2 and second.start() > 0:
        return Hops(text[: second.start()].rstrip(" ,;") + "?", _capitalised(second["second"]))
    embedded = split_embedded_work(text)
    return Hops(*embedded, is_embedded=True) if embedded else Hops(text, text)


def mask_label(text: str) -> str:
    """Return `text` with the labels of figures and tables masked, whose numbers are no values."""
    numbers = [match.span("number") for match in NUMBERED_LABEL.finditer(text)]
    for span in [*numbers, *(match.span("page") for match in PAGE_LABEL.finditer(text))]:
        text = mask(text, span)
    return text


def _as_question(statement: str) -> str:
    """ "Consider the paper that introduces the method that X." -> "Which method that X?" ."""
    match = _INTRODUCES.match(statement)
    if not match:
        return _with_question_word(statement)
    return "Which " + match["thing"].rstrip(" .?") + "?"


def _with_question_word(statement: str) -> str:
    """ "Take the model with X." -> "Which model with X?", "In Table 2, one model has X." -> "In Table 2, which model has X?" ."""
    if statement.endswith("?") or re.search(rf"\b{_WH}\b", statement, re.IGNORECASE):
        return statement
    for pattern, word in ((_TAKES, "Which "), (_ONE, "which ")):
        if pattern.search(statement):
            return pattern.sub(word, statement, count=1).rstrip(" .") + "?"
    return statement


def _asked_of_that_work(asked: str) -> str:
    """ "batch size?" -> "In that work, what is the batch size?"; a question keeps its words."""
    asked = asked.rstrip(" ?")
    is_question = re.search(rf"^{_WH}\b|\b(?:what|which|how)\b", asked, re.IGNORECASE)
    return f"In that work, {asked}?" if is_question else f"In that work, what is the {asked}?"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
