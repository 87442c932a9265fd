"""Find mentions: the anchor's text has the name directly before or inside a citation, or begins a citing sentence with
it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import sqrt

from ....papers.types import Mention, Paper
from ..candidate_index import CandidateIndex
from ..names import NameVariant, name_key
from .signal import Signal

MENTION = 0.95
# The sentence begins with the name: "DCNN Dynamic convolutional network [Kalchbrenner et al., 2014]".
DESCRIBED = 0.7
_BULLET = r"[\s•◦▪*–-]*"


def find_mention_signals(form: NameVariant, index: CandidateIndex, anchor: Paper | None) -> Iterator[Signal]:
    """Yield a signal for each paper that the anchor cites together with the name.

    The citation follows the name directly, contains the name ("Le and Mikolov, 2014, PVEC"), or is in a sentence that
    begins with the name. If one mention cites n works, the strength is divided by the square root of n.
    """
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
    """True if `mention` has only one citation, and `ends` matches the text right after it in the sentence."""
    start = mention.sentence.find(mention.keys[0]) if len(mention.keys) == 1 else -1
    return start >= 0 and ends.match(mention.sentence, start + len(mention.keys[0])) is not None
