"""What a user waits for: the help, and an answer without a model on the sample cluster, each in a process of its own.

    python benchmarks/latency.py [--times 9]

Start-up, reading the figure, ranking, encoding the question, search and proof are all in it; the cluster was indexed
before. Prints the least and the median of wall-clock seconds, and the median of processor seconds, which other work on the
machine changes less.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from statistics import median
from tempfile import TemporaryDirectory

from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER, QUESTION
from citehop.indexes.build.build import build
from citehop.settings import load_settings

CITEHOP = [sys.executable, "-c", "from citehop.cli.main import run; run()"]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=9)
    times = parser.parse_args().times
    with TemporaryDirectory() as home:
        build(FOLDER, "sample", ANCHOR_FILE, load_settings({"home": home}))
        report("citehop --help", ["--help"], times)
        report("citehop ask", ["ask", "sample", QUESTION, "--home", home], times)


def report(name: str, arguments: list[str], times: int) -> None:
    """Run it once to fill the file cache, then `times` times; print a line."""
    once(arguments)
    wall, processor = zip(*(once(arguments) for _ in range(times)), strict=True)
    print(
        f"{name:<16}{min(wall):6.2f} s least{median(wall):6.2f} s median{median(processor):6.2f} s processor"
    )


def once(arguments: list[str]) -> tuple[float, float]:
    """(wall-clock, processor) seconds of one run."""
    start, before = time.perf_counter(), os.times()
    subprocess.run([*CITEHOP, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, used


if __name__ == "__main__":
    main()
