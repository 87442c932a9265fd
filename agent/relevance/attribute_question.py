"""One wording for every question for an attribute of a named paper: "X's batch size", "batch size in X?" and "which batch size was used
by X" all become "What batch size does X use?", so that they are read alike."""

from __future__ import annotations

import re
from collections.abc import Collection

from ...indexes.text.analysis import analyse
from ...papers.captions import FIGURE_LABEL
from .function_words import AUXILIARIES, PREPOSITIONS, QUESTION_WORDS
from .question_terms import GENERIC

_MOST_WORDS = 5  # of an attribute
_MOST_OF_NAME = 0.5  # share of a phrase's terms that name a paper, from which a short question is about it
_WORD = rf"(?!(?:{PREPOSITIONS}|{AUXILIARIES}|{QUESTION_WORDS}|and|or|the|an?)\b)[\w/.+-]+"
_WORDS = rf"{_WORD}(?: {_WORD}){{0,{_MOST_WORDS - 1}}}?"
_ATTRIBUTE = rf"(?P<asked>{_WORDS})"
_COUNTED = rf"(?P<asked>(?:(?:number|amount|size|type|kind|length|share|proportion)s? of )?{_WORDS})"
_ASKS = r"(?P<asks>(?:what|which)(?:['’]s| is| was| are| were) |whats )?(?:the )?"
_USED = r"(?:used|employed|chosen|adopted|applied|set)"
_PAPER = r"(?:the )?(?P<paper>[^,;:?]+?)"
_OWNER = rf"(?:the )?(?P<paper>(?:(?!\b(?:{PREPOSITIONS})\b)[^,;:?])+?)"
_WORDINGS = tuple(
    re.compile(rf"^{wording}\W*$", re.IGNORECASE)
    for wording in (
        rf"{_ASKS}{_OWNER}(?:['’]s|(?<=s)['’]) {_ATTRIBUTE}",
        rf"{_ASKS}{_COUNTED} (?:{_USED} (?:by|in|for)|of|in|for|from|by) {_PAPER}",
        rf"(?P<asks>what|which) {_ATTRIBUTE} (?:is|was|are|were) {_USED} (?:by|in|for) {_PAPER}",
    )
)
# Words within the name of a paper.
_LINK = re.compile(r"and|&|et|al\.?,?|paper|\(?(?:19|20)\d\d\)?|the", re.IGNORECASE)
_PREPOSITION = re.compile(rf"\b(?:{PREPOSITIONS})\b", re.IGNORECASE)
_QUESTION = re.compile(rf"\b(?:{QUESTION_WORDS}|{AUXILIARIES})\b", re.IGNORECASE)
_RECORDED = {
    "author": "Who are the authors of",
    "authors": "Who are the authors of",
    "year": "In what year was",
    "publication year": "In what year was",
    "venue": "Where was",
}
# What is reached, measured or said, which nobody "uses".
_STATED = re.compile(
    r"\b(?:accura\w+|f-?1|f-?(?:score|measure)s?|scores?|precision|recall|perplexit\w+|bleu|rouge|errors?|error rates?|kappa|auc|map|mrr|correlations?|"
    r"agreement|results?|wer|performance|findings?|conclusions?|contributions?|limitations?|goals?|aims?|purpose|motivation|ideas?|"
    r"definition|authors?|titles?|venue|year|abstract|durations?|length|time|cost|complexity|speed|names?|roles?|meanings?)$",
    re.IGNORECASE,
)


def with_plain_wording(question: str, naming: Collection[str]) -> str:
    """The question for an attribute in its one wording, `naming` being the terms by which it names its paper; any other question as
    it is."""
    text = " ".join(question.split())
    if not naming or FIGURE_LABEL.search(text):
        return question
    for wording in _WORDINGS:
        match = wording.match(text)
        if not match or not _is_attribute(match["asked"]):
            continue
        share = _naming_share(match["paper"], naming)
        is_part = match["asks"] or _PREPOSITION.search(match["paper"])  # "the gate in BiDAF"
        if share == 1.0 or (share >= _MOST_OF_NAME and not is_part):
            return _ask(match["asked"].strip(), match["paper"].strip())
    return _ask_behind_name(text, naming) or question


def _ask(asked: str, paper: str) -> str:
    if recorded := _RECORDED.get(asked.casefold()):
        return f"{recorded} {paper}{' published' if recorded.endswith('was') else ''}?"
    if _STATED.search(asked):
        return f"What is the {asked} of {paper}?"
    if counted := re.match(r"(?:number|amount)s? of ", asked, re.IGNORECASE):
        return f"How many {asked[counted.end() :]} does {paper} use?"
    return f"What {asked} does {paper} use?"


def _ask_behind_name(text: str, naming: Collection[str]) -> str:
    """The question of "BiDAF batch size", the name and then the attribute; "" for any other."""
    words = text.rstrip(" ?.!").split()
    if _QUESTION.search(text):
        return ""
    size = 0
    for place, word in enumerate(words, 1):
        if (terms := analyse(word)) and set(terms) <= set(naming):
            size = place
        elif not _LINK.fullmatch(word):
            break
    asked = " ".join(words[size:])
    is_attribute = re.fullmatch(_ATTRIBUTE, asked, re.IGNORECASE) and _is_attribute(asked)
    return _ask(asked, " ".join(words[:size])) if size and is_attribute else ""


def _naming_share(phrase: str, naming: Collection[str]) -> float:
    """Share of the terms of `phrase` that name the paper, words such as "paper" and "model" left out; 0 if it is a question."""
    terms = [term for term in analyse(phrase) if term not in GENERIC]
    if not terms or _QUESTION.search(phrase):
        return 0.0
    return sum(term in naming for term in terms) / len(terms)


def _is_attribute(asked: str) -> bool:
    """True if the words `asked` mean something by themselves: "batch size", "year", not "use"."""
    return asked.strip().casefold() in _RECORDED or not set(analyse(asked)) <= GENERIC
