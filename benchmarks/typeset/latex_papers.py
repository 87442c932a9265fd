"""Papers in the LaTeX classes of publishers, by pdflatex (Debian: texlive-publishers, texlive-latex-extra)."""

from __future__ import annotations

import json
import re
import subprocess
from itertools import product
from pathlib import Path
from random import Random

from .latex_styles import STYLES, LatexStyle
from .papers import Content, Float, Formula, Heading, Item, Pair, Paragraph, describe_content, make_content

_FORMULAS = (
    r"y_i = \alpha + \beta x_i + \sum_{j=1}^{n} \gamma_j z_{ij} + \varepsilon_i",
    r"\frac{\partial u}{\partial t} = D \nabla^2 u - \frac{k u}{1 + u/K}",
    r"L(\theta) = \prod_{i=1}^{N} \left( \frac{1}{\sqrt{2\pi}\sigma} \right) e^{-\frac{(x_i - \mu)^2}{2\sigma^2}}",
    r"P(A \mid B) = \frac{P(B \mid A)\, P(A)}{P(B)}",
)
_PREAMBLE = r"""
\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{lmodern}\usepackage{booktabs,multirow,array}
\providecommand{\tightlist}{}
"""


def typeset_latex_papers(out: Path) -> int:
    """Write <out>/papers<n>-<style>/paper.pdf and truth.json. Return the number of documents that pdflatex could
    typeset.
    """
    count = 0
    for style, number in product(STYLES, (1, 2)):
        folder = out / f"papers{number}-{style.name}"
        folder.mkdir(parents=True, exist_ok=True)
        content = make_content(Random(f"{style.name} {number}"), levels=style.levels)
        (folder / "paper.tex").write_text(_write_document(style, content), "utf-8")
        for _ in range(2):
            subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "paper.tex"],
                cwd=folder,
                capture_output=True,
                check=False,
            )
        if (folder / "paper.pdf").is_file():
            truth = describe_content(
                content, roman=style.roman, dated="<year>" in style.front + style.preamble
            )
            (folder / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1), "utf-8")
            count += 1
    return count


def _write_document(style: LatexStyle, content: Content) -> str:
    options = f"[{style.options}]" if style.options else ""
    fields = {
        "title": content.title,
        "abstract": content.abstract,
        "venue": content.venue,
        "year": str(content.year),
        "yy": f"{content.year % 100:02}",
        "authors": ", ".join(content.authors),
        "authors-and": r" \and ".join(content.authors),
        "authors-dots": r" $\cdot$ ".join(content.authors),
        "authors-stacked": r" \\ ".join(name.upper() for name in content.authors),
        "author-macros": "".join(rf"\author{{{name}}}" for name in content.authors),
        "author-macros-acm": "".join(
            rf"\author{{{name}}}\affiliation{{\institution{{Regional Office}}\city{{Northtown}}\country{{Norway}}}}"
            for name in content.authors
        ),
    }
    text = "\n".join(
        [
            rf"\documentclass{options}{{{style.document_class}}}",
            _PREAMBLE,
            style.preamble,
            style.front,
            *(_write_item(style, item) for item in content.items),
            r"\end{document}",
        ]
    )
    return re.sub(r"<([a-z-]+)>", lambda match: fields[match[1]], text)


def _write_item(style: LatexStyle, item: Item) -> str:
    match item:
        case Heading(level, text):
            return rf"\{('section', 'subsection', 'subsubsection')[level - 1]}{{{text}}}"
        case Paragraph(text):
            return f"{text}\n"
        case Formula(shape):
            return rf"\begin{{equation}}{_FORMULAS[shape]}\end{{equation}}"
        case Pair(left, right):
            return _write_pair(style, left, right)
        case Float():
            star = "*" if item.wide and style.two else ""
            body = _write_body(style, item)
            return f"\\begin{{{item.kind}{star}}}[tb]\\centering\n{body}\n\\end{{{item.kind}{star}}}"


def _write_pair(style: LatexStyle, left: Float, right: Float) -> str:
    star = "*" if style.two else ""
    parts = r"\hfill ".join(
        rf"\begin{{minipage}}[t]{{.47\textwidth}}\centering {_write_body(style, item)}\end{{minipage}}"
        for item in (left, right)
    )
    return rf"\begin{{{left.kind}{star}}}[tb]{parts}\end{{{left.kind}{star}}}"


def _write_body(style: LatexStyle, item: Float) -> str:
    caption = rf"\caption{{{item.caption}.}}"
    if item.kind == "table":
        return rf"{caption}\medskip {{\small {_write_tabular(style, item)}}}"
    bars = "".join(
        rf"\put({14 * i + 4},0){{\rule{{8pt}}{{{2 * height}pt}}}}" for i, height in enumerate(item.bars)
    )
    width = 14 * len(item.bars) + 8
    axes = rf"\put(0,0){{\line(1,0){{{width}}}}}\put(0,0){{\line(0,1){{66}}}}"
    return (
        rf"\setlength{{\unitlength}}{{1pt}}\begin{{picture}}({width},70){axes}{bars}\end{{picture}}{caption}"
    )


def _write_tabular(style: LatexStyle, item: Float) -> str:
    width = len(item.rows[0])
    bar = "|" if style.rules == "grid" else ""
    columns = bar + bar.join(["l", *["r"] * (width - 2), "l" if _ends_in_words(item) else "r"]) + bar
    top, middle, bottom, each = {
        "booktabs": (r"\toprule ", r"\midrule ", r"\bottomrule ", ""),
        "grid": (r"\hline ", r"\hline ", "", r"\hline "),
        "header": (r"\hline ", r"\hline ", r"\hline ", ""),
        "rows": (r"\hline ", r"\hline ", "", r"\hline "),
        "none": ("", "", "", ""),
    }[style.rules]
    lines = []
    for number, row in enumerate(item.rows):
        end = middle if number + 1 == item.header else (each if number >= item.header else "")
        lines.append(f"{_write_row(row, bar)}\\\\ {end}")
    return rf"\begin{{tabular}}{{{columns}}}{top}{''.join(lines)}{bottom}\end{{tabular}}"


def _ends_in_words(item: Float) -> bool:
    return item.rows[-1][-1].replace("-", "").replace(" ", "").isalpha()


def _write_row(row: tuple[str, ...], bar: str) -> str:
    """Return a row in which a filled cell spans the empty cells after it."""
    cells: list[str] = []
    index = 0
    while index < len(row):
        end = index + 1
        while row[index] and end < len(row) and not row[end]:
            end += 1
        text = row[index].replace("%", r"\%")
        span, align = end - index, "l" if index == 0 else "c"
        cells.append(rf"\multicolumn{{{span}}}{{{bar}{align}{bar}}}{{{text}}}" if span > 1 else text)
        index = end
    return " & ".join(cells)
