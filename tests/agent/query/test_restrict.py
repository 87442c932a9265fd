"""Sessions restricted to papers by year, author and venue, and to sections, over real papers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import citehop
from citehop.agent.query.restrict import restrict
from citehop.agent.session import Session
from citehop.agent.tools.functions import read_section, search
from citehop.agent.tools.types import ToolContext
from citehop.cli.main import main
from citehop.errors import UsageError

QUESTION = "What was the primary outcome?"


@pytest.fixture(scope="module")
def medicine(real_session: Callable[..., Session]) -> Session:
    """Three real papers of 2016, 2018 and 2021."""
    return real_session("medicine", "Agniel2018", "Dasa2021", "Smith2016")


@pytest.mark.parametrize(
    ("years", "authors", "venues", "left"),
    [
        ("2016-2018", (), (), ["agniel", "smith"]),
        ("2018-", (), (), ["agniel", "dasa"]),
        ("-2016", (), (), ["smith"]),
        ("2021", (), (), ["dasa"]),
        ("", ("steven smith",), (), ["dasa", "smith"]),
        ("2021", ("Smith",), (), ["dasa"]),
        ("", (), ("British Medical Journal",), ["agniel"]),
        ("", (), ("J Am Soc Hypertens", "BMJ"), ["agniel", "smith"]),
    ],
)
def test_papers_are_chosen(
    medicine: Session, years: str, authors: tuple[str, ...], venues: tuple[str, ...], left: list[str]
) -> None:
    session = restrict(medicine, years=years, authors=authors, venues=venues)
    assert [paper_id.partition("-")[0] for paper_id in session.cluster.paper_ids] == left


def test_an_answer_comes_from_the_chosen_papers_alone(medicine: Session) -> None:
    for year, paper in (("2016", "smith"), ("2021", "dasa")):
        answer = citehop.ask(restrict(medicine, years=year), QUESTION)
        assert answer.status == "answered"
        assert {each.paper_id.partition("-")[0] for each in answer.citations} == {paper}


def test_passages_come_from_the_section_alone(medicine: Session) -> None:
    session = restrict(medicine, section="statistical analysis")
    found = citehop.search(session, "model adjusted for patients", 5)
    assert len(found) >= 2
    assert all("statistical analys" in each.chunk.section.lower() for each in found)
    with pytest.raises(UsageError, match="no passage"):
        session.index.chunk(citehop.search(medicine, "introduction background", 1)[0].chunk.id)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"years": "1999"}, "no paper of medicine fits 1999"),
        ({"years": "recent"}, "no years: 'recent'; give 2019"),
        ({"years": "2016", "papers": ["dasa"]}, "none of the papers that are named"),
        ({"section": "nonsense"}, "no section 'nonsense' in 3 papers"),
    ],
)
def test_a_filter_without_papers_is_named(
    medicine: Session, options: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        restrict(medicine, **options)  # type: ignore[arg-type]


def test_tools_take_the_filters_and_read_sections(medicine: Session) -> None:
    context = ToolContext(medicine)
    assert {each.paper.year for each in search(context, "blood pressure", year="2016").hits} == {2016}
    read = read_section(context, "statistical analysis", "Dasa2021")
    assert "SAS" in read.text
    with pytest.raises(UsageError, match="list_sections"):
        read_section(context, "nonsense", "Dasa2021")


def test_commands_take_the_filters(medicine: Session, capsys: pytest.CaptureFixture[str]) -> None:
    home = ["--home", medicine.settings.home]
    assert main(["ask", "medicine", QUESTION, "--year", "2016", *home]) == 0
    assert "Physician-Pharmacist" in capsys.readouterr().out
    assert (
        main(
            ["search", "medicine", "patients", "--author", "Agniel", "--section", "methods", "-k", "1", *home]
        )
        == 0
    )
    assert "Biases in electronic health record" in capsys.readouterr().out
    assert (
        main(
            [
                "table",
                "medicine",
                "--question",
                QUESTION,
                "--venue",
                "J Am Soc Hypertens",
                "--least",
                "0",
                *home,
            ]
        )
        == 0
    )
    assert len(capsys.readouterr().out.splitlines()) == 3
