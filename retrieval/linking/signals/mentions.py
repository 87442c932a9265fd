"""Mentions: the anchor's text writes the name directly before a citation."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from ....papers.types import Paper
from ..candidate_index import CandidateIndex
from ..names import NameVariant, name_key
from .signal import Signal

MENTION = 0.95


def find_mention_signals(form: NameVariant, index: CandidateIndex, anchor: Paper | None) -> Iterator[Signal]:
    """Papers that the anchor cites directly behind the name."""
    if anchor is None:
        return
    papers = {reference.key: reference.paper_id for reference in anchor.references if reference.paper_id}
    for mention in anchor.mentions:
        if any(name_key(name) == form.key for name in mention.names):
            for key in mention.keys:
                paper_id = papers.get(key)
                if paper_id is not None and paper_id in index.paper_ids:
                    strength = MENTION * form.trust / sqrt(len(mention.keys))
                    yield Signal(paper_id, strength, "mention", f"cited as {form.text} ({key})")
