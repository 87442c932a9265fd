"""Turn text into index terms. BM25, the choice of figures and the choice of sentences use this one analyzer."""

from __future__ import annotations

import re
import threading
import unicodedata
from functools import lru_cache

import Stemmer

# Words that carry no topic in scientific English; very frequent terms would otherwise get a positive BM25 weight.
STOP_WORDS = frozenset(
    "a about above after again against all also am an and any are as at be because been before being below between both "
    "but by can could did do does doing down during each either et al few for from further had has have having he her "
    "here hers him his how however i if in into is it its itself just may me might more most must my no nor not of off "
    "on once only or other our ours out over own per same shall she should so some such than that the their theirs them "
    "then there these they this those through thus to too under until up upon us very via was we were what when where "
    "which while who whom whose why will with within without would you your yours".split()
)

# Numbers keep their decimals and units ("7.42", "70m", "91.4"). Words keep inner hyphens, which `_terms` splits.
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*[A-Za-z]*|[^\W_]+(?:-[^\W_]+)*")
_SUBSCRIPT = re.compile(
    r"(?<![^\W_])([^\W\d_])_(?:\{([^\W_]{1,9})\}|([^\W_]{1,3})(?![^\W_]))"
)  # subscripts as people type them: "K_I", "x_{max}"
_RAISED_POINT = re.compile(r"(?<=\d)·(?=\d)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")


def analyze(text: str) -> list[str]:
    """Return the terms of `text` in order: NFKC, lower case, no stop words, Snowball English stems.

    A hyphenated word gives its parts and the joined form ("state-of-the-art" -> state, art, stateoftheart), so that
    "pre-training", "pretraining" and "pre training" share terms. Thousands separators are dropped: 930,911 becomes
    930911. A letter with a subscript becomes one word, as it is printed: "K_I" becomes "KI". A raised decimal point
    becomes a period: 60·3 becomes 60.3. A stop word in capitals is a name ("HIM", "IT"), unless the whole text is in
    capitals and has several words.
    """
    # Normalizing an ASCII text would change nothing and take as long as stemming it.
    folded = text if text.isascii() else unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    folded = _RAISED_POINT.sub(".", folded) if "·" in folded else folded
    folded = _SUBSCRIPT.sub(r"\1\2\3", folded) if "_" in folded else folded
    tokens = _TOKEN.findall(_THOUSANDS.sub("", folded) if "," in folded else folded)
    if len(tokens) > 1 and text.isupper():
        tokens = [token.lower() for token in tokens]
    return [term for token in tokens for term in _terms(token)]


@lru_cache(maxsize=65536)
def _terms(token: str) -> tuple[str, ...]:
    parts = token.split("-")
    joined = ("".join(parts),) if len(parts) > 1 else ()
    content = (part for part in parts if part.lower() not in STOP_WORDS or (len(part) > 1 and part.isupper()))
    return tuple(_stem(part.lower()) for part in (*content, *joined))


def _stem(word: str) -> str:
    if not word.isalpha():
        return word
    with _STEMMING:
        return str(_STEMMER.stemWord(word))


_STEMMER = Stemmer.Stemmer("english")
_STEMMING = threading.Lock()  # a stemmer has one buffer, so only one thread may use it at a time
