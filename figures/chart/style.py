"""Style of a series: colour, dash, marker and hatch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ..shapes.cielab import Floats

SwatchKind = Literal["line", "patch", "marker"]
# From this chroma on a colour has a name other than black, grey or white.
COLOURED = 12.0


@dataclass(frozen=True, slots=True)
class Style:
    """`colour` is CIELAB; `dash` is solid, dashed, dotted, dashdot or "" (no line); `marker` a shape of shapes.py or ""."""

    kind: SwatchKind
    colour: tuple[float, float, float]
    dash: str = ""
    marker: str = ""
    hollow: bool = False
    hatched: bool = False

    @property
    def coloured(self) -> bool:
        """True if the colour is other than black, grey or white."""
        return float(np.hypot(self.colour[1], self.colour[2])) >= COLOURED

    @property
    def lab(self) -> Floats:
        return np.array(self.colour, dtype=np.float32)
