"""Measures the cost of indexing a folder: seconds per stage, chunks per second, peak memory, and the share of time
that is not encoding.

    python benchmarks/index.py FOLDER [--threads N] [--keep HOME] [--only PART ...]

These parts run one after the other, each in its own process:
  whole      citehop's build of FOLDER from nothing to a committed cluster, including the loading of the model
  encoding   sentence-transformers' encode() of the texts that the build embedded, with the model already loaded
  ocr        citehop's parsing of every file, including figures, crops and references; OCR results are cached
  parsing    the same once more, with OCR results from the cache
  pdfium     text extraction and rendering of every page with pypdfium2, in as many processes as parsing uses, at 150 dpi
             and at the 200 dpi that crops of figures have
With --only ocr parsing pdfium no model is needed. "ocr" is left out of the ratios because plain extraction does not
read scanned pages.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from citehop.indexes.build.build import build
from citehop.indexes.build.chunk import build_passages
from citehop.indexes.embedding.locate import find_model
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.parsing.pool import read_papers
from citehop.settings import Settings


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, default=0, help="of torch; 0: all cores")
    parser.add_argument("--keep", type=Path, help="leave the cluster here, as cluster 'bench'")
    parser.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS), help="run these parts")
    parser.add_argument("--part", choices=list(PARTS), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        print(
            json.dumps(
                PARTS[options.part](options.folder, Settings(home=str(options.keep), threads=options.threads))
            )
        )
        return
    with tempfile.TemporaryDirectory() as folder:
        options.keep = options.keep or Path(folder)
        _print({part: _run(part, options) for part in PARTS if part in options.only})


def _run(part: str, options: argparse.Namespace) -> dict[str, float]:
    command = [sys.executable, __file__, str(options.folder), "--part", part, "--keep", str(options.keep)]
    run = subprocess.run(
        [*command, "--threads", str(options.threads)], stdout=subprocess.PIPE, text=True, check=True
    )
    numbers: dict[str, float] = json.loads(run.stdout.splitlines()[-1])
    return numbers


def _whole(folder: Path, settings: Settings) -> dict[str, float]:
    start = time.perf_counter()
    report = build(folder, "bench", None, settings)
    seconds = time.perf_counter() - start
    memory = [
        resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    again = time.perf_counter()
    assert not build(folder, "bench", None, settings).changed
    return {
        **dict(report.seconds),
        "whole": seconds,
        "again": time.perf_counter() - again,
        "papers": report.papers,
        "chunks": report.chunks,
        "memory of the build MB": memory[0],
        "memory of a parser MB": memory[1],
    }


def _encoding(_: Path, settings: Settings) -> dict[str, float]:
    import torch
    from sentence_transformers import SentenceTransformer

    cluster = open_cluster("bench", settings)
    texts = [
        t
        for paper in cluster.paper_ids
        for t in build_passages(cluster.path, cluster.file(paper), settings).texts
    ]
    if settings.threads:
        torch.set_num_threads(settings.threads)
    model = SentenceTransformer(str(find_model(settings.embedding_model)), local_files_only=True)
    model.encode(texts[:8])
    start = time.perf_counter()
    model.encode(texts, show_progress_bar=False)
    return {"encoding": time.perf_counter() - start}


def _ocr(folder: Path, settings: Settings) -> dict[str, float]:
    return {"parsing with OCR": _parse_all(folder, replace(settings, parse_seconds=1200))}


def _parsing(folder: Path, settings: Settings) -> dict[str, float]:
    seconds = _parse_all(folder, settings)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"parsing": seconds, "parsing, processor": usage.ru_utime + usage.ru_stime}


def _parse_all(folder: Path, settings: Settings) -> float:
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as crops:
        files = sorted(folder.rglob("*.pdf"))
        assert len(
            list(read_papers(files, settings, {file: Path(crops, file.stem) for file in files}))
        ) == len(files)
    return time.perf_counter() - start


def _pdfium(folder: Path, settings: Settings) -> dict[str, float]:
    result: dict[str, float] = {}
    for dpi in (150, 200):
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        with multiprocessing.get_context("spawn").Pool(settings.workers or os.cpu_count()) as pool:
            jobs = [(path, dpi) for path in sorted(folder.rglob("*.pdf"))]
            result["pages"] = sum(pool.starmap(_read_and_render, jobs, chunksize=1))
            pool.close()
            pool.join()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        result[f"pdfium {dpi} dpi"] = time.perf_counter() - start
        result[f"pdfium {dpi} dpi, processor"] = (
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        )
    return result


def _read_and_render(path: Path, dpi: int) -> int:
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    for page in document:
        page.get_textpage().get_text_range()
        page.render(scale=dpi / 72)
    return len(document)


def _print(parts: dict[str, dict[str, float]]) -> None:
    numbers = {name: value for part in parts.values() for name, value in part.items()}
    ratios = [("chunks", "whole"), ("whole", "encoding")]
    for dpi in (150, 200):
        ratios += [(f"parsing{unit}", f"pdfium {dpi} dpi{unit}") for unit in ("", ", processor")]
    for name, value in numbers.items():
        print(f"{name:54} {value:10.2f}")
    for above, below in ratios:
        if above in numbers and below in numbers:
            print(f"{f'{above} / {below}':54} {numbers[above] / numbers[below]:10.2f}")


PARTS = {"whole": _whole, "encoding": _encoding, "ocr": _ocr, "parsing": _parsing, "pdfium": _pdfium}

if __name__ == "__main__":
    main()
