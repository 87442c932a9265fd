from __future__ import annotations

import pytest

from citehop.agent.answerers.figures.caption_clauses import asks_what_is_drawn, find_clause, find_part_clause
from citehop.agent.query.grammar.parser import Question, parse_question

CAPTION = (
    "Figure 2: An overview of the Fen reader. The data (seeds u and leaves v, in cyan and red) flow upwards. A box with dashed "
    "lines holds no parameters. Subfigures (d) and (e) are gates of the tree and of the chain. Two agents, Heron and "
    "Crane, share it. Elements of one color are shared."
)


def ask(text: str) -> Question:
    return parse_question(text)


@pytest.mark.parametrize(
    ("question", "drawn"),
    [
        ("What graph is drawn in Figure 2?", True),
        ("What does the diagram in Figure 2 of the Fen paper show?", True),
        ("Describe the drawing in Figure 2.", True),
        ("What is the batch size in Figure 2?", False),
        ("What is shown in panel (b) of Figure 2?", False),
        ("How many layers are drawn in Figure 2?", False),
    ],
)
def test_questions_about_all_of_a_drawing(question: str, drawn: bool) -> None:
    assert asks_what_is_drawn(ask(question), frozenset({"fen"})) is drawn


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("What do the cyan tensors stand for in Figure 2 of the Fen paper?", "The data (seeds u"),
        ("What is meant by the dashed boxes in Figure 2?", "A box with dashed"),
        ("What do the green boxes mean in Figure 2?", ""),
        ("What are the two agents in Figure 2?", "Two agents, Heron"),
        ("Which three agents share it in Figure 2?", ""),
        ("How many boxes are dashed in Figure 2?", ""),
        ("Which box is dashed in Figure 2?", ""),
    ],
)
def test_the_meaning_of_a_mark_is_the_sentence_that_has_it(question: str, clause: str) -> None:
    found = find_clause(ask(question), CAPTION, frozenset({"fen"}))
    assert found.startswith(clause)
    assert bool(found) == bool(clause)


@pytest.mark.parametrize(
    ("question", "clause"),
    [
        ("What do subfigures (d) and (e) of Figure 2 show?", True),
        ("What is shown in part (e) of Figure 2?", True),
        ("What is shown in panel (f) of Figure 2?", False),
        ("Which gate is largest in panel (d)?", False),
    ],
)
def test_parts_that_a_caption_describes_together(question: str, clause: bool) -> None:
    sentence = "Subfigures (d) and (e) are gates of the tree and of the chain."
    assert find_part_clause(ask(question), CAPTION) == (sentence if clause else "")
