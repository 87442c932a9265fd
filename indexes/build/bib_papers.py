"""The user's .bib file for a cluster: it corrects fields of the cluster's papers and adds papers known by title and
abstract alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ...papers.bibliography.bib_file import match_papers, parse_bib_papers, read_bib
from ...papers.clusters.files import bib_file, paper_file, read_parsed_paper
from ...papers.clusters.manifest import Manifest, SourceFile
from ...papers.files import write_atomic
from ...papers.parsing.paper_ids import build_free_id, derive_paper_id
from ...papers.serialization import to_json
from ...papers.user_record import UserFields, list_fields
from ...settings import Settings
from .parse import add_cache_keys

NONE = Path("none")  # given instead of a .bib file to drop the papers of the last one


def keep_bib(folder: Path, bib: Path | None, previous: Manifest | None) -> str:
    """Copy the .bib file `bib` into the cluster and return the name of the copy.

    For None, return the name of the copy that the last build used; for the path "none", return "".
    """
    if bib is None:
        return previous.bib if previous else ""
    if bib == NONE:
        return ""
    raw = read_bib(bib)
    name = f"{derive_paper_id(bib)}.{sha256(raw).hexdigest()[:12]}.bib"
    write_atomic(bib_file(folder, name), raw)
    return name


def add_abstracts(
    folder: Path, bib: str, files: Sequence[SourceFile], previous: Manifest | None, settings: Settings
) -> tuple[tuple[SourceFile, ...], tuple[SourceFile, ...]]:
    """Return `files` with the fields that the cluster's .bib file `bib` gives for them, and a new file for every
    other entry.

    An entry becomes a new file if no readable file of the cluster is that paper. The parsed paper of the entry is
    stored.
    """
    if not bib:
        return tuple(_set_listed(file, (), settings) for file in files), ()
    if (
        previous
        and previous.bib == bib
        and {f for f in previous.files if not previous.is_bib_entry(f)} == set(files)
    ):
        made = tuple(add_cache_keys(file, settings) for file in previous.files if previous.is_bib_entry(file))
        if all(paper_file(folder, file).exists() for file in made):
            return tuple(files), made
    raw = bib_file(folder, bib).read_bytes()
    # An entry may match a paper by the fields printed in it or by those that the user set.
    readable = [replace(file, listed=()) for file in files if not file.problem]
    printed = [replace(file, stated=()) for file in readable if file.stated]
    there = [read_parsed_paper(folder, file) for file in (*readable, *printed)]
    listed = parse_bib_papers(raw)
    matched = match_papers(there, listed, raw)
    fields = {matched[paper.id]: list_fields(paper) for paper in listed if paper.id in matched}
    ids = {file.paper_id for file in files}
    found = []
    for paper in (paper for paper in listed if paper.id not in matched):
        paper_id = build_free_id(derive_paper_id(Path(paper.id)), ids)
        ids.add(paper_id)
        text = to_json(replace(paper, id=paper_id))
        entry = SourceFile(f"{bib}#{paper.id}", 0, 0, sha256(text.encode()).hexdigest(), paper_id)
        found.append(add_cache_keys(entry, settings))
        write_atomic(paper_file(folder, found[-1]), text)
    joined = tuple(_set_listed(file, fields.get(file.paper_id, ()), settings) for file in files)
    return joined, tuple(found)


def _set_listed(file: SourceFile, listed: UserFields, settings: Settings) -> SourceFile:
    if file.problem or listed == file.listed:
        return file
    return add_cache_keys(replace(file, listed=listed), settings)


def keep_user_records(files: Sequence[SourceFile], previous: Sequence[SourceFile]) -> tuple[SourceFile, ...]:
    """Return `files` with the user's corrections that the last build had for files of the same content."""
    known = {file.sha256: file for file in previous if file.sha256 and file.user_fields}
    return tuple(
        replace(file, listed=known[file.sha256].listed, stated=known[file.sha256].stated)
        if file.sha256 in known
        else file
        for file in files
    )
