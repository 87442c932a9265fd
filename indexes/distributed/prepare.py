"""Prepare new papers of a library with Ray before `add_to_library` builds it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...errors import UsageError
from ...papers.clusters.library import library_folder
from ...papers.clusters.manifest import SourceFile
from ...settings import Settings
from ..build.library import Prepare
from ..build.report import BuildProgress, Listener
from ..embedding.model import model_for_build
from ..pages.files import read_pages_manifest
from ..pages.model_choice import choose_page_model
from .ray_build import prepare_with_ray
from .ray_connection import LOCAL
from .storage import SharedStorage

_FOLDER = "shared"  # name of the default storage in the library's folder


def prepare_by_ray(
    name: str, address: str, storage: str | None, settings: Settings, progress: Listener | None = None
) -> Prepare:
    """Return a function for `add_to_library` that parses and embeds new papers of the library `name` with Ray.

    Page images are encoded, too. `address` is the address of Ray, or "local" for this machine. `storage` is a folder
    or an fsspec URL that all workers reach; by default it is in the library's folder. Raises UsageError without
    storage if the workers may be on other machines.
    """
    if not storage and address != LOCAL:
        raise UsageError(f"Ray at {address}: give storage that its workers share (--storage PATH|URL)")
    shared = SharedStorage(storage or str(library_folder(name, settings) / _FOLDER))

    def listen(done: int, total: int) -> None:
        if progress:
            progress(BuildProgress("ray", done, total))

    def prepare(target: Path, root: Path, files: Sequence[SourceFile]) -> None:
        model, _ = model_for_build(settings)
        pages, _ = choose_page_model(settings, read_pages_manifest(target))
        prepare_with_ray(target, root, files, model, pages, settings, address, shared, listen)

    return prepare
