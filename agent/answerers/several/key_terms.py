"""Terms of a predicate that a paper must have for it to hold: names and rare terms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....indexes.text.analysis import analyse
from ....indexes.text.term_statistics import TermStatistics
from ...relevance.question_terms import GENERIC

USE = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|train(?:s|ed|ing)?|evaluat\w+|test(?:s|ed|ing)?|experiment\w*|appl(?:y|ies|ied|ying)|r[au]n(?:s|ning)?|"
    r"employ\w*|implement\w*|develop\w*|compil\w+|process\w*|conduct\w*|perform\w*|results?|report\w*|built|build|achiev\w+|"
    r"consider\w*|learn(?:ed|s|t)?|annotat\w+|make use)\b",
    re.I,
)
_NAME = re.compile(r"(?<![\w-])[\w-]*[A-Z][\w-]*")
_LONG_NAME = re.compile(r"\b[A-Z][\w-]*(?: [A-Z][\w-]*)+")
# The verb of a predicate, which a paper may well put in another word: "optimise with", "rely on".
_VERB = re.compile(
    r"^(?:(?:is|are|was|were|has|have|do|does|been|ever|also) )*[a-z]+(?: that| their| its)?\b(?=.* )"
)
# Classes of things, which a paper may leave out where it names the thing: "the foma toolkit".
_CLASSES = frozenset(
    analyse(
        "toolkit tool package software library framework algorithm optimizer optimiser data dataset datasets "
        "corpus corpora benchmark scheme language languages application applications task tasks "
        "technique experiments evaluation user users GPU GPUs"
    )
)
_EITHER = re.compile(r"([\w-]+) or (?:the |an? )?([\w-]+)")
_JOINED = re.compile(r"(?<=[a-z])(?=[A-Z])")  # within "BookCorpus"
_LONG_PART = 4  # letters of each part of such a name that may be written apart; a "WordNet" is no word net
_RARE = (
    0.2  # share of the papers up to which a term must occur in a paper, as the names of the predicate must
)
_COMMON = 0.5  # share of the papers from which a term selects none


def find_key_terms(predicate: str, statistics: TermStatistics) -> list[tuple[str, ...]]:
    """Alternatives of which a paper must have all terms, rarest first: names and rare terms in `predicate` but its verb, else its
    rarest term, unless most papers have it. "Spanish or Basque" is either, and a "BookCorpus" may be a book corpus."""
    rest = _VERB.sub("", predicate, count=1)
    keys = _key_terms(rest, statistics) or _key_terms(predicate, statistics)
    alternatives = [keys]
    for match in _EITHER.finditer(predicate):
        one, other = ({*analyse(word)} & {*keys} for word in match.groups())
        if one and other:
            alternatives = [
                tuple(term for term in each if term not in out)
                for each in alternatives
                for out in (one, other)
            ]
    for name in _NAME.findall(rest):
        parts = _JOINED.split(name)
        if len(parts) > 1 and min(map(len, parts)) >= _LONG_PART and set(analyse(name)) <= set(keys):
            apart = tuple(term for term in keys if term not in analyse(name)) + tuple(
                analyse(" ".join(parts))
            )
            # By itself such a name says enough: the "Toronto BookCorpus" is also called BookCorpus.
            alternatives += [apart, tuple(analyse(name))]
    ordered = (
        tuple(sorted(each, key=lambda term: (statistics.document_frequency(term), each.index(term))))
        for each in alternatives
    )
    return [each for each in dict.fromkeys(ordered) if each]


def _key_terms(predicate: str, statistics: TermStatistics) -> tuple[str, ...]:
    total = len(statistics.paper_ids)
    # A paper "runs" on a device in other words: "takes 20 hours on".
    used = used_terms(predicate)
    terms = [term for term in dict.fromkeys(analyse(predicate)) if term in used]
    names = {term for name in _NAME.findall(predicate) for term in analyse(name)}
    known = {term: statistics.document_frequency(term) for term in terms}
    keys = [term for term in terms if term in names or known[term] <= max(1.0, _RARE * total)]
    if keys or not terms:
        return tuple(term for term in keys if term not in _CLASSES) or tuple(keys)
    rarest = min(terms, key=lambda term: (known[term], terms.index(term)))
    return (rarest,) if known[rarest] <= _COMMON * total else ()


def used_terms(predicate: str) -> frozenset[str]:
    """Terms of `predicate` for what is used, without generic ones and those of the verb."""
    verbs = {term for verb in USE.findall(predicate) for term in analyse(verb)}
    return frozenset(analyse(predicate)) - GENERIC - verbs


def find_long_names(predicate: str) -> list[list[str]]:
    """The terms of each name of several words in `predicate`: "Penn Treebank"."""
    return [analyse(match[0]) for match in _LONG_NAME.finditer(predicate)]


def splits_name(phrase: Sequence[str], text: str) -> bool:
    """True if `text` has all terms of `phrase`, but not in a row: the "Penn Arabic Treebank" is not the Penn Treebank."""
    terms = analyse(text)
    rows = (terms[place : place + len(phrase)] for place in range(len(terms)))
    return set(phrase) <= set(terms) and list(phrase) not in rows
