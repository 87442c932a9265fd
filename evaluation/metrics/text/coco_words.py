"""Words as pycocoevalcap sees them: Penn Treebank tokens in lower case, without punctuation."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

# pycocoevalcap takes these out after tokenisation. Its list has the brackets in capitals, so in lower case they stay.
_DROPPED = {"''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"}
# NLTK takes a period off only at the end of its input; the Java tokenizer off every word that is no abbreviation.
_PERIOD = re.compile(r"(?<=[\w)\]\"'%])\.(?=\s+[A-Z\"'(]|\s*$)|(?:(?<=\w\w\w)|(?<=[\d)]))\.(?=\s)")
_SYMBOLS = re.compile(r"([\\=*~^])\1*|[_|]|(?<=\w)\+|(?<![\w:/])/|(?<!:)/(?![\w/])")
_TYPOGRAPHIC = str.maketrans({"’": "'", "‘": "'", "“": ' " ', "”": ' " ', "–": " -- ", "—": " -- "})
_BRACKETS = {"(": "-lrb-", ")": "-rrb-", "{": "-lcb-", "}": "-rcb-", "[": "-lsb-", "]": "-rsb-"}


def coco_words(text: str) -> list[str]:
    """Tokens of `text` as one line, by NLTK's Treebank rules instead of the Java tokenizer's, which differ a little.

    Brackets are tokens ("-lrb-"): the published code means to take them out and does not.
    """
    line = _SYMBOLS.sub(r" \g<0> ", _PERIOD.sub(" . ", " ".join(text.translate(_TYPOGRAPHIC).split())))
    words = (_BRACKETS.get(word, word) for word in (token.lower() for token in _tokenizer().tokenize(line)))
    return [word for word in words if word not in _DROPPED]


@cache
def _tokenizer() -> Any:
    from nltk.tokenize import NLTKWordTokenizer

    return NLTKWordTokenizer()
