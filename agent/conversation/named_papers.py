"""Papers that a question in a conversation names, as distinct from words that happen to be in a title."""

from __future__ import annotations

import re

from ...indexes.subjects import SubjectIndex, fold_name, surname
from ...indexes.text.analysis import analyse
from ..answerers.several.mentions import PaperMention, find_mentions

_WORD = re.compile(r"[^\W_][\w+-]*")
_POSSESSIVE = re.compile(r"\b(?:its|their|his|her)\b", re.IGNORECASE)
_TITLE_TERMS = 2  # words of a title from which they name its paper: "hierarchical attention network"


def find_named_papers(text: str, index: SubjectIndex) -> list[PaperMention]:
    """The papers that `text` names, each at its first mention: by a name in capitals or with a digit, by one that begins its
    title or that others cite it by, or by several words of its title; not by one word of the language, "misspellings"."""
    return [mention for mention in find_mentions(text, index) if _is_name(text, mention, index)]


def _is_name(text: str, mention: PaperMention, index: SubjectIndex) -> bool:
    if _POSSESSIVE.search(text, mention.start, mention.end):
        return False
    paper = index.papers[index.places[mention.paper_id]]
    head = analyse(paper.title)[:1]
    titled = mention.terms & index.title_terms[paper.id]
    if len(titled) >= _TITLE_TERMS or (head and head[0] in mention.terms and ":" in paper.title):
        return True
    for match in _WORD.finditer(text, mention.start, mention.end):
        word = match[0]
        if mention.terms.isdisjoint(analyse(word)):
            continue
        if (not word[1:].islower() and len(word) > 1) or (word[0].isupper() and match.start() > 0):
            return True
        if word[0].isupper() and fold_name(word).strip() in {surname(author) for author in paper.authors}:
            return True
        if mention.paper_id in index.name_counts.get(word.casefold(), {}):
            return True
    return False
