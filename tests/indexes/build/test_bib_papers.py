"""Papers known by title and abstract, from a .bib file."""

from pathlib import Path

import pytest

import citehop
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.indexes.build.build import build
from citehop.papers.bibliography.bib_file import match_papers, parse_bib_papers
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.types import Paper
from citehop.settings import Settings

BIB = r"""
@article{bees, title={Counting {Bees} by Sound}, author={Lind, Bo}, year={2019}, abstract={Already in the folder.}}
@article{moles2020, title={Mole Traps without Harm}, author={Marsh, Cy and Oak, Di}, year={2020},
  abstract={Moles are led away by sound. The trap catches 83 percent of M\"unster's moles alive.}}
@misc{snails, title = {A Slow Walk: Snails and Lettuce}, doi = {10.1000/SNAIL}}
@misc{untitled, note={nothing}}
@article{again, title={Mole traps without harm}, year={2021}}
@article{broken, title={Never closed
"""


def test_entries_with_a_title_are_papers() -> None:
    bees, moles, snails = parse_bib_papers(BIB.encode())
    assert (bees.id, bees.title, bees.authors, bees.year) == (
        "bees",
        "Counting Bees by Sound",
        ("Bo Lind",),
        2019,
    )
    assert moles.abstract.endswith("The trap catches 83 percent of Münster's moles alive.")
    assert (snails.ids, snails.abstract) == ((("doi", "10.1000/snail"),), "")
    assert all(paper.abstract_only and paper.pages == 0 for paper in (bees, moles, snails))


def test_entries_are_joined_by_title_identifier_and_file() -> None:
    bib = BIB + "@misc{owls, title = {Owls at Night}, file = {Full text:papers/scan 3.pdf:application/pdf}}"
    papers = parse_bib_papers(bib.encode())
    there = [
        Paper("b", "Counting bees by sound", ("Bo Lind",), 2019),
        Paper("s", "Else", ids=papers[2].ids),
        Paper("o", "scan 3", source="old/scan 3.pdf"),
    ]
    matched = match_papers(there, papers, bib.encode())
    assert matched == {"bees": "b", "snails": "s", "owls": "o"}


def test_the_user_s_record_comes_before_what_the_paper_prints(
    corpus: Path, bib: Path, settings: Settings
) -> None:
    """From the .bib file, then as it is set; each is taken back by itself. Passages are not embedded again but for the title."""
    bib.write_text(BIB.replace("year={2019}, abstract", "year={1999}, journal={Bee Letters}, abstract"))
    build(corpus, "garden", None, settings, bib=bib)

    def read() -> tuple[str, int | None, str]:
        cluster = open_cluster("garden", settings)
        paper = cluster.paper("bees")
        assert (paper.title, paper.year) == (cluster.summary("bees").title, cluster.summary("bees").year)
        return paper.title, paper.year, paper.place.venue

    assert read() == ("Counting Bees by Sound", 1999, "Bee Letters")
    shared = ["--home", settings.home, "--embedding-model", settings.embedding_model]
    assert (
        main(["papers", "garden", "bees", "--set", "title=Bees, counted", "--set", "year=2001", *shared]) == 0
    )
    assert read() == ("Bees, counted", 2001, "Bee Letters")
    assert build(corpus, "garden", None, settings).changed is False
    assert read()[0] == "Bees, counted"
    assert main(["papers", "garden", "bees", "--set", "title=", "--set", "year=", *shared]) == 0
    assert read() == ("Counting Bees by Sound", 1999, "Bee Letters")
    build(corpus, "garden", None, settings, bib=Path("none"))
    assert read()[1:] == (None, "")


@pytest.mark.parametrize("wrong", ["title", "color=red", "year=soon"])
def test_a_field_that_is_none_is_one_line(
    corpus: Path, settings: Settings, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    build(corpus, "garden", None, settings)
    assert main(["papers", "garden", "bees", "--set", wrong, "--home", settings.home]) == 2
    assert wrong in capsys.readouterr().err


@pytest.fixture
def bib(tmp_path: Path) -> Path:
    path = tmp_path / "refs.bib"
    path.write_text(BIB)
    return path


def test_they_are_searched_ranked_and_quoted(corpus: Path, bib: Path, settings: Settings) -> None:
    report = build(corpus, "garden", "anchor", settings, bib=bib)
    assert (report.papers, report.abstracts, report.problems) == (6, 2, ())
    assert open_cluster("garden", settings).paper_ids == (
        "anchor",
        "bees",
        "compost",
        "dew",
        "moles2020",
        "snails",
    )
    with citehop.open("garden", settings) as session:
        answer = citehop.ask(session, "How many percent of moles does the trap catch alive?")
        ranked = citehop.rank(session, "What is said about snails and lettuce?").ranking
    cited = answer.citations[0]
    assert (cited.paper_id, cited.page, cited.quote[:22]) == ("moles2020", 0, "The trap catches 83 pe")
    assert ranked[0].paper_id == "snails"


def test_they_stay_until_they_are_dropped(corpus: Path, bib: Path, settings: Settings) -> None:
    first = build(corpus, "garden", None, settings, bib=bib)
    bib.unlink()
    again = build(corpus, "garden", None, settings)
    assert (again.abstracts, again.changed) == (2, False)
    (corpus / "bees.pdf").unlink()
    assert build(corpus, "garden", None, settings).abstracts == 3, "its entry takes the place of the PDF"
    dropped = build(corpus, "garden", None, settings, bib=Path("none"))
    assert (dropped.papers, dropped.abstracts, dropped.removed) == (3, 0, 3)
    assert [path.suffix for path in sorted((first.path / "sources").iterdir())].count(".bib") == 1, (
        "of readers still"
    )


@pytest.mark.parametrize(
    ("text", "needle"),
    [(None, "cannot be read"), ("", "empty"), ("no entries", "no BibTeX entry with a title")],
)
def test_a_bib_file_without_papers_is_one_line(
    corpus: Path, tmp_path: Path, settings: Settings, text: str | None, needle: str
) -> None:
    path = tmp_path / "other.bib"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UsageError, match=needle):
        build(corpus, "garden", None, settings, bib=path)


def test_they_are_marked_wherever_they_are_shown(
    corpus: Path, bib: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    shared = ["--home", settings.home, "--embedding-model", settings.embedding_model]
    assert main(["index", str(corpus), "--name", "garden", "--bib", str(bib), *shared]) == 0
    assert "6 papers (2 by abstract only)" in capsys.readouterr().err
    for command in (
        ["papers"],
        ["search", "moles led away"],
        ["ask", "What catches moles alive?"],
    ):
        assert main([command[0], "garden", *command[1:], *shared]) == 0
        assert "abstract" in capsys.readouterr().out, command


def test_broken_entries_are_named(corpus: Path, settings: Settings, tmp_path: Path) -> None:
    bib = tmp_path / "library.bib"
    bib.write_text(
        "@article{a, title={One Good Title}}\n"
        "@article{b, title={Not Closed, year=2021}\n"
        "@article{c, title={Another Good Title}}\n"
        "@article{a, title={The Same Key}}\n"
        "@article{d, title={x}, title={y}}\n"
        "@article{e, title={Cut\n"
    )
    report = build(corpus, "garden", None, settings, bib=bib)
    (warning,) = [warning for warning in report.warnings if "library.bib" in warning]
    assert warning.startswith("library.bib: 4 entries were skipped: line 2, '@article{b, title={Not Closed")
    for reason in ("is not closed", "repeats a key", "repeats a field", "line 6, "):
        assert reason in warning
    assert report.abstracts == 2
    assert not any("library.bib" in warning for warning in build(corpus, "garden", None, settings).warnings)
