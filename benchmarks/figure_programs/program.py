"""Programs that draw a figure as PNG and PDF from the text of a script."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2

PAPER, MARGIN = 245, 8  # least lightness of empty paper; points around what is drawn


@dataclass(frozen=True, slots=True)
class Program:
    """A program that draws figures.

    `script` returns the input of the program, given the figure and its path without suffix; it returns None for kinds
    that the program cannot draw. `command` may contain `{source}` (the file), `{folder}` and `{base}` (the path
    without suffix). With `is_trimmed`, the PDF page is cut to what is drawn on it.
    """

    name: str
    needs: str
    suffix: str
    script: Callable[[Any, str], str | None]
    command: tuple[str, ...] = ()
    is_trimmed: bool = False

    @property
    def missing(self) -> str:
        """The name of the missing program or package; "" if none is missing."""
        if not self.command or self.command[0] == sys.executable:
            found = importlib.util.find_spec(self.needs) is not None
        elif self.name == "ggplot2" and shutil.which("Rscript"):
            found = not subprocess.run(
                ["Rscript", "-e", "library(ggplot2)"], capture_output=True, check=False
            ).returncode
        elif self.command[0] == "python":
            found = importlib.util.find_spec(self.needs) is not None
        else:
            found = shutil.which(self.command[0]) is not None
        return "" if found else self.needs

    def draw(self, spec: Any, base: Path) -> bool:
        """Draw `base`.pdf and, if the program can, `base`.png. Return True if there is a PDF."""
        text = self.script(spec, str(base))
        if text is None:
            return False
        source = base.with_suffix(self.suffix)
        source.write_text(text, "utf-8")
        if not self.command:
            _convert_vega(text, base, spec.dpi)
            return True
        line = [part.format(source=source, folder=base.parent, base=base) for part in self.command]
        subprocess.run(line, capture_output=True, timeout=60, check=False)
        drawn = base.with_suffix(".pdf")
        if drawn.exists() and self.is_trimmed:
            _trim(drawn)
        return drawn.exists()


def _trim(path: Path) -> None:
    """Cut the first page of a PDF to its ink and a margin."""
    document = pypdfium2.PdfDocument(path)
    page = document[0]
    ink = np.asarray(page.render().to_pil().convert("L")) < PAPER
    height = page.get_height()
    (top, *_, bottom), (left, *_, right) = (np.flatnonzero(ink.any(axis=axis)).tolist() for axis in (1, 0))
    box = left - MARGIN, height - bottom - MARGIN, right + MARGIN, height - top + MARGIN
    page.set_mediabox(*box)
    page.set_cropbox(*box)
    trimmed = path.with_suffix(".trimmed")
    document.save(trimmed)
    document.close()
    trimmed.replace(path)


def _convert_vega(text: str, base: Path, dpi: int) -> None:
    vl_convert = importlib.import_module("vl_convert")

    base.with_suffix(".png").write_bytes(vl_convert.vegalite_to_png(text, scale=dpi / 72))
    base.with_suffix(".pdf").write_bytes(vl_convert.vegalite_to_pdf(text))
