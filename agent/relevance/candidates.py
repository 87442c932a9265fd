"""The sentences that are considered as answers: out of passages that a search finds, over all papers and in the likeliest."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...indexes.cluster_index import ClusterIndex
from ...indexes.text.analysis import analyse
from ...indexes.types import SearchQuery
from ...retrieval.search import search_chunks
from ..verification.sentences import Sentence, sentences_of
from .concepts import related_terms
from .question_terms import focus_text
from .subject import ELSEWHERE, Subject, elsewhere_degrees

_GLOBAL, _LOCAL = 30, 30  # passages over all papers, and of each likely paper
_PAPERS = 3
_LIKELY, _NAMED = 0.12, 0.25
_FEWEST_WORDS = 4
_WORD = re.compile(r"[A-Za-z]{2,}")
_REFERENCE = re.compile(r"^(?:\[\d+\]|[A-Z][\w'-]+,? (?:[A-Z]\.[ ,]*)+).*\b(?:19|20)\d\d", re.DOTALL)
# Volume and pages of a bibliography entry, or its DOI.
_ENTRY = re.compile(r"\bdoi(?:\.org/|: ?)10\.|(?<!\d)\d{1,4}(?:\(\d+\))?[,:] ?\d{2,5}[–-]\d{2,5}(?!\d)")
_INITIALS = re.compile(r"\b[A-Z]\.")
_ROW = re.compile(r"(?:(?<=\s)[-–−]?\d*\.?\d+%?(?:\s|$)+){3}")  # three numbers in a row are cells of a table
# Lines of the publisher, which stand below a first page and have no place in the text.
_NOTICE = re.compile(
    r"^(?:Proceedings of the .*\bpages? \d|\W*(?:c ?)?(?:19|20)\d\d (?:Association|ACM|IEEE|Elsevier|Springer)\b)"
    r"|\b(?:Creative Commons|All rights reserved|Permission to make digital)\b",
    re.DOTALL,
)
_THANKS = re.compile(
    r"^(?:acknowledge?ments?\W*)?(?:(?:the )?authors?|we)\s+(?:(?:would (?:also )?like to|wish to|want to|also|gratefully|sincerely)\s+)*(?:thank|acknowledge)\b"
    r"|^(?:acknowledge?ments?\W*)?this (?:work|research|material|paper|study) (?:is|was|has been|were)\s+(?:\w+ly\s+|in part\s+)*(?:supported|funded|sponsored)\b",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"^\W*(?:who|whom|which (?:two |three |four )?(?:people|persons?|colleagues?|researchers?))\b",
    re.IGNORECASE,
)
_LEADERS = re.compile(r"(?:\. ?){5,}|…")


def find_sentences(
    index: ClusterIndex, question: str, subjects: Sequence[Subject], scope: Sequence[str] = ()
) -> list[Sentence]:
    """The sentences of the passages found for `question` in `scope` (empty: all papers), each once, at its best rank.

    The likeliest papers are searched by themselves as well, without the words that clearly name them, so that a question that names
    one is not answered from another for want of passages; once it surely is about one no other answers. Headings, references,
    lists of contents and other fragments are left out, and acknowledgements unless the question asks for them, or who did a thing.
    """
    ranks: dict[str, int] = {}
    lists = [search_chunks(index, SearchQuery(question, tuple(scope)), _GLOBAL)]
    allowed = [s for s in subjects if not scope or s.paper_id in scope][:_PAPERS]
    for subject in allowed:
        if subject.probability >= _LIKELY or subject.named >= _NAMED:
            text = focus_text(question, subject.terms) if subject.is_clear else question
            lists.append(search_chunks(index, SearchQuery(text, (subject.paper_id,)), _LOCAL))
    for hits in lists:
        for rank, hit in enumerate(hits):
            ranks[hit.id] = min(rank, ranks.get(hit.id, rank))
    ordered = sorted(ranks, key=lambda chunk_id: (ranks[chunk_id], chunk_id))
    passages = [index.chunk(chunk_id) for chunk_id in ordered]
    elsewhere = elsewhere_degrees(subjects, {passage.paper_id for passage in passages})
    asks_for_thanks = _asks_for_person(question) or not related_terms("thank").isdisjoint(analyse(question))
    found = []
    for sentence in sentences_of(passages):
        if is_acknowledgement(sentence.text) and not asks_for_thanks:
            continue
        if elsewhere[sentence.chunk.paper_id] < ELSEWHERE and is_sentence(sentence.text):
            found.append(Sentence(sentence.text, sentence.chunk, ranks[sentence.chunk.id], sentence.before))
    return found


def _asks_for_person(question: str) -> bool:
    """True if the question begins with "who" or "which people", as of those who helped with a work, whom acknowledgements name."""
    return _WHO.match(question) is not None


def is_sentence(text: str) -> bool:
    """True unless `text` is a fragment: a heading, a reference, a line of a table of contents, a row of numbers, a notice of
    the publisher, or has a character that could not be read.
    """
    words = text.split()
    letters = _WORD.findall(text)
    if len(words) < _FEWEST_WORDS or len(letters) < 0.5 * len(words):
        return False
    if (
        _ROW.search(text)
        or _REFERENCE.match(text)
        or len(_INITIALS.findall(text)) > 0.25 * len(words)
        or _LEADERS.search(text)
        or _NOTICE.search(text)
        or _ENTRY.search(text)
        or "\ufffd" in text
    ):
        return False
    return not text.rstrip().endswith((",", ":")) or len(words) > 12


def is_acknowledgement(text: str) -> bool:
    """True if `text` begins as a sentence of thanks or one that names who paid for the work."""
    return _THANKS.match(text) is not None
