"""Last stage of a build: index pages as images.

The text index is committed before, and errors here do not affect it.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ...papers.clusters.manifest import read_manifest
from ...settings import Settings
from ..pages.files import read_pages_manifest
from ..pages.model_choice import OFF, choose_page_model
from .report import BuildReport, Listener


def update_page_index(
    report: BuildReport, settings: Settings, progress: Listener | None, *, refill: bool = False
) -> BuildReport:
    """Update the page images of the cluster that was just built, and return `report` with the numbers of pages.

    `refill` is as in `update_pages`. Raises ConfigurationError if a requested model cannot be used.
    """
    start = time.perf_counter()
    previous = read_pages_manifest(report.path)
    checkpoint, note = choose_page_model(settings, previous)
    if checkpoint is None:
        if settings.visual_model == OFF and previous:
            from ..pages.build import remove_pages

            remove_pages(report.path, settings)
            previous = None
        elif previous and previous.papers:
            from ..pages.build import keep_pages

            keep_pages(report.path, previous, settings, refill=refill)
        kept = sum(len(paper.pages) for paper in previous.papers) if previous else 0
        return replace(report, pages=kept, note=note)
    from ..pages.build import update_pages

    manifest = read_manifest(report.path)
    assert manifest is not None, "just written"
    pages = update_pages(report.path, manifest, checkpoint, settings, progress, refill=refill)
    return replace(
        report,
        pages=pages.pages,
        pages_encoded=pages.encoded,
        warnings=(*report.warnings, *pages.warnings),
        seconds=(*report.seconds, ("pages", time.perf_counter() - start)),
    )
