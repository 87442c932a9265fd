"""How a table looks."""

from __future__ import annotations

from dataclasses import dataclass, field

from .model import Shape


@dataclass(frozen=True, slots=True)
class Style:
    """A look and the shape of the content drawn in it. Sizes in points."""

    name: str
    shape: Shape = field(default_factory=Shape)
    font: str = "Times"
    size: float = 9.0
    dpi: int = 150
    rules: str = "booktabs"  # booktabs | ruled | none | grid | dashed | double | vertical
    group: str = "row"  # row | grey-row | label | rotated | rule
    cites: str = "cell"  # cell | blue | column | none
    fill: str = ""  # zebra | header | last-rows | best-column
    emphasis: bool = True
    arrows: bool = False  # up or down arrows beside the metrics
    marks: float = 0.0  # share of names that carry a dagger or an asterisk
    value_marks: float = 0.0
    deviation: str = "plain"  # plain | subscript | paren
    small_caps: bool = False
    grey_text: bool = False
    transposed: bool = False
    centred_names: bool = False
    leading: float = 1.35
    gap: float = 9.0  # between columns
    slant_header: bool = False
    numbered: bool = False  # a first column counts the rows
