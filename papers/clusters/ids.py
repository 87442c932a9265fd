"""References to papers of a cluster and to places in them, as users write and read them."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from pathlib import Path

from ...errors import UsageError
from ..edit_distance import edit_distance
from ..name_length import check_name_length
from ..parsing.documents import is_document
from ..parsing.paper_ids import split_words
from ..parsing.printed_pages import find_printed_page
from ..plural import list_some
from ..types import Paper
from .cluster import Cluster

_SPELT_ALIKE = 0.8  # difflib's ratio: one letter of five may differ
_NAMED_ALIKE = 0.6  # the same for whole ids and titles
_MOST_ALIKE = 5  # words or names whose edit distance is compared


def find_paper(cluster: Cluster, text: str) -> str:
    """Id of the paper that `text` denotes: an id, a title, a file's name, a unique prefix of an id or title, or words that
    occur in the title, authors, year, id and file name of one paper only ("lewis-2020-retrieval"), ignoring case and accents.

    Raises UsageError if there is no match or more than one; the message names the closest.
    """
    check_name_length(text, "paper")
    wanted = " ".join(text.lower().split())
    papers = cluster.summaries
    titles = {p.id: " ".join(p.title.lower().split()) for p in papers}
    if wanted in titles:
        return wanted
    exact = [i for i, title in titles.items() if title == wanted] or _by_file(cluster, wanted)
    starts = exact or sorted(
        i for i, title in titles.items() if i.startswith(wanted) or title.startswith(wanted)
    )
    if len(starts) == 1 and wanted:
        return starts[0]
    named = starts or _by_words(cluster, wanted)
    if len(named) == 1:
        return named[0]
    if named:
        raise UsageError(
            f"{text!r} fits {len(named)} papers ({list_some(named)}); give an id, or more of the name"
        )
    alike = difflib.get_close_matches(wanted, [*titles, *titles.values()], n=_MOST_ALIKE, cutoff=_NAMED_ALIKE)
    near = sorted(alike, key=lambda name: (edit_distance(wanted, name), name))
    near = near or _by_similar_words(cluster, wanted)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {list_some(cluster.paper_ids)}"
    raise UsageError(f"no paper {text!r} in cluster {cluster.name}; {hint}")


def _by_file(cluster: Cluster, wanted: str) -> list[str]:
    """Papers whose file is called so, with or without folder and suffix; signs other than letters and digits do not count."""
    files = {
        file.paper_id: (file.name.lower().rpartition("/")[2], file.stem)
        for file in cluster.manifest.files
        if not file.problem
    }
    key = _letters(wanted.rpartition("/")[2])
    return sorted(
        i
        for i, (name, stem) in files.items()
        if key and key in map(_letters, (name, name.rpartition(".")[0], stem))
    )


def _by_words(cluster: Cluster, wanted: str) -> list[str]:
    """Papers whose title, authors, year, id or file name have every word of `wanted`."""
    words = set(split_words(wanted))
    return sorted(i for i, known in _words(cluster).items() if words and words <= known)


def _by_similar_words(cluster: Cluster, wanted: str) -> list[str]:
    """Papers that have a word like every word of `wanted`, which may be misspelt ("spectre"), those that differ in fewest
    letters first; ties go to the paper whose words have more letters in common with it, then by id."""
    words = split_words(wanted)
    differences = []
    for paper_id, known in _words(cluster).items():
        nearest = [_nearest_word(word, known) for word in words]
        if nearest and all(nearest):
            differences.append((tuple(map(sum, zip(*filter(None, nearest), strict=True))), paper_id))
    return [paper_id for _, paper_id in sorted(differences)]


def _nearest_word(word: str, known: Iterable[str]) -> tuple[float, float] | None:
    """The difference of `word` and the word of `known` that is most like it: edit distance, and less the share of letters in
    common; None if none is spelt alike."""
    alike = difflib.get_close_matches(word, known, n=_MOST_ALIKE, cutoff=_SPELT_ALIKE)
    differences = (
        (edit_distance(word, each), -difflib.SequenceMatcher(None, word, each).ratio()) for each in alike
    )
    return min(differences, default=None)


def _words(cluster: Cluster) -> dict[str, set[str]]:
    """By id, the words of a paper's title, authors, year, id and file name."""
    return {
        p.id: set(
            split_words(" ".join((p.title, *p.authors, str(p.year or ""), p.id, cluster.file(p.id).stem)))
        )
        for p in cluster.summaries
    }


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def describe_location(paper: Paper, page: int, quote: str = "") -> str:
    """Describe `page` of a paper: "page 3", "page 3 (118 in print)".

    For a paper without pages it is the section and the paragraph that have `quote`, else the kind of source.
    """
    if page:
        printed = find_printed_page(paper, page)
        return f"page {page} ({printed} in print)" if printed and printed != page else f"page {page}"
    if paper.abstract_only:
        return "abstract only"
    return _describe_paragraph(paper, quote) or (
        "no pages" if is_document(Path(paper.source)) else "LaTeX source"
    )


def _describe_paragraph(paper: Paper, quote: str) -> str:
    """The section and the number in it, from 1, of the first paragraph that has `quote`; "" if none has."""
    flat = " ".join(quote.split())
    found = next((block for block in paper.blocks if flat and flat in block.text), None)
    if found is None:
        return ""
    same = [block for block in paper.blocks if block.section == found.section and block.kind != "heading"]
    section = found.section.rpartition(" > ")[2]
    number = same.index(found) + 1 if found in same else 1
    return f"section {section}, paragraph {number}" if section else f"paragraph {number}"
