"""The number of occurrences of each term in the papers of a cluster: an inverted index of whole papers.

It is built once after each change and mapped into memory, so opening it takes the same time for ten papers and for
ten thousand.
"""

from __future__ import annotations

import hashlib
import math
import os
import shutil
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ...papers.fault_points import fault_point
from .analysis import analyze

_ARRAYS = ("terms", "starts", "papers", "counts", "lengths")


@dataclass(frozen=True, slots=True)
class TermStatistics:
    """The number of occurrences of each term in each paper, as arrays.

    `terms`   (T,) uint64, sorted: a hash of each term
    `starts`  (T + 1,) int64: the postings of term i are at starts[i]:starts[i + 1]
    `papers`  (P,) uint32: position of the posting's paper in `paper_ids`
    `counts`  (P,) uint16: occurrences of the term in that paper, at most 65,535
    `lengths` (N,) uint32: number of terms of each paper, counting repetitions
    """

    paper_ids: tuple[str, ...]
    terms: npt.NDArray[np.uint64]
    starts: npt.NDArray[np.int64]
    papers: npt.NDArray[np.uint32]
    counts: npt.NDArray[np.uint16]
    lengths: npt.NDArray[np.uint32]

    def restricted_to(self, paper_ids: Sequence[str]) -> TermStatistics:
        """Return the statistics of the papers that are among `paper_ids`. Terms of other papers occur nowhere."""
        wanted = frozenset(paper_ids)
        kept = np.array([paper_id in wanted for paper_id in self.paper_ids], bool)
        places = np.cumsum(kept) - 1
        chosen = kept[self.papers]
        sums = np.concatenate([[0], np.cumsum(chosen, dtype=np.int64)])
        return TermStatistics(
            tuple(paper_id for paper_id in self.paper_ids if paper_id in wanted),
            self.terms,
            sums[self.starts],
            places[self.papers[chosen]].astype(np.uint32),
            np.asarray(self.counts[chosen]),
            np.asarray(self.lengths[kept]),
        )

    def occurrences(self, term: str) -> dict[str, int]:
        """Map paper ids to the number of occurrences of `term` (a stem, as `analyze` returns it); {} for an unknown
        term.
        """
        places, counts = self.postings(term)
        pairs = zip(places.tolist(), counts.tolist(), strict=True)
        return {self.paper_ids[place]: count for place, count in pairs}

    def share(self, term: str, paper_id: str) -> float:
        """Return the share of a paper's terms that are `term`, in 0..1."""
        length = int(self.lengths[self.paper_ids.index(paper_id)])
        return self.occurrences(term).get(paper_id, 0) / length if length else 0.0

    def postings(self, term: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the positions in `paper_ids` of the papers with `term`, and the number of occurrences in each.

        Both are empty for an unknown term.
        """
        hashed = _hash(term)
        place = int(np.searchsorted(self.terms, hashed))
        if place == len(self.terms) or self.terms[place] != hashed:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        span = slice(int(self.starts[place]), int(self.starts[place + 1]))
        return self.papers[span].astype(np.int64), self.counts[span].astype(np.int64)

    def document_frequency(self, term: str) -> int:
        """Return the number of papers that have `term`."""
        return len(self.postings(term)[0])

    def idf(self, term: str) -> float:
        """Return the inverse document frequency of `term` over papers (see `inverse_frequency`)."""
        return inverse_frequency(self.document_frequency(term), len(self.paper_ids))

    def length(self, paper_id: str) -> int:
        """Return the number of terms of a paper, counting repetitions."""
        return int(self.lengths[self.paper_ids.index(paper_id)])


def inverse_frequency(count: float, total: int) -> float:
    """Return the inverse document frequency ln(1 + (N - n + .5) / (n + .5)), above 0 (Robertson and Zaragoza, 2009).

    n is `count` and N is `total`.
    """
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def inverse_frequencies(
    terms: Iterable[str], documents: Sequence[Collection[str]], *, flat: bool = False
) -> dict[str, float]:
    """Map `terms` to their `inverse_frequency` over `documents`, each given as a collection of terms.

    `flat` leaves n out of the numerator, ln(1 + (N + .5) / (n + .5)). Terms that nearly all of a few short documents
    have, such as the names of a table, then keep some weight.
    """
    total = len(documents)
    counts = {term: sum(term in document for document in documents) for term in terms}
    return {term: inverse_frequency(count, total + count * flat) for term, count in counts.items()}


def count_terms(texts: Mapping[str, Iterable[str]]) -> TermStatistics:
    """Return the statistics of `texts`, which maps paper ids to the texts of the passages."""
    ids = tuple(sorted(texts))
    hashes: dict[str, int] = {}
    terms, papers, counts, lengths = array("Q"), array("I"), array("H"), array("I")
    for place, paper_id in enumerate(ids):
        counted = Counter(term for text in texts[paper_id] for term in analyze(text))
        lengths.append(sum(counted.values()))
        for term, count in counted.items():
            if term not in hashes:
                hashes[term] = _hash(term)
            terms.append(hashes[term])
            papers.append(place)
            counts.append(min(count, 65535))
    # A stable sort keeps the postings of a term in the order of the papers.
    order = np.argsort(np.asarray(terms), kind="stable")
    unique, sizes = np.unique(np.asarray(terms), return_counts=True)
    return TermStatistics(
        ids,
        unique.astype(np.uint64),
        np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int64),
        np.asarray(papers, np.uint32)[order],
        np.asarray(counts, np.uint16)[order],
        np.array(lengths, np.uint32),
    )


def write_statistics(statistics: TermStatistics, folder: Path) -> None:
    """Write `statistics` to `folder`, completely or not at all."""
    draft = folder.with_name(f"{folder.name}.{os.getpid()}.tmp")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    fault_point("write", draft)
    (draft / "papers.txt").write_text("\n".join(statistics.paper_ids), "utf-8")
    for name in _ARRAYS:
        np.save(draft / f"{name}.npy", getattr(statistics, name))
    shutil.rmtree(folder, ignore_errors=True)
    fault_point("rename", folder)
    draft.rename(folder)


def read_statistics(folder: Path) -> TermStatistics:
    """Read the statistics that `write_statistics` wrote, mapped into memory.

    Raises OSError or ValueError if they are missing or damaged.
    """
    ids = tuple((folder / "papers.txt").read_text("utf-8").split("\n"))
    arrays = [np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in _ARRAYS]
    return TermStatistics(ids, *arrays)


def _hash(term: str) -> int:
    return int.from_bytes(hashlib.blake2b(term.encode("utf-8", "replace"), digest_size=8).digest(), "little")
