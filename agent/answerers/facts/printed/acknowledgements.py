"""Whom the authors of a paper thank, and for what, in their own words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from .....indexes.text.analysis import STOP_WORDS, analyse
from .....papers.sentences import split_sentences
from .....papers.types import Block, Paper
from ....relevance.subject import Subject
from ....request_context import RequestContext
from ..fact_parts import Part, asked_paper, locate_first

_SECTION = re.compile(r"acknowledg|\bthanks\b", re.I)
_LABEL = re.compile(r"^acknowledge?ments?\b", re.I)
_THANKS = re.compile(
    r"\bthank(?:s|ful|ed)?\b|\b(?:grateful|gratefully|indebted|appreciat\w+|acknowledge|credit)\b", re.I
)
# Thanks outside of that section, as in a footnote: "We thank Ada Falk for the data."
_IN_TEXT = re.compile(
    r"^\W*[¹²³⁴⁵⁶⁷⁸⁹⁰]* ?(?:special |many )?thanks (?:go(?:es)? )?to (?-i:[A-Z])"
    r"|\b(?:we|I|authors?)\b[^.]{0,40}\b(?:thank|grateful to|indebted to)\b",
    re.I,
)
_KINDS = frozenset({"paragraph", "list", "front"})
_ASKING = frozenset(
    analyse(
        "who whom thank thanks thanked thanking acknowledge acknowledged acknowledgement acknowledgements acknowledgment "
        "acknowledgments according people persons person researchers colleagues work article study papers two three authors "
        "author paper section made"
    )
)
_BY_NAME = re.compile(r"\bby name\b", re.I)
_SURELY_NAMED = 0.6  # how clearly a paper is named that is meant even if it has no word of the question
_MOST = 8  # sentences
_FINISHED = re.compile(r"[.!?:;)\]]['”\"]?$")
_BROKEN = re.compile(r"(?<=[a-z])- $")  # a word that goes on in the next line


def describe_thanks(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The sentences of the acknowledgements with most of what the question says of them, else all that give thanks; None where
    there are none, or none has a word of a question that hardly names the paper."""
    paper = asked_paper(context, subjects)
    words = analyse(_BY_NAME.sub("", context.question.text))
    terms = {term for term in words if term not in STOP_WORDS | _ASKING} - subjects[0].terms
    section = find_acknowledgements(paper)
    chosen = choose_by_terms(section, terms)
    if not chosen and terms and subjects[0].named < _SURELY_NAMED:
        return None
    chosen = (chosen or [each for each in section if _THANKS.search(each[1])] or section)[:_MOST]
    if not chosen:
        return None
    text = " ".join(sentence for _, sentence in chosen)
    block, first = chosen[0]
    return text, locate_first(context, paper, block.page, (text, first))


def find_acknowledgements(paper: Paper) -> list[tuple[Block, str]]:
    """The sentences of the acknowledgements; where there is no such section, those of the text that give thanks."""
    prose = [block for block in paper.blocks if block.kind in _KINDS]
    return _sentences(join_running([block for block in prose if gives_thanks(block)])) or [
        each for each in _sentences(prose) if _IN_TEXT.search(each[1])
    ]


def gives_thanks(block: Block) -> bool:
    """True if `block` is of the section of acknowledgements."""
    return bool(_SECTION.search(block.section) or _LABEL.search(block.text))


def join_running(blocks: Sequence[Block]) -> list[Block]:
    """`blocks` with those that the one before runs on into, in one section of a page, as a part of it."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else block
        place = (block.page, block.section)
        if last is block or (last.page, last.section) != place or _FINISHED.search(last.text):
            found.append(block)
        else:
            found[-1] = replace(last, text=_BROKEN.sub("", f"{last.text} ") + block.text)
    return found


def choose_by_terms(
    sentences: Sequence[tuple[Block, str]], terms: Collection[str]
) -> list[tuple[Block, str]]:
    """Those of `sentences` that have most of `terms`; none where none has any."""
    counts = [len(set(terms).intersection(analyse(text))) for _, text in sentences]
    most = max(counts, default=0)
    return [each for each, count in zip(sentences, counts, strict=True) if count == most > 0]


def _sentences(blocks: Sequence[Block]) -> list[tuple[Block, str]]:
    return [(block, text) for block in blocks for text in split_sentences(block.text)]
