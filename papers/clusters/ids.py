"""Find the paper that a user names, and describe places in papers as users read them."""

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

_SPELT_ALIKE = 0.8  # least similarity of words (difflib's ratio): one letter of five may differ
_NAMED_ALIKE = 0.6  # least similarity of whole ids and titles
_MOST_ALIKE = 5  # number of most similar words or names whose edit distance is compared


def find_paper(cluster: Cluster, text: str) -> str:
    """Return the id of the paper that `text` denotes, ignoring case.

    `text` may be an id, a title, the name of a file, a unique prefix of an id or title, or words that occur in the
    title, authors, year, id and file name of only one paper ("lewis-2020-retrieval"). Accents in such words do not
    matter. Raises UsageError if no paper or more than one paper matches; the message names the closest.
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
    """Return the ids of papers whose file has the name `wanted`, with or without folder and suffix.

    Only letters and digits are compared.
    """
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
    """Return the ids of papers whose title, authors, year, id and file name together have every word of `wanted`."""
    words = set(split_words(wanted))
    return sorted(i for i, known in _words(cluster).items() if words and words <= known)


def _by_similar_words(cluster: Cluster, wanted: str) -> list[str]:
    """Return the ids of papers that have a similar word for every word of `wanted`, which may be misspelled
    ("spectre").

    The papers with the smallest total edit distance come first. Ties are broken by similarity (difflib's ratio), then
    by id.
    """
    words = split_words(wanted)
    differences = []
    for paper_id, known in _words(cluster).items():
        nearest = [_nearest_word(word, known) for word in words]
        if nearest and all(nearest):
            differences.append((tuple(map(sum, zip(*filter(None, nearest), strict=True))), paper_id))
    return [paper_id for _, paper_id in sorted(differences)]


def _nearest_word(word: str, known: Iterable[str]) -> tuple[float, float] | None:
    """Compare `word` with its most similar word in `known`; None if no word is similar.

    Returns the edit distance and the negative similarity (difflib's ratio), so that smaller values are closer.
    """
    alike = difflib.get_close_matches(word, known, n=_MOST_ALIKE, cutoff=_SPELT_ALIKE)
    differences = (
        (edit_distance(word, each), -difflib.SequenceMatcher(None, word, each).ratio()) for each in alike
    )
    return min(differences, default=None)


def _words(cluster: Cluster) -> dict[str, set[str]]:
    """Map each paper id to the words of the paper's title, authors, year, id and file name."""
    return {
        p.id: set(
            split_words(" ".join((p.title, *p.authors, str(p.year or ""), p.id, cluster.file(p.id).stem)))
        )
        for p in cluster.summaries
    }


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def describe_location(paper: Paper, page: int, quote: str = "") -> str:
    """Describe `page` of a paper: "page 3", or "page 3 (118 in print)".

    For a paper without pages, the description is the section and the paragraph that contain `quote`, or else the kind
    of source, such as "LaTeX source".
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
    """Describe the first paragraph that contains `quote` by its section and its number there, from 1; "" if no
    paragraph does.
    """
    flat = " ".join(quote.split())
    found = next((block for block in paper.blocks if flat and flat in block.text), None)
    if found is None:
        return ""
    same = [block for block in paper.blocks if block.section == found.section and block.kind != "heading"]
    section = found.section.rpartition(" > ")[2]
    number = same.index(found) + 1 if found in same else 1
    return f"section {section}, paragraph {number}" if section else f"paragraph {number}"
