"""Ids of the papers of a cluster.

An id is taken from the last build, or made of first author, year and title ("lewis-2020-retrieval-augmented"). The
manifest keeps it, so that neither another build nor another file of the folder changes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ...papers.clusters.manifest import Manifest, SourceFile
from ...papers.parsing.json_lines import match_json_line
from ...papers.parsing.paper_ids import build_free_id, build_paper_id, split_words
from ...papers.parsing.references.names import extract_full_surname
from ...papers.types import Paper
from ..text.analysis import STOP_WORDS

_TITLE_WORDS = 2
_YEAR = "(?:19|20)[0-9]{2}"
# Last words of the name of a group, which has no surname.
_GROUPS = frozenset({"collaboration", "consortium", "group", "team"})
_SHORT_NAME_WORDS = 2  # at most, before a colon: "SPECTER: Document-level Representation Learning"


def propose_id(file: SourceFile, paper: Paper) -> str:
    """Return an id for `paper`: surname of the first author, year if known, and the short name or first two words of
    the title.

    The id of `file` is kept in three cases: the author or title is unknown, the id already begins with author and
    year, or the file is a line of a .jsonl file, whose id is part of the data.
    """
    surname = "-".join(_surname_words(paper.authors[0])) if paper.authors else ""
    title = "-".join(_title_words(paper.title))
    if not (surname and title) or match_json_line(file.name):
        return file.paper_id
    if re.match(rf"{re.escape(surname)}-{paper.year or _YEAR}-", file.paper_id):
        return file.paper_id
    return build_paper_id("-".join((surname, str(paper.year), title) if paper.year else (surname, title)))


def _surname_words(name: str) -> Sequence[str]:
    words = split_words(name)
    if words and words[-1] in _GROUPS:
        return words[-2:]
    return split_words(extract_full_surname(name.partition(",")[0]))


def _title_words(title: str) -> Sequence[str]:
    short, colon, _ = title.partition(":")
    words = split_words(short)
    if colon and 0 < len(words) <= _SHORT_NAME_WORDS:
        return words
    words = split_words(title)
    return ([word for word in words if word not in STOP_WORDS] or words)[:_TITLE_WORDS]


def list_known_ids(previous: Manifest | None) -> dict[str, str]:
    """Map the hashes of files to paper ids, for the papers of the last build and removed papers."""
    files = (*previous.files, *previous.removed) if previous else ()
    return {file.sha256: file.paper_id for file in files if file.sha256 and not file.problem}


def set_id(file: SourceFile, paper_id: str) -> SourceFile:
    """Return `file` with the id `paper_id`. The stored file of the parsed paper keeps its name."""
    if paper_id == file.paper_id:
        return file
    return replace(file, paper_id=paper_id, stem=file.stem or file.paper_id)


def assign_ids(
    files: Sequence[SourceFile], known: Mapping[str, str], propose: Callable[[SourceFile], str]
) -> Iterator[SourceFile]:
    """Yield `files` with their final ids, in the same order.

    An id comes from `known` (by the file's hash) or from `propose`. If several papers get the same id, the first one
    keeps it and the others get "-2", "-3". Files with a problem keep the id made from the file name, which no paper
    shares.
    """
    taken = {file.paper_id for file in files if file.problem} | {
        known[file.sha256] for file in files if not file.problem and file.sha256 in known
    }
    for file in files:
        if file.problem:
            yield file
        elif file.sha256 in known:
            yield set_id(file, known[file.sha256])
        else:
            paper_id = build_free_id(propose(file), taken)
            taken.add(paper_id)
            yield set_id(file, paper_id)
