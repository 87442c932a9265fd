"""Find the names of data sets, systems and measures in a question.

A paper that never mentions a name says nothing about it.
"""

from __future__ import annotations

import re

from ...indexes.text.analysis import STOP_WORDS, analyze
from ...indexes.text.term_statistics import TermStatistics
from ...papers.captions import FIGURE_LABEL
from ...papers.parsing.record.venue import CONFERENCES
from .concepts import related_terms
from .question_terms import question_terms

# Words of at least three letters that can only be names: "SNLI", "HotpotQA", "word2vec". A single capital may be
# incidental. A word behind "&" is left out, because it is part of a longer name: "MSRA&NEU".
_NAME = re.compile(r"(?<!&)\b(?=[\w-]{3})(?:[A-Z]{2,}|[A-Za-z]+[A-Z]|[A-Za-z]+\d)[\w-]*")
# A capitalized word within a sentence: "Mongolia".
_PROPER = re.compile(r"(?<=[a-z,;:)] )[A-Z][a-z]{3,}\b")
_HUMP = re.compile(r"[A-Z][a-z]{3,}")
_VERSION = re.compile(r"-\d+$")  # "GPT-4"
_PLURAL = re.compile(r"[A-Z]s$")  # "GRUs"
_OTHER = re.compile(rf"(?:{CONFERENCES}|IEEE|ACM|NLP|PDF|DOI|URL)\b")


# The name that the question asks about: "does BERT use", "the accuracy of GPT-4".
_SUBJECT = re.compile(
    rf"\b(?:does|do|did|has|have|of)\s+(?:the\s+)?(?={_NAME.pattern})([\w-]+(?:\s+[A-Z\d][\w-]*)*)"
)


def find_foreign_names(question: str, statistics: TermStatistics) -> tuple[str, ...]:
    """Return the capitalized words of the question, in their order, that occur in no paper of the cluster."""
    words = dict.fromkeys(_PROPER.findall(question))
    return tuple(word for word in words if not any(statistics.occurrences(term) for term in analyze(word)))


def find_unknown_words(question: str, statistics: TermStatistics) -> tuple[str, ...]:
    """Return the terms of the question, in their order, for which no paper has the term or a related term."""
    focus = question_terms(question, frozenset()).focus
    return tuple(term for term in focus if term not in STOP_WORDS and not _papers_with(term, statistics))


def share_lacking(question: str, statistics: TermStatistics, paper_id: str, known: frozenset[str]) -> float:
    """Return the share of the question's focus of which the paper has neither the term nor a related term.

    `known` are terms by which the question names the paper; they are no part of the focus.
    """
    focus = question_terms(question, known).focus
    return sum(paper_id not in _papers_with(term, statistics) for term in focus) / max(len(focus), 1)


def _papers_with(term: str, statistics: TermStatistics) -> set[str]:
    """Return the ids of the papers that contain `term` or a related term."""
    return {paper for other in (term, *related_terms(term)) for paper in statistics.occurrences(other)}


def find_unknown_names(
    question: str, statistics: TermStatistics, known: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Return the names in the question ("HotpotQA", "RoBERTa-large"), in their order, that occur in no paper of the
    cluster.

    `known` are terms by which the question names its paper.
    """
    names = dict.fromkeys(n for n in _names(question) if not _is_part_of_known(n, question, known))
    return tuple(name for name in names if _is_unknown(name, statistics))


def _names(question: str) -> list[str]:
    """Return the names in the question.

    A stop word in capitals is left out, because it may be emphasized: "does it NOT use".
    """
    names = _NAME.findall(FIGURE_LABEL.sub(" ", question))
    return [name for name in names if not _OTHER.match(name) and name.lower() not in STOP_WORDS]


def _is_part_of_known(name: str, question: str, known: frozenset[str]) -> bool:
    """True if `name` or the next word of the question contains a term of `known`: "McGee" in "McGee Wood"."""
    behind = re.search(rf"{re.escape(name)} (\w+)", question)
    return not known.isdisjoint(analyze(f"{name} {behind[1] if behind else ''}"))


def _is_unknown(name: str, statistics: TermStatistics) -> bool:
    """True if no paper contains a distinctive part of `name`, such as "RoBERTa" of "RoBERTa-large".

    Parts in lower case are not distinctive. Digits at the end of a part and capitals within it do not matter:
    "DirectBias" is found as "direct bias".
    """
    parts = [part.rstrip("0123456789") or part for part in name.split("-") if not part.islower()]
    wordings = [
        [part, part.removesuffix("s"), *[" ".join(_HUMP.findall(part))] * _is_phrase(part)] for part in parts
    ]
    terms = [[analyze(wording) for wording in each] for each in wordings]
    return all(
        wording and not all(statistics.occurrences(term) for term in wording)
        for each in terms
        for wording in each
    ) and any(any(each) for each in terms)


def _is_phrase(name: str) -> bool:
    """True if `name` consists of capitalized words without spaces: "StrongAgree"."""
    return "".join(_HUMP.findall(name)) == name


def missing_names(
    question: str, statistics: TermStatistics, paper_id: str, known: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Return the names in the question, in their order, of which the paper has no term and no related term.

    `known` are terms by which the question names the paper itself; labels of figures and names of venues do not count.
    """
    names = dict.fromkeys(_names(question))
    return tuple(name for name in names if not _is_known(name, statistics, paper_id, known))


def lacks_subject(
    question: str, statistics: TermStatistics, paper_id: str, known: frozenset[str] = frozenset()
) -> bool:
    """True if the question asks about a name that the paper never mentions; `known` is used as in `missing_names`.

    A version is a part of the name: a paper about GPT-2 does not mention GPT-4.
    """
    return any(
        not _is_known(name, statistics, paper_id, known)
        or (
            _VERSION.search(name) is not None
            and _flatten(name) not in known
            and paper_id not in statistics.occurrences(_flatten(name))
        )
        for name in _subjects(question)
    )


def table_lacks_subject(question: str, text: str, known: frozenset[str] = frozenset()) -> bool:
    """True if the question asks about a name of which the `text` of a table has no part.

    `known` is used as in `missing_names`.
    """
    terms, flat = set(analyze(text)), _flatten(text)
    return any(
        known.isdisjoint(analyze(name))
        and terms.isdisjoint(other for term in analyze(name) for other in related_terms(term))
        and _flatten(name) not in flat
        for name in _subjects(question)
    )


def _subjects(question: str) -> list[str]:
    """Return the names that the question asks about."""
    return [name for name in _SUBJECT.findall(FIGURE_LABEL.sub(" ", question)) if not _OTHER.match(name)]


def _flatten(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _is_known(name: str, statistics: TermStatistics, paper_id: str, known: frozenset[str]) -> bool:
    terms = analyze(f"{name} {name[:-1]}" if _PLURAL.search(name) else name)
    if not terms or name.lower() in STOP_WORDS:  # the paper may spell out "WHO"
        return True
    wanted = {other for term in terms for other in (term, *related_terms(term))}
    return not known.isdisjoint(terms) or any(paper_id in statistics.occurrences(term) for term in wanted)
