"""Labels of links, and rows of texts in columns."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import Question, parse_question
from citehop.figures.answer.drawn_texts.lookups import answer_link_label, answer_row
from citehop.figures.statements.texts import DrawnText
from citehop.figures.types import Attribute, Edge, Entries, FigureData, FigureName
from citehop.papers.types import BBox

# A sentence with arcs over it.
ARCS = [
    DrawnText("obj", BBox(104, -40, 122, -30)),
    DrawnText("subj", BBox(30, 0, 50, 10)),
    DrawnText("gen", BBox(130, 0, 150, 10)),
    DrawnText("Mary", BBox(0, 40, 30, 50)),
    DrawnText("needs", BBox(45, 40, 80, 50)),
    DrawnText("her", BBox(105, 40, 125, 50)),
    DrawnText("help", BBox(150, 40, 180, 50)),
]
ROWS = [
    ("Frame", "Role"),
    ("breaks the window", "agent, object"),
    ("fell on Monday", "event"),
    ("hit by", "tool"),
    ("Recency", "compares distances of candidates"),
]
LIST = [
    DrawnText(text, BBox(x, 20.0 * i, x + 6 * len(text), 20.0 * i + 10))
    for i, row in enumerate(ROWS)
    for x, text in zip((0, 200), row, strict=True)
]


def ask(text: str) -> Question:
    return parse_question(text, one_hop=True)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('Which relation connects "her" with "help" in Figure 1?', "gen"),
        ("What label is drawn between Mary and needs?", "subj"),
        ("Which relation goes from needs to Mary?", "subj"),
        ("Which word comes between Mary and her?", ""),
        ("Which relation connects Mary with John?", ""),
        ("Which relation links needs and help?", "obj"),  # "gen" is nearer to their middle
    ],
)
def test_the_label_of_a_link_is_in_the_middle_of_its_ends(question: str, answer: str) -> None:
    assert answer_link_label(ask(question), ARCS, None) == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ('Which role has "breaks the window" in Figure 2?', "agent, object"),
        ("Which frame has an agent and an object?", "breaks the window"),
        ("What happened on Tuesday?", ""),
        ("What does Recency do?", "compares distances of candidates"),
        ("Which source compares candidates by recency?", "Recency"),
    ],
)
def test_a_row_is_found_by_one_of_its_texts(question: str, answer: str) -> None:
    assert answer_row(ask(question), LIST) == answer


def test_texts_that_are_in_no_columns_have_no_rows() -> None:
    assert answer_row(ask("Which role has breaks the window?"), LIST[2:4]) == ""


def test_of_several_texts_in_a_row_the_one_under_the_heading_answers() -> None:
    third = [
        DrawnText(text, BBox(320, 20.0 * i, 360, 20.0 * i + 10))
        for i, text in enumerate(("Count", "three", "four", "nine"))
    ]
    assert answer_row(ask('Which role has "fell on Monday"?'), [*LIST, *third]) == "event"


def test_a_heading_stands_over_the_middle_of_its_column_and_a_placeholder_needs_no_mention() -> None:
    rows = (("sold <object>", "verb", "VB"), ("shop", "noun", "NN"), ("shut", "word", "JJ"))
    table = [
        DrawnText(text, BBox(x - 3 * len(text), 20.0 * i + 20, x + 3 * len(text), 20.0 * i + 30))
        for i, row in enumerate(rows)
        for x, text in zip((50, 150, 250), row, strict=True)
    ]
    heads = [
        DrawnText(t, BBox(x - 3 * len(t), 0, x + 3 * len(t), 10)) for x, t in ((150, "Class"), (250, "Tag"))
    ]
    assert answer_row(ask("Which tag has sold?"), [*table, *heads]) == "VB"
    assert answer_row(ask("In the shop figure, what class is shut?"), [*table, *heads]) == "word"


def test_a_text_of_a_row_goes_on_in_lines_without_a_name_beside_them() -> None:
    wrapped = [
        DrawnText("that are too far", BBox(200, 98, 296, 108)),
        DrawnText("Lexical", BBox(0, 116, 42, 126)),
    ]
    last = [DrawnText("counts words", BBox(200, 116, 272, 126))]
    found = answer_row(ask("What does Recency do?"), [*LIST, *wrapped, *last])
    assert found == "compares distances of candidates that are too far"


STATES = ("1", "2", "3")
AUTOMATON = FigureData(
    "diagram",
    Entries(
        3,
        (
            Attribute(
                "node",
                tuple(map(FigureName, STATES)),
                tuple(BBox(100 * i, 90, 100 * i + 20, 110) for i in range(3)),
            ),
        ),
    ),
)
# An arrow from Training to Tagging, whose label was taken for the node at its end.
MODULES = FigureData(
    "diagram",
    Entries(
        3,
        (
            Attribute(
                "node",
                tuple(map(FigureName, ("Tagging", "Training", "trained model"))),
                (BBox(0, 0, 50, 10), BBox(200, 0, 250, 10), BBox(90, 15, 170, 25)),
            ),
        ),
    ),
    edges=(Edge(1, 2, "arrow"),),
)


def test_what_passes_along_an_arrow() -> None:
    nodes = MODULES.rows.attributes[0]
    texts = [
        DrawnText(n.text, box) for n, box in zip(nodes.names, nodes.boxes, strict=True) if box is not None
    ]
    texts.append(DrawnText("tokens", BBox(300, 60, 340, 70)))

    def answer(question: str) -> str:
        return answer_link_label(ask(question), texts, MODULES)

    assert answer("What is passed from Training to Tagging?") == "trained model"
    assert answer("Which label is on the arrow from the Training to the Tagging?") == "trained model"
    assert answer("What is passed from Lexicon to Tagging?") == ""


ON_ARCS = [
    *(DrawnText(state, BBox(100 * i + 6, 95, 100 * i + 14, 105)) for i, state in enumerate(STATES)),
    DrawnText("a:b", BBox(50, 85, 70, 95)),
    DrawnText("c:0", BBox(150, 85, 170, 95)),
    DrawnText("d", BBox(155, 60, 165, 70)),
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("In Figure 2, which label is on the arc from state 2 to state 3?", "c:0"),
        ("Which symbol is on the arc that goes from 1 to 2?", "a:b"),
        ("Which label is on the arc from state 1 to state 4?", ""),
    ],
)
def test_the_label_on_the_arc_between_two_states(question: str, answer: str) -> None:
    assert answer_link_label(ask(question), ON_ARCS, AUTOMATON) == answer
