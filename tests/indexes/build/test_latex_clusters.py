"""LaTeX sources among PDFs: what counts as a paper, and the way from a table in TeX to a quote."""

import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

import citehop
from citehop.errors import UsageError
from citehop.indexes.build.build import build
from citehop.indexes.build.scan import scan
from citehop.papers.clusters.locate import open_cluster
from citehop.settings import Settings

WritePdf = Callable[[Path, str, str], None]
SURVEY = r"""
\documentclass{article}
\title{A Survey of Garden Robots}
\author{Ada Byron}
\begin{document}
\begin{abstract}Robots that weed are compared in this survey of garden robots.\end{abstract}
\section{Robots}
\input{sections/robots}
\begin{figure}\includegraphics{figures/photo}\caption{A robot.}\end{figure}
\bibliography{refs}
\end{document}
"""
ROBOTS = r"""Table~\ref{t} compares the weeders. Mola needs 12 watts when it idles in the shed.
\begin{table}\caption{Rows weeded per hour.}\label{t}
\begin{tabular}{lc} Robot & Rows \\ Mola \cite{bees} & 91.4 \\ Vulpo \cite{dew} & 55.0 \\ \end{tabular}
\end{table}
"""
REFS = """
@article{bees, title={Counting Bees by Sound}, author={Bo Lind}, year={2019}}
@article{dew, title={Dew Harvesting with Meshes}, author={Cy Marsh}, year={2020}}
"""


def put_survey(folder: Path, write_pdf: WritePdf, main: str = "main.tex") -> None:
    """A project of several files, one of its pictures a PDF."""
    for name, text in {main: SURVEY, "sections/robots.tex": ROBOTS, "refs.bib": REFS}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "figures").mkdir()
    write_pdf(folder / "figures" / "photo.pdf", "Not a paper", "A picture of a robot.")
    write_pdf(folder / "figures" / "unused.pdf", "Not a paper either", "Another picture.")


def names(place: Path) -> list[tuple[str, str]]:
    return [(file.name, file.paper_id) for file in scan(place, 1 << 20)]


def test_a_folder_of_sources_is_one_paper(tmp_path: Path, write_pdf: WritePdf) -> None:
    put_survey(tmp_path / "survey" / "latex", write_pdf)
    write_pdf(tmp_path / "survey" / "latex" / "main.pdf", "A Survey of Garden Robots", "Robots.")
    write_pdf(tmp_path / "bees.pdf", "Counting Bees by Sound", "Wings.")
    assert names(tmp_path) == [("bees.pdf", "bees"), ("survey/latex", "survey")]


def test_a_main_file_among_the_papers(tmp_path: Path, write_pdf: WritePdf) -> None:
    put_survey(tmp_path, write_pdf, "survey.tex")
    (tmp_path / "plot.tex").write_text("\\documentclass{standalone}\\begin{document}x\\end{document}")
    assert names(tmp_path) == [("survey.tex", "survey")]
    write_pdf(tmp_path / "bees.pdf", "Counting Bees by Sound", "Wings.")
    write_pdf(tmp_path / "survey.pdf", "A Survey of Garden Robots", "Robots.")
    assert names(tmp_path) == [("bees.pdf", "bees"), ("survey.tex", "survey")]
    assert names(tmp_path / "survey.tex") == [("survey.tex", "survey")]
    assert names(tmp_path / "bees.pdf") == [("bees.pdf", "bees")]


def test_archives_are_papers(tmp_path: Path, write_pdf: WritePdf) -> None:
    put_survey(tmp_path / "elsewhere", write_pdf)
    (tmp_path / "in").mkdir()
    with tarfile.open(tmp_path / "in" / "1911.02782.tar.gz", "w:gz") as bundle:
        bundle.add(tmp_path / "elsewhere", arcname=".")
    write_pdf(tmp_path / "in" / "1911.02782.pdf", "A Survey of Garden Robots", "Robots.")
    assert names(tmp_path / "in") == [("1911.02782.tar.gz", "1911-02782")]
    with pytest.raises(UsageError, match=r"refs\.bib cannot be indexed"):
        scan(tmp_path / "elsewhere" / "refs.bib", 1 << 20)


def test_a_change_of_any_part_is_a_change_of_the_paper(tmp_path: Path, write_pdf: WritePdf) -> None:
    put_survey(tmp_path / "survey", write_pdf)
    first = scan(tmp_path, 1 << 20)
    assert scan(tmp_path, 1 << 20, first) == first
    (tmp_path / "survey" / "sections" / "robots.tex").write_text(ROBOTS + "More.")
    (changed,) = scan(tmp_path, 1 << 20, first)
    assert changed.sha256 != first[0].sha256


def test_from_a_table_in_tex_to_a_quote(tmp_path: Path, settings: Settings, write_pdf: WritePdf) -> None:
    folder = tmp_path / "papers"
    put_survey(folder / "survey", write_pdf)
    write_pdf(folder / "bees.pdf", "Counting Bees by Sound", "The error of the count is 7.42 percent. " * 4)
    write_pdf(folder / "dew.pdf", "Dew Harvesting with Meshes", "Steel meshes collect water at night. " * 4)
    report = build(folder, "garden", "survey/main.tex", settings)
    assert (report.papers, report.problems, report.anchor) == (3, (), "byron-survey-garden")
    assert not build(folder, "garden", None, settings).changed
    cluster = open_cluster("garden", settings)
    survey = cluster.paper("byron-survey-garden")
    assert [r.paper_id for r in survey.references] == ["bees", "dew"]
    assert (survey.pages, cluster.source_path("byron-survey-garden")) == (0, None)
    with citehop.open("garden", settings) as session:
        ranking = citehop.rank(session, "Which robot weeds 91.4 rows in Table 1?").ranking
        assert ranking[0].paper_id == "bees"
        answer = citehop.ask(session, "How many watts does Mola need when it idles in the shed?")
    quote = answer.citations[0]
    assert (quote.paper_id, quote.page, quote.bbox.width) == ("byron-survey-garden", 0, 0.0)
    assert quote.quote == "Mola needs 12 watts when it idles in the shed."


def test_sources_with_their_pdf_have_pages(tmp_path: Path, settings: Settings, write_pdf: WritePdf) -> None:
    put_survey(tmp_path / "survey", write_pdf)
    text = "Table 1 compares the weeders. Mola needs 12 watts when it idles in the shed."
    write_pdf(tmp_path / "survey" / "main.pdf", "A Survey of Garden Robots", text)
    build(tmp_path / "survey", "garden", None, settings)
    cluster = open_cluster("garden", settings)
    copy = cluster.source_path("byron-survey-garden")
    assert copy is not None
    assert copy.read_bytes() == (tmp_path / "survey" / "main.pdf").read_bytes()
    with citehop.open("garden", settings) as session:
        answer = citehop.ask(session, "How many watts does Mola need when it idles in the shed?")
    assert (answer.citations[0].page, answer.citations[0].bbox.width > 100) == (1, True)


def test_the_five_real_sources_become_a_cluster(shared: Path, settings: Settings) -> None:
    report = build(shared / "latex_sources", "tex", None, settings)
    cluster = open_cluster("tex", settings)
    assert report.problems == ()
    assert {paper.id: paper.pages for paper in cluster.papers()} == {
        "price-whelan-astropy-project": 0,
        "duvenaud-2014-avoiding-pathologies": 8,
        "chaudhuri-2024-guarantees-confidentiality": 18,
        "lo-2020-s2orc": 15,
        "wadden-2020-fact-fiction": 0,
    }
    assert not build(shared / "latex_sources", "tex", None, settings).changed
