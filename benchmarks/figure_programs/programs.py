"""Programs that draw a chart as PNG and PDF, each with its script and the command that runs it."""

from __future__ import annotations

import sys

from chart_markup import pgfplots, vega  # type: ignore[import-not-found]  # found beside this script
from chart_scripts import base_r, ggplot2, gnuplot, seaborn  # type: ignore[import-not-found]
from program import Program  # type: ignore[import-not-found]

R = ("Rscript", "{source}")


PROGRAMS = (
    Program("gnuplot", "gnuplot", ".gp", gnuplot, ("gnuplot", "{source}")),
    Program("R base", "Rscript", ".R", base_r, R),
    Program("ggplot2", "Rscript with ggplot2", ".R", ggplot2, R),
    Program(
        "pgfplots",
        "pdflatex",
        ".tex",
        pgfplots,
        ("pdflatex", "-interaction=batchmode", "-output-directory={folder}", "{source}"),
    ),
    Program("seaborn", "seaborn", ".py", seaborn, (sys.executable, "{source}")),
    Program("Vega-Lite", "vl_convert", ".json", vega),
)
