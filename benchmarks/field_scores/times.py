"""Processor time to parse the papers of a gold manifest: by field, and for the slowest pages."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from pathlib import Path

from citehop.papers.parsing.pdf.document_layout import lay_out_page_with_ocr
from citehop.papers.parsing.pdf.pages import open_pdf
from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings

_SLOWEST = 15  # slowest pages that are printed


def print_field_times(folder: Path, match: str) -> None:
    """Print milliseconds per page, for each field and all papers whose file name contains `match`, then the slowest
    pages.
    """
    fields: dict[str, list[tuple[float, int]]] = defaultdict(list)
    pages: list[tuple[float, str]] = []
    for entry in json.loads((folder / "manifest.json").read_text("utf-8")):
        if match not in entry["file"]:
            continue
        own = _time_pages(folder / entry["file"])
        pages += [(seconds, f"{entry['file']} page {number}") for number, seconds in enumerate(own, 1)]
        start = time.process_time()
        read_paper(folder / entry["file"], Settings())
        fields[entry["field"]].append((time.process_time() - start, len(own)))
    everything = [measured for papers in fields.values() for measured in papers]
    for name, papers in [*sorted(fields.items()), ("all", everything)]:
        count = sum(number for _, number in papers)
        print(
            f"{name:16} {1000 * sum(seconds for seconds, _ in papers) / count:6.1f} ms a page, {count} pages"
        )
    print("slowest pages (layout alone)")
    for seconds, name in sorted(pages, reverse=True)[:_SLOWEST]:
        print(f"{1000 * seconds:6.0f} ms {name}")


def _time_pages(pdf: Path) -> list[float]:
    """Return the seconds that the layout of each page takes.

    This also loads fonts and models, so the papers themselves are timed warm.
    """
    seconds = []
    with open_pdf(pdf) as document:
        for number in range(1, len(document) + 1):
            start = time.process_time()
            lay_out_page_with_ocr(document, number, Settings())
            seconds.append(time.process_time() - start)
    return seconds
