from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import Question, parse_question
from citehop.figures.answer.drawn_texts.neighbours import answer_neighbour
from citehop.figures.statements.texts import DrawnText
from citehop.figures.types import Attribute, Edge, Entries, FigureData, FigureName
from citehop.papers.types import BBox

# Names of layers in a column at the left, boxes at the right; the drawing runs upwards.
LAYERS = [
    DrawnText("Output Layer", BBox(0, 0, 80, 10)),
    DrawnText("softmax", BBox(200, 0, 250, 10)),
    DrawnText("Modeling Layer", BBox(0, 40, 80, 50)),
    DrawnText("LSTM", BBox(200, 40, 250, 50)),
    DrawnText("Attention Layer", BBox(0, 80, 80, 90)),
    DrawnText("Embedding Layer", BBox(0, 120, 80, 130)),
    DrawnText("input", BBox(200, 120, 250, 130)),
]


def ask(text: str) -> Question:
    return parse_question(text, one_hop=True)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which layer sits directly above the attention layer in Figure 1?", "Modeling Layer"),
        ("What comes after the attention layer in Figure 1?", "Modeling Layer"),
        ("Which layer comes before the attention layer in Figure 1?", "Embedding Layer"),
        (
            "Which layer lies between the output layer and the attention layer in Figure 1?",
            "Modeling Layer",
        ),
        ("What is the topmost layer in Figure 1?", "Output Layer"),
        ("Which layer is at the bottom of Figure 1?", "Embedding Layer"),
        ("Which softmax is put on top in Figure 1?", "softmax"),
        ("What is between the output layer and attention in Figure 1?", "Modeling Layer"),
        ("Which layer is above attention layer in Figure 1?", "Modeling Layer"),
        ("What is the middle layer in Figure 1?", ""),  # four lines have none
        ("What is the last layer in Figure 1?", "Output Layer"),
        ("What is the first layer in Figure 1?", "Embedding Layer"),
        ("Which layer comes after the dropout in Figure 1?", ""),
        ("Which layer is the widest in Figure 1?", ""),
    ],
)
def test_the_text_beside_a_named_one_follows_the_direction_of_the_drawing(question: str, answer: str) -> None:
    assert answer_neighbour(ask(question), LAYERS, None) == answer


def test_arrows_give_the_direction_before_words_do() -> None:
    names = tuple(FigureName(text.text) for text in LAYERS)
    boxes = tuple(text.box for text in LAYERS)
    rows = Entries(len(LAYERS), (Attribute("node", names, boxes),))
    downwards = FigureData("diagram", rows, edges=(Edge(0, 2, "arrow"), Edge(2, 4, "arrow")))
    question = ask("What comes after the attention layer in Figure 1?")
    assert answer_neighbour(question, LAYERS, downwards) == "Embedding Layer"


def test_names_of_curves_have_no_neighbours() -> None:
    names = (FigureName("Attention Layer"), FigureName("Modeling Layer"))
    chart = FigureData("line", Entries(2, (Attribute("series", names, (None, None)),)))
    ticks = [DrawnText(f"0.{tick}", BBox(300, 10 * tick, 315, 10 * tick + 8)) for tick in range(3)]
    question = ask("What comes after the attention layer in Figure 1?")
    assert answer_neighbour(question, [*LAYERS, *ticks], chart) == ""
    assert answer_neighbour(question, LAYERS, chart) == "Modeling Layer"  # a drawing taken for a chart


def test_texts_in_a_row_go_on_to_the_right() -> None:
    row = [
        DrawnText(name, BBox(100 * place, 0, 100 * place + 60, 10))
        for place, name in enumerate(("some text", "convolutions", "max-pooling", "fully-connected"))
    ]
    assert (
        answer_neighbour(ask("What comes after the max-pooling in Figure 1?"), row, None) == "fully-connected"
    )
    assert (
        answer_neighbour(ask("Which stage precedes the max-pooling in Figure 1?"), row, None)
        == "convolutions"
    )


def test_texts_at_an_end_are_named_together() -> None:
    texts = [
        DrawnText("classifier", BBox(50, 0, 110, 10)),
        DrawnText("premise encoder", BBox(0, 80, 70, 90)),
        DrawnText("hypothesis encoder", BBox(100, 80, 180, 90)),
    ]
    found = answer_neighbour(ask("What is at the bottom of Figure 1?"), texts, None)
    assert found == "premise encoder, hypothesis encoder"


def test_lines_in_the_box_of_a_node_are_its_name_which_its_last_word_mentions() -> None:
    texts = [
        DrawnText("Dialogue Act", BBox(10, 5, 60, 15)),
        DrawnText("Recognizer", BBox(10, 30, 60, 40)),
        DrawnText("Dialogue Act", BBox(110, 5, 160, 15)),
        DrawnText("Re-Ranker", BBox(110, 30, 160, 40)),
    ]
    boxes = (BBox(0, 0, 70, 45), BBox(100, 0, 170, 45))
    names = (FigureName("Dialogue Act Recognizer"), FigureName("Dialogue Act Re-Ranker"))
    diagram = FigureData(
        "diagram",
        Entries(2, (Attribute("node", names, boxes),)),
        edges=(Edge(0, 1, "arrow"),),
    )
    question = ask("Which component comes before the re-ranker in Figure 1?")
    assert answer_neighbour(question, texts, diagram) == "Dialogue Act Recognizer"


def test_labels_of_a_tree_may_be_single_letters() -> None:
    tree = [
        DrawnText(text, BBox(x, y, x + 6 * len(text), y + 10))
        for text, x, y in (("S", 60, 0), ("NP", 20, 40), ("VP", 100, 40), ("V", 100, 80), ("D", 20, 80))
    ]
    assert answer_neighbour(ask("Which label is at the top of the tree?"), tree, None) == "S"
    assert answer_neighbour(ask("Which label is at the right end?"), [*tree[:2], tree[2]], None) == "VP"


def test_one_end_of_a_stretch_may_be_named_by_its_last_word() -> None:
    row = [
        DrawnText(name, BBox(200 * place, 0, 200 * place + 120, 10))
        for place, name in enumerate(("Speech Recognizer", "Act Parser", "Dialogue Re-Ranker"))
    ]
    question = ask("What component sits between the speech recognizer and the re-ranker in Figure 1?")
    assert answer_neighbour(question, row, None) == "Act Parser"


def test_the_text_on_the_middle_line() -> None:
    texts = [LAYERS[0], LAYERS[2], DrawnText("x", BBox(0, 80, 9, 90)), LAYERS[5]]
    assert answer_neighbour(ask("What is the middle box called?"), texts, None) == "Modeling Layer"


def test_words_of_an_input_are_no_names_in_the_question() -> None:
    texts = [DrawnText("the", BBox(200, 160, 220, 170)), DrawnText("sat", BBox(240, 160, 260, 170)), *LAYERS]
    question = ask("What comes after the attention layer?")
    assert answer_neighbour(question, texts, None) == "Modeling Layer"


def test_a_long_text_goes_by_its_first_words() -> None:
    texts = [
        DrawnText("sentence with two channels of words", BBox(0, 0, 90, 20)),
        DrawnText("Convolutional layer with many filters", BBox(120, 0, 210, 20)),
        DrawnText("Max pooling", BBox(240, 4, 300, 14)),
        DrawnText("softmax", BBox(330, 4, 390, 14)),
    ]
    assert answer_neighbour(ask("What follows the convolutional layer?"), texts, None) == "Max pooling"


def test_a_name_that_is_printed_twice_may_have_other_texts_beside_it() -> None:
    texts = [
        DrawnText("Concat unit", BBox(0, 0, 60, 10)),
        DrawnText("Gated unit", BBox(0, 30, 60, 40)),
        DrawnText("Pooled words", BBox(200, 0, 260, 10)),
        DrawnText("Gated unit", BBox(200, 30, 260, 40)),
    ]
    assert answer_neighbour(ask("What is above the Gated unit in Figure 2?"), texts, None) == ""
    assert (
        answer_neighbour(ask("What is above the Gated unit in Figure 2?"), texts[:2], None) == "Concat unit"
    )
