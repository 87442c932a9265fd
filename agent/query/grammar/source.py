"""Removal of the part of a question that names the figure and its paper, because it describes nothing in the figure."""

from __future__ import annotations

import re

_FIGURE = r"\bfig(?:ure|\.)?\s*(?:[A-Z]?\.?\d+|[IVX]+)(?:\s*\(?[a-h]\)?(?![\w-]))?"
_JOINED = r"(?:\s*,)?\s+(?:of|in|from|by)\s+"
_WORD = r"[^\s,?;]+"
# Words that begin another clause of the question.
_CLAUSE = r"(?:which|what|how|who|whose|when|where|at|by|is|are|was|were|does|do|did|has|have)\b"
# "the paper on multi-task learning", "the QANet paper", "Kim's paper on sentence classification"
_DOCUMENT = (
    rf"(?:(?!{_CLAUSE}){_WORD}\s+){{0,14}}?(?:papers?|article|study|thesis|guide|work|anchor)\b"
    rf"(?:\s+(?:on|about|by|of)\s+(?:(?!{_CLAUSE}){_WORD}\s+)*(?!{_CLAUSE}){_WORD})?"
)
# "Kim (2014)", "Zhang et al.", "Attention-over-Attention Neural Networks for Reading Comprehension", "'A title'"
_TITLE = (
    r"(?:(?:\"[^\"?]+\"|'[^'?]+')"
    r"|(?:the\s+)?[A-Z][^\s,?;]*(?:\s+(?:(?:of|in|the|and|&|with|to|for|on|from|by|as|is|et|al\.|a|an|via|using|through)\s+){0,2}"
    r"(?:(?-i:[A-Z])[^\s,?;]*|al\.|\(?\d{4}[a-z]?\)?))*)"
)
# "the fine-grained analysis of sentence embeddings", "Using collocations for topic segmentation", at the end of a
# question
_PLACE = r"(?:with|at|on|for|when|after|if|=)\s+\W?\d"
_TO_THE_END = rf"(?:the\b|(?-i:[A-Z]))(?:(?!\b{_CLAUSE}|\b{_PLACE})[^,?])*(?=[?,]|$)"
_SOURCE = re.compile(
    rf"(?:the\s+)?{_FIGURE}(?:{_JOINED}(?:{_DOCUMENT}|{_TO_THE_END}|(?-i:{_TITLE}))(?=[\s?,;.]|$))?",
    re.IGNORECASE,
)
_FEWEST = 2  # words that must remain


def without_source(text: str) -> str:
    """Return `text` with "the figure" in place of the figure's label and the name of its paper after it.

    Otherwise words of a title could be taken for names of curves or for operations, and the number of a figure for a
    value. `text` is unchanged if fewer than _FEWEST words would remain.
    """
    rest = " ".join(_SOURCE.sub(" ", text).split())
    if len(re.findall(r"\w+", rest)) < _FEWEST:
        return text
    return re.sub(r"\s+(?=[,?.;])", "", " ".join(_SOURCE.sub(" the figure ", text).split()))
