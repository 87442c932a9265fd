"""What a cluster folder should hold, and what it should not."""

from __future__ import annotations

import shutil
from pathlib import Path

from ..papers.cluster import paper_file, source_file
from ..papers.manifest import Manifest, SourceFile
from .artefacts import chunk_file


def is_whole(folder: Path, file: SourceFile) -> bool:
    """Whether everything made of `file` is there; whoever found an artefact damaged was told to delete it."""
    wanted = [paper_file(folder, file.paper_id)]
    if not file.problem:
        wanted += [source_file(folder, file), chunk_file(folder, file.paper_id)]
    return all(path.exists() for path in wanted)


def tidy(folder: Path, manifest: Manifest) -> None:
    """Delete what belongs to no paper of `manifest`: papers that went, models no longer used, unfinished files."""
    ids = {file.paper_id for file in manifest.files}
    for room in ("papers", "chunks", "sources", "figures", f"vectors/{manifest.vectors or '-'}"):
        for path in (folder / room).glob("*"):
            if path.name.rpartition(".")[0] not in ids and path.name not in ids:
                _delete(path)
    for path in (folder / "vectors").glob("*"):
        if path.name != manifest.vectors:
            _delete(path)


def _delete(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
