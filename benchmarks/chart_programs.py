"""How charts of one drawing program are read when nothing was fitted to that program.

    python benchmarks/chart_programs.py RESULTS.jsonl

RESULTS holds one JSON object per question: `engine` (the program), `kind`, `operation`, `right` (True or False), `abstained` and
`read`, the names with their probabilities, best first. The reader has one part that is fitted to data, the calibration of its
probabilities (figures/answer/calibration.py). For each program the calibration is fitted again on the questions of all the others
(isotonic regression of right on the probability of the first name), and the probabilities of the program are taken through it.

right       share of the questions whose first name is right; no fit changes it, since a calibration keeps the order of names
abstained   share without an answer
sure        share answered wrong with a probability above .6, as shipped -> with the program left out of the fit
ECE         expected calibration error over ten bins of answers, as shipped -> left out
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SURE, BINS = 0.6, 10
Floats = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path)
    rows = [json.loads(line) for line in parser.parse_args().results.read_text("utf-8").splitlines()]
    with_refitted(rows)
    print(f"{'':28}{'n':>5}{'right':>8}{'abstained':>11}{'sure':>16}{'ECE':>16}")
    for key in ("engine", "kind", "operation"):
        for line in lines(rows, key):
            print(line)
        print()


def with_refitted(rows: Sequence[dict[str, Any]]) -> None:
    """Add to each row its probability as shipped, and from the calibration that has not seen its program."""
    for row in rows:
        row["shipped"] = row["read"][0][1] if row["read"] and not row["abstained"] else 0.0
    for program in {row["engine"] for row in rows}:
        others = [row for row in rows if row["engine"] != program and not row["abstained"]]
        curve = isotonic([row["shipped"] for row in others], [float(row["right"]) for row in others])
        for row in rows:
            if row["engine"] == program:
                row["refitted"] = curve(row["shipped"]) if not row["abstained"] else 0.0


def isotonic(xs: Sequence[float], ys: Sequence[float]) -> Callable[[float], float]:
    """The non-decreasing step function of least squared error (pool adjacent violators), linear between the steps."""
    order = np.argsort(np.array(xs), kind="stable")
    blocks: list[tuple[float, float, float]] = []  # sum of x, sum of y, weight
    for at in order:
        blocks.append((xs[at], ys[at], 1.0))
        while len(blocks) > 1 and blocks[-2][1] / blocks[-2][2] >= blocks[-1][1] / blocks[-1][2]:
            last = blocks.pop()
            before = blocks.pop()
            blocks.append((before[0] + last[0], before[1] + last[1], before[2] + last[2]))
    at_x = [x / weight for x, _, weight in blocks]
    at_y = [y / weight for _, y, weight in blocks]
    return lambda x: float(np.interp(x, at_x, at_y))


def lines(rows: Sequence[dict[str, Any]], key: str) -> Iterator[str]:
    """A line for each value of `key`."""
    for value in sorted({row[key] for row in rows}):
        some = [row for row in rows if row[key] == value]
        n = len(some)
        right, abstained = sum(r["right"] for r in some) / n, sum(r["abstained"] for r in some) / n
        sure = [sum(not r["right"] and r[p] > SURE for r in some) / n for p in ("shipped", "refitted")]
        answered = [r for r in some if not r["abstained"]]
        errors = [calibration_error(answered, p) for p in ("shipped", "refitted")]
        yield (
            f"{value:28}{n:5}{right:8.3f}{abstained:11.3f}{sure[0]:8.3f} -> {sure[1]:.3f}"
            f"{errors[0]:8.3f} -> {errors[1]:.3f}"
        )


def calibration_error(rows: Sequence[dict[str, Any]], name: str) -> float:
    """Expected calibration error of the probability `name` over BINS equal bins; 0 without rows."""
    if not rows:
        return 0.0
    stated = np.array([row[name] for row in rows])
    right: Floats = np.array([float(row["right"]) for row in rows])
    bins = np.minimum((stated * BINS).astype(int), BINS - 1)
    gaps = [
        abs(float(stated[bins == b].mean()) - float(right[bins == b].mean())) * int((bins == b).sum())
        for b in set(bins.tolist())
    ]
    return sum(gaps) / len(rows)


if __name__ == "__main__":
    main()
