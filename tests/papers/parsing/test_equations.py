"""Numbered equations of real papers: by number, with the text around them, from pages and from LaTeX."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

import citehop
from citehop.agent.query.grammar.equations import find_equation_number
from citehop.agent.session import Session
from citehop.agent.tools.functions import read_equation
from citehop.agent.tools.types import ToolContext
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.papers.parsing.equations import find_equation, find_explanations, list_equations
from citehop.papers.parsing.latex.body import parse_body


@pytest.fixture(scope="module")
def physics(real_session: Callable[..., Session]) -> Session:
    """One real paper with 37 numbered equations."""
    return real_session("astronomy", "Davies")


def test_every_number_of_a_real_paper_is_found(physics: Session) -> None:
    found = [each.number for each in list_equations(physics.cluster.papers()[0])]
    assert found == [str(number) for number in range(1, 38)]


def test_the_text_around_an_equation_explains_it(physics: Session) -> None:
    paper = physics.cluster.papers()[0]
    equation = find_equation(paper, "2")
    assert equation is not None
    assert equation.block.page == 2
    assert "4πG" in equation.block.text
    before, *_ = find_explanations(paper, equation)
    assert paper.blocks.index(before) < equation.place


@pytest.mark.parametrize("question", ["Explain equation 2", "What does Eq. (2) say?"])
def test_a_question_gets_the_equation_and_quotes_around_it(physics: Session, question: str) -> None:
    answer = citehop.ask(physics, question)
    assert answer.status == "answered"
    assert "4πG" in answer.citations[0].quote
    assert len(answer.citations) > 1


def test_an_equation_that_a_paper_lacks_is_named(physics: Session) -> None:
    assert citehop.ask(physics, "Explain equation 99").text.startswith("No equation 99 was found")
    with pytest.raises(UsageError, match=r"no equation 99 was found .* there are: 1, 2"):
        read_equation(ToolContext(physics), "99", "davies")


def test_a_paper_without_equations_gives_no_other_text(by_words: Session) -> None:
    assert citehop.ask(by_words, "Explain equation 1 of BraidNet").text.startswith("No equation 1 was found")


def test_equations_are_exported_as_images(physics: Session, tmp_path: Path) -> None:
    home = ["--home", physics.settings.home]
    assert main(["figures", "astronomy", "davies", "--equations", "--export", str(tmp_path), *home]) == 0
    assert len(list(tmp_path.glob("equation-*.png"))) == 37
    with Image.open(tmp_path / "equation-2.png") as image:
        assert min(image.size) > 20
        assert len(image.convert("L").getcolors() or ()) > 2


def test_latex_sources_keep_the_latex_of_each_equation(shared: Path) -> None:
    paper = citehop.parse(shared / "latex_sources" / "hcrbounds").paper
    found = {each.number: each for each in list_equations(paper)}
    assert len(found) == len(paper.formulas) == 28
    assert found["1"].latex.startswith(r"g(\theta) = \operatorname")
    assert found["1"].block.page == 2


def test_lines_of_an_array_of_equations_are_numbered_by_themselves() -> None:
    tex = (
        r"\begin{align} a &= 1 \\ b &= 2 \nonumber \\ c &= 3 \label{c} \end{align} \begin{equation*} d \end{equation*} "
        r"\begin{equation} e \tag{E1} \end{equation}"
    )
    body = parse_body(tex)
    assert body.formulas == [("1", "a &= 1"), ("2", "c &= 3"), ("E1", "e")]
    assert body.labels["c"] == ("Equation", "2")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("explain equation 7", "7"),
        ("Why is eq. (3.2) true?", "3.2"),
        ("formula A4", "A4"),
        ("Table 7", ""),
        ("20 equations", ""),
    ],
)
def test_equations_in_questions(text: str, number: str) -> None:
    assert find_equation_number(text) == number
