"""Find the sentences in which the authors of a paper give thanks, and the sentences that say who paid for the work."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...record import Printed
from ...sentences import split_sentences
from ...types import Block, Paper
from .printed_page import ReadPage, locate_in_block

_Sentence = tuple[Block, str]
_SECTION = re.compile(r"acknowledg|\bthanks\b", re.I)
_FUNDING_SECTION = re.compile(r"acknowledg|funding", re.I)
_LABEL = re.compile(r"^(?:\[\d+\] )?acknowledge?ments?\b", re.I)
# Thanks outside of that section, as in a footnote: "We thank Ada Falk for the data."
_IN_TEXT = re.compile(
    r"^\W*[¹²³⁴⁵⁶⁷⁸⁹⁰]* ?(?:special |many )?thanks (?:go(?:es)? )?to (?-i:[A-Z])"
    r"|\b(?:we|I|authors?)\b[^.]{0,40}\b(?:thank|grateful to|indebted to)\b",
    re.I,
)
_PAID = re.compile(
    r"\b(?:support\w*|fund(?:s|ed|ing)|grants?|award\w*|fellowships?|sponsor\w*|scholarships?|contracts?|financ\w+)\b",
    re.I,
)
_FUNDER = r"\b(?:grants?|foundation|council|awards?|fellowships?|contracts?|scholarships?|NIH|NSF|ERC)\b"
_PAID_FOR_THIS = re.compile(
    r"\b(?:th(?:is|e|ese)|our) (?:\w+ ){0,2}(?:work|research|project|study|paper|authors?)\b[^.]{0,60}"
    r"\b(?:supported|funded|sponsored|financed)\b"
    rf"|\b(?:supported|funded|sponsored|financed) (?:in part |partially |partly )?by\b[^.]*{_FUNDER}"
    rf"|\b(?:acknowledg\w+|grateful|thanks?|received?)\b[^.]*\b(?:support|funding|funds)\b.*{_FUNDER}",
    re.I,
)
# Acknowledgments that were joined to an entry of the bibliography by mistake.
_RUN_IN = re.compile(r"(?<=[.)\d] )(?:Acknowledge?ments?|ACKNOWLEDGE?MENTS?) .*")
_KINDS = frozenset({"paragraph", "list", "front"})
_MOST = 40  # most sentences that are returned
_FINISHED = re.compile(r"[.!?:;)\]]['”\"]?$")
_BROKEN = re.compile(r"(?<=[a-z])- $")  # a word that continues in the next line


def read_acknowledgments(paper: Paper, read_page: ReadPage) -> tuple[Printed, ...]:
    """Return the sentences of the acknowledgments.

    Without such a section, return the sentences of the text that give thanks.
    """
    prose = [block for block in paper.blocks if block.kind in _KINDS]
    section = _list_section(paper, _SECTION)
    return _locate(
        _sentences_with(None, _join_running(section)) or _sentences_with(_IN_TEXT, prose), read_page
    )


def read_funding(paper: Paper, read_page: ReadPage) -> tuple[Printed, ...]:
    """Return the sentences of the acknowledgments that mention money.

    If there are none, return such sentences from the whole text.
    """
    prose = [block for block in paper.blocks if block.kind != "reference"]
    section = _list_section(paper, _FUNDING_SECTION)
    found = _sentences_with(_PAID, _join_running(section)) or _sentences_with(_PAID_FOR_THIS, prose)
    return _locate(found, read_page)


def _list_section(paper: Paper, heading: re.Pattern[str]) -> list[Block]:
    """List the paragraphs below the `heading` or with a label such as "Acknowledgments".

    Acknowledgments that were joined to the bibliography are included.
    """
    prose = [block for block in paper.blocks if block.kind in _KINDS]
    section = [block for block in prose if heading.search(block.section) or _LABEL.search(block.text)]
    return section + _list_run_in(paper)


def _list_run_in(paper: Paper) -> list[Block]:
    """List the acknowledgments after the bibliography that were joined to an entry by mistake."""
    entries = [block for block in paper.blocks if block.kind == "reference"]
    return [replace(entry, text=match[0]) for entry in entries if (match := _RUN_IN.search(entry.text))]


def _locate(sentences: Sequence[_Sentence], read_page: ReadPage) -> tuple[Printed, ...]:
    return tuple(locate_in_block(block, text, read_page) for block, text in sentences[:_MOST])


def _join_running(blocks: Sequence[Block]) -> list[Block]:
    """Join each block with the blocks of its section and page into which its last sentence continues."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else block
        place = (block.page, block.section)
        if last is block or (last.page, last.section) != place or _FINISHED.search(last.text):
            found.append(block)
        else:
            found[-1] = replace(last, text=_BROKEN.sub("", f"{last.text} ") + block.text)
    return found


def _sentences_with(pattern: re.Pattern[str] | None, blocks: Sequence[Block]) -> list[_Sentence]:
    return [
        (block, text)
        for block in blocks
        for text in split_sentences(block.text)
        if pattern is None or pattern.search(text)
    ]
