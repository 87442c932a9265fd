"""Longer forms of the short names in a table, from definitions in its caption, abbreviations in its paper and common
codes.

Abbreviations are found by the algorithm of Schwartz and Hearst (2003). It matches the letters of the short form, from
right to left, with the words before the parentheses.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache

from ....indexes.text.analysis import analyze

# Maps a word of a name, in lower case, to its longer forms. Each form is the set of its terms.
Aliases = Mapping[str, tuple[frozenset[str], ...]]

_SHORT = r"(?P<short>[^\s,;:.()\"“”]{1,12}(?: [A-Z+]{1,4})?)"
_DEFINITIONS = (
    re.compile(rf"(?:^|(?<=[.;,] )|(?<=: ))[\"“]?{_SHORT}[\"”]? ?: (?P<long>[^.;:]{{4,60}})"),
    re.compile(
        rf"(?<!\S)[\"“]?{_SHORT}[\"”]? (?:denotes?|stands? for|means?|refers? to|represents?|indicates?|"
        r"is short for|abbreviates|=) [\"“]?(?:the )?(?P<long>[^.;,:“”\"]{3,60})"
    ),
)
# For running text. It lacks "=" and "means", which define other things there.
_STANDS_FOR = re.compile(
    rf"(?<!\S)[(\[]?[\"“]?{_SHORT}[\"”]? (?:denotes?|stands? for|is short for|abbreviates) [\"“]?(?:the )?"
    r"(?P<long>[^.;,:()“”\"]{3,60})"
)
# A name made of symbols may also be defined by "is": "#w/d is the average number of words per document".
_SIGN = r"(?:#\S{1,8}|\|\w{1,3}\|)"
_SIGN_IS = re.compile(rf"(?P<short>{_SIGN}) is (?:the )?(?P<long>[^.;:,“”\"]{{3,60}})")
# "|P| and |Q| represent the total number of papers and queries"
_SIGNS_ARE = re.compile(
    rf"(?P<one>{_SIGN}) and (?P<other>{_SIGN}) (?:are|denote|represent|indicate|refer to|stand for|mean) (?:the )?"
    r"(?P<lead>(?:[\w-]+ ){0,4}?)(?P<first>[\w-]+) and (?:the )?(?P<second>[\w-]+)"
)
_PARENTHESES = re.compile(r"\(\s*([^()]{2,60}?)\s*\)")
_BEFORE = re.compile(r"(\S{2,12}) ?$")
_PHRASE = re.compile(r"[^\W\d_](?:[\w\s'’&/.-])*")
_WORD = re.compile(r"[^\W_]+(?:[-+][^\W_]+)*")
_LONGEST_SHORT, _WORDS_BEFORE = 10, 110
_FEWEST_LETTERS = 2
_CODES = """
en english
ch chinese
de german
fr french
es spanish
cs czech
cz czech
ru russian
tr turkish
pt portuguese
ca catalan
it italian
nl dutch
da danish
sv swedish
el greek
zh chinese
ja japanese
ar arabic
fi finnish
hu hungarian
pl polish
ro romanian
hi hindi
ko korean
vi vietnamese
et estonian
eu basque
bg bulgarian
he hebrew
fa persian
uk ukrainian
p precision
r recall
prec precision
rec recall
f f1 measure
f1 f measure
acc accuracy
em exact match
ppl perplexity
corr correlation
avg average
avg overall
all overall
all average
std standard deviation
diff difference
diff change
diff gain
δ gain
δ difference
δ change
δ improvement
params parameters
dev development
dev validation
val validation
uni unigram
bi bigram
tri trigram
w/o without
w/ with
hrs hours
sec seconds
vocab vocabulary
oov unknown words
iv known words
lm language model
lr logistic regression
ne named entities
cn common nouns
mt machine translation
me maximum entropy
nb naive bayes
"""


def find_aliases(caption: str, texts: Iterable[str]) -> Aliases:
    """Map each short form to its longer forms.

    They come from definitions in `caption`, from abbreviations and definitions in `texts` of the paper, and from common
    codes.
    """
    found: defaultdict[str, dict[frozenset[str], None]] = defaultdict(dict)
    in_texts = (pair for text in texts for pair in (*find_abbreviations(text), *_find_stated(text)))
    for short, long in (*find_definitions(caption), *in_texts):
        is_sign = re.fullmatch(_SIGN, short) is not None
        words = [] if is_sign else _WORD.findall(short.casefold())
        words = words or [short.casefold()]
        for word in dict.fromkeys((*words, *(word.replace("-", "") for word in words))):
            for spelt in (long.replace("-", " "), long.replace("-", "")):
                found[word][frozenset(analyze(spelt))] = None
    for short, forms in _common_codes().items():
        for form in forms:
            found[short][form] = None
    return {short: tuple(form for form in forms if form) for short, forms in found.items()}


def spelt_out(text: str, aliases: Aliases) -> set[str]:
    """Return the terms of the longer forms of all short names in `text`."""
    words = {word for word in re.findall(r"[\w/]+", text.casefold()) if word in aliases}
    return {term for word in words for form in aliases[word] for term in form}


def find_definitions(caption: str) -> list[tuple[str, str]]:
    """Return the short forms that a caption defines, as (short form, meaning): "l: average sentence length", "YX = Yang
    and Xue"."""
    pairs = [
        pair
        for match in _SIGNS_ARE.finditer(caption)
        for pair in ((match["one"], match["first"]), (match["other"], match["second"]))
    ]
    rest = _SIGNS_ARE.sub(" ", caption)
    defined = [
        (match["short"], match["long"])
        for pattern in (*_DEFINITIONS, _SIGN_IS)
        for match in pattern.finditer(rest)
        if analyze(match["short"]) or not match["short"].isalpha()
    ]
    return [*defined, *pairs]


def _find_stated(text: str) -> list[tuple[str, str]]:
    """Return the short forms that running text defines, as (short form, meaning): "R stands for removing
    components"."""
    return [
        (match["short"], match["long"]) for match in _STANDS_FOR.finditer(text) if analyze(match["short"])
    ]


def find_abbreviations(text: str) -> list[tuple[str, str]]:
    """Return the abbreviations in `text` as (short form, long form): "part of speech (POS)" or "POS (part of
    speech)"."""
    found = []
    for match in _PARENTHESES.finditer(text):
        inside = re.split(r"[;,]", match[1])[0].strip()
        before = text[max(0, match.start() - _WORDS_BEFORE) : match.start()].rstrip()
        if len(inside) <= _LONGEST_SHORT and " " not in inside:
            long = long_form(inside, before)
            if long:
                found.append((inside, long))
        elif (short := _BEFORE.search(before)) and long_form(short[1], inside) == inside:
            found.append((short[1], inside))
    return found


def long_form(short: str, before: str) -> str:
    """Return the shortest end of `before` that spells the letters of `short` and begins at a word; "" if there is
    none."""
    letters = [c for c in short.casefold() if c.isalnum()]
    if sum(c.isalpha() for c in letters) < _FEWEST_LETTERS or not short[0].isalnum():
        return ""
    folded, position = before.casefold(), len(before)
    for index in range(len(letters) - 1, -1, -1):
        position -= 1
        while position >= 0 and (
            folded[position] != letters[index]
            or (index == 0 and position > 0 and folded[position - 1].isalnum())
        ):
            position -= 1
        if position < 0:
            return ""
    long = before[position:]
    too_long = len(long.split()) > min(len(letters) + 5, 2 * len(letters))
    is_phrase = _PHRASE.fullmatch(long) and short.casefold() not in long.casefold().split()
    return long if is_phrase and not too_long and len(long) >= 2 * len(short) else ""


@cache
def _common_codes() -> dict[str, tuple[frozenset[str], ...]]:
    codes: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
    for line in _CODES.strip().splitlines():
        short, long = line.split(maxsplit=1)
        codes[short].append(frozenset(analyze(long) or long.split()))
    return {short: tuple(forms) for short, forms in codes.items()}
