"""Mentions: the anchor's text writes the name directly before a citation or in its parentheses, or begins a sentence with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import sqrt

from ....papers.types import Mention, Paper
from ..candidate_index import CandidateIndex
from ..names import NameVariant, name_key
from .signal import Signal

MENTION = 0.95
DESCRIBED = 0.7  # "DCNN Dynamic convolutional network [Kalchbrenner et al., 2014]", an entry of a list
_BULLET = r"[\s•◦▪*–-]*"


def find_mention_signals(form: NameVariant, index: CandidateIndex, anchor: Paper | None) -> Iterator[Signal]:
    """Papers that the anchor cites directly behind the name or with it ("Le and Mikolov, 2014, PVEC"), or as the only ones in a
    sentence that the name begins."""
    if anchor is None:
        return
    papers = {reference.key: reference.paper_id for reference in anchor.references if reference.paper_id}
    begins = re.compile(rf"{_BULLET}{re.escape(form.text)}(?![\w-])[\s:,(]+[A-Z]")
    ends = re.compile(rf"\s*[,;:]\s*(?:(?:henceforth|hereafter|called)\s+)?{re.escape(form.text)}\s*[),;]")
    for mention in anchor.mentions:
        named = any(name_key(name) == form.key for name in mention.names) or _ends_with(mention, ends)
        if named or begins.match(mention.sentence):
            for key in mention.keys:
                paper_id = papers.get(key)
                if paper_id is not None and paper_id in index.paper_ids:
                    strength = (MENTION if named else DESCRIBED) * form.trust / sqrt(len(mention.keys))
                    yield Signal(paper_id, strength, "mention", f"cited as {form.text} ({key})")


def _ends_with(mention: Mention, ends: re.Pattern[str]) -> bool:
    """True if the one citation of `mention`, as its sentence prints it, goes on with what `ends` matches."""
    start = mention.sentence.find(mention.keys[0]) if len(mention.keys) == 1 else -1
    return start >= 0 and ends.match(mention.sentence, start + len(mention.keys[0])) is not None
