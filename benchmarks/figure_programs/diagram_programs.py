"""Programs that draw a tree or a flow diagram as PDF, each with its script and the command that runs it."""

from __future__ import annotations

from diagram_graphs import PLANTUML, dot, mermaid, plantuml, twopi  # type: ignore[import-not-found]  # found beside this script
from diagram_pages import CHROMIUM, boxes, d3  # type: ignore[import-not-found]
from diagram_tex import LATEX, forest, tikz  # type: ignore[import-not-found]
from program import Program  # type: ignore[import-not-found]

PROGRAMS = (
    Program("forest", "pdflatex", ".tex", forest, LATEX),
    Program("TikZ", "pdflatex", ".tex", tikz, LATEX),
    Program("dot", "dot", ".dot", dot, ("dot", "-Tpdf", "{source}", "-o{base}.pdf")),
    Program("twopi", "twopi", ".dot", twopi, ("twopi", "-Tpdf", "{source}", "-o{base}.pdf")),
    Program("PlantUML", "plantuml", ".puml", plantuml, PLANTUML),
    Program("Mermaid", "chromium", ".html", mermaid, CHROMIUM),
    Program("D3", "chromium", ".html", d3, CHROMIUM),
    Program("boxes", "chromium", ".html", boxes, CHROMIUM),
)
