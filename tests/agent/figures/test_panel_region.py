"""The panel of a figure that a question is about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.figures.panel_region import find_asked_panel
from citehop.agent.plan import Plan
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.papers.types import BBox, Figure, Word

PAPER = "varnholt-2024-braidnet"
CAPTION = (
    "Figure 2: Floods in karst. (a) Median error of the annual peak. (b) Width of the intervals per basin."
)


def find(session: Session, question: str) -> Figure | None:
    context = RequestContext(session, *parse_request(session, question), Focus(), Plan(), Trace())
    figure = next(each for each in session.cluster.paper(PAPER).figures if each.label == "Figure 2")
    box = figure.bbox
    letters = ((text, box.x0 + place * box.width) for text, place in (("a", 0.0), ("b", 0.5)))
    words = tuple(Word(text, BBox(x, box.y0, x + 5, box.y0 + 8)) for text, x in letters)
    return find_asked_panel(context, PAPER, replace(figure, caption=CAPTION, words=words))


@pytest.mark.parametrize(
    ("question", "label", "caption"),
    [
        ("Which model is best in Figure 2b?", "Figure 2b", "Width of the intervals per basin."),
        ("In Figure 2, which model has the widest intervals per basin?", "Figure 2b", "Width of the intervals per basin."),
        ("Which model is best in panel (a) of Figure 2?", "Figure 2a", "Median error of the annual peak."),
    ],
)  # fmt: skip
def test_a_panel_is_a_figure_of_its_own(by_words: Session, question: str, label: str, caption: str) -> None:
    panel = find(by_words, question)
    assert panel is not None
    assert (panel.label, panel.caption) == (label, caption)
    assert [word.text for word in panel.words] == [label[-1]]


def test_a_question_about_the_whole_figure_names_no_panel(by_words: Session) -> None:
    assert find(by_words, "Which model is best in Figure 2?") is None
