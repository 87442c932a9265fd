"""Follow-up questions about a table: the row, the column, the operation or the table is replaced, the rest is kept."""

from __future__ import annotations

import pytest

from citehop.agent.conversation.cell_request import CellRequest, edit_request, move_request
from citehop.agent.conversation.conversation import Conversation
from citehop.agent.session import Session
from citehop.errors import UsageError
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureName

VALUE = CellRequest("mbeki", "Table 1", "StateGate", "CRESTA NSE")
HIGHEST = CellRequest("mbeki", "Table 1", "BraidNet", "CRESTA NSE", "highest", "model")


def table(rows: tuple[str, ...], groups: tuple[str, ...], columns: tuple[str, ...]) -> FigureData:
    """A table with empty cells under two levels of headers."""

    def entries(*levels: tuple[str, ...]) -> Entries:
        attributes = [
            Attribute("row", tuple(map(FigureName, names)), (None,) * len(names), depth=depth)
            for depth, names in enumerate(levels)
        ]
        return Entries(len(levels[0]), tuple(attributes))

    facts = tuple(Fact(r, c, text="0.5") for r in range(len(rows)) for c in range(len(columns)))
    return FigureData("table", entries(rows), entries(columns, groups), facts)


SCORES = table(
    ("StateGate", "RillNet", "BraidNet", "authors"),
    ("CRESTA", "CRESTA", "MossGauge", "MossGauge", ""),
    ("NSE", "KGE", "NSE", "KGE", "Params (M)"),
)


@pytest.mark.parametrize(
    ("followup", "request_before", "question"),
    [
        ("RillNet", VALUE, "What is the CRESTA NSE of RillNet in Table 1?"),
        ("for RillNet", HIGHEST, "What is the CRESTA NSE of RillNet in Table 1?"),
        ("on MossGauge", VALUE, "What is the MossGauge NSE of StateGate in Table 1?"),
        ("the KGE", VALUE, "What is the CRESTA KGE of StateGate in Table 1?"),
        ("RillNet on MossGauge", VALUE, "What is the MossGauge NSE of RillNet in Table 1?"),
        ("the lowest", HIGHEST, "Which model has the lowest CRESTA NSE in Table 1?"),
        ("the second best one", VALUE, "Which row has the second best CRESTA NSE in Table 1?"),
        ("the lowest KGE", HIGHEST, "Which model has the lowest CRESTA KGE in Table 1?"),
        ("KGE", HIGHEST, "Which model has the highest CRESTA KGE in Table 1?"),
        ("its KGE", HIGHEST, "What is the CRESTA KGE of BraidNet in Table 1?"),
        ("the authors", VALUE, "What is the CRESTA NSE of authors in Table 1?"),
    ],
)
def test_a_follow_up_replaces_what_it_names(
    followup: str, request_before: CellRequest, question: str
) -> None:
    edited = edit_request(request_before, followup, SCORES)
    assert edited is not None
    assert edited.question == question


@pytest.mark.parametrize(
    ("followup", "has_verb"),
    [
        ("which batch size does it use", True),
        ("how deep is StateGate", True),
        ("learning rate", False),
        ("BERT", False),
    ],
)
def test_what_the_table_does_not_name_is_about_something_else(followup: str, has_verb: bool) -> None:
    assert edit_request(VALUE, followup, SCORES, has_verb=has_verb) is None


def test_a_name_with_a_word_for_an_extreme_is_a_name() -> None:
    data = table(("Track-best", "Ours"), ("", ""), ("P", "R"))
    edited = edit_request(CellRequest("paper", "Table 2", row="Ours", column="P"), "Track-best", data)
    assert edited is not None
    assert (edited.row, edited.extreme) == ("Track-best", "")


def test_a_word_for_a_row_names_none() -> None:
    edited = edit_request(VALUE, "which row is best", SCORES, has_verb=True)
    assert edited is not None
    assert edited.question == "Which row has the best CRESTA NSE in Table 1?"


def test_a_measure_is_known_by_its_usual_letter() -> None:
    data = table(("Elm", "Oak"), ("", ""), ("P", "R"))
    request = CellRequest("paper", "Table 2", row="Elm", column="P")
    edited = edit_request(request, "recall", data)
    assert edited is not None
    assert (edited.row, edited.column) == ("Elm", "R")


def test_a_request_moves_to_a_table_that_has_its_names() -> None:
    other = table(("RillNet", "StateGate"), ("CRESTA", "CRESTA"), ("CRPS", "NSE"))
    moved = move_request(VALUE, "Table 2", other)
    assert moved is not None
    assert moved.question == "What is the NSE of StateGate in Table 2?"
    highest = move_request(HIGHEST, "Table 2", other)
    assert highest is not None
    assert highest.question == "Which model has the highest NSE in Table 2?"
    assert move_request(VALUE, "Table 3", table(("RillNet",), ("CRESTA",), ("NSE",))) is None
    assert move_request(VALUE, "Table 3", table(("Epochs",), ("", ""), ("Chosen", "Tried"))) is None


def test_a_conversation_stays_with_the_table_of_its_last_answer(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.ask("What is the Width of ReachGuard in Table 2?")
    expected = [
        ("and of EnsembleDrip?", "2.46"),
        ("what about CRPS?", "0.431"),
        ("and which has the highest?", "Gaussian head on RillNet"),
        ("which is the lowest there?", "BraidNet"),
        ("and its coverage?", "89.7"),
    ]
    for followup, value in expected:
        turn = talk.ask(followup)
        assert value in turn.answer.text.partition(" (Table")[0], followup
        assert turn.answer.notes[0] == f"understood as: {turn.complete}"
        assert "in Table 2?" in turn.complete
    with pytest.raises(UsageError, match="no 'Table 9'"):
        talk.ask("and in Table 9?")
    lacking = talk.ask("and of BERT?")
    assert (lacking.answer.status, lacking.answer.citations) == ("abstained", ())
    assert "Table 2 of" in lacking.answer.text
    assert "2.83" in talk.ask("and the Width of ReachGuard?").answer.text.partition(" (Table")[0]


def test_a_follow_up_of_several_cells_keeps_the_words_of_the_question(by_words: Session) -> None:
    talk = Conversation(by_words)
    several = talk.ask("What scores does StateGate have in Table 1?")
    assert "0.694" in several.answer.text
    turn = talk.ask("and KarstMix?")
    assert turn.complete == "What scores does KarstMix have in Table 1?"
    assert "0.735" in turn.answer.text


def test_a_saved_conversation_goes_on_in_its_table(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.ask("What is the Width of ReachGuard in Table 2?")
    talk.ask("and of EnsembleDrip?")
    again = Conversation(by_words, record=talk.record)
    assert "20" in again.ask("and its passes?").answer.text.partition(" (Table")[0]


def test_the_paper_of_a_table_is_asked_about_after_its_selection_ends(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.select_figure("Table 2")
    talk.ask("What is the Width of ReachGuard?")
    talk.select_figure("")
    turn = talk.ask("Who wrote that paper?")
    assert "Varnholt" in turn.complete
    assert "Varnholt" in turn.answer.text
    assert talk.ask("What is a gauge?").complete == ""


def test_the_source_of_an_answer_can_be_asked_for(by_words: Session) -> None:
    talk = Conversation(by_words)
    first = talk.ask("How many units does the recurrent cell of RillNet have?")
    turn = talk.ask("which paper is that from?")
    assert "RillNet: Message Passing along Drainage Lines" in turn.answer.text
    assert {c.paper_id for c in turn.answer.citations} == {c.paper_id for c in first.answer.citations}
