"""The relation between papers that a question asks for, and the question to one of them that is left without it.

"Which has the larger minibatch, A or B?" compares; "What is the size of the minibatch?" is asked of each.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from ....indexes.text.analysis import analyse
from ...relevance.function_words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS
from ...relevance.question_terms import GENERIC

RelationKind = Literal["list", "all", "common", "same", "difference", "most", "least"]


@dataclass(frozen=True, slots=True)
class Relation:
    """`kind` of a relation between papers, and `part`, the question to each."""

    kind: RelationKind
    part: str


_AUXILIARY = rf"(?:{AUXILIARIES})"
_OPENING = re.compile(
    rf"^(?:{_AUXILIARY}|which|who|whose|what|whom|how much)\b(?: (?:one|paper|model))?"
    r"(?: of (?:them|these|those|the (?:two|three|four)))?(?: (?:has|have|had|reports?|gets?|uses?))?\b\s*",
    re.I,
)
_SAME = re.compile(
    rf"^(?P<auxiliary>{_AUXILIARY}) they (?P<before>[^?]*?)\b(?:the same|share (?:an?|the|any)) "
    rf"(?P<noun>(?:(?!(?:{PREPOSITIONS}|as)\b)\w[\w-]* ?)+)"
    r"(?P<after>[^?]*)",
    re.I,
)
SAME_USED = re.compile(
    r"^(?P<auxiliary>is|are|was|were) the same (?P<noun>[^,;:?]+?) (?P<verb>used|employed|applied|chosen)\b",
    re.I,
)
# The papers, each by itself: "which parser does each of these run".
_EACH = re.compile(
    rf"\b(?P<auxiliary>{AUXILIARIES}) (?:each|both|these|those)(?: of (?:these|those|them|the (?:two|three|four)))?"
    r"(?: (?:papers?|works?|models?|systems?|one))?(?= [a-z]|\W*$)",
    re.I,
)
_RANK = re.compile(r"^(?:rank|order|sort)(?: they)? (?:by|according to|in terms of) (?P<quantity>\S.*)", re.I)
_ALL = re.compile(
    rf"^{_AUXILIARY} they\b(?!.*\b(?:which|what|how|why)\b)", re.I
)  # to be answered by "yes" or "no"
_DIFFER = re.compile(
    r"^(?:how|in what|in which)\b.*?\b(?:do|does|did)\b (?:the )?(?P<noun>.*?)\s*\bdiffer\w*\b(?: in)?\s*(?P<rest>.*)",
    re.I,
)
_SHARES = re.compile(r"\b(?:in common|common to|shared?|both|same|all (?:of|two|three|four|five))\b", re.I)
_CONJUNCTION = re.compile(r"^(?:and|but|while|whereas|the|an?)\b\W*", re.I)
_COMMON = re.compile(r"\b(?:both|in common|common to|shared?)\b", re.I)
# Adjectives that order quantities, by sign, and the quantity that a noun beside them has.
_MOST = {
    "larger": "size", "largest": "size", "bigger": "size", "biggest": "size", "higher": "", "highest": "", "more": "number",
    "most": "number", "longer": "time", "longest": "time", "greater": "", "greatest": "", "deeper": "number of layers",
    "deepest": "number of layers", "better": "", "best": "", "wider": "width", "widest": "width", "slower": "time",
    "slowest": "time", "stronger": "", "newer": "year of publication", "newest": "year of publication",
}  # fmt: skip
_LEAST = {
    "smaller": "size", "smallest": "size", "lower": "", "lowest": "", "fewer": "number", "fewest": "number", "less": "amount",
    "least": "amount", "shorter": "time", "shortest": "time", "faster": "time", "fastest": "time",
    "shallower": "number of layers", "older": "year of publication", "oldest": "year of publication",
}  # fmt: skip
_ACCURATE = (re.compile(r"\bmo(?:re|st) accurate\b", re.I), re.compile(r"\b(?:less|least) accurate\b", re.I))
ASKS_TIME = re.compile(r"\bhow (?:long|fast)\b|\btimes?\b|\bduration\b", re.I)
LOW_IS_BETTER = re.compile(r"\b(?:errors?|loss(?:es)?|perplexit\w+|WER|latenc\w+)\b", re.I)
# "Which came first", "was published later": of papers, the year.
_CAME = re.compile(
    r"\b(?:came|come|appear(?:ed|s)?|published)(?: out)? (?:(?P<early>first|earlier)|later|last|more recently)\b"
    r"|^(?:which|what)(?: one| paper)? is (?:the )?(?:more|most) recent\b(?! \w)",
    re.I,
)
_THAT_IS = re.compile(r",? \bi\.e\..*$")
# How the answer is to be given, or who wins, behind what is asked for.
_ENDING = re.compile(
    r"\W*(?:\band )?\b(?:by how (?:many|much)\b[^,;?.]*|with (?:what|which) \w+|at what values?|"
    r"(?:which|who)(?: one| of them| of the two)? wins|"
    r"what (?:are|is|were) (?:(?:the|their|its|two|three|both|actual|exact) )*"
    r"(?:values?|sizes?|numbers?|figures?|scores?|rates?)|"
    r"how (?:many|much|large|big|long|high|low|wide) (?:is|are|was|were|has|have|does|do) (?:each|either|both|every)"
    r"(?: one| of (?:them|the two))?(?: (?:have|use))?|"
    r"(?:(?:is it |are they )?the )?same or (?:not|different)|"
    r"(?:please )?(?:give|list|name|state|show)(?: me)? "
    r"(?:both|all|them|the (?:two|numbers?|values?|scores?|results?|figures?|sizes?|rates?|dimensions?))\b[\w ]*)\W*$",
    re.I,
)
_COMPARATIVE = re.compile(rf"(?<!\bat )\b(?:{'|'.join([*_MOST, *_LEAST])})\b", re.I)
# "who drops more?", behind what is compared.
_WHO_DOES = re.compile(
    r"\W*\b(?:who|which)(?: one| of (?:them|the two))? (?!(?:is|has)\b)\w+ (?P<adjective>more|less|higher|lower|longer)\W*$",
    re.I,
)
# Who is asked for, behind a topic: "accuracy on SQuAD: who has the".
_WHO = re.compile(
    rf"(?:[,:;]| [-–—])\s*(?:(?:who|which)\b(?: (?:one|paper|model))?(?: (?:has|gets|reports|reaches))?|(?={_AUXILIARY}\b))",
    re.I,
)
_ANY_VALUE = re.compile(r"(?:figure|value|number|result|one)s?", re.I)
_TRAILING = re.compile(r"\b(?:who|which)(?: one)?\s*$", re.I)
_LIGHT = re.compile(rf"\b(?:{_AUXILIARY}|got|get|gets|uses?|used|using|they|the|a|an|that|one|it)\b\s*", re.I)
_SIZED = re.compile(
    r"\b(?:size|rate|number|dimension\w*|length|width|depth|score|accuracy|ratio|probability|count|amount|norm)s?\b",
    re.I,
)
MEASURES = re.compile(
    r"\b(?:accura\w+|f-?1|f-?scores?|f-?measures?|scores?|precision|recall|perplexit\w+|bleu|rouge|errors?|kappa|auc|map|mrr|"
    r"correlations?|agreement|results?|WER|loss(?:es)?|performance|(?-i:F|EM|LAS|UAS))\b",
    re.I,
)
_LED = re.compile(rf"^(?:{PREPOSITIONS}|than)\b", re.I)
FILLER = re.compile(
    r"^(?:i|we|i'm|we're)\b[^:?]*:"
    r"|\b(?:please|pls|for a survey|side by side|each of|respectively|both|the same|common to|in common|which two|which of them|"
    r"compare|comparison of|contrast|summari[sz]e|vs\.?|versus|each|list|give me|tell me|show me|"
    r"i (?:wish|want|need|would like) to \w+|in (?:a|one) (?:line|sentence|word)|(?:by|in) comparison|"
    r"for (?:the )?(?:one|other)|(?:and )?in the (?:one|other)|on (?:the )?(?:one|other)(?: hand)?|"
    r"(?:in|of|for|from|by|among|across) (?:these |the )?(?:two|three|four|five) (?:\w+ ){0,2}\w+s)(?!\w)",
    re.I,
)
_SENTENCE = re.compile(r"(?<=\w\w\.) (?=[A-Z])")
_ASKING = re.compile(
    rf"^(?:(?:{PREPOSITIONS}) )?(?:{QUESTION_WORDS}|{AUXILIARIES})\b",
    re.I,
)


def asks_for_shared(question: str) -> bool:
    """True if `question` asks for something that several papers have in common."""
    return bool(_SHARES.search(question))


def ask_verbatim(clause: str) -> str:
    """The question that `clause`, of a question about several papers, asks of one of them, in its own words."""
    plain = _CONJUNCTION.sub("", _tidy(FILLER.sub(" ", clause)))
    return f"{plain}?" if asks(plain) else f"What is the {plain}?"


def asks(text: str) -> bool:
    """True if `text` is a question, with or without a topic before it: "Training: which data does it use"."""
    return bool(_ASKING.match(text) or _ASKING.match(text.partition(": ")[2]))


def without_ending(text: str) -> str:
    """`text` without how its answer is to be given, at its end: "and by how much"; `text` itself where nothing is left."""
    return _ENDING.sub("", text) or text


def find_relation(text: str) -> Relation:
    """The relation that `text` asks for, and the question to each: a question with "they" or nothing in place of its papers."""
    text = " ".join(text.split())
    *_, last = _SENTENCE.split(text)
    if _ASKING.match(last) and set(analyse(last)) - GENERIC:
        text = last  # "Both train classifiers. Which package did each use?"
    text = _THAT_IS.sub("", without_ending(text))
    if "they" not in text.split():
        text = _EACH.sub(r"\g<auxiliary> they", text)
    text = _ACCURATE[1].sub("lower accuracy", _ACCURATE[0].sub("higher accuracy", text))
    if match := _RANK.match(text):
        return Relation("most", _tidy(f"What is the {match['quantity']}"))
    if match := _SAME.match(text):
        noun, before, after = match["noun"].strip(), match["before"].strip(), match["after"].strip()
        verb = f"{before} {after}".strip() or "use"
        return Relation("same", _tidy(f"Which {noun} {match['auxiliary'].lower()} they {verb}"))
    if match := SAME_USED.match(text):
        return Relation("same", _tidy(f"Which {match['noun']} {match['auxiliary'].lower()} {match['verb']}"))
    if match := _DIFFER.match(text):
        noun = " ".join(part for part in (match["noun"], match["rest"]) if part not in ("", "they"))
        return Relation("difference", _tidy(f"What are the {noun}"))
    if match := _CAME.search(text):
        return Relation("least" if match["early"] else "most", "What is the year of publication")
    if (match := _WHO_DOES.search(text)) and set(analyse(compared := text[: match.start()])) - GENERIC:
        return Relation(
            "most" if match["adjective"].casefold() in _MOST else "least",
            _tidy(f"What is the {_tidy(FILLER.sub(' ', compared))}"),
        )
    if (match := _COMPARATIVE.search(text)) and (compared := _quantity_question(text, match)):
        is_most = match[0].casefold() in _MOST
        if match[0].casefold() in ("better", "best") and LOW_IS_BETTER.search(compared):
            is_most = False
        kind: RelationKind = "most" if is_most else "least"
        return Relation(kind, _tidy(compared))
    kind = "all" if _ALL.match(text) else "common" if _COMMON.search(text) else "list"
    plain = re.sub(r"^(?:[\s,;:.]|(?:the|an?|of|in|for)\b)+", "", _tidy(FILLER.sub(" ", text)), flags=re.I)
    return Relation(kind, _tidy(plain if asks(plain) else f"What is the {plain}"))


def _quantity_question(text: str, match: re.Match[str]) -> str:
    """The question for the quantity that the comparative `match` orders; "" if it names none."""
    quantity = {**_MOST, **_LEAST}[match[0].casefold()]
    before = _LIGHT.sub("", _OPENING.sub("", _WHO.sub(" ", text[: match.start()])))
    before = _TRAILING.sub("", before).strip(" ,:")
    after = re.sub(r" (?:is|are|was|were)$", "", text[match.end() :].strip(" ,?"))
    if match[0].casefold() in ("more", "most", "fewer", "fewest"):
        return f"How many {after} {before}" if after else ""
    if quantity == "year of publication":
        return "What is the year of publication"
    if quantity == "time":
        return f"How long {before} {after}"
    is_named_before = not after or _LED.match(after) or (before and _ANY_VALUE.fullmatch(after))
    noun, rest = (before, after) if is_named_before else (after, before)
    if _ANY_VALUE.fullmatch(rest):
        rest = ""
    if _LED.match(noun) or (match[0].casefold() in ("better", "best") and not MEASURES.search(noun)):
        noun, rest = "", f"{noun} {rest}".strip()  # "on SQuAD, who does better"
    if not noun:
        return f"What is the score {rest}" if match[0].casefold() in ("better", "best") and rest else ""
    if rest and ":" in text[: match.start()] and not _LED.match(rest):
        rest = f"on {rest}"  # a topic
    size = "" if not quantity or _SIZED.search(noun) else f"{quantity} of the "
    return f"What is the {size}{noun} {rest}"


def _tidy(question: str) -> str:
    plain = " ".join(re.sub(r"\s+([,;:?.])", r"\1", question).split()).strip(" ,;:.?-–—")
    return re.sub(r"(?:[\s,;:.]+(?:and|or|in|of|for))+$", "", plain, flags=re.I)
