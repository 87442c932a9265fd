"""Follow-up questions made complete by the question before: "and for BiDAF?", "what about its batch size?", "why?"."""

from __future__ import annotations

import re

from ...indexes.subjects import SubjectIndex
from ...indexes.text.analysis import analyse
from ..answerers.several.mentions import find_mentions
from ..answerers.several.paper_selection import find_selection
from ..relevance.small_talk import is_small_talk
from ..verification.checks.grammar import VERB_STEMS
from .followup import OPENING, SYSTEMS, is_complete, is_plural, is_request, lacks_antecedent

_ABOUT = re.compile(r"^(?:(?:what|how) about|what of)\s+", re.I)
_BARE = re.compile(
    r"^(?P<wh>why|how|when|where|how so|how come|what for)(?: (?:not|so|exactly|is|was|are|were|that|this|it|they))*$",
    re.I,
)
_WH = re.compile(
    r"^(?:(?:at|in|on|by|with|for|from|to) )?(?:which|what|whose|how (?:many|much|large|big|long|deep))\b",
    re.I,
)
_PREPOSITION = re.compile(r"^(?P<word>for|of|in|with|by|from|on|at|using)\s+(?P<rest>.+)$", re.I)
_DETERMINER = re.compile(r"^(?:the|its|their|an?|this|that)\s+", re.I)
_POSSESSIVE = re.compile(r"\b(?:its|their)\b(?: own)?", re.I)
_THEY = re.compile(r"\bthey\b", re.I)
_PRONOUN = re.compile(rf"\b(?:it|they|them|(?:this|that|these|those|the same) (?:{SYSTEMS}))\b", re.I)
_INTERROGATIVE = re.compile(
    r"^(?:\w+ )?(?:which|what|who|whose|whom|how|why|when|where)\b|^(?:do|does|did|is|are|was|were|has|have|had|can|could)\b",
    re.I,
)
# "What batch size does BiDAF use", "How many units does BiDAF have"
_ASKS_FOR = re.compile(
    r"^(?:what|which|how (?P<many>many|much)) (?P<noun>.+?) "
    r"(?P<auxiliary>do|does|did|is|are|was|were|has|have|had) (?P<rest>.+)$",
    re.I,
)
_DATA_SET = re.compile(r"(?:corp(?:us|ora)|data ?sets?|benchmarks?|treebanks?)$", re.I)
_DATA = re.compile(r" (?:on|in|for|with) ")
_NAME = re.compile(r"(?:^|\s)(?:[A-Z][\w+-]*|\w+[A-Z]\w*|\w+-?\d\w*)")
_LAST_OBJECT = re.compile(
    r"^(?P<before>.*\b(?:about|on|in|with|from|for|by|at|to|us(?:e|es|ed|ing)|appl(?:y|ies)|report)\s+)\S.*$",
    re.I,
)
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
    text = _ABOUT.sub("", OPENING.sub("", plain))
    if match := _BARE.match(text):
        return _bare_question(match["wh"], previous)
    if find_selection(previous):
        return _reselected(text, previous)
    topic = _topic_span(previous, index)
    if topic is None:
        return ""
    if lacks_antecedent(text):
        replaceable = _POSSESSIVE.search(text) or _PRONOUN.search(text)  # unlike "the same authors"
        if not replaceable or _asks_for_data(previous):
            return ""
        return _without_pronouns(text, previous[slice(*topic)], index)
    if is_complete(text) or len(text.split()) > _LONGEST:
        has_subject = _NAME.search(text.partition(" ")[2]) or find_mentions(text, index)
        leads = text != plain and not is_request(text)
        return f"{_capitalized(text)}, in {previous[slice(*topic)]}?" if leads and not has_subject else ""
    if _WH.match(text):
        return "" if find_mentions(text, index) else f"{_capitalized(text)} for {previous[slice(*topic)]}?"
    if text == plain and text.split()[0].istitle() and not find_mentions(text, index):
        if " " not in text:  # a name or the first word of a question
            return ""
        text = text[:1].lower() + text[1:]
    return _replaced(text, previous, topic, index) if analyse(text) else ""


def _reselected(text: str, previous: str) -> str:
    """`previous`, a question for papers that do something, with the name `text` in place of what they do it with."""
    match = _PREPOSITION.match(text)
    name = match["rest"] if match else text
    replaced = _LAST_OBJECT.match(previous.rstrip("?. "))
    if not replaced or is_complete(text) or lacks_antecedent(text) or not _NAME.search(name):
        return ""
    return f"{replaced['before']}{name}?"


def is_bare(question: str) -> bool:
    """True if `question` is a question word about the answer before: "why?", "how so?"."""
    return bool(_BARE.match(OPENING.sub("", question.strip()).rstrip("?. !")))


def _asks_for_data(question: str) -> bool:
    """True if `question` asks which data set: "it" is then more likely to stand for the data than for the paper named."""
    match = _ASKS_FOR.match(question)
    return bool(match and _DATA_SET.search(match["noun"]))


def _topic_span(question: str, index: SubjectIndex) -> tuple[int, int] | None:
    """From the first to the last paper that the last clause of `question` names, without data or a verb behind the last; None if
    it names none."""
    mentions = find_mentions(question, index)
    if not mentions:
        return None
    last = mentions[-1]
    mentions = [each for each in mentions if not is_complete(f"x {question[each.end : last.start]}")]
    words = _DATA.split(question[last.start : last.end])[0].split()
    while len(words) > 1 and words[-1].islower() and not last.terms.intersection(analyse(words[-1])):
        words.pop()
    return mentions[0].start, last.start + len(" ".join(words))


def _bare_question(word: str, previous: str) -> str:
    """ "Why?" of what `previous` asks for: "Why does BiDAF use this size?"; "" if it has another form."""
    word = word.casefold().removesuffix(" so")
    wh = "Why" if word in ("how come", "what for") else _capitalized(word)
    match = _ASKS_FOR.match(previous.rstrip("?. "))
    if match is None or lacks_antecedent(previous):
        return ""
    auxiliary, words, noun = match["auxiliary"].casefold(), match["rest"].split(), match["noun"]
    determiner = f"this {match['many']}" if match["many"] else "these" if is_plural(noun) else "this"
    asked = f"{determiner} {noun}"
    verbs = [at for at, each in enumerate(words) if each == "have" or VERB_STEMS.intersection(analyse(each))]
    if not verbs:
        return ""
    is_do = auxiliary in ("do", "does", "did")
    if not is_do and not verbs[0]:  # "used for BiDAF": what is asked for is the subject
        return f"{wh} {auxiliary} {asked} {match['rest']}?"
    if verbs[-1] == len(words) - 1 or _PREPOSITION.match(f"{words[-1]} x"):
        return f"{wh} {auxiliary} {match['rest']} {asked}?"
    if not is_do:
        return ""
    behind = verbs[-1] + 1
    return f"{wh} {auxiliary} {' '.join(words[:behind])} {asked} {' '.join(words[behind:])}?"


def _without_pronouns(text: str, name: str, index: SubjectIndex) -> str:
    """`text` about `name`; "they" are the authors of a single paper."""
    owner = name if name.endswith("'s") else f"{name}'s"
    question = _POSSESSIVE.sub(lambda _: owner, text)
    if len(find_mentions(name, index)) == 1:
        question = _THEY.sub(lambda _: f"the authors of {name}", question)
    question = _PRONOUN.sub(lambda _: name, question)
    if not _INTERROGATIVE.match(question) and not is_request(question):
        verb = "are" if is_plural(question) else "is"
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
