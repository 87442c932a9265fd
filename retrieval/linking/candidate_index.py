"""Index the candidates of one ranking by name.

They are sorted by a hash of their id, so that the input order has no effect.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from ...indexes.text.chunking import paper_text
from ...papers.shared_results import SharedResults
from ...papers.types import Paper
from .gazetteer import GazetteerEntry, known_paper
from .names import NameVariant, fold, tokens

Encode = Callable[[Sequence[str]], npt.NDArray[np.float32]]
Vector = npt.NDArray[np.float64]
_TOKEN = re.compile(r"[^\W_]+")
_HEAD_END = re.compile(r"\s*[:?!]\s+|\s+[-\u2013\u2014]+\s+")
# One word with a capital or digit inside: "FooNet", "T5", "iNAT".
_COINED = re.compile(r"\S*[A-Za-z]\S*[A-Z0-9]\S*")
_SHORTEST_PIECE = 3
_HEAD_TOKENS = 5  # a longer part of a title before the colon is a phrase, not a name
_OTHER_CASE = 0.3
_LINKED = 1024  # number of names whose links are kept, which is enough for about 50 figures


class CandidateText:
    """A text in which a name is found by its key, however the name is written.

    The key "longt5" matches whole tokens that spell it: "LongT5", "Long T5", "Long-T5".
    """

    def __init__(self, text: str) -> None:
        self.folded = fold(text)
        self.tokens = [token.lower() for token in _TOKEN.findall(self.folded)]
        self.key = "".join(self.tokens)

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """The start and end of each token in `folded`, computed at first use because few candidates need them."""
        return [match.span() for match in _TOKEN.finditer(self.folded)]

    @cached_property
    def _edges(self) -> tuple[dict[int, int], dict[int, int]]:
        """Two mappings from an offset in `key` to the number of a token: the token that begins there, and the one that
        ends there."""
        begins, ends, at = {}, {}, 0
        for number, token in enumerate(self.tokens):
            begins[at] = number
            at += len(token)
            ends[at] = number
        return begins, ends

    def find(self, key: str) -> list[tuple[int, int]]:
        """Return the numbers of the first and last token of each occurrence of `key`; a plural "s" may follow."""
        begins, ends = self._edges
        found, at = [], self.key.find(key)
        while at >= 0:
            first, end = begins.get(at), at + len(key)
            last = ends.get(end, ends.get(end + 1) if self.key[end : end + 1] == "s" else None)
            if first is not None and last is not None:
                found.append((first, last))
            at = self.key.find(key, at + 1)
        return found

    def surface(self, first: int, last: int) -> str:
        """Return the text from the token `first` to the token `last`, as written."""
        return self.folded[self.spans[first][0] : self.spans[last][1]]

    def around(self, first: int, last: int, before: int = 60, after: int = 24) -> tuple[str, str]:
        """Return at most `before` characters before the tokens `first` to `last`, and at most `after` characters after
        them."""
        start, end = self.spans[first][0], self.spans[last][1]
        return self.folded[max(0, start - before) : start], self.folded[end : end + after]


@dataclass(frozen=True)
class Candidate:
    """One candidate paper. `head_words` are the words of the title before the colon, or () if they are too many for a
    name."""

    paper: Paper
    title: CandidateText
    head_words: tuple[str, ...]
    abstract: CandidateText
    known: GazetteerEntry | None

    @property
    def head(self) -> str:
        """`head_words` joined without spaces, in the form of `name_key`."""
        return "".join(self.head_words)

    @cached_property
    def own_names(self) -> frozenset[str]:
        """The keys of the paper's names: the names by which it is widely known, and the name at the beginning of its
        title ("FooNet: ...")."""
        names = self.known.keys if self.known else frozenset()
        coined = self.head and _COINED.fullmatch(self.title.surface(0, len(self.head_words) - 1))
        return names | {self.head} if coined else names

    def called_otherwise(self, keys: Collection[str]) -> bool:
        """True if the paper has its own names, and each of them neither contains a key of `keys` nor is contained in
        one."""
        return bool(self.own_names and keys) and not any(
            key in own or own in key for key in keys for own in self.own_names
        )


@dataclass(frozen=True, slots=True)
class NameOccurrence:
    """A place where a name occurs: the tokens `first` to `last` of a candidate's title or abstract."""

    candidate: Candidate
    first: int
    last: int


class _Joined:
    """Many texts joined for a search, so that a single `find` can show that a name occurs in none of them (the usual
    case)."""

    def __init__(self, texts: Sequence[CandidateText]) -> None:
        self.texts = texts
        self.key = "\n".join(text.key for text in texts)
        self.starts = list(accumulate((len(text.key) + 1 for text in texts), initial=0))

    def find(self, key: str) -> list[tuple[int, tuple[int, int]]]:
        """Return (number of the text, (first token, last token)) for every occurrence of `key`, in order."""
        found, at = [], self.key.find(key)
        while at >= 0:
            number = bisect_right(self.starts, at) - 1
            found += [(number, span) for span in self.texts[number].find(key)]
            at = self.key.find(key, self.starts[number + 1])
        return found


@dataclass(frozen=True, slots=True)
class Link:
    """Evidence that a name refers to a paper, with its strength, 0..1, and the reason as text."""

    paper_id: str
    strength: float
    reason: str


class CandidateIndex:
    """Candidates sorted by a hash of their id, with inverted indexes of their titles and abstracts."""

    def __init__(self, papers: Sequence[Paper], encode: Encode | None = None) -> None:
        unique = {paper.id: paper for paper in papers}
        self.candidates = [_candidate(unique[key]) for key in sorted(unique, key=tie_key)]
        corpus = [candidate.title.tokens + candidate.abstract.tokens for candidate in self.candidates]
        self._bm25 = BM25Okapi(corpus) if any(corpus) else None
        self._vocabulary = {word for document in corpus for word in document}
        self._encode = encode
        self._encoded: SharedResults[npt.NDArray[np.float32]] = SharedResults(_LINKED)
        self.links: SharedResults[list[Link]] = SharedResults(_LINKED)  # the key is a name and an anchor
        self._titles = _Joined([candidate.title for candidate in self.candidates])
        self._abstracts = _Joined([candidate.abstract for candidate in self.candidates])

    @cached_property
    def paper_ids(self) -> frozenset[str]:
        return frozenset(candidate.paper.id for candidate in self.candidates)

    def in_titles(self, key: str) -> list[NameOccurrence]:
        """Return the occurrences of `key` in titles, in the order of the candidates."""
        return [NameOccurrence(self.candidates[n], *span) for n, span in self._titles.find(key)]

    def in_abstracts(self, key: str) -> list[NameOccurrence]:
        """Return the occurrences of `key` in abstracts, in the order of the candidates."""
        return [NameOccurrence(self.candidates[n], *span) for n, span in self._abstracts.find(key)]

    def text_scores(self, query: str) -> list[float]:
        """Return the BM25 score of title and abstract for `query`, one per candidate; the best is scaled to 1.

        All scores are 0 if no candidate matches.
        """
        words = tokens(query)
        if self._bm25 is None or not words:
            return [0.0] * len(self.candidates)
        scores = [max(0.0, float(score)) for score in self._bm25.get_scores(words)]
        best = max(scores)
        return [score / best for score in scores] if best > 0 else scores

    def encode_ahead(self, queries: Sequence[str]) -> None:
        """Encode the queries of later calls of `dense_scores` in one batch, which is three times as fast."""
        texts = sorted(
            set(filter(None, queries))
        )  # in a fixed order, because rounding in a batch depends on the order
        encode = self._encode
        if encode is not None and self.candidates and texts:
            self._encoded.get_all(texts, lambda places: list(encode([texts[place] for place in places])))

    def dense_scores(self, query: str) -> list[float]:
        """Return the cosine of `query` with title and abstract, one per candidate, scaled from 0 (the median or less)
        to 1 (the best).

        All scores are 0 without an embedding model.
        """
        if self._encode is None or not self.candidates or not query:
            return [0.0] * len(self.candidates)
        encode = self._encode
        cosines = self._vectors @ self._encoded.get(query, lambda: encode([query])[0])
        middle, best = float(np.median(cosines)), float(cosines.max())
        return [max(0.0, float(c) - middle) / max(1e-6, best - middle) for c in cosines]

    @cached_property
    def _vectors(self) -> npt.NDArray[np.float32]:
        assert self._encode is not None
        return self._encode([paper_text(c.paper) for c in self.candidates])

    def words_inside(self, name: str) -> list[str]:
        """Return the words of the candidates' vocabulary that occur inside `name`: "amr" and "bart" for "AMRBART"."""
        found = {
            word[start:end]
            for word in tokens(name)
            for start in range(len(word))
            for end in range(start + _SHORTEST_PIECE, len(word) + 1)
            if word[start:end] in self._vocabulary
        }
        # Only the longest words: "art" inside "bart" adds nothing.
        return sorted(word for word in found if not any(word != other and word in other for other in found))


def case_factor(form: NameVariant, text: CandidateText, occurrence: NameOccurrence) -> float:
    """Return the factor for an occurrence: below 1 if the name has capitals but occurs in lower case, because "mass"
    rarely means "MASS"; else 1."""
    surface = text.surface(occurrence.first, occurrence.last)
    return _OTHER_CASE if surface.islower() and form.text != form.text.lower() else 1.0


def tie_key(paper_id: str) -> str:
    """Return the hash by which ties are broken, so that neither the input order nor ids that grow with time decide."""
    return hashlib.sha256(paper_id.encode()).hexdigest()


def _candidate(paper: Paper) -> Candidate:
    parts = _HEAD_END.split(paper.title.strip(), maxsplit=1)
    head = tokens(parts[0]) if len(parts) > 1 else []
    return Candidate(
        paper=paper,
        title=CandidateText(paper.title),
        head_words=tuple(head) if len(head) <= _HEAD_TOKENS else (),
        abstract=CandidateText(paper.abstract),
        known=known_paper(paper.title),
    )
