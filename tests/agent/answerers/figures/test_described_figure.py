"""The drawing that a question describes in words, among those of its paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.figures.described_figure import (
    describes_drawing,
    find_captioned,
    find_described,
    find_explaining,
    find_overview,
    find_referred,
    with_described_figure,
    with_hinted_figure,
)
from citehop.agent.plan import Plan
from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.relevance.subject import Subject
from citehop.agent.request_context import Focus, RequestContext
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.papers.types import BBox, Figure, Paper

BOX = BBox(0, 0, 100, 100)
DRAWINGS = (
    Figure("p1:figure1", "figure", "Figure 1", "Overview of the pumping station", 1, BOX),
    Figure("p3:figure2", "figure", "Figure 2", "Loss against temperature for three seals", 3, BOX),
    Figure("p4:figure3", "figure", "Figure 3", "Loss against pressure for three seals", 4, BOX),
    Figure("p4:table1", "table", "Table 1", "Loss against temperature at one pressure", 4, BOX),
)


@pytest.mark.parametrize(
    ("question", "described"),
    [
        ("In the plot of loss against temperature, which seal is best?", True),
        ("Looking at the loss versus pressure curves in Ek and Lund, which seal is lowest?", True),
        ("how many were right, going by the Venn diagram", True),
        ("In the automaton of the pump, what are the states?", True),
        ("What loss does Lund's bar chart show for steel?", True),
        ("Roughly what loss does the paper plot for steel?", True),
        ("Steel pump bar chart: loss, roughly?", True),
        ("bar chart in the Lund paper by seal - which is worst?", True),
        ("Which paper has a bar chart?", False),
        ("How many patient charts did Lund review?", False),
        ("What loss does steel have?", False),
        ("Does a plot of the loss exist?", False),
        ("Which seal is at the top in the figure on page 3?", True),
        ("Which seal has the highest loss, and what is that figure?", False),
        ("From which quarry were the stones drawn?", False),
        ("What is the area under the curve for steel?", False),
        ("There is a curve of loss against heat by Lund; where is it lowest?", True),
        ("Is there a curve of loss against heat?", False),
        ("Figure about the wear of seals (Ek, Lund): which seal lasts longest?", True),
        ("Worn seals (Ek et al.), figure of example pumps: which seal is in the middle?", True),
        ("Pump workflow figure. Which step comes last?", True),
        ("What is it for steel? I mean the figure in the pump paper about loss.", True),
        ("Ek reports a loss of 3; what figure does Lund give?", False),
        ("What loss figure do Ek et al. report: 3 or 4?", False),
        ("Which papers have a figure showing a pump?", False),
    ],
)
def test_words_for_a_certain_drawing(question: str, described: bool) -> None:
    assert describes_drawing(question) == described


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("In the plot of loss against temperature, which seal is best?", "Figure 2"),
        ("Which seal is lowest in the pressure curves?", "Figure 3"),
        ("What comes first in the diagram of the pumping station?", "Figure 1"),
        ("Which seal is best in the plot on page 3?", "Figure 2"),
        ("Which seal has the lowest loss in the curves?", None),  # Figures 2 and 3 are as likely
        ("What colour is the sky in the picture?", None),
    ],
)
def test_the_drawing_with_most_of_the_question(question: str, label: str | None) -> None:
    paper = Paper("seals", "Seals", figures=DRAWINGS)
    found = find_described(paper, question, frozenset())
    assert (found.label if found else None) == label


def test_the_only_drawing_is_meant() -> None:
    paper = Paper("seals", "Seals", figures=(replace(DRAWINGS[0], caption=""), DRAWINGS[3]))
    found = find_described(paper, "What is at the top of the diagram?", frozenset())
    assert found is not None
    assert found.label == "Figure 1"


def test_the_likeliest_paper_needs_no_name(by_words: Session) -> None:
    paper = by_words.cluster.paper("varnholt-2024-braidnet")
    question = "Which network is highest in the plot of median NSE against lead time?"
    context = RequestContext(by_words, parse_question(question), Focus(None), Plan(), Trace())
    likely = Subject(paper.id, probability=0.6, named=0.0)
    found = with_described_figure(context, (likely,)).focus
    assert (found.anchor, found.figure) == (paper.id, paper.figures[1].id)
    assert with_described_figure(context, (replace(likely, probability=0.4),)) is context


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What loss do the seals have at that temperature?", "Figure 2"),
        ("What loss do three seals have at that pressure?", "Figure 3"),
        ("What loss do the seals have?", None),  # two drawings have as much of it
        (
            "Which alloy do the seals need at low temperature in salty water?",
            None,
        ),  # most of it is in no drawing
        ("Which pressure?", None),  # one word is no description
    ],
)
def test_a_question_that_one_drawing_explains(question: str, label: str | None) -> None:
    figure = find_explaining(Paper("p", "Pumps", figures=DRAWINGS), question, frozenset())
    assert (figure.label if figure else None) == label


def test_the_drawing_that_a_sentence_refers_to() -> None:
    paper = Paper("p", "Pumps", figures=DRAWINGS)
    referred = find_referred(paper, "Figure 3 shows that the loss grows.")
    assert referred is DRAWINGS[2]
    assert find_referred(paper, "Table 1 shows that the loss grows.") is None
    assert find_referred(paper, "Figure 31 is elsewhere.") is None


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("In the sketch of loss against temperature, which seal is best?", "Figure 2"),
        ("In the sketch of the river, which seal is best?", None),
        ("At the station, which seal is best?", None),  # one word of a caption
        ("Ek, three seals pressure graph: which alloy is lowest?", "Figure 3"),
        # Few of its terms are in the drawing, but all of those of "seals loss pressure".
        (
            "Which alloy of low price has steel in the seals loss pressure sketch, and who cast it?",
            "Figure 3",
        ),
    ],
)
def test_a_caption_has_the_words_around_a_noun(question: str, label: str | None) -> None:
    figure = find_captioned(Paper("p", "Pumps", figures=DRAWINGS), question, frozenset())
    assert (figure.label if figure else None) == label


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("Who answers first in the example discussion thread of Lund?", "Figure 1"),
        ("Which node is new in the binarization example of Lund?", "Figure 3"),
        ("Which node is new in the tree binarization method?", None),
        ("Which software runs in the tree kernel paper?", None),
    ],
)
def test_the_words_around_a_noun_are_in_one_caption(question: str, label: str | None) -> None:
    captions = (
        "An example discussion thread",
        "Example patterns in discussion threads",
        "Binarization",
        "A kernel",
    )
    drawings = tuple(
        Figure(f"p{number}:figure{number}", "figure", f"Figure {number}", caption, number, BOX)
        for number, caption in enumerate(captions, 1)
    )
    figure = find_captioned(Paper("p", "Forums", figures=drawings), question, frozenset())
    assert (figure.label if figure else None) == label


@pytest.mark.parametrize(
    ("question", "is_hinted"),
    [
        ("Which network is highest in the graph of median NSE against lead time?", True),
        ("Which network has a graph of median NSE against lead time?", False),
        ("Which network has the highest median NSE for its lead time?", False),
    ],
)
def test_a_noun_that_may_mean_a_drawing(by_words: Session, question: str, is_hinted: bool) -> None:
    paper = by_words.cluster.paper("varnholt-2024-braidnet")
    context = RequestContext(by_words, parse_question(question), Focus(None), Plan(), Trace())
    hinted = with_hinted_figure(context, (Subject(paper.id, probability=0.4, named=0.0),)).focus
    assert (hinted.figure == paper.figures[1].id) is is_hinted


def test_the_order_of_words_tells_captions_apart() -> None:
    captions = ("Plate diagram of the joint model, with its seal parts", "Plate diagram of the seal model")
    drawings = tuple(
        Figure(f"p{number}:figure1", "figure", f"Figure {number}", caption, number, BOX)
        for number, caption in enumerate(captions, 1)
    )
    paper = Paper("p", "Seals", figures=drawings)
    assert (
        find_described(paper, "nodes in the plate diagram of the seal model", frozenset({"seal"}))
        is drawings[1]
    )
    assert find_described(paper, "nodes in the plate diagram", frozenset()) is None


def test_an_architecture_may_be_called_an_overview() -> None:
    assert find_overview(DRAWINGS, "What is at the top of the Pumpo architecture figure?") is DRAWINGS[0]
    assert find_overview(DRAWINGS, "What is at the top of the loss figure?") is None
    assert find_overview(DRAWINGS[1:], "the architecture figure") is None


def test_a_word_of_the_paper_s_name_tells_its_drawings_apart() -> None:
    drawings = (DRAWINGS[0], replace(DRAWINGS[1], caption="Screenshot of Pumpo"))
    found = find_described(
        Paper("p", "Pumpo", figures=drawings), "the picture of Pumpo", frozenset({"pumpo"})
    )
    assert found is drawings[1]


def test_a_question_that_repeats_a_caption(by_words: Session) -> None:
    paper = by_words.cluster.paper("varnholt-2024-braidnet")
    caption = paper.figures[1].caption.partition(":")[2].strip(" .")
    named = (Subject(paper.id, probability=1.0, named=1.0),)

    def figure_of(question: str) -> str | None:
        context = RequestContext(by_words, parse_question(question), Focus(None), Plan(), Trace())
        return with_hinted_figure(context, named).focus.figure

    assert figure_of(f"{caption}: which one is highest?") == paper.figures[1].id
    assert not figure_of(f"{' '.join(caption.split()[:3])}: which one is highest?")
