"""LaTeX sources: what a reader of the typeset page would see, from any folder or archive, however broken."""

import gzip
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from citehop.cli.sample_cluster import FOLDER as SAMPLE
from citehop.errors import UsageError
from citehop.papers.parsing.latex.body import parse_body
from citehop.papers.parsing.latex.citations import find_cite_commands
from citehop.papers.parsing.latex.comments import strip_comments
from citehop.papers.parsing.latex.macros import expand_macros
from citehop.papers.parsing.latex.sources import find_main_file
from citehop.papers.parsing.latex.table_image import draw_grid
from citehop.papers.parsing.latex.tabular import parse_grid
from citehop.papers.parsing.latex.text import convert_to_text
from citehop.papers.parsing.latex.tokens import (
    count_unmatched_braces,
    parse_argument,
    parse_options,
)
from citehop.papers.parsing.paper_ids import derive_paper_id
from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings

MAIN = r"""
\documentclass{article} % a comment
\newcommand{\method}{SlowNet\xspace}
\newcommand{\score}[2]{#1 of #2}
\title{Notes on \method: \\ a Field Guide}
\author{Ada Byron\thanks{Equal.} \and Karl Q. Meier$^{1}$}
\date{May 2014}
\begin{document}
\maketitle
\begin{abstract}We study \method, which is slow.\footnote{Very slow indeed, as shown.}\end{abstract}
\section{Introduction}\label{sec:intro}
\method scores \score{3}{4} in Table~\ref{tab:main} (\autoref{fig:pic}); DSM \citep{guo} is better. % not this
\citet{kim14} saw it first.

\iffalse This is switched off. \fi
\input{parts/method}
\begin{figure}[t]
  \includegraphics[width=\linewidth]{pic}
  \caption{A picture of \method.}\label{fig:pic}
\end{figure}
\begin{table*}
  \caption{Results of \citet{guo} and ours.}
  \label{tab:main}
  \begin{tabular}{l|cc}
    \toprule
    & \multicolumn{2}{c}{Accuracy} \\ \cmidrule(lr){2-3}
    Method & dev & test \\ \midrule
    DSM~\cite{guo} & 28.62 & \textbf{30.1} $\pm$ 0.2 \\
    \multirow{2}{*}{SlowNet} & 1{,}000 & \makecell{a \\ b} \\
     & 5\% & -- \\
    \bottomrule
  \end{tabular}
\end{table*}
\bibliography{refs}
\end{document}
This is not typeset.
"""


METHOD = r"""\section{Method \& More}
\begin{itemize}
\item First thing
\item Second thing
\end{itemize}
As in Section~\ref{sec:intro}, $x_1 \le 5$.
\begin{equation}\label{eq:one} x = y \end{equation}
See Eq.~\eqref{eq:one}.
"""


BBL = r"""
\begin{thebibliography}{2}
\bibitem[{Guo et~al.(2022)Guo, Li, and Wei}]{guo}
Mei Guo, Bo Li, and Li Wei. 2022.
\newblock Deep slow models.
\newblock In \emph{Proceedings of XYZ}, pages 1--9.
\bibitem[{Kim(2014)}]{kim14}
Yoon Kim. 2014.
\newblock Fast ones \url{https://doi.org/10.1000/xyz}.
\newblock \emph{Journal of Engines}.
\end{thebibliography}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A paper of several files, with a picture."""
    folder = tmp_path / "slow-engines"
    (folder / "parts").mkdir(parents=True)
    (folder / "main.tex").write_text(MAIN)
    (folder / "parts" / "method.tex").write_text(METHOD)
    (folder / "main.bbl").write_text(BBL)
    Image.new("RGB", (60, 40), "red").save(folder / "pic.png")
    return folder


def test_a_paper_of_several_files(project: Path, tmp_path: Path) -> None:
    paper = read_paper(project, Settings(), tmp_path / "figures" / "a.0")
    assert (paper.id, paper.title) == ("slow-engines", "Notes on SlowNet: a Field Guide")
    assert (paper.authors, paper.year) == (("Ada Byron", "Karl Q. Meier"), 2014)
    assert paper.abstract == "We study SlowNet, which is slow."
    assert [(b.kind, b.section, b.text) for b in paper.blocks] == [
        ("paragraph", "Abstract", "We study SlowNet, which is slow."),
        ("heading", "1 Introduction", "1 Introduction"),
        (
            "paragraph",
            "1 Introduction",
            "SlowNet scores 3 of 4 in Table 1 (Figure 1); DSM (Guo et al., 2022) is better. Kim (2014) saw it first.",
        ),
        ("heading", "2 Method & More", "2 Method & More"),
        ("list", "2 Method & More", "First thing"),
        ("list", "2 Method & More", "Second thing"),
        ("paragraph", "2 Method & More", "As in Section 1, x_1 ≤ 5. x = y (1) See Eq. (1)."),
        ("caption", "2 Method & More", "Figure 1: A picture of SlowNet."),
        ("caption", "2 Method & More", "Table 1: Results of Guo et al. (2022) and ours."),
        ("reference", "References", paper.references[0].raw),
        ("reference", "References", paper.references[1].raw),
    ]
    assert [(r.key, r.title, r.authors[0], r.year) for r in paper.references] == [
        ("Guo et al., 2022", "Deep slow models", "Mei Guo", 2022),
        ("Kim, 2014", "Fast ones", "Yoon Kim", 2014),
    ]
    assert [(m.names, m.keys) for m in paper.mentions] == [
        (("DSM",), ("Guo et al., 2022",)),
        ((), ("Kim, 2014",)),
        ((), ("Guo et al., 2022",)),
        (("DSM",), ("Guo et al., 2022",)),
    ]
    assert paper.warnings == ()
    picture, table = paper.figures
    assert (picture.id, picture.label, picture.caption) == (
        "p0:figure1",
        "Figure 1",
        "Figure 1: A picture of SlowNet.",
    )
    with Image.open(tmp_path / picture.image) as image:
        assert image.size == (60, 40)
    assert (table.id, table.kind, table.image) == ("p0:table1", "table", "figures/a.0/table1.png")
    assert [w.text for w in table.words][3:9] == ["test", "DSM", "(Guo", "et", "al.,", "2022)"]


def test_archive_and_single_file_give_the_same_text(project: Path, tmp_path: Path) -> None:
    archive = tmp_path / "slow.tar.gz"
    with tarfile.open(archive, "w:gz") as bundle:
        bundle.add(project, arcname="src")
    whole, packed, single = (read_paper(p, Settings()) for p in (project, archive, project / "main.tex"))
    assert packed.blocks == whole.blocks == single.blocks
    assert [paper.id for paper in (whole, packed, single)] == ["slow-engines", "slow", "slow-engines"]
    assert derive_paper_id(tmp_path / "x" / "theorem.tex") == "theorem"


def test_an_archive_of_one_file(tmp_path: Path) -> None:
    archive = tmp_path / "2004.14974.tar.gz"
    archive.write_bytes(
        gzip.compress(b"\\documentclass{x}\\begin{document}Just one file here.\\end{document}")
    )
    paper = read_paper(archive, Settings())
    assert [block.text for block in paper.blocks] == ["Just one file here."]
    assert (paper.ids, paper.year) == ((("arxiv", "2004.14974"),), 2020)


def test_pictures_outside_the_sources_are_not_read(project: Path) -> None:
    Image.new("RGB", (60, 40)).save(project.parent / "secret.png")
    (project / "main.tex").write_text(MAIN.replace("{pic}", "{../secret}"))
    paper = read_paper(project, Settings(), project.parent / "figures" / "a.0")
    assert paper.figures[0].image == ""
    assert paper.warnings == ("main.tex: not among the sources: ../secret",)


@pytest.mark.parametrize(
    ("body", "warning", "text"),
    [
        (r"Before. \input{nothing} After.", "not among the sources: nothing", "Before. After."),
        (r"Before. \input{main} After.", "main.tex includes itself", "Before. After."),
        (r"Before \textbf{open. After.", "1 braces without a partner", "Before open. After."),
        (r"Cited \cite{gone}.", "1 of 1 cited entries are not in the bibliography", "Cited [?]."),
        (r"Open. \begin{itemize} \item Thing", "", "Open."),
        ("Line. " + "word " * 100_000, "", "Line. word"),
    ],
)
def test_what_can_be_read_is_read(tmp_path: Path, body: str, warning: str, text: str) -> None:
    (tmp_path / "main.tex").write_text(rf"\documentclass{{x}}\begin{{document}}{body}\end{{document}}")
    paper = read_paper(tmp_path / "main.tex", Settings())
    assert paper.blocks[0].text.startswith(text)
    assert [w for w in paper.warnings if warning in w] == list(paper.warnings)
    assert bool(paper.warnings) == bool(warning)


def test_a_line_of_more_megabytes_than_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citehop.papers.parsing.latex.sources._LARGEST_FILE", 1 << 20)
    (tmp_path / "main.tex").write_text(r"\documentclass{x}\begin{document}Start. " + "word " * 1_000_000)
    paper = read_paper(tmp_path / "main.tex", Settings())
    assert paper.blocks[0].text.startswith("Start. word")
    assert paper.warnings == ("main.tex: only the first 1 MB of main.tex were read",)


@pytest.mark.parametrize(
    ("name", "content"), [("x.tex", ""), ("x.tex", "% only a comment"), ("x.tar.gz", "no archive")]
)
def test_nothing_to_read_is_one_line(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(UsageError, match=r"^x\.[^\n]*$"):
        read_paper(tmp_path / name, Settings())
    with pytest.raises(UsageError, match=r"no \.tex"):
        find_main_file((tmp_path / "empty").resolve())


@pytest.mark.parametrize(
    "piece",
    [
        r"\newcommand{\x}{",
        r"\begin{figure}",
        r"\begin{tabular}{l}a & b \\ ",
        "{",
        "$",
        r"\cite{a} ",
        r"\section[",
        r"\iffalse ",
        r"\href{",
        "\\",
        "%",
    ],
)
@pytest.mark.timeout(60)  # a guard against endless work, not a measurement
def test_many_slips_take_little_time(tmp_path: Path, piece: str) -> None:
    body = piece * (150_000 // len(piece))
    (tmp_path / "x.tex").write_text(rf"\documentclass{{x}}\begin{{document}}Start. {body}")
    read_paper(tmp_path / "x.tex", Settings())


scraps = st.sampled_from(
    [
        "\\begin{",
        "figure}",
        "table}",
        "tabular}{l}",
        "\\end{",
        "{",
        "}",
        "[",
        "]",
        "\\section{",
        "\\caption{",
        "\\cite{a,b}",
        "&",
        "\\\\",
        "%",
        "\\newcommand{\\a}[1]{#1}",
        "\\a",
        "\\def\\b{\\b}",
        "\\b",
        "$",
        "\\item",
        "\n\n",
        "\\multicolumn{2}{c}{x}",
        "\\label{x}",
        "\\ref{x}",
        "a ",
    ]
)


messy = st.lists(st.one_of(scraps, st.text(max_size=8)), max_size=40).map("".join)


@given(messy)
def test_any_text_is_walked(tex: str) -> None:
    walked = parse_body(expand_macros(strip_comments(tex)))
    for passage in walked.passages:
        assert "\n" not in convert_to_text(passage.tex)
    for placed in walked.floats:
        for tabular in placed.float.tabulars:
            draw_grid(parse_grid(tabular))


@given(messy)
def test_any_text_has_groups_options_and_cites(tex: str) -> None:
    for place in range(len(tex)):
        _, end = parse_argument(tex, place)
        assert place <= end <= len(tex)
        assert parse_options(tex, place)[1] <= len(tex)
    assert count_unmatched_braces(tex) >= 0
    for use in find_cite_commands(tex):
        assert 0 <= use.start < use.end <= len(tex)


def test_a_pdf_of_another_paper_is_left_aside(project: Path, tmp_path: Path) -> None:
    sample = SAMPLE
    (project / "main.pdf").write_bytes((sample / "castellanos-2021-rillnet.pdf").read_bytes())
    paper = read_paper(project, Settings(), tmp_path / "figures" / "a.0")
    alone = [w for w in paper.warnings if "main.pdf prints another text than the sources" in w]
    assert (paper.pages, len(alone), paper.title) == (0, 1, "Notes on SlowNet: a Field Guide")
    assert sorted(file.name for file in (tmp_path / "figures" / "a.0").iterdir()) == [
        "figure1.png",
        "table1.png",
    ]


REAL = [  # folder, main file, headings, figures, tables, references, pages; counted in the sources with comments left out
    ("s2orc_1911.02782", 27, 4, 9, 55, 15),
    ("scifact_2004.14974", 34, 7, 8, 0, 0),  # its bibliography is not among the sources
    ("hcrbounds", 15, 7, 0, 17, 18),
    ("deep-limits", 22, 13, 0, 28, 8),
    ("astropy-v2.0", 57, 7, 1, 87, 0),
]


@pytest.mark.parametrize(("folder", "headings", "figures", "tables", "references", "pages"), REAL)
def test_real_sources(
    shared: Path, folder: str, headings: int, figures: int, tables: int, references: int, pages: int
) -> None:
    paper = read_paper(shared / "latex_sources" / folder, Settings())
    kinds = [figure.kind for figure in paper.figures]
    assert sum(block.kind == "heading" for block in paper.blocks) == headings
    assert (kinds.count("figure"), kinds.count("table"), len(paper.references), paper.pages) == (
        figures,
        tables,
        references,
        pages,
    )
    assert all(len(figure.caption) > 20 for figure in paper.figures)
    assert len(paper.title) > 20
    assert len(paper.abstract) > 200
    assert len(paper.authors) >= 4
    if references:
        cited = {key for mention in paper.mentions for key in mention.keys}
        assert len(cited) > 0.75 * references
        assert all(reference.title and reference.authors and reference.year for reference in paper.references)
