"""Papers that a .bib file adds to a cluster, known by title and abstract alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from ...papers.bibliography.bib_file import exclude_known_papers, parse_bib_papers, read_bib
from ...papers.clusters.files import bib_file, paper_file, read_parsed_paper
from ...papers.clusters.manifest import Manifest, SourceFile
from ...papers.files import write_atomic
from ...papers.parsing.paper_ids import build_free_id, derive_paper_id
from ...papers.serialization import to_json
from ...settings import Settings
from .parse import add_cache_keys

NONE = Path("none")  # said in place of a .bib file: no such papers any more


def keep_bib(folder: Path, bib: Path | None, previous: Manifest | None) -> str:
    """Name of the cluster's copy of the .bib file `bib`, now made; for None that of the last build; "" for none."""
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
) -> tuple[SourceFile, ...]:
    """Store the papers of the cluster's .bib file `bib` that no readable one of `files` is; an entry for each."""
    if not bib:
        return ()
    if (
        previous
        and previous.bib == bib
        and {f for f in previous.files if not previous.is_bib_entry(f)} == set(files)
    ):
        made = tuple(add_cache_keys(file, settings) for file in previous.files if previous.is_bib_entry(file))
        if all(paper_file(folder, file).exists() for file in made):
            return made
    there = [read_parsed_paper(folder, file) for file in files if not file.problem]
    ids = {file.paper_id for file in files}
    found = []
    for paper in exclude_known_papers(there, parse_bib_papers(bib_file(folder, bib).read_bytes())):
        paper_id = build_free_id(derive_paper_id(Path(paper.id)), ids)
        ids.add(paper_id)
        text = to_json(replace(paper, id=paper_id))
        entry = SourceFile(f"{bib}#{paper.id}", 0, 0, sha256(text.encode()).hexdigest(), paper_id)
        found.append(add_cache_keys(entry, settings))
        write_atomic(paper_file(folder, found[-1]), text)
    return tuple(found)
