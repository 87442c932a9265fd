"""Find the sentences that may answer a question, in passages that a search finds over all papers and in the likeliest
papers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from ...indexes.cluster_index import ClusterIndex
from ...indexes.text.analysis import STOP_WORDS, analyze
from ...indexes.types import SearchQuery
from ...papers.captions import FIGURE_LABEL
from ...retrieval.search import search_chunks
from ..verification.sentences import Sentence, sentences_of
from .author_statements import covers_question, find_initials, is_about_authors
from .concepts import related_terms
from .question_terms import GENERIC, focus_text, naming_terms, question_terms
from .subject import ELSEWHERE, Subject, elsewhere_degrees

_GLOBAL, _LOCAL = 30, 30  # number of passages over all papers, and of each likely paper
_PAPERS = 3
_LIKELY, _NAMED = 0.12, 0.25
_FEWEST_WORDS, _FEWEST_BEHIND_HEADING = 4, 2
_WORD = re.compile(r"[A-Za-z]{2,}")
_REFERENCE = re.compile(r"^(?:\[\d+\]|[A-Z][\w'-]+,? (?:[A-Z]\.[ ,]*)+).*\b(?:19|20)\d\d", re.DOTALL)
# Volume and pages of a bibliography entry, or its DOI.
_ENTRY = re.compile(r"\bdoi(?:\.org/|: ?)10\.|(?<!\d)\d{1,4}(?:\(\d+\))?[,:] ?\d{2,5}[–-]\d{2,5}(?!\d)")
_INITIALS = re.compile(r"\b[A-Z]\.")
_ROW = re.compile(r"(?:(?<=\s)[-–−]?\d*\.?\d+%?(?:\s|$)+){3}")  # three numbers in a row are cells of a table
# Notices of the publisher at the bottom of a first page, which are not part of the text.
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
_GROUP = 3  # digits of a part of a large number
_ANNOUNCING = 8  # most words of a sentence that may only announce the next sentence
_ADDED = 2  # most terms that such a sentence has and the question does not have
_LEADERS = re.compile(r"(?:\. ?){5,}|…")


def find_sentences(
    index: ClusterIndex,
    question: str,
    subjects: Sequence[Subject],
    scope: Sequence[str] = (),
    authors_of: Callable[[str], Sequence[str]] = lambda _: (),
) -> list[Sentence]:
    """Return the sentences of the passages found for `question` in `scope`, each sentence once, at its best rank.

    `scope` has paper ids; empty means all papers. If it has only one paper, all passages of that paper are used; the
    passages that the search did not find come last.

    The likeliest papers are also searched one by one, without the words that clearly name them. Thus a question that
    names a paper is not answered from another paper because passages are missing. If the question surely is about one
    paper, sentences of other papers are left out.

    Headings, references, tables of contents and other fragments are left out. Acknowledgements and statements about the
    authors are left out unless the question asks for them or for a person; `authors_of` maps a paper id to its authors.
    A short sentence that only announces the next sentence is joined with it.
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
    if len(scope) == 1 and ordered:
        ordered += [chunk.id for chunk in index.chunks(scope[0]) if chunk.id not in ranks]
    passages = [index.chunk(chunk_id) for chunk_id in ordered]
    elsewhere = elsewhere_degrees(subjects, {passage.paper_id for passage in passages})
    asks_for_thanks = _asks_for_person(question) or not related_terms("thank").isdisjoint(analyze(question))
    focus = question_terms(question, naming_terms(subjects)).focus
    sentences = sentences_of(passages)
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for sentence in sentences:
        texts[sentence.chunk.paper_id].append(sentence.text)
    authors = {paper_id: authors_of(paper_id) for paper_id in texts}
    initials = {paper_id: find_initials(authors[paper_id], own) for paper_id, own in texts.items()}
    found = []
    for sentence in _complete(sentences, focus):
        text, paper_id = sentence.text, sentence.chunk.paper_id
        if elsewhere[paper_id] >= ELSEWHERE or not is_sentence(text, sentence.chunk.heading):
            continue
        if not asks_for_thanks and (
            is_acknowledgement(text)
            or (
                is_about_authors(text, authors[paper_id], initials[paper_id])
                and not covers_question(text, focus)
            )
        ):
            continue
        found.append(replace(sentence, rank=ranks.get(sentence.chunk.id, len(ranks))))
    return found


def _complete(sentences: Sequence[Sentence], focus: Sequence[str]) -> Iterator[Sentence]:
    """Yield the sentences, but join a short sentence that says little beyond the terms `focus` with the next sentence.

    "Our study has limitations. First, ..." is an example. If no sentence of the passage follows, a short sentence that
    adds nothing to the focus is left out.
    """
    for sentence, following in zip_longest(sentences, sentences[1:]):
        terms = set(analyze(FIGURE_LABEL.sub(" ", sentence.text)))
        added = terms - set(focus) - GENERIC
        is_short = len(sentence.text.split()) <= _ANNOUNCING and set(focus) <= terms and len(added) <= _ADDED
        is_short = is_short and not any(term[0].isdigit() for term in added)  # a number may be the answer
        if is_short and following is not None and following.before == sentence.text:
            yield replace(sentence, text=f"{sentence.text} {following.text}")
        elif added or not is_short:
            yield sentence


def _asks_for_person(question: str) -> bool:
    """True if the question begins with "who" or "which people".

    Acknowledgements may answer it, because they name persons.
    """
    return _WHO.match(question) is not None


def is_sentence(text: str, heading: str = "") -> bool:
    """True if `text` is a sentence and no fragment.

    Fragments are headings, references, lines of a table of contents, rows of numbers, notices of the publisher, and
    texts with an unreadable character. A sentence has at least four words; two are enough behind a `heading` if a full
    stop follows, as in "DESIGN Retrospective study."
    """
    words = _join_thousands(text.split())
    text = " ".join(words)
    letters = _WORD.findall(text)
    fewest = _FEWEST_BEHIND_HEADING if heading and text.endswith(".") else _FEWEST_WORDS
    if len(words) < fewest or len(letters) < 0.5 * len(words):
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
    if words[-1].lower() in STOP_WORDS:
        return False  # cut off at the end of a column
    return not text.rstrip().endswith((",", ":")) or len(words) > 12


def _join_thousands(words: Sequence[str]) -> list[str]:
    """Return `words` with the groups of thousands of a number joined, if a noun follows.

    "2 434 320 patients" has one number, and not three table cells.
    """
    joined: list[str] = []
    for place, word in enumerate(words):
        rest = words[place + 1 :]
        counts = next((other for other in rest if not _is_group(other)), "")[:1].isalpha()
        if joined and _is_group(word) and joined[-1].isdecimal() and counts:
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _is_group(word: str) -> bool:
    return len(word) == _GROUP and word.isdecimal()


def is_acknowledgement(text: str) -> bool:
    """True if `text` begins like a sentence that thanks people or lists the funders of the work."""
    return _THANKS.match(text) is not None
