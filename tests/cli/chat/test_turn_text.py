"""Conversations as Markdown."""

from io import StringIO
from types import SimpleNamespace
from typing import Any, cast

import pytest

from citehop.agent.conversation.types import Turn
from citehop.agent.session import Session
from citehop.agent.types import Answer, Citation
from citehop.cli.chat.turn_text import print_turn, to_markdown
from citehop.cli.output.console import SafeConsole
from citehop.papers.types import BBox

HOSTILE = (
    "<script>alert(1)</script>",
    "![pixel](https://evil.example/p.png)",
    "[click](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "<javascript:alert(1)>",
    "[a]: https://evil.example/r",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_saved_markdown_has_no_html_images_or_links_of_papers_and_models(text: str) -> None:
    paper = SimpleNamespace(title=text, abstract_only=False, pages=3, first_number=1)
    cluster = SimpleNamespace(name="mine", paper=lambda _: paper)
    session = cast(Session, SimpleNamespace(cluster=cluster))
    quote = Citation("p", 2, BBox(0, 0, 0, 0), f"{text} and more")
    saved = to_markdown([Turn(text, Answer(text, (quote,)))], session)
    without_escapes = cast(Any, saved).replace("\\[", "").replace("\\]", "")
    for dangerous in ("<", "![", "[", "]("):
        assert dangerous not in without_escapes
    assert saved.count("evil.example") == (
        4 if "evil.example" in text else 0
    )  # the words themselves stay readable


def test_each_line_of_a_saved_answer_is_a_paragraph() -> None:
    session = cast(Session, SimpleNamespace(cluster=SimpleNamespace(name="mine")))
    saved = to_markdown([Turn("Which?", Answer("The first.\nThe second.", ()))], session)
    assert "The first.\n\nThe second.\n" in saved


def test_a_completed_question_is_above_the_answer_and_other_notes_are_below() -> None:
    session = cast(Session, SimpleNamespace(cluster=SimpleNamespace(name="mine")))
    console = SafeConsole(record=True, file=StringIO())
    answer = Answer(
        "It is 50.", (), status="answered", notes=("understood as: What is it?", "readings disagree")
    )
    print_turn(console, Turn("and it?", answer), session)
    assert console.export_text().splitlines() == [
        "understood as: What is it?",
        "It is 50.",
        "note: readings disagree",
    ]
    saved = to_markdown([Turn("and it?", answer)], session)
    assert saved.index("*understood as: What is it?*") < saved.index("It is 50.")
    assert saved.index("It is 50.") < saved.index("*note: readings disagree*")
