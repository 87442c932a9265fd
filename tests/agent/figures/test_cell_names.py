"""The row and the column of the cell that an answer was read from."""

import pytest

from citehop.agent.ask import ask
from citehop.agent.figures.cell_names import name_cells
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the NSE of RillNet on CRESTA in Table 1?", ("RillNet", "NSE")),
        ("How does SnowLedger treat snow?", ("", "")),
        ("What is the difference in NSE between BraidNet and RillNet on CRESTA in Table 1?", ("", "")),
    ],
)
def test_the_cell_that_answers_is_named(by_words: Session, question: str, names: tuple[str, str]) -> None:
    assert name_cells(by_words, ask(by_words, question)) == names
