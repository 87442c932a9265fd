"""Find the names of methods, models and data sets next to a citation marker: capitalized words, or else noun phrases.

- Before the marker: "the Skip-thought model (Kiros et al., 2015)".
- Before authors that are words of the sentence: "the CNN model of Kim (2014)".
- After such authors: "Kiros et al. (2015) proposed the skip-thought vectors".
- In the bracket: "a gated recurrent unit (GRU; Cho et al., 2014)".
"""

from __future__ import annotations

import re

from .words import CALLED, CLOSED, DETERMINERS, EMPTY, GENERIC, INTRODUCES, PARTICIPLE

_TOKEN = re.compile(r"[^\s()\[\]{}]+|[()\[\]{}]")
_STRIP = ".,;:!?\"'“”‘’*†‡"
_REACH = 200  # characters searched on either side of the marker
_LONGEST = 6  # most words of a name
_SURPLUS = 1  # most words between name and marker that are not generic nouns: "GloVe word vectors [3]"
_CLAUSE = re.compile(r"[;:.]\s|,\s+(?:which|where|who|and|but|while|whereas)\b")
_IN_BRACKET = re.compile(r"[(\[]\s*([^;,()\[\]]{2,40})[;,]\s")


def find_names_around(
    text: str, start: int, end: int, floor: int, ceiling: int, narrative: bool
) -> tuple[str, ...]:
    """Find the names that the marker text[start:end] refers to, best first, each once.

    `floor` and `ceiling` bound the search: the end of the previous marker or sentence and the start of the next one.
    `narrative` says that the marker's authors are words of the sentence.
    """
    names = [] if narrative else _find_bracketed_name(text[start:end])
    names += find_names_before(text[max(floor, start - _REACH) : start])
    names += _find_introduced_names(text[end : min(ceiling, end + _REACH)])
    return tuple(dict.fromkeys(names))


def find_names_before(text: str) -> list[str]:
    """Find the names at the end of `text`, nearest first; an enumeration ("ELMo, GPT and BERT") gives all its names.

    Connectives such as "of", "by", "from" and "proposed in" may follow the name.
    """
    tokens, names = _split_trailing_bracket(_TOKEN.findall(text))
    tokens = _drop_connective(tokens)
    phrase, after_determiner = _find_trailing_phrase(tokens)
    names += _list_spellings(phrase, after_determiner)
    rest = tokens[: len(tokens) - len(phrase)]
    while names and len(rest) > 1 and (_normalize(rest[-1]) in ("and", "or", "&") or rest[-1].endswith(",")):
        if _normalize(rest[-1]) in ("and", "or", "&"):
            rest = rest[:-1]
        rest = [*rest[:-1], rest[-1].rstrip(",")]
        phrase, _ = _find_trailing_phrase(rest)
        others = _list_spellings(phrase, False) if any(is_name(word) for word in phrase) else []
        if not others:
            break
        names += others
        rest = rest[: len(rest) - len(phrase)]
    return names


def is_name(word: str) -> bool:
    """True if a word looks like a name: it has a capital anywhere, or letters with digits ("word2vec").

    Function words and generic nouns that open a sentence ("Results of ...") are not names.
    """
    word = word.strip(_STRIP)
    bare = word.lower()
    if bare in CLOSED or (bare in GENERIC and word.istitle()):
        return False
    return any(c.isalpha() for c in word) and any(c.isupper() or c.isdigit() for c in word)


def _find_bracketed_name(marker: str) -> list[str]:
    """Return the name at the start of the bracket in a list, [] without a name.

    A word with only an initial capital is an author.
    """
    match = _IN_BRACKET.match(marker)
    name = match[1].strip() if match else ""
    capitals = sum(c.isupper() for c in name)
    return [name] if capitals >= 2 and " " not in name and not name.istitle() else []


def _find_introduced_names(text: str) -> list[str]:
    """Return names that the sentence introduces: "... proposed a de-noising autoencoder (SDAE)", "..., called X"."""
    verb = INTRODUCES.match(text)
    if not verb:
        return []
    clause = _CLAUSE.split(text[verb.end() :], maxsplit=1)[0]
    tokens = _TOKEN.findall(clause)
    names = _find_leading_names(tokens)
    called = CALLED.search(text)
    return names + (_find_leading_names(_TOKEN.findall(text[called.end() :])) if called else [])


def _find_leading_names(tokens: list[str]) -> list[str]:
    """Return the names in the noun phrase at the start of `tokens`.

    An abbreviation in parentheses after the phrase is included.
    """
    start = 0
    while start < min(len(tokens), 2) and _normalize(tokens[start]) in DETERMINERS:
        start += 1
    end = start
    while (
        end < len(tokens)
        and end - start < _LONGEST
        and tokens[end] not in "()[]{}"
        and _normalize(tokens[end]) not in CLOSED
    ):
        end += 1
        if tokens[end - 1][-1] in ",;:.":
            break
    phrase = tokens[start:end]
    abbreviation = (
        tokens[end + 1] if tokens[end : end + 1] == ["("] and tokens[end + 2 : end + 3] == [")"] else ""
    )
    names = [abbreviation] if is_name(abbreviation) else []
    return names + _list_spellings(phrase, start > 0)


def _split_trailing_bracket(tokens: list[str]) -> tuple[list[str], list[str]]:
    """Split off a bracket at the end; return the tokens before it and a list with the name in it.

    Examples: "... autoencoder (SDAE)", "SGC (Simple Graph Convolution)". The list is empty if there is no such bracket.
    """
    if not tokens or tokens[-1] not in ")]":
        return tokens, []
    opening = next(
        (i for i in range(len(tokens) - 2, max(-1, len(tokens) - 9), -1) if tokens[i] in "(["), None
    )
    inner = tokens[opening + 1 : -1] if opening else []
    if (
        opening is None
        or not inner
        or not is_name(inner[-1])
        or any(_normalize(word) in CLOSED for word in inner)
    ):
        return tokens, []
    return tokens[:opening], [" ".join(inner).strip(_STRIP)]


def _drop_connective(tokens: list[str]) -> list[str]:
    """Drop a connective at the end, such as "of", "by" or "proposed in"."""
    if tokens and _normalize(tokens[-1]) in ("of", "by", "from", "in"):
        tokens = tokens[:-1]
        if tokens and PARTICIPLE.fullmatch(tokens[-1]):
            tokens = tokens[:-1]
    return tokens


def _find_trailing_phrase(tokens: list[str]) -> tuple[list[str], bool]:
    """Return the noun phrase at the end of `tokens`, and whether a determiner precedes it."""
    start = len(tokens)
    while start > 0 and len(tokens) - start < _LONGEST:
        token = tokens[start - 1]
        broken = start < len(tokens) and token[-1] in ",;:.!?"
        if broken or token in "()[]{}" or _normalize(token) in CLOSED:
            break
        start -= 1
    return tokens[start:], start > 0 and _normalize(tokens[start - 1]) in DETERMINERS


def _list_spellings(phrase: list[str], after_determiner: bool) -> list[str]:
    """List spellings of the name in a noun phrase, alone and with the words after it.

    The name is the last run of capitalized words, or else the phrase itself.
    """
    words = [word.strip(_STRIP) for word in phrase]
    half = len(words) // 2
    if half and words[:half] == words[half:]:
        words = words[:half]  # a heading on the first line of its paragraph, which begins with the same name
    capital = [i for i, word in enumerate(words) if is_name(word)]
    return (
        _extract_capitalized(words, capital[-1])
        if capital
        else _extract_uncapitalized(words, after_determiner)
    )


def _extract_capitalized(words: list[str], end: int) -> list[str]:
    """Return the run of names that ends with words[end], alone and with the generic nouns after it.

    Return [] if other words follow it.
    """
    start = end
    while start > 0 and (
        is_name(words[start - 1]) or (words[start - 1] == "of" and is_name(words[start - 2]))
    ):
        start -= 1
    tail = words[end + 1 :]
    if sum(word.lower() not in GENERIC for word in tail) > _SURPLUS:
        return []
    name = " ".join(words[start : end + 1])
    return [name, " ".join(words[start:])] if tail else [name]


def _extract_uncapitalized(words: list[str], after_determiner: bool) -> list[str]:
    """Return a phrase without capitals, alone and with its generic noun.

    Return [] unless it is hyphenated or follows a determiner.
    """
    core = list(words)
    while core and core[-1].lower() in GENERIC:
        core.pop()
    marked = any("-" in word for word in core)
    empty = len(core) < 2 and not marked and words[-1].lower() in EMPTY if words else True
    if not core or empty or not (marked or (after_determiner and len(words) > 1)):
        return []
    whole = " ".join(words)
    bare = " ".join(core)
    return [whole] if bare == whole or not (marked or len(core) > 1) else [bare, whole]


def _normalize(token: str) -> str:
    return token.strip(_STRIP).lower()
