"""Recognise questions that cannot stand alone, by a shallow parse: a verb with a subject, and an antecedent for each pronoun."""

from __future__ import annotations

import re

from ..query.grammar.parser import Question
from ..verification.checks.grammar import VERB_STEMS, is_verb
from ..verification.checks.words import ClaimToken, tokenize

_AUXILIARIES = frozenset(
    "do does did is are was were has have had can could may might must will would shall should".split()
)
_QUESTION_WORDS = frozenset("which what who whose whom how why when where".split())
_REQUEST = re.compile(
    r"^(?:please )?(?:summari[sz]e|list|name|compare|contrast|describe|explain|define|discuss|outline|show|give|tell|find|"
    r"identify|enumerate) (?!of\b)",
    re.I,
)
OPENING = re.compile(r"^(?:and|but|so|also|then)\b[,\s]*", re.I)
# "Does it cost a lot to build": "it" stands for what follows.
_EXPLETIVE = re.compile(r"\bit (?:costs?|takes?|took|is|was)\b[^?]*\bto\b", re.I)
_OPEN_END = re.compile(r"\bto \w+(?: (?:it|them|that|this))?\W*$", re.I)
SYSTEMS = "papers?|methods?|models?|approach(?:es)?|systems?|works?|networks?|algorithms?|architectures?"
_PRONOUN = re.compile(
    rf"\b(?:(?P<plural>they|them|their)|it|its|itself|he|she|his|her|"
    rf"(?:this|that|these|those|the same) (?:{SYSTEMS}|authors?|datasets?|benchmarks?))\b",
    re.I,
)
_BOUNDARY = re.compile(r"[,;:.?]\s|\b(?:and|or|but|that|because|if|when|while|which|than)\b", re.I)


def is_followup(question: Question) -> bool:
    """True if `question` refers to the previous one: it opens with "and" or points back ("its", "that method"), or leaves open
    whose cost or time it asks for ("how long does it take to train?").

    A question with two hops, or one that names a figure, is complete by itself.
    """
    if question.figure or question.hops.is_two_hop:
        return False
    text = question.text.strip()
    is_open = bool(_EXPLETIVE.search(text) and _OPEN_END.search(text))
    return is_open or bool(OPENING.match(text)) or lacks_antecedent(text)


def is_complete(text: str) -> bool:
    """True if `text` is a request ("List ...") or has a verb with a subject, in any letter case.

    A verb that may be a noun as well counts only where a noun cannot be: neither last nor behind "which" ("which measure?").
    """
    tokens = [token for token in tokenize(text).tokens if token.text[0].isalnum()]
    lowers = [token.lower for token in tokens]
    if is_request(text):
        return True
    if len(tokens) < 2:
        return False
    if _AUXILIARIES.intersection(lowers) or (lowers[0] == "who" and lowers[1] != "else"):
        return True
    asks = bool(_QUESTION_WORDS.intersection(lowers[:2]))
    return any(
        is_verb(tokens, at) and (asks or lowers[at].endswith("s"))
        for at in range(2 if asks else 1, len(tokens) - 1)
    )


def is_request(text: str) -> bool:
    """True if `text` begins with an imperative: "Summarize ...", "List ...", but not "list of ..."."""
    return bool(_REQUEST.match(text))


def lacks_antecedent(text: str) -> bool:
    """True if a pronoun or the like in `text` stands for nothing that an earlier clause of `text` names."""
    expletives = {match.start() for match in _EXPLETIVE.finditer(text)}
    pronouns = (match for match in _PRONOUN.finditer(text) if match.start() not in expletives)
    return any(not _is_resolved(text, pronoun) for pronoun in pronouns)


def without_opening(text: str) -> str:
    """`text` without the leading "and" that joins it to the question before."""
    rest = OPENING.sub("", " ".join(text.split()))
    return rest[:1].upper() + rest[1:] if rest else text


def is_plural(noun: str) -> bool:
    """True if `noun` has the ending of a plural: "layers", not "corpus", "analysis" or "loss"."""
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))


def _is_resolved(text: str, pronoun: re.Match[str]) -> bool:
    """True if a clause before the pronoun's has a noun that agrees with it in number."""
    boundaries = [match.start() for match in _BOUNDARY.finditer(text, 0, pronoun.start())]
    if not boundaries:
        return False
    clause = tokenize(text[: boundaries[-1]]).tokens
    return any(_may_be_noun(token) and (pronoun["plural"] or not is_plural(token.text)) for token in clause)


def _may_be_noun(token: ClaimToken) -> bool:
    return token.content and token.lower not in _QUESTION_WORDS and token.stem not in VERB_STEMS
