"""Follow-up questions made complete by the question before: "and for BiDAF?", "what about its batch size?", "why?"."""

from __future__ import annotations

import re

from ...indexes.subjects import SubjectIndex
from ...indexes.text.analysis import analyse
from ..answerers.facts.requested_facts import Fact, requested_facts
from ..answerers.several.selection_forms import find_selection
from ..relevance.small_talk import is_small_talk
from .followup import OPENING, SYSTEMS, is_complete, is_request, lacks_antecedent
from .named_papers import find_named_papers
from .question_form import be, parse_form
from .topic import find_topic, name_paper

_ABOUT = re.compile(
    r"^(?:(?:(?:what|how) about|what of)\s+|(?:the )?same (?:question )?(?=(?:for|in|on|with)\b))", re.I
)
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
_POSSESSIVE = re.compile(r"\b(?:its|their|his|her)\b(?: own)?", re.I)
_OWNED = re.compile(r"^(?:its|their|his|her)\b(?: own)? (?P<noun>.+)$", re.I)
_DO_THEY = re.compile(r"\bdo they\b", re.I)
_THEY = re.compile(r"\bthey\b", re.I)
_PRONOUN = re.compile(rf"\b(?:it|they|them|(?:this|that|these|those|the same) (?:{SYSTEMS}))\b", re.I)
_INTERROGATIVE = re.compile(
    r"^(?:\w+ )?(?:which|what|who|whose|whom|how|why|when|where)\b|^(?:do|does|did|is|are|was|were|has|have|had|can|could)\b",
    re.I,
)
_OF_PAPER = re.compile(r"\b(?:this|that|the same|the) (?:paper|work)s?\b", re.I)
_THE_PAPER = re.compile(r"\bthe paper\b(?! (?:of|by|on|about|that|which|where|from|in|with|called)\b)", re.I)
_SOURCE = re.compile(
    r"^(?:(?:from )?(?:which|what) (?:papers?|articles?|works?|sources?|pages?)|where) (?:is|was|does|did) (?:that|this|it)"
    r"(?: (?:come|taken|quoted|printed|stated))?(?: (?:from|in|on))?$",
    re.I,
)
_NAME = re.compile(r"(?:^|\s)(?:[A-Z][\w+-]*|\w+[A-Z]\w*|\w+-?\d\w*)")
_LAST_OBJECT = re.compile(
    r"^(?P<before>.*\b(?:about|on|in|with|from|for|by|at|to|us(?:e|es|ed|ing)|appl(?:y|ies)|report)\s+)\S.*$",
    re.I,
)
_CONDITIONS = ("on", "with", "using")
# Facts that a question may ask for without a word for the paper that has them.
_OF_ONE_PAPER: frozenset[Fact] = frozenset({"affiliation", "emails", "authors", "venue", "year"})
_LONGEST = 7  # words of a question without a verb that leans on the one before


def complete_question(followup: str, previous: str, index: SubjectIndex, paper: str = "") -> str:
    """`followup` as a question by itself, with what it leaves out taken from `previous`; "" if it leaves nothing out that
    `previous` has.

    Papers are the topic: those that `previous` names are what pronouns stand for, what another name replaces, and what a question
    without a verb is about. Where it names none, that is `paper`, a noun phrase, "" if it is not known.
    """
    plain = " ".join(followup.split()).rstrip("?. !")
    if is_small_talk(followup) or not plain:
        return ""
    text = without_lead(plain)
    if requested_facts(text) and not find_named_papers(text, index):
        text = _THE_PAPER.sub("this paper", text)
    if match := _BARE.match(text):
        return _bare_question(match["wh"], previous, index)
    if find_selection(previous):
        return _reselected(text, previous)
    span = find_topic(previous, index)
    topic = previous[slice(*span)] if span else paper
    if not span and not is_complete(text) and (condition := _other_condition(text, previous, 0)):
        return condition
    if not topic:
        return ""
    if lacks_antecedent(text):
        return _without_pronouns(text, previous, topic, index)
    counts = parse_form(previous).many and text != plain  # "how many papers ...?", "and authors?"
    if asks_for_own_record(text, index) and not counts:
        return f"{_capitalized(text)} of {name_paper(topic, index, of_paper=True)}?"
    if is_complete(text) or len(text.split()) > _LONGEST:
        has_subject = _NAME.search(text.partition(" ")[2]) or find_named_papers(text, index)
        leads = text != plain and not is_request(text)
        return f"{_capitalized(text)}, in {topic}?" if leads and not has_subject else ""
    if _WH.match(text):
        return "" if find_named_papers(text, index) else _other_attribute(text, previous, topic, index)
    if text == plain and text.split()[0].istitle() and not find_named_papers(text, index):
        if " " not in text:  # a name or the first word of a question
            return ""
        text = text[:1].lower() + text[1:]
    return _replaced(text, previous, span, topic, index) if analyse(text) else ""


def without_lead(text: str) -> str:
    """`text` without what joins it to the question before: "and", "what about", "same for"."""
    return _ABOUT.sub("", OPENING.sub("", text))


def asks_for_own_record(question: str, index: SubjectIndex) -> bool:
    """True if `question` asks in a few words for facts of one paper's record and names nothing: "who are the authors?"."""
    facts = requested_facts(question) if len(question.split()) <= _LONGEST else ()
    named = find_named_papers(question, index) or _NAME.search(question.partition(" ")[2])
    return bool(facts) and _OF_ONE_PAPER.issuperset(facts) and not (named or find_selection(question))


def asks_for_paper(question: str, index: SubjectIndex) -> bool:
    """True if `question` asks for the record of a paper that it does not name: "who wrote it?", "when was that published?"."""
    if (requested_facts(question) and _THE_PAPER.search(question)) or asks_for_own_record(question, index):
        return True
    return bool(_OF_PAPER.search(question) or requested_facts(question)) and lacks_antecedent(question)


def _reselected(text: str, previous: str) -> str:
    """`previous`, a question for papers that do something, with the name `text` in place of what they do it with."""
    match = _PREPOSITION.match(text)
    name = match["rest"] if match else text
    replaced = _LAST_OBJECT.match(previous.rstrip("?. "))
    if not replaced or is_complete(text) or lacks_antecedent(text) or not _NAME.search(name):
        return ""
    return f"{replaced['before']}{name}?"


def find_slot(text: str, previous: str) -> str:
    """`previous` with the condition `text` ("on SQuAD") in place of its own with the same preposition; "" if it has none."""
    return _other_condition(without_lead(" ".join(text.split()).rstrip("?. !")), previous, 0)


def asks_for_source(question: str) -> bool:
    """True if `question` asks where the last answer is from: "which paper is that from?"."""
    return bool(_SOURCE.match(OPENING.sub("", question.strip()).rstrip("?. !")))


def is_bare(question: str) -> bool:
    """True if `question` is a question word about the answer before: "why?", "how so?"."""
    return bool(_BARE.match(OPENING.sub("", question.strip()).rstrip("?. !")))


def _bare_question(word: str, previous: str, index: SubjectIndex) -> str:
    """ "Why?" of what `previous` asks for: "Why does BiDAF use this size?"; "" if it has another form."""
    word = word.casefold().removesuffix(" so")
    wh = "Why" if word in ("how come", "what for") else _capitalized(word)
    span = find_topic(previous, index)
    if wh == "When" and span and requested_facts(previous):
        return f"When was {name_paper(previous[slice(*span)], index, of_paper=True)} published?"
    return "" if lacks_antecedent(previous) else parse_form(previous).ask_why(wh)


def _without_pronouns(text: str, previous: str, topic: str, index: SubjectIndex) -> str:
    """`text` about `topic`, or about its paper where it asks for that; "they" are the authors of a single paper. "" for another
    pronoun, or one that may stand for the data that `previous` asks for."""
    of_paper = bool(_OF_PAPER.search(text) or requested_facts(text))
    replaceable = _POSSESSIVE.search(text) or _PRONOUN.search(text)  # unlike "the same authors"
    if not replaceable or (parse_form(previous).asks_for_data and not _OF_PAPER.search(text)):
        return ""
    name = name_paper(topic, index, of_paper=of_paper)
    if name != topic:
        text = _OWNED.sub(lambda match: f"the {match['noun']} of {name}", text)
    owner = topic if topic.endswith("'s") else f"{topic}'" if topic.endswith("s") else f"{topic}'s"
    question = _POSSESSIVE.sub(lambda _: owner, text)
    if len(find_named_papers(topic, index)) == 1:
        question = _DO_THEY.sub(lambda _: f"does {topic}", question)
        question = _THEY.sub(lambda _: f"the authors of {topic}", question)
    question = _PRONOUN.sub(lambda _: name, question)
    if not _INTERROGATIVE.match(question) and not is_request(question):
        noun = question.partition(" of ")[0] if name != topic else question
        question = f"What {be(noun)} {question}"
    return f"{_capitalized(question)}?"


def _other_condition(text: str, previous: str, start: int) -> str:
    """`previous` with the condition `text` ("on SQuAD") in place of the one with the same preposition behind `start`; "" if it
    has none."""
    match = _PREPOSITION.match(text)
    if match is None or match["word"].casefold() not in _CONDITIONS:
        return ""
    pattern = rf"\b{match['word']} (?P<old>[^,;?]+?)(?=[,;?]|\.?$| (?:of|for|in|by)\b)"
    same = re.compile(pattern, re.I).search(previous, start)
    return f"{previous[: same.start('old')]}{match['rest']}{previous[same.end('old') :]}" if same else ""


def _other_attribute(text: str, previous: str, topic: str, index: SubjectIndex) -> str:
    """The question for the attribute `text` ("how many layers", "which optimizer", "learning rate") of this topic."""
    several = len(find_named_papers(topic, index)) > 1
    return parse_form(previous).ask_for(text, topic, several=several, wh=bool(_WH.match(text)))


def _replaced(text: str, previous: str, span: tuple[int, int] | None, topic: str, index: SubjectIndex) -> str:
    """`previous` with `text` in place of its topic at `span` or of the phrase behind the same preposition, else a question for
    the attribute `text` of the topic."""
    match = _PREPOSITION.match(text)
    word, rest = (match["word"].casefold(), match["rest"]) if match else ("", text)
    if word in _CONDITIONS and span:
        return _other_condition(text, previous, span[1]) or f"{previous.rstrip('?. ')} {word} {rest}?"
    if find_named_papers(rest, index) or _NAME.search(rest):
        name = _DETERMINER.sub("", rest).removesuffix("'s")
        return f"{previous[: span[0]]}{name}{previous[span[1] :]}" if span else ""
    return "" if word else _other_attribute(_DETERMINER.sub("", rest), previous, topic, index)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
