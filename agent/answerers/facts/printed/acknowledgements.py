"""Whom the authors of a paper thank, and for what, in their own words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from .....indexes.text.analysis import STOP_WORDS, analyse
from .....papers.sentences import split_sentences
from .....papers.types import Block, Paper
from ....relevance.subject import Subject
from ....request_context import RequestContext
from ..fact_parts import Part, asked_paper, locate

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
_MOST = 8  # sentences


def describe_thanks(context: RequestContext, subjects: tuple[Subject, ...]) -> Part | None:
    """The sentences in which the authors give thanks: those with most of what the question says of them, else all; None where
    they thank nobody."""
    paper = asked_paper(context, subjects)
    sentences = find_thanks(paper)
    if not sentences:
        return None
    terms = {
        term for term in analyse(_BY_NAME.sub("", context.question.text)) if term not in STOP_WORDS | _ASKING
    }
    chosen = choose_by_terms(sentences, terms - subjects[0].terms)[:_MOST]
    text = " ".join(sentence for _, sentence in chosen)
    found = (
        locate(context, paper, block.page, words)
        for words in (text, chosen[0][1])
        for block in (chosen[0][0],)
    )
    return text, next((citation for citation in found if citation), None)


def find_thanks(paper: Paper) -> list[tuple[Block, str]]:
    """The sentences of the acknowledgements that give thanks, else all of them; where there is no such section, those of the text
    that do."""
    prose = [block for block in paper.blocks if block.kind in _KINDS]
    own = [block for block in prose if _SECTION.search(block.section) or _LABEL.search(block.text)]
    sentences = _sentences(own)
    thanks = [(block, text) for block, text in sentences if _THANKS.search(text)]
    return thanks or sentences or [each for each in _sentences(prose) if _IN_TEXT.search(each[1])]


def choose_by_terms(
    sentences: Sequence[tuple[Block, str]], terms: Collection[str]
) -> list[tuple[Block, str]]:
    """Those of `sentences` that have most of `terms`; all where none has any."""
    counts = [len(set(terms).intersection(analyse(text))) for _, text in sentences]
    return [each for each, count in zip(sentences, counts, strict=True) if count == max(counts)]


def _sentences(blocks: Sequence[Block]) -> list[tuple[Block, str]]:
    return [(block, text) for block in blocks for text in split_sentences(block.text)]
