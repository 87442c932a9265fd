"""Pies and rings: a disk cut into sectors of one colour each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin, tau
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from ....papers.raster import find_runs
from ....papers.types import BBox
from ...raster.canvas import Canvas, Floats, Mask, window
from ...raster.label import Label
from ..legend.entries import LegendEntry
from ..legend.styles import Style
from ..marks.colour_clusters import colour_peaks
from ..types import Mark, Series

SMALLEST = 6.0  # diameter in letter heights
ANGLES = 720
WHOLE = 3.0  # percent by which rounded shares may miss 100
THINNEST = 4  # samples of a sector: two degrees
_T = TypeVar("_T", bound=np.generic)
PERCENT = re.compile(r"\(?\s*(\d+(?:\.\d+)?)\s*%\s*\)?")


@dataclass(frozen=True, slots=True)
class Disk:
    """Centre and radius in canvas pixels."""

    x: float
    y: float
    radius: float

    @property
    def box(self) -> BBox:
        return BBox(self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius)

    def at(self, angle: float, share: float) -> tuple[float, float]:
        """The point at an angle (radians, clockwise from the right) and a share of the radius."""
        return self.x + share * self.radius * cos(angle), self.y + share * self.radius * sin(angle)

    def angle_of(self, box: BBox) -> float:
        """Angle of a box's middle, 0..2 pi."""
        return atan2((box.y0 + box.y1) / 2 - self.y, (box.x0 + box.x1) / 2 - self.x) % tau


@dataclass(frozen=True, slots=True)
class Sector:
    """A sector from `start` to `end` (radians, end may pass 2 pi) in the colour of this index."""

    colour: int
    start: float
    end: float

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2


def find_disk(canvas: Canvas, covered: Sequence[BBox]) -> Disk | None:
    """The largest painted disk or ring; None without one."""
    ink = canvas.ink.astype(np.uint8)
    for box in covered:
        ink[window(box, canvas)] = 0
    closed = cv2.morphologyEx(ink, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    best: Disk | None = None
    for contour in contours:
        x, y, width, height = cv2.boundingRect(contour)
        disk = Disk(x + width / 2, y + height / 2, (width + height) / 4)
        round_ = abs(cv2.contourArea(contour) / (pi / 4 * width * height) - 1) < 0.05
        if min(width, height) < SMALLEST * canvas.em or not round_ or abs(width - height) > 0.1 * width:
            continue
        if (best is None or disk.radius > best.radius) and _is_painted(canvas.ink, disk):
            best = disk
    return best


def _is_painted(ink: Mask, disk: Disk) -> bool:
    return float(_samples(ink, disk, (0.8, 0.85, 0.9)).mean()) > 0.85


def _samples(values: NDArray[_T], disk: Disk, shares: Sequence[float]) -> NDArray[_T]:
    """(ANGLES, len(shares), ...) values at evenly spaced angles on circles of these shares of the radius."""
    angles = np.arange(ANGLES) * tau / ANGLES
    radii = np.array(shares) * disk.radius
    ys = np.clip(np.round(disk.y + np.sin(angles)[:, None] * radii), 0, values.shape[0] - 1).astype(np.intp)
    xs = np.clip(np.round(disk.x + np.cos(angles)[:, None] * radii), 0, values.shape[1] - 1).astype(np.intp)
    sampled: NDArray[_T] = values[ys, xs]
    return sampled


def find_sectors(canvas: Canvas, disk: Disk, colours: Sequence[Floats]) -> list[Sector]:
    """The sectors clockwise from the right; neighbours of one colour are separated by the line between them."""
    shares = np.arange(0.55, 0.96, 0.04).tolist()
    lab = _samples(canvas.lab, disk, shares)
    ink = _samples(canvas.ink, disk, shares)
    away = np.stack([np.linalg.norm(lab - colour, axis=2) for colour in colours], axis=2)
    nearest = np.where((away.min(axis=2) < 16.0) & ink, away.argmin(axis=2), -1)
    votes = np.stack([(nearest == index).sum(axis=1) for index in range(len(colours))], axis=1)
    owner = np.where(votes.max(axis=1) >= 3, votes.argmax(axis=1), -1)
    start = int(np.flatnonzero(owner != np.roll(owner, 1))[0]) if len(set(owner.tolist())) > 1 else 0
    turned = np.roll(owner, -start)
    step = tau / ANGLES
    found = [
        Sector(index, (start + a) * step, (start + b) * step)
        for index in range(len(colours))
        for a, b in find_runs(turned == index)
        if b - a >= THINNEST
    ]
    return sorted(found, key=lambda s: s.start)


def read_pie(
    canvas: Canvas, phrases: Sequence[Label], legend: Sequence[LegendEntry]
) -> tuple[Disk, list[Series], list[Mark]] | None:
    """The disk, a series per sector name and a mark per sector with its share in percent, printed or measured."""
    em = canvas.em
    disk = find_disk(canvas, [e.swatch.union(e.text) for e in legend])
    if disk is None:
        return None
    colours = [e.style.lab for e in legend] or _colours(canvas, disk)
    sectors = find_sectors(canvas, disk, colours) if colours else []
    if len(sectors) < 2:
        return None
    total = sum(s.end - s.start for s in sectors)
    printed = _printed(sectors, phrases, disk)
    if legend:
        series = [Series(e.name, e.style, e.swatch.union(e.text)) for e in legend]
        owners = [s.colour for s in sectors]
    else:
        if len(listed := _list_shares(phrases, disk)) > len(sectors):
            return disk, *_by_shares(listed)
        names = _name_labels(sectors, phrases, disk)
        printed |= {i: float(match[1]) for i, label in names.items() if (match := PERCENT.search(label.text))}
        series = _named(sectors, names, disk, colours)
        owners = list(range(len(sectors)))
    marks = []
    for index, sector in enumerate(sectors):
        x, y = disk.at(sector.middle, 0.7)
        share = 100.0 * (sector.end - sector.start) / total
        box = BBox(x - em, y - em, x + em, y + em)
        value = printed.get(index)
        marks.append(
            Mark(
                owners[index], 0, -1, box, None, share if value is None else value, printed=value is not None
            )
        )
    return disk, series, marks


def _list_shares(phrases: Sequence[Label], disk: Disk) -> dict[Label, float]:
    """The names around the disk that end with a share, with these shares in percent; empty unless they make the whole."""
    shares = {
        phrase: float(match[1])
        for phrase in phrases
        if (match := PERCENT.search(phrase.text))
        and any(map(str.isalpha, phrase.text))
        and hypot(phrase.cx - disk.x, phrase.cy - disk.y) < 2.2 * disk.radius + phrase.box.width / 2
    }
    return shares if len(shares) > 2 and abs(sum(shares.values()) - 100.0) <= WHOLE else {}


def _by_shares(shares: Mapping[Label, float]) -> tuple[list[Series], list[Mark]]:
    """A series and a mark per name, as printed: neighbours of one grey may look like one sector."""
    style = Style("patch", (50.0, 0.0, 0.0))
    series = [Series(PERCENT.sub("", label.text).strip(" :,-"), style, label.box) for label in shares]
    marks = [
        Mark(index, 0, -1, label.box, None, share, printed=True)
        for index, (label, share) in enumerate(shares.items())
    ]
    return series, marks


def _colours(canvas: Canvas, disk: Disk) -> list[Floats]:
    shares = np.arange(0.55, 0.96, 0.02).tolist()
    lab, ink = _samples(canvas.lab, disk, shares), _samples(canvas.ink, disk, shares)
    return [np.array(c, dtype=np.float32) for c in colour_peaks(lab[ink])]


def _turn(a: float, b: float) -> float:
    """Smallest angle between two directions."""
    return abs((a - b + pi) % tau - pi)


def _printed(sectors: Sequence[Sector], phrases: Sequence[Label], disk: Disk) -> dict[int, float]:
    """Numbers by the sector in whose direction they are printed, the innermost where there are several."""
    found: dict[int, tuple[float, float]] = {}
    for phrase in phrases:
        match = PERCENT.search(phrase.text)
        value = float(match[1]) if match else phrase.number
        far = hypot(phrase.cx - disk.x, phrase.cy - disk.y) / disk.radius
        if value is None or far > 1.6:
            continue
        index = min(range(len(sectors)), key=lambda i: _outside(sectors[i], disk.angle_of(phrase.box)))
        if index not in found or far < found[index][0]:
            found[index] = (far, value)
    return {index: value for index, (_, value) in found.items()}


def _outside(sector: Sector, angle: float) -> float:
    """0 inside the sector, else the angle to its nearer side."""
    inside = sector.start <= angle <= sector.end or sector.start <= angle + tau <= sector.end
    return 0.0 if inside else min(_turn(angle, sector.start), _turn(angle, sector.end))


def _name_labels(sectors: Sequence[Sector], phrases: Sequence[Label], disk: Disk) -> dict[int, Label]:
    """By sector the text nearest in direction to its middle, which may end with its share."""
    texts = [
        p
        for p in phrases
        if p.number is None
        and PERCENT.sub("", p.text).strip()
        and hypot(p.cx - disk.x, p.cy - disk.y) < 2.2 * disk.radius + p.box.width / 2
        and (p.box.y1 > disk.y - 1.35 * disk.radius and p.box.y0 < disk.y + 1.35 * disk.radius)
    ]
    names: dict[int, Label] = {}
    if texts:
        cost = np.array([[_miss(sector, text, disk) for text in texts] for sector in sectors])
        for i, j in zip(*linear_sum_assignment(cost), strict=True):
            if cost[i, j] < 1.0:
                names[int(i)] = texts[int(j)]
    return names


def _named(
    sectors: Sequence[Sector], names: Mapping[int, Label], disk: Disk, colours: Sequence[Floats]
) -> list[Series]:
    """A series per sector, with its name where it has one."""
    series = []
    for index, sector in enumerate(sectors):
        lab = colours[sector.colour]
        style = Style("patch", (float(lab[0]), float(lab[1]), float(lab[2])))
        text = names.get(index)
        name = PERCENT.sub("", text.text).strip(" :,-") if text is not None else ""
        series.append(Series(name, style, text.box if text is not None else disk.box))
    return series


def _miss(sector: Sector, text: Label, disk: Disk) -> float:
    """Distance of a text from a sector: the angle to it plus the gap from the rim, in radians and radii."""
    x, y = disk.at(sector.middle, 1.0)
    dx = max(0.0, text.box.x0 - x, x - text.box.x1)
    dy = max(0.0, text.box.y0 - y, y - text.box.y1)
    return _outside(sector, disk.angle_of(text.box)) + 0.5 * hypot(dx, dy) / disk.radius
