"""Represent the style of a series: color, dash, marker and hatch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..shapes.cielab import Floats

SwatchKind = Literal["line", "patch", "marker"]
# Colors with at least this chroma are not called black, gray or white.
COLORED = 12.0


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a series.

    `color` is CIELAB. `dash` is solid, dashed, dotted, dashdot or "" (no line). `marker` is a shape name of
    shapes.py, or "" without a marker.
    """

    kind: SwatchKind
    color: tuple[float, float, float]
    dash: str = ""
    marker: str = ""
    hollow: bool = False
    hatched: bool = False

    @property
    def colored(self) -> bool:
        """True if the color is not black, gray or white."""
        return float(np.hypot(self.color[1], self.color[2])) >= COLORED

    @property
    def lab(self) -> Floats:
        return np.array(self.color, dtype=np.float32)
