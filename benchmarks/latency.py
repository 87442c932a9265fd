"""Time `citehop --help`, and an answer without a model on the sample cluster, each in its own process.

    python benchmarks/latency.py [--times 9]

The time includes start-up, reading the figure, ranking, encoding the question, search and proof, but not indexing.
Prints the least and the median of wall-clock seconds, and the median of processor seconds, which depend less on other
work on the machine. Then checks the limits of start-up: the least processor seconds beyond those of the bare
interpreter. Exit code 1 if a limit is exceeded.
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

PYTHON = [sys.executable, "-c"]
# Code and processor seconds beyond those of the bare interpreter.
LIMITS = (("import citehop", 0.15), ("from citehop.cli.main import main; main(['--help'])", 0.4))
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
    if not check_limits(times):
        sys.exit(1)


def check_limits(times: int) -> bool:
    """Print start-up times with their limits. Return True if no limit is exceeded."""
    bare, kept = min(once([*PYTHON, "pass"])[1] for _ in range(times)), True
    for code, limit in LIMITS:
        seconds = min(once([*PYTHON, code])[1] for _ in range(times)) - bare
        kept = kept and seconds < limit
        print(f"{code}: {seconds:.2f} s, limit {limit:.2f} s")
    return kept


def report(name: str, arguments: list[str], times: int) -> None:
    """Run the command once to fill the file cache, then `times` times, and print a line of times."""
    once([*CITEHOP, *arguments])
    wall, processor = zip(*(once([*CITEHOP, *arguments]) for _ in range(times)), strict=True)
    print(
        f"{name:<16}{min(wall):6.2f} s least{median(wall):6.2f} s median{median(processor):6.2f} s processor"
    )


def once(command: list[str]) -> tuple[float, float]:
    """Return (wall-clock, processor) seconds of one run of `command`."""
    start, before = time.perf_counter(), os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, used


if __name__ == "__main__":
    main()
