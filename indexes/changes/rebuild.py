"""Rebuild a cluster from its parsed files, after a change of its list of papers or of the fields that the user set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ...errors import UsageError
from ...papers.clusters.checksums import read_checksums
from ...papers.clusters.manifest import Manifest, SourceFile
from ...settings import Settings
from ..build.pipeline import run_pipeline
from ..build.pipeline_state import BuildPipeline
from ..build.report import BuildReport
from ..embedding.model import NONE, model_for_build
from ..stores.address import is_configured


def rebuild(
    folder: Path,
    manifest: Manifest,
    files: tuple[SourceFile, ...],
    removed: tuple[SourceFile, ...],
    settings: Settings,
) -> BuildReport:
    """Build the locked cluster in `folder` from `files`. Nothing is parsed.

    All `files` are parsed already; entries of a .bib file are not among them. Raises UsageError if the cluster's
    vectors are on a server that the settings do not name.
    """
    server = manifest.store.url
    if server and not is_configured(server, settings):
        raise UsageError(
            f"the vectors of {manifest.name} are on {server}; name this server with --qdrant-url"
        )
    settings = replace(
        settings, embedding_model=manifest.model or NONE, qdrant_url=settings.qdrant_url if server else ""
    )
    model, warning = model_for_build(settings)
    run = BuildPipeline(
        name=manifest.name,
        source=Path(manifest.folder),  # nothing is read from it: every file is parsed already
        target=folder,
        settings=settings,
        model=model,
        files=files,
        bib=manifest.bib,
        previous=manifest,
        progress=None,
        reranker=manifest.reranker,
        checksums=read_checksums(folder, manifest.checksums),
        removed=removed,
    )
    return run_pipeline(run, None, [warning] if warning else [])
