"""Papers in the classes and packages of publishers, by pdflatex (Debian: texlive-publishers, texlive-latex-extra)."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

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


@dataclass(frozen=True, slots=True)
class LatexStyle:
    """A document class with what goes before the text. `front` has the fields <title>, <authors>, <abstract>, <venue>,
    <year>; `levels` of headings are set apart; `two` columns need starred floats.
    """

    name: str
    options: str
    document_class: str
    preamble: str
    front: str
    levels: int = 2
    two: bool = False
    roman: bool = False
    rules: str = "booktabs"


_PLAIN = r"\title{<title>}\author{<authors>}\date{}\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}"
_HEADER = r"\usepackage{fancyhdr}\pagestyle{fancy}\fancyhead[L]{<venue>, vol.\ 12, <year>}\fancyhead[R]{\thepage}\fancyfoot{}"
STYLES = (
    LatexStyle("article-1", "11pt", "article", "", _PLAIN, levels=3),
    LatexStyle("article-2", "10pt,twocolumn", "article", r"\usepackage{mathptmx}", _PLAIN, two=True),
    LatexStyle(
        "acl90s",
        "11pt,twocolumn",
        "article",
        r"\usepackage{mathptmx}\usepackage[margin=2.4cm]{geometry}\pagestyle{empty}"
        r"\makeatletter\renewcommand\section{\@startsection{section}{1}{0pt}{-2ex}{1ex}{\large\bfseries\raggedright}}"
        r"\renewcommand\subsection{\@startsection{subsection}{2}{0pt}{-1.8ex}{.8ex}{\normalsize\bfseries\raggedright}}\makeatother",
        r"\title{\bf <title>}\author{<authors-and>}\date{}\begin{document}\maketitle\thispagestyle{empty}"
        r"\begin{abstract}<abstract>\end{abstract}",
        two=True,
        rules="grid",
    ),
    LatexStyle(
        "ieee-conference",
        "conference",
        "IEEEtran",
        "",
        r"\title{<title>}\author{\IEEEauthorblockN{<authors>}\IEEEauthorblockA{Regional Office\\Email: office@example.org}}"
        r"\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}"
        r"\begin{IEEEkeywords}offices, surveys\end{IEEEkeywords}",
        levels=3,
        two=True,
        roman=True,
    ),
    LatexStyle(
        "ieee-journal",
        "journal",
        "IEEEtran",
        "",
        r"\title{<title>}\author{<authors>\thanks{The authors are with the Regional Office.}}"
        r"\markboth{<venue>, Vol.~12, No.~3, March~<year>}{Abbott: <title>}"
        r"\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}",
        two=True,
        roman=True,
        rules="grid",
    ),
    LatexStyle(
        "lncs",
        "",
        "llncs",
        r"\pagestyle{plain}",
        r"\title{<title>}\author{<authors-and>}\institute{Regional Office, Northtown}"
        r"\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}",
        levels=3,
    ),
    LatexStyle(
        "elsevier-5p",
        "5p,times,twocolumn,authoryear",
        "elsarticle",
        r"\journal{<venue>}",
        r"\begin{document}\begin{frontmatter}\title{<title>}<author-macros>\address{Regional Office, Northtown}"
        r"\begin{abstract}<abstract>\end{abstract}\end{frontmatter}",
        two=True,
        rules="header",
    ),
    LatexStyle(
        "elsevier-3p",
        "3p,times",
        "elsarticle",
        r"\journal{<venue>}\usepackage[labelsep=newline,singlelinecheck=off,labelfont=bf]{caption}",
        r"\begin{document}\begin{frontmatter}\title{<title>}<author-macros>\address{Regional Office, Northtown}"
        r"\begin{abstract}<abstract>\end{abstract}\end{frontmatter}",
        levels=3,
        rules="header",
    ),
    LatexStyle(
        "revtex-two",
        "aps,prb,reprint",
        "revtex4-2",
        "",
        r"\begin{document}\title{<title>}<author-macros>\affiliation{Regional Office, Northtown}"
        r"\begin{abstract}<abstract>\end{abstract}\maketitle",
        two=True,
        roman=True,
    ),
    LatexStyle(
        "acm",
        "sigconf,nonacm=false",
        "acmart",
        r"\acmYear{<year>}\acmConference[OFFICE '<yy>]{<venue>}{June <year>}{Northtown}\copyrightyear{<year>}",
        r"\title{<title>}<author-macros-acm>\begin{document}\begin{abstract}<abstract>\end{abstract}\maketitle",
        two=True,
    ),
    LatexStyle(
        "apa-manuscript",
        "man,12pt",
        "apa7",
        "",
        r"\title{<title>}\shorttitle{Offices}\author{<authors>}\affiliation{Regional Office}\abstract{<abstract>}"
        r"\begin{document}\maketitle",
        levels=3,
        rules="header",
    ),
    LatexStyle(
        "apa-journal",
        "jou",
        "apa7",
        "",
        r"\title{<title>}\shorttitle{Offices}\author{<authors>}\affiliation{Regional Office}\abstract{<abstract>}"
        r"\begin{document}\maketitle",
        two=True,
    ),
    LatexStyle(
        "ams",
        "",
        "amsart",
        "",
        r"\begin{document}\title{<title>}<author-macros>\begin{abstract}<abstract>\end{abstract}\maketitle",
        rules="grid",
    ),
    LatexStyle(
        "aastex",
        "twocolumn",
        "aastex631",
        "",
        r"\begin{document}\title{<title>}<author-macros>\affiliation{Regional Office, Northtown}"
        r"\begin{abstract}<abstract>\end{abstract}",
        two=True,
    ),
    LatexStyle(
        "mnras",
        "fleqn,usenatbib",
        "mnras",
        "",
        r"\title[Offices]{<title>}\author[Abbott]{<authors>}\date{}\pubyear{<year>}\begin{document}\maketitle"
        r"\begin{abstract}<abstract>\end{abstract}",
        two=True,
    ),
    LatexStyle(
        "humanities",
        "11pt,article",
        "memoir",
        r"\setsecnumdepth{none}\usepackage{mathpazo}\captionnamefont{\scshape}\captiontitlefont{\itshape}\captiondelim{. }",
        r"\title{<title>}\author{<authors>}\date{<year>}\begin{document}\maketitle\noindent <abstract>\par",
        levels=2,
        rules="none",
    ),
    LatexStyle(
        "komascript",
        "",
        "scrartcl",
        r"\usepackage{helvet}" + _HEADER,
        r"\title{<title>}\author{<authors-and>}\date{}\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}",
        levels=3,
        rules="grid",
    ),
    LatexStyle(
        "springer-journal",
        "10pt,twocolumn",
        "article",
        r"\usepackage{mathptmx}\usepackage[labelfont=bf,labelsep=space,font=small,singlelinecheck=off]{caption}"
        r"\usepackage{titlesec}\titleformat{\section}{\bfseries}{\thesection}{1ex}{}\titleformat{\subsection}{\normalfont}{\thesubsection}{1ex}{}"
        + _HEADER,
        r"\title{\bf\flushleft <title>}\author{<authors-dots>}\date{}\begin{document}\maketitle\thispagestyle{fancy}"
        r"\noindent\textbf{Abstract} <abstract>",
        two=True,
        rules="header",
    ),
    LatexStyle(
        "nature-like",
        "9pt,twocolumn",
        "extarticle",
        r"\usepackage{helvet}\renewcommand{\familydefault}{\sfdefault}"
        r"\usepackage[labelfont=bf,textfont=bf,labelsep=none,justification=raggedright,singlelinecheck=off]{caption}"
        r"\DeclareCaptionLabelSeparator{bar}{ $|$ }\captionsetup{labelsep=bar}\renewcommand{\figurename}{Fig.}"
        r"\setcounter{secnumdepth}{0}\usepackage{titlesec}\titleformat{\subsection}[runin]{\bfseries}{}{0pt}{}[.]"
        r"\titleformat{\section}{\large\bfseries}{}{0pt}{}" + _HEADER,
        r"\title{\bf <title>}\author{<authors>}\date{}\begin{document}\twocolumn[\maketitle\textbf{<abstract>}\bigskip]",
        levels=1,
        two=True,
        rules="header",
    ),
    LatexStyle(
        "thesis-like",
        "12pt",
        "article",
        r"\usepackage[margin=3cm]{geometry}\renewcommand{\baselinestretch}{1.6}"
        r"\usepackage[font=bf]{caption}\renewcommand{\thesection}{\Roman{section}}"
        r"\usepackage{titlesec}\titleformat{\section}{\centering\MakeUppercase}{\thesection.}{1ex}{}"
        r"\titleformat{\subsection}{\itshape}{\Alph{subsection}.}{1ex}{}",
        _PLAIN,
        rules="rows",
    ),
    LatexStyle(
        "economics",
        "11pt",
        "article",
        r"\usepackage{mathptmx}\usepackage[labelsep=newline,labelfont=sc,textfont=sc,justification=centering]{caption}"
        r"\usepackage{titlesec}\titleformat{\section}{\centering\scshape}{\Roman{section}.}{1ex}{}"
        r"\titleformat{\subsection}{\itshape}{\Alph{subsection}.}{1ex}{}\renewcommand{\thetable}{\Roman{table}}",
        r"\title{<title>}\author{<authors-stacked>}\date{}\begin{document}\maketitle\begin{quote}<abstract>\end{quote}",
        roman=True,
    ),
    LatexStyle(
        "review-copy",
        "11pt,a4paper",
        "article",
        r"\usepackage{lineno}\linenumbers\usepackage{mathptmx}",
        _PLAIN,
        levels=3,
    ),
    LatexStyle(
        "medical",
        "10pt,twocolumn",
        "article",
        r"\usepackage{helvet}\usepackage[labelsep=period,labelfont={bf},font={small,sf},justification=raggedright,singlelinecheck=off]{caption}"
        r"\setcounter{secnumdepth}{0}\usepackage{titlesec}\titleformat{\section}{\bfseries\sffamily\MakeUppercase}{}{0pt}{}"
        r"\titleformat{\subsection}{\bfseries\sffamily\small}{}{0pt}{}" + _HEADER,
        r"\title{\sffamily <title>}\author{<authors>}\date{}\begin{document}\maketitle\thispagestyle{fancy}"
        r"\section*{Summary}<abstract>",
        two=True,
        rules="rows",
    ),
)  # fmt: skip


def typeset_latex_papers(out: Path) -> int:
    """Write <out>/papers<n>-<style>/paper.pdf and truth.json; returns the number of documents that pdflatex could set."""
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
    """A row, in which a filled cell before empty ones spans them."""
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
