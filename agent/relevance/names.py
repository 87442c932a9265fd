"""Names in a question: of data sets, systems and measures. What is said of one is in no paper that never mentions it."""

from __future__ import annotations

import re

from ...indexes.text.analysis import analyse
from ...indexes.text.term_statistics import TermStatistics
from .concepts import related_terms

# Words of at least three letters that can only be names: "SNLI", "HotpotQA", "word2vec". A single capital may be incidental.
_NAME = re.compile(r"\b(?=[\w-]{3})(?:[A-Z]{2,}|[A-Za-z]+[A-Z]|[A-Za-z]+\d)[\w-]*")
# A capitalised word within a sentence: "Mongolia".
_PROPER = re.compile(r"(?<=[a-z,;:)] )[A-Z][a-z]{3,}\b")
CONFERENCES = (
    "ACL|EACL|NAACL|EMNLP|COLING|CoNLL|NIPS|NeurIPS|ICML|ICLR|AAAI|IJCAI|CVPR|ICCV|ECCV|SIGIR|KDD|LREC"
)
_PLURAL = re.compile(r"[A-Z]s$")  # "GRUs"
_OTHER = re.compile(rf"(?:{CONFERENCES}|IEEE|ACM|NLP|PDF|DOI|URL)\b")
FIGURE_LABEL = re.compile(r"\b(?:tab(?:le|\.)?|fig(?:ure|\.)?)\s*\(?\w?\d+[a-z]?\b", re.IGNORECASE)


def find_foreign_names(question: str, statistics: TermStatistics) -> tuple[str, ...]:
    """Capitalised words of the question, in their order, that no paper of the cluster has."""
    words = dict.fromkeys(_PROPER.findall(question))
    return tuple(word for word in words if not any(statistics.occurrences(term) for term in analyse(word)))


def missing_names(
    question: str, statistics: TermStatistics, paper_id: str, known: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """Names in the question, in their order, of which the paper has neither the terms nor related ones.

    `known` are terms by which the question names the paper itself; labels of figures and names of venues do not count.
    """
    names = dict.fromkeys(n for n in _NAME.findall(FIGURE_LABEL.sub(" ", question)) if not _OTHER.match(n))
    return tuple(name for name in names if not _is_known(name, statistics, paper_id, known))


def _is_known(name: str, statistics: TermStatistics, paper_id: str, known: frozenset[str]) -> bool:
    terms = analyse(f"{name} {name[:-1]}" if _PLURAL.search(name) else name)
    if not terms:  # "HIM" and "WHO" are words that the index leaves out
        return True
    wanted = {other for term in terms for other in (term, *related_terms(term))}
    return not known.isdisjoint(terms) or any(paper_id in statistics.occurrences(term) for term in wanted)
