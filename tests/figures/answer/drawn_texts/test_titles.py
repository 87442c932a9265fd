from __future__ import annotations

from citehop.agent.query.grammar.parser import Question, parse_question
from citehop.figures.answer.drawn_texts.titles import (
    answer_axis,
    answer_kind,
    answer_panel,
    answer_printed_value,
)
from citehop.figures.statements.texts import DrawnText
from citehop.papers.types import BBox


def ask(text: str) -> Question:
    return parse_question(text, one_hop=True)


def test_titles_of_axes_are_found_by_their_side() -> None:
    texts = [
        DrawnText("Accuracy", BBox(0, 20, 10, 90), upright=True),
        DrawnText("BLEU", BBox(300, 40, 310, 70), upright=True),
        DrawnText("0.5", BBox(12, 50, 24, 58)),
        DrawnText("training steps", BBox(100, 110, 180, 120)),
    ]
    assert answer_axis(ask("What is on the y-axis of Figure 3?"), texts, None, "") == "Accuracy; BLEU"
    assert answer_axis(ask("What does the right axis show in Figure 3?"), texts, None, "") == "BLEU"
    assert (
        answer_axis(ask("What does the x-axis stand for in Figure 3?"), texts, None, "") == "training steps"
    )
    caption = "Figure 3: Results. Y-axis represents the score, while X-axis is time."
    described = answer_axis(ask("What is on the y-axis of Figure 3?"), texts, None, caption)
    assert described == "Y-axis represents the score"
    assert answer_axis(ask("What is the highest value on the y-axis of Figure 3?"), texts, None, "") == ""
    assert answer_axis(ask("Which curve is highest in Figure 3?"), texts, None, "") == ""
    assert (
        answer_axis(ask("At what point on the x-axis does the curve turn in Figure 3?"), texts, None, "")
        == ""
    )


def test_the_content_of_a_panel_is_printed_under_it_or_in_the_caption() -> None:
    texts = [
        DrawnText("(a) CPU time", BBox(0, 90, 60, 100)),
        DrawnText("(b) memory", BBox(100, 90, 160, 100)),
    ]
    assert answer_panel(ask("What does panel (b) of Figure 2 show?"), texts, "") == "memory"
    assert answer_panel(ask("What does Figure 2b show?"), texts, "") == "memory"
    caption = "Figure 2: Costs. (a) Time on a CPU; (c) energy, in joules."
    assert answer_panel(ask("What is shown in panel c of Figure 2?"), texts, caption) == "energy, in joules"
    assert (
        answer_panel(ask("Whose energy is shown in panel c of Figure 2?"), texts, caption)
        == "energy, in joules"
    )
    assert answer_panel(ask("Which model is best in panel (b) of Figure 2?"), texts, caption) == ""
    together = "Figure 2: Costs. Parts (c) and (d) are energies."
    assert answer_panel(ask("What is shown in panel (c) of Figure 2?"), texts, together) == ""


def test_texts_of_a_kind_are_listed() -> None:
    texts = [
        DrawnText("deletion error", BBox(0, 0, 60, 10)),
        DrawnText("move error", BBox(100, 0, 160, 10)),
        DrawnText("time", BBox(50, 90, 80, 100)),
    ]
    question = ask("What kinds of errors are marked in Figure 2?")
    assert answer_kind(question, texts) == "deletion error, move error"
    assert answer_kind(question, texts[1:]) == ""


def test_a_number_behind_a_name_is_its_value() -> None:
    texts = [
        DrawnText("Statement", BBox(0, 0, 50, 8)),
        DrawnText("53%", BBox(60, 0, 80, 8)),
        DrawnText("Opinion 30%", BBox(0, 90, 60, 98)),
        DrawnText("12", BBox(300, 0, 310, 8)),
        DrawnText("Layer 2", BBox(300, 40, 340, 48)),
        DrawnText("loss = 5", BBox(300, 60, 340, 68)),
    ]
    assert answer_printed_value(ask("What share do statements have in Figure 5?"), texts) == "53%"
    assert answer_printed_value(ask("How large is the share of opinion in Figure 5?"), texts) == "30%"
    assert answer_printed_value(ask("What share do questions have in Figure 5?"), texts) == ""
    assert answer_printed_value(ask("How large is the loss in Figure 5?"), texts) == "5"
    assert answer_printed_value(ask("What size does the layer have in Figure 5?"), texts) == ""
    assert answer_printed_value(ask("Which share is the largest in Figure 5?"), texts) == ""


def test_the_number_beside_a_named_rule() -> None:
    texts = [
        DrawnText("A -> B C", BBox(200, 10, 260, 20)),
        DrawnText("0.5", BBox(10, 40, 30, 50)),
        DrawnText("A -> x y", BBox(200, 200, 260, 210)),
        DrawnText("0.3", BBox(10, 230, 30, 240)),
    ]
    assert answer_printed_value(ask("What probability goes with the rule A -> B C?"), texts) == "0.5"
    assert answer_printed_value(ask("What probability goes with the rule A -> Z?"), texts[:1]) == ""
    assert answer_printed_value(ask("Which box goes with the rule A -> B C?"), texts) == ""


def test_a_tick_beside_a_name_is_no_value() -> None:
    texts = [DrawnText("Test", BBox(0, 0, 30, 8)), DrawnText("89.0", BBox(34, 0, 54, 8))]
    question = ask("What accuracy does the test curve have in Figure 5?")
    assert answer_printed_value(question, texts) == "89.0"
    assert answer_printed_value(question, texts, has_axes=True) == ""
