"""Mentions: the anchor's text writes the name directly before a citation, or begins a sentence with it that has one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import sqrt

from ....papers.types import Paper
from ..candidate_index import CandidateIndex
from ..names import NameVariant, name_key
from .signal import Signal

MENTION = 0.95
DESCRIBED = 0.7  # "DCNN Dynamic convolutional network [Kalchbrenner et al., 2014]", an entry of a list
_BULLET = r"[\s•◦▪*–-]*"


def find_mention_signals(form: NameVariant, index: CandidateIndex, anchor: Paper | None) -> Iterator[Signal]:
    """Papers that the anchor cites directly behind the name, or as the only ones in a sentence that the name begins."""
    if anchor is None:
        return
    papers = {reference.key: reference.paper_id for reference in anchor.references if reference.paper_id}
    begins = re.compile(rf"{_BULLET}{re.escape(form.text)}(?![\w-])[\s:,(]+[A-Z]")
    for mention in anchor.mentions:
        named = any(name_key(name) == form.key for name in mention.names)
        if named or begins.match(mention.sentence):
            for key in mention.keys:
                paper_id = papers.get(key)
                if paper_id is not None and paper_id in index.paper_ids:
                    strength = (MENTION if named else DESCRIBED) * form.trust / sqrt(len(mention.keys))
                    yield Signal(paper_id, strength, "mention", f"cited as {form.text} ({key})")
