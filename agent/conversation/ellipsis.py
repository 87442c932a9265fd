"""Follow-up questions made complete by the question before: "and for BiDAF?", "what about its batch size?", "why?"."""

from __future__ import annotations

import re

from ...indexes.subjects import PaperFacts, SubjectIndex, fold_name
from ...indexes.text.analysis import analyse
from ..answerers.facts.requested_facts import requested_facts
from ..answerers.several.mentions import find_mentions
from ..answerers.several.paper_selection import find_selection
from ..relevance.small_talk import is_small_talk
from ..verification.checks.grammar import VERB_STEMS
from .followup import OPENING, SYSTEMS, is_complete, is_plural, is_request, lacks_antecedent

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
_POSSESSIVE = re.compile(r"\b(?:its|their)\b(?: own)?", re.I)
_OWNED = re.compile(r"^(?:its|their)\b(?: own)? (?P<noun>.+)$", re.I)
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
# "What is BiDAF's batch size", "What is the batch size of BiDAF"
_PROPERTY = re.compile(
    r"^what (?:is|are|was|were) (?:(?P<owner>.+?)'s (?P<noun>.+)|(?:the )?(?P<of_noun>.+?) of (?P<of_owner>.+))$",
    re.I,
)
# "Why is BiDAF faster"
_REASON = re.compile(
    r"^(?:why|how|when|where) (?P<clause>(?:do|does|did|is|are|was|were|has|have|had) .+)$", re.I
)
_DEGREE = re.compile(r"^(?:by )?how (?:much|many|far|long|often)$", re.I)
_USED = re.compile(r"\bused?\b", re.I)
_OF_PAPER = re.compile(r"\b(?:this|that|the same|the) (?:paper|work)s?\b", re.I)
_THE_PAPER = re.compile(r"\bthe paper\b(?! (?:of|by|on|about|that|which|where|from|in|with|called)\b)", re.I)
_SOURCE = re.compile(
    r"^(?:(?:from )?(?:which|what) (?:papers?|articles?|works?|sources?|pages?)|where) (?:is|was|does|did) (?:that|this|it)"
    r"(?: (?:come|taken|quoted|printed|stated))?(?: (?:from|in|on))?$",
    re.I,
)
_DATA_SET = re.compile(r"(?:corp(?:us|ora)|data ?sets?|benchmarks?|treebanks?)$", re.I)
_DATA = re.compile(r" (?:on|in|for|with) ")
_NAME = re.compile(r"(?:^|\s)(?:[A-Z][\w+-]*|\w+[A-Z]\w*|\w+-?\d\w*)")
_LAST_OBJECT = re.compile(
    r"^(?P<before>.*\b(?:about|on|in|with|from|for|by|at|to|us(?:e|es|ed|ing)|appl(?:y|ies)|report)\s+)\S.*$",
    re.I,
)
_NO_NAME = frozenset(("et", "al", "and", "the", "paper", "of"))
_CONDITIONS = ("on", "with", "using")
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
    if requested_facts(text) and not find_mentions(text, index):
        text = _THE_PAPER.sub("this paper", text)
    if match := _BARE.match(text):
        return _bare_question(match["wh"], previous, _topic(previous, index), index)
    if find_selection(previous):
        return _reselected(text, previous)
    span = _topic_span(previous, index)
    topic = previous[slice(*span)] if span else paper
    if not span and not is_complete(text) and (condition := _other_condition(text, previous, 0)):
        return condition
    if not topic:
        return ""
    if lacks_antecedent(text):
        return _without_pronouns(text, previous, topic, index)
    if is_complete(text) or len(text.split()) > _LONGEST:
        has_subject = _NAME.search(text.partition(" ")[2]) or find_mentions(text, index)
        leads = text != plain and not is_request(text)
        return f"{_capitalized(text)}, in {topic}?" if leads and not has_subject else ""
    if _WH.match(text):
        return "" if find_mentions(text, index) else _other_attribute(text, previous, topic, index)
    if text == plain and text.split()[0].istitle() and not find_mentions(text, index):
        if " " not in text:  # a name or the first word of a question
            return ""
        text = text[:1].lower() + text[1:]
    return _replaced(text, previous, span, topic, index) if analyse(text) else ""


def without_lead(text: str) -> str:
    """`text` without what joins it to the question before: "and", "what about", "same for"."""
    return _ABOUT.sub("", OPENING.sub("", text))


def asks_for_paper(question: str) -> bool:
    """True if `question` asks for the record of a paper that it does not name: "who wrote it?", "when was that published?"."""
    if requested_facts(question) and _THE_PAPER.search(question):
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


def asks_for_source(question: str) -> bool:
    """True if `question` asks where the last answer is from: "which paper is that from?"."""
    return bool(_SOURCE.match(OPENING.sub("", question.strip()).rstrip("?. !")))


def is_bare(question: str) -> bool:
    """True if `question` is a question word about the answer before: "why?", "how so?"."""
    return bool(_BARE.match(OPENING.sub("", question.strip()).rstrip("?. !")))


def _asks_for_data(question: str) -> bool:
    """True if `question` asks which data set: "it" is then more likely to stand for the data than for the paper named."""
    match = _ASKS_FOR.match(question)
    return bool(match and _DATA_SET.search(match["noun"]))


def _topic_span(question: str, index: SubjectIndex) -> tuple[int, int] | None:
    """From the first to the last paper that the last clause of `question` names, without data or a verb behind the last, and
    without what is asked for; None if it names none."""
    mentions = find_mentions(question, index)
    if not mentions:
        return None
    last = mentions[-1]
    mentions = [each for each in mentions if not is_complete(f"x {question[each.end : last.start]}")]
    words = _DATA.split(question[last.start : last.end])[0].split()
    while len(words) > 1 and words[-1].islower() and not last.terms.intersection(analyse(words[-1])):
        words.pop()
    asks = _ASKS_FOR.match(question)
    start, end = mentions[0].start, last.start + len(" ".join(words))
    return max(start, asks.start("rest")) if asks and asks.start("rest") < end else start, end


def _topic(question: str, index: SubjectIndex) -> str:
    span = _topic_span(question, index)
    return question[slice(*span)] if span else ""


def _bare_question(word: str, previous: str, topic: str, index: SubjectIndex) -> str:
    """ "Why?" of what `previous` asks for: "Why does BiDAF use this size?"; "" if it has another form."""
    word = word.casefold().removesuffix(" so")
    wh = "Why" if word in ("how come", "what for") else _capitalized(word)
    plain = previous.rstrip("?. ")
    if wh == "When" and topic and requested_facts(previous):
        return f"When was {_paper_of(topic, index, of_paper=True)} published?"
    if (has := _PROPERTY.match(plain)) and not lacks_antecedent(previous):
        noun, owner = has["noun"] or has["of_noun"], has["owner"] or has["of_owner"]
        return f"{wh} does {owner} use {'these' if is_plural(noun) else 'this'} {noun}?"
    match = _ASKS_FOR.match(plain)
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


def _without_pronouns(text: str, previous: str, topic: str, index: SubjectIndex) -> str:
    """`text` about `topic`, or about its paper where it asks for that; "they" are the authors of a single paper. "" for another
    pronoun, or one that may stand for the data that `previous` asks for."""
    of_paper = bool(_OF_PAPER.search(text) or requested_facts(text))
    replaceable = _POSSESSIVE.search(text) or _PRONOUN.search(text)  # unlike "the same authors"
    if not replaceable or (_asks_for_data(previous) and not _OF_PAPER.search(text)):
        return ""
    name = _paper_of(topic, index, of_paper=of_paper)
    if name != topic:
        text = _OWNED.sub(lambda match: f"the {match['noun']} of {name}", text)
    owner = topic if topic.endswith("'s") else f"{topic}'s"
    question = _POSSESSIVE.sub(lambda _: owner, text)
    if len(find_mentions(topic, index)) == 1:
        question = _THEY.sub(lambda _: f"the authors of {topic}", question)
    question = _PRONOUN.sub(lambda _: name, question)
    if not _INTERROGATIVE.match(question) and not is_request(question):
        noun = question.partition(" of ")[0] if name != topic else question
        question = f"What {_be(noun)} {question}"
    return f"{_capitalized(question)}?"


def _paper_of(topic: str, index: SubjectIndex, *, of_paper: bool) -> str:
    """A noun phrase for the paper that `topic` names by its authors, along with other words if `of_paper`; else `topic`."""
    mentions = find_mentions(topic, index)
    if len(mentions) != 1:
        return topic
    paper = index.papers[index.places[mentions[0].paper_id]]
    surnames = {word for author in paper.authors for word in fold_name(author).split()[-1:]}
    words = [word for word in fold_name(topic).split() if word not in _NO_NAME and not word.isdigit()]
    by_authors = [word in surnames for word in words]
    if any(by_authors) and (of_paper or all(by_authors)):
        return describe_paper(paper.id, index)
    return topic


def describe_paper(paper_id: str, index: SubjectIndex) -> str:
    """A noun phrase that names one paper: "the paper of Falk et al. 2021", else its title in quotation marks."""
    paper = index.papers[index.places[paper_id]]
    cited = [_short_citation(each) for each in index.papers]
    own = _short_citation(paper)
    return f"the paper of {own}" if own and cited.count(own) == 1 else f'"{paper.title}"'


def _short_citation(paper: PaperFacts) -> str:
    """ "Falk 2021", "Falk and Ek 2021" or "Falk et al. 2021"; "" for a paper without authors or year."""
    if not paper.authors or paper.year is None:
        return ""
    names = [author.split()[-1] for author in paper.authors if author.split()]
    if not names:
        return ""
    both = " and ".join(names) if len(names) < 3 else f"{names[0]} et al."
    return f"{both} {paper.year}"


def _other_attribute(text: str, previous: str, topic: str, index: SubjectIndex) -> str:
    """The question for the attribute `text` ("how many layers", "which optimizer", "learning rate") of the topic of `previous`,
    in the words of `previous` where they fit."""
    plain = previous.rstrip("?. ")
    if _DEGREE.match(text) and (reason := _REASON.match(plain)):
        return f"{_capitalized(text)} {reason['clause']}?"
    wh, asks = _WH.match(text), _ASKS_FOR.match(plain)
    counts = bool(re.match(r"how many\b", text, re.I)) if wh else is_plural(text)
    if asks and topic in asks["rest"]:
        clause = f"{asks['auxiliary']} {asks['rest']}?"
        if asks["many"] and counts:
            return f"{_capitalized(text)} {clause}" if wh else f"How {asks['many']} {text} {clause}"
        if not asks["many"] and _USED.search(asks["rest"]) and not (wh and counts):
            return f"{_capitalized(text)} {clause}" if wh else f"What {text} {clause}"
    if wh:
        several = len(find_mentions(topic, index)) > 1
        return f"{_capitalized(text)} {'do' if several else 'does'} {topic} {'have' if counts else 'use'}?"
    return f"What {_be(text)} the {text} of {topic}?"


def _other_condition(text: str, previous: str, start: int) -> str:
    """`previous` with the condition `text` ("on SQuAD") in place of the one with the same preposition behind `start`; "" if it
    has none."""
    match = _PREPOSITION.match(text)
    if match is None or match["word"].casefold() not in _CONDITIONS:
        return ""
    pattern = rf"\b{match['word']} (?P<old>[^,;?]+?)(?=[,;?]|\.?$| (?:of|for|in|by)\b)"
    same = re.compile(pattern, re.I).search(previous, start)
    return f"{previous[: same.start('old')]}{match['rest']}{previous[same.end('old') :]}" if same else ""


def _be(noun: str) -> str:
    return "are" if is_plural(noun) else "is"


def _replaced(text: str, previous: str, span: tuple[int, int] | None, topic: str, index: SubjectIndex) -> str:
    """`previous` with `text` in place of its topic at `span` or of the phrase behind the same preposition, else a question for
    the attribute `text` of the topic."""
    match = _PREPOSITION.match(text)
    word, rest = (match["word"].casefold(), match["rest"]) if match else ("", text)
    if word in _CONDITIONS and span:
        return _other_condition(text, previous, span[1]) or f"{previous.rstrip('?. ')} {word} {rest}?"
    if find_mentions(rest, index) or _NAME.search(rest):
        name = _DETERMINER.sub("", rest).removesuffix("'s")
        return f"{previous[: span[0]]}{name}{previous[span[1] :]}" if span else ""
    return "" if word else _other_attribute(_DETERMINER.sub("", rest), previous, topic, index)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
