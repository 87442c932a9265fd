"""Numbered equations as files: LaTeX if the sources are available, else an image cut from the page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..papers.files import write_atomic
from ..papers.parsing.equations import Equation
from .json_output import box

_DPI = 200
_MARGIN = 6.0  # points around an equation


def equation_fields(equation: Equation) -> dict[str, Any]:
    """Return the fields of an equation in JSON."""
    block = equation.block
    return {
        "number": equation.number,
        "page": block.page or None,
        "bbox": box(block.bbox),
        "text": block.text,
        "latex": equation.latex or None,
    }


def export_equations(equations: Sequence[Equation], pdf: Path | None, folder: Path) -> int:
    """Write equation-NUMBER.tex, or .png from the pages of `pdf`, for each equation. Return the number of files
    written.
    """
    from ..papers.parsing.pdf.pages import render_page

    count = 0
    for equation in equations:
        file, block = folder / f"equation-{equation.number}", equation.block
        if equation.latex:
            write_atomic(file.with_name(f"{file.name}.tex"), equation.latex + "\n")
        elif pdf and block.page:
            scale = _DPI / 72
            sides = (
                block.bbox.x0 - _MARGIN,
                block.bbox.y0 - _MARGIN,
                block.bbox.x1 + _MARGIN,
                block.bbox.y1 + _MARGIN,
            )
            page = render_page(pdf, block.page, _DPI)
            page.crop(tuple(round(side * scale) for side in sides)).save(file.with_name(f"{file.name}.png"))  # type: ignore[arg-type]
        else:
            continue
        count += 1
    return count
