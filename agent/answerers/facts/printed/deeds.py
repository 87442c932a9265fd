"""Deeds of others for the authors of a paper: "Who translated the letters?" is answered by whom they thank for it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from .....indexes.text.analysis import STOP_WORDS, analyse
from .....papers.sentences import split_sentences
from .....papers.types import Block, Paper
from ....relevance.subject import Subject
from ....request_context import RequestContext
from ..fact_parts import Part, asked_paper, locate_first
from .acknowledgements import find_acknowledgements, gives_thanks

_DOER = re.compile(
    r"\b(?:who(?:m|se)?|(?:which|what)(?: (?!of\b)[\w-]+){0,2}? (?:persons?|people|colleagues?|researchers?|professors?"
    r"|compan(?:y|ies)|firms?"
    r"|institut\w+|universit\w+|hospitals?|clinics?|labs?|laborator\w+|organi[sz]ations?|agenc(?:y|ies)|foundations?|ministr\w+"
    r"|teams?|groups?|departments?|vendors?|publishers?|banks?|newspapers?|bod(?:y|ies)))\b",
    re.I,
)
# A clause says who is meant, and asks for nobody: "the people who".
_RELATIVE = re.compile(r"\b(?:people|persons?|those|someone|anyone|authors?|[\w-]+s|one|man|woman),? $", re.I)
# Words for help, each of which stands for all others: whoever is thanked has helped.
_HELP = frozenset(
    analyse(
        "help helped helping helpful give gave given giving provide provided supply supplied supplying offer offered "
        "donate donated donation lend lent loan contribute contributed share shared sharing let allow allowed assist assisted "
        "available make made kindly generous generously"
    )
)
_HELPED = "help"
_ASKING = frozenset(
    analyse(
        "who whom whose person people colleague colleagues paper papers work works article study studies author authors did does "
        "use used uses their there own own's same name named called two three one first last whole thank thanked thanks"
    )
)
# What the authors of a paper do themselves, or what is asked of them.
_OF_AUTHORS = frozenset(
    analyse(
        "write wrote written publish published appear cite cites cited author authored propose proposed introduce introduced "
        "invent invented belong affiliated affiliation employ employed present presented sign signed work working come comes"
    )
)
_MOST = 0.6  # share of the words of a question that the sentence must have
_FEW = 8  # words
# Whom it was done for: "for the authors of", "to them".
_FOR_AUTHORS = re.compile(
    r"\b(?:for|to|with|by) (?:(?:the|its|their) )?(?:authors?|writers|makers)\b|\b(?:for|to|with|gave|lent) them\b",
    re.I,
)
_NOTE = re.compile(r"^[*∗⋆†‡¹²³⁴⁵⁶⁷⁸⁹⁰]")
_NOT_RUNNING = frozenset({"reference", "heading"})


def deed_clauses(question: str) -> tuple[str, ...]:
    """The parts of `question` that ask who did something, each from the word for whom it asks; () where none does."""
    starts = [m.start() for m in _DOER.finditer(question) if not _RELATIVE.search(question[: m.start()])]
    ends = [*starts[1:], len(question)]
    return tuple(re.split(r"[?;]", question[a:b])[0] for a, b in zip(starts, ends, strict=False))


def before_deeds(question: str) -> str:
    """The part of `question` before the first that asks who did something."""
    clauses = deed_clauses(question)
    return question[: question.index(clauses[0])] if clauses else question


def describe_deeds(context: RequestContext, subject: Subject) -> tuple[Part, ...]:
    """For each part of the question that asks who did something, the sentence by which the paper thanks for it; () where one of
    them has none, or a sentence of the text has as many of its words."""
    paper = asked_paper(context, (subject,))
    known = subject.terms | set(analyse(f"{paper.title} {' '.join(paper.authors)}"))
    parts = []
    for clause in deed_clauses(context.question.text):
        found = find_deed(paper, clause, known)
        if found is None:
            return ()
        block, text = found
        # The end of a sentence may be on the next page.
        beginning = " ".join(text.split()[:_FEW])
        parts.append((text, locate_first(context, paper, block.page, (text, beginning))))
    return tuple(parts)


def find_deed(paper: Paper, clause: str, known: Collection[str]) -> tuple[Block, str] | None:
    """The sentence of the acknowledgements or of a note on the first page that has the deed of `clause`, and more of its words
    than any sentence of the text unless it says for whom; None where none has. Words that are `known` name the paper."""
    doer = _DOER.match(clause)
    unknown = analyse(clause[doer.end() :] if doer else clause)
    words = [term for term in map(_as_help, unknown) if term not in STOP_WORDS | _ASKING.union(known)]
    terms = set(words)
    if not terms - {_HELPED} or words[0] in _OF_AUTHORS:
        return None
    found = max(_thanks_and_notes(paper), key=lambda each: len(terms & _terms_of(each[1])), default=None)
    shared = terms & ({_HELPED} | _terms_of(found[1])) if found else set()
    if not (shared - {_HELPED} and words[0] in shared and len(shared) >= _MOST * len(terms)):
        return None
    if found is None or _FOR_AUTHORS.search(clause):
        return found
    others = (
        block
        for block in paper.blocks
        if block.kind not in _NOT_RUNNING and not gives_thanks(block) and block.text != found[0].text
    )
    in_text = (sentence for block in others for sentence in split_sentences(block.text))
    return None if any(len(terms & _terms_of(each)) >= len(shared) for each in in_text) else found


def _thanks_and_notes(paper: Paper) -> Iterator[tuple[Block, str]]:
    yield from find_acknowledgements(paper)
    for block in paper.blocks:
        if block.page == 1 and _NOTE.match(block.text):
            yield from ((block, text) for text in split_sentences(block.text))


def _terms_of(text: str) -> set[str]:
    return set(map(_as_help, analyse(text)))


def _as_help(term: str) -> str:
    return _HELPED if term in _HELP else term
