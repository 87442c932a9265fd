"""Fit the probability that a reading of a figure is right (figures/answer/calibration.py).

    python -m citehop.training.recipes.figure_probabilities RESULTS.jsonl ...

benchmarks/figure_programs/run.py saves RESULTS. Each answered question that asks for a name has four fields: `engine`
(the plotting program), `group` (the figures that are calibrated together), `share` (the share of the evidence, in 0..1,
for the first name and names that tie with it) and `right`.

For each group, an isotonic regression of `right` on `share` is fitted. It includes pseudo-answers that follow a
logistic curve of all groups, so that a range of shares with few answers takes its values from the other groups. A value
between .6 and .85 becomes .6: there, programs differ most, and a wrong name must not look certain.

The recipe prints the curves. For each group it also prints the expected calibration error and the share of answers that
are wrong although their probability is above .6, first for the shipped curves, then for curves fitted without the
program.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ...figures.answer.calibration import RIGHT, SHARES, Group, interpolate

MOST = 0.98  # upper limit of any probability
PSEUDO = 6  # pseudo-answers at each share of the grid
SURE, BINS = 0.6, 10
HELD, SURER = 0.6, 0.85  # probabilities between HELD and SURER become HELD
Curve = tuple[float, ...]
"""Probabilities at the SHARES of the calibration."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question about a figure that was answered with a name. `share` is the name's share of the evidence, in 0..1."""

    program: str
    group: Group
    share: float
    right: bool


def read_answers(paths: Sequence[Path]) -> list[Answer]:
    """Read from the result files the questions that asked for a name and were answered."""
    rows = [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]
    return [
        Answer(r["engine"], r["group"], r["share"], r["right"])
        for r in rows
        if "share" in r and not r["abstained"]
    ]


def fit(answers: Sequence[Answer]) -> dict[Group, Curve]:
    """Return the calibration curve of each group."""
    slope, offset = _logistic(answers)
    curves: dict[Group, Curve] = {}
    for group in RIGHT:
        of_group = [answer for answer in answers if answer.group == group]
        xs, ys = [answer.share for answer in of_group], [float(answer.right) for answer in of_group]
        for x in SHARES:
            p = 1 / (1 + math.exp(-(slope * _logit(x) + offset)))
            xs += [x] * PSEUDO
            ys += [p] * PSEUDO
        curve = _fit_isotonic(xs, ys)
        curves[group] = tuple(_held(round(min(MOST, curve(x)), 2)) for x in SHARES)
    return curves


def _fit_isotonic(xs: Sequence[float], ys: Sequence[float]) -> Callable[[float], float]:
    """Fit the non-decreasing function of least squared error (pool adjacent violators), interpolated linearly between
    blocks.
    """
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


def _held(p: float) -> float:
    return HELD if HELD < p < SURER else p


def _logit(share: float) -> float:
    clipped = min(0.98, max(0.02, share))
    return math.log(clipped / (1 - clipped))


def _logistic(answers: Sequence[Answer]) -> tuple[float, float]:
    """Return slope and offset of the logistic regression of `right` on the logit of `share`, by Newton's method."""
    inputs = np.array([(_logit(answer.share), 1.0) for answer in answers])
    right = np.array([float(answer.right) for answer in answers])
    weights = np.zeros(2)
    for _ in range(25):
        p = 1 / (1 + np.exp(-inputs @ weights))
        curvature = (inputs * (p * (1 - p))[:, None]).T @ inputs + 1e-6 * np.eye(2)
        weights += np.linalg.solve(curvature, inputs.T @ (right - p))
    return float(weights[0]), float(weights[1])


def measure(stated: Sequence[float], right: Sequence[bool]) -> tuple[float, float]:
    """Return the expected calibration error over BINS bins of equal width, and the share of all answers that are wrong
    above SURE.
    """
    p, hit = np.array(stated), np.array(right, dtype=float)
    bins = np.minimum((p * BINS).astype(int), BINS - 1)
    gaps = [abs(float((p[bins == b] - hit[bins == b]).sum())) for b in set(bins.tolist())]
    return sum(gaps) / len(p), float(((p > SURE) & (hit == 0)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("results", type=Path, nargs="+")
    answers = read_answers(parser.parse_args().results)
    unseen: dict[int, float] = {}
    for program in sorted({answer.program for answer in answers}):
        curves = fit([answer for answer in answers if answer.program != program])
        for index, answer in enumerate(answers):
            if answer.program == program:
                unseen[index] = interpolate(answer.share, curves[answer.group])
    print(f"{'':16}{'n':>6}{'right':>8}{'ECE':>16}{'sure, wrong':>18}")
    for group in (*RIGHT, ""):
        chosen = [i for i, answer in enumerate(answers) if not group or answer.group == group]
        if not chosen:
            continue
        right = [answers[i].right for i in chosen]
        shipped = measure([interpolate(answers[i].share, RIGHT[answers[i].group]) for i in chosen], right)
        left_out = measure([unseen[i] for i in chosen], right)
        print(
            f"{group or 'all':16}{len(chosen):>6}{sum(right) / len(right):>8.3f}"
            f"{shipped[0]:>8.3f} ->{left_out[0]:6.3f}{shipped[1]:>10.3f} ->{left_out[1]:6.3f}"
        )
    for name, fitted in fit(answers).items():
        print(f'"{name}": {fitted},')


if __name__ == "__main__":
    main()
