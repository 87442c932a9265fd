"""Follow-up questions made complete by the question before: "and for BiDAF?", "what about its batch size?", "why?"."""

from __future__ import annotations

import re

from ...indexes.subjects import SubjectIndex
from ...indexes.text.analysis import analyse
from ..answerers.several.mentions import find_mentions
from ..relevance.question_terms import statement_text
from ..relevance.small_talk import is_small_talk

_ABOUT = re.compile(r"^(?:(?:what|how) about|what of)\s+", re.I)
_BARE = re.compile(
    r"^(?P<wh>why|how|when|where|how so|how come|what for)(?: (?:not|so|exactly|is|was|are|were|that|this|it|they))*$",
    re.I,
)
_VERB = re.compile(
    r"\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|uses?|used|takes?|took|gets?|got|gives?|reach\w*|"
    r"works?|need\w*|train(?:s|ed)|report\w*|perform\w*|achiev\w+|compare[sd]?|differ\w*)\b",
    re.I,
)
_WH = re.compile(
    r"^(?:(?:at|in|on|by|with|for|from|to) )?(?:which|what|whose|how (?:many|much|large|big|long|deep))\b",
    re.I,
)
_PREPOSITION = re.compile(r"^(?P<word>for|of|in|with|by|from|on|at|using)\s+(?P<rest>.+)$", re.I)
_DETERMINER = re.compile(r"^(?:the|its|their|an?|this|that)\s+", re.I)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b(?: own)?", re.I)
# "Does it cost a lot to build": "it" stands for what follows.
_EXPLETIVE = re.compile(r"\bit (?:costs?|takes?|took|is|was)\b[^?]*\bto\b", re.I)
_PRONOUN = re.compile(
    r"\b(?:it|they|them|(?:this|that|these|those|the same) (?:papers?|methods?|models?|approach(?:es)?|systems?|works?|networks?|"
    r"algorithms?|architectures?))\b",
    re.I,
)
_OPENING = re.compile(r"^(?:and|but|so|also|then)\b[,\s]*", re.I)
_INTERROGATIVE = re.compile(
    r"^(?:\w+ )?(?:which|what|who|whose|whom|how|why|when|where)\b|^(?:do|does|did|is|are|was|were|has|have|had|can|could)\b",
    re.I,
)
# "What batch size does BiDAF use"
_ASKS_FOR = re.compile(
    r"^(?:what|which) (?P<noun>.+?) (?P<auxiliary>do|does|did|is|are|was|were|has|have|had) (?P<rest>.+)$",
    re.I,
)
_DATA = re.compile(r" (?:on|in|for|with) ")
_NAME = re.compile(r"(?:^|\s)(?:[A-Z][\w+-]*|\w+[A-Z]\w*|\w+-?\d\w*)")
_LONGEST = 7  # words of a question without a verb that leans on the one before


def complete_question(followup: str, previous: str, index: SubjectIndex) -> str:
    """`followup` as a question by itself, with what it leaves out taken from `previous`; "" if it leaves nothing out that
    `previous` has.

    Papers are the topic: those that `previous` names are what pronouns stand for, what another name replaces, and what a question
    without a verb is about.
    """
    plain = " ".join(followup.split()).rstrip("?. !")
    if is_small_talk(followup) or not plain:
        return ""
    text = _OPENING.sub("", plain)
    leads = text != plain
    text = _ABOUT.sub("", text)
    if match := _BARE.match(text):
        return _bare_question(match["wh"], previous)
    topic = _topic_span(previous, index)
    if topic is None:
        return ""
    name = previous[slice(*topic)]
    if _POSSESSIVE.search(text) or (_PRONOUN.search(text) and not _EXPLETIVE.search(text)):
        return _without_pronouns(text, name)
    if _VERB.search(text) or len(text.split()) > _LONGEST:
        has_subject = _NAME.search(text.partition(" ")[2]) or find_mentions(text, index)
        return f"{_capitalized(text)}, in {name}?" if leads and not has_subject else ""
    if _WH.match(text):
        return "" if find_mentions(text, index) else f"{_capitalized(text)} for {name}?"
    return _replaced(text, previous, topic, index)


def _topic_span(question: str, index: SubjectIndex) -> tuple[int, int] | None:
    """From the first to the last paper that `question` names, without data or a verb behind the last; None if it names none."""
    mentions = find_mentions(question, index)
    if not mentions:
        return None
    last = mentions[-1]
    words = _DATA.split(question[last.start : last.end])[0].split()
    while len(words) > 1 and words[-1].islower() and not last.terms.intersection(analyse(words[-1])):
        words.pop()
    return mentions[0].start, last.start + len(" ".join(words))


def _bare_question(word: str, previous: str) -> str:
    """ "Why?" of what `previous` asks for: "Why does BiDAF use this size?"."""
    word = word.casefold().removesuffix(" so")
    wh = "Why" if word in ("how come", "what for") else _capitalized(word)
    if match := _ASKS_FOR.match(previous.rstrip("?. ")):
        return f"{wh} {match['auxiliary']} {match['rest']} this {match['noun']}?"
    return f"{wh} {statement_text(previous).rstrip('?. ')}?"


def _without_pronouns(text: str, name: str) -> str:
    owner = name if name.endswith("'s") else f"{name}'s"
    question = _POSSESSIVE.sub(lambda _: owner, text)
    question = _PRONOUN.sub(lambda _: name, question)
    if not _INTERROGATIVE.match(question):
        verb = "are" if re.search(r"[^s]s$", question) else "is"
        question = f"What {verb} {question}"
    return f"{_capitalized(question)}?"


def _replaced(text: str, previous: str, topic: tuple[int, int], index: SubjectIndex) -> str:
    """`previous` with `text` in place of its topic or of the phrase behind the same preposition, else a question for `text` about
    the same topic."""
    match = _PREPOSITION.match(text)
    word, rest = (match["word"].casefold(), match["rest"]) if match else ("", text)
    start, end = topic
    if word in ("on", "with", "using"):
        same = re.compile(rf"\b{word} (?P<old>[^,;?]+?)(?=[,;?]|\.?$| (?:of|for|in|by)\b)").search(
            previous, end
        )
        if same:
            return f"{previous[: same.start('old')]}{rest}{previous[same.end('old') :]}"
        return f"{previous.rstrip('?. ')} {word} {rest}?"
    if find_mentions(rest, index) or _NAME.search(rest):
        return f"{previous[:start]}{_DETERMINER.sub('', rest)}{previous[end:]}"
    return "" if word else f"What is the {_DETERMINER.sub('', rest)} of {previous[start:end]}?"


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
