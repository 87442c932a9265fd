"""Render pages as images in other processes while the encoder works."""

from __future__ import annotations

import io
import multiprocessing
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from ...errors import CitehopError
from ...papers.files import write_atomic
from ...papers.parsing.pdf.pages import open_pdf, render_page
from ...papers.process_lifetime import bind_to_parent, deafen_to_interrupts

DPI = 144  # a page of A4 or letter has 2 million pixels; the models scale down to .6 to 3 million
_THUMBNAIL = (360, 480)
_AHEAD = 32  # pages rendered in advance, which take 200 MB


@dataclass(frozen=True, slots=True)
class PageJob:
    """A page (from 1) of the PDF at `path`, with its size in points. `thumbnail` is the path of its small image."""

    paper_id: str
    path: Path
    page: int
    size: tuple[int, int]
    thumbnail: Path


def page_sizes(path: Path, most: int) -> list[tuple[int, int]]:
    """Return width and height in points of the first `most` pages. Raises UsageError as `open_pdf` does."""
    with open_pdf(path) as document:
        count = min(len(document), most)
        sizes = [document.get_page_size(index) for index in range(count)]
    return [(round(width), round(height)) for width, height in sizes]


def rendered(jobs: Sequence[PageJob], workers: int) -> Iterator[tuple[PageJob, Image.Image | str]]:
    """Yield each job in order with its image, or with one line that says why there is no image.

    Up to `_AHEAD` pages are rendered in advance. A page that crashes its process is reported as one that cannot be
    rendered, and the other pages follow.
    """
    waiting = deque(jobs)
    while waiting:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(max(1, workers), context, initializer=bind_to_parent) as pool:
            yield from _until_broken(pool, waiting)


def _until_broken(
    pool: ProcessPoolExecutor, waiting: deque[PageJob]
) -> Iterator[tuple[PageJob, Image.Image | str]]:
    running: deque[tuple[PageJob, Future[tuple[tuple[int, int], bytes] | str]]] = deque()
    try:
        while waiting or running:
            while waiting and len(running) < _AHEAD:
                job = waiting.popleft()
                with deafen_to_interrupts():  # the first call starts the processes
                    running.append((job, pool.submit(_render, job)))
            job, future = running[0]
            try:
                made = future.result()
            except BrokenProcessPool:
                made = f"{job.path.name}: page {job.page} cannot be drawn (the process that draws it died)"
                running.popleft()
                waiting.extendleft(job for job, _ in reversed(running))
                yield job, made
                return
            running.popleft()
            yield job, made if isinstance(made, str) else Image.frombytes("RGB", *made)
    finally:
        for _, future in running:
            future.cancel()


def _render(job: PageJob) -> tuple[tuple[int, int], bytes] | str:
    """Return size and bytes of the page's image, or a line on why it cannot be rendered. Writes the thumbnail.

    This runs in a worker process.
    """
    try:
        image = render_page(job.path, job.page, DPI)
        small = image.copy()
        small.thumbnail(_THUMBNAIL)
        stream = io.BytesIO()
        small.save(stream, "JPEG", quality=80)
        write_atomic(job.thumbnail, stream.getvalue())
        return image.size, image.tobytes()
    except CitehopError as error:
        return str(error)
    except Exception as error:  # any error of pdfium for a damaged page
        return f"{job.path.name}: page {job.page} cannot be drawn ({type(error).__name__})"
