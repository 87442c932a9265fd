"""Wordings of questions and what they are understood to ask."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.numbers import Number, find_numbers
from citehop.figures.operations import (
    Adjacent,
    AtPosition,
    AtSide,
    Between,
    Compare,
    Equals,
    Extreme,
    Operation,
    StyleFilter,
)


@pytest.mark.parametrize(
    "text", ["Which model falls between Oak and Elm in terms of F1?", "Which group does Oak fall under?"]
)
def test_falls_between_is_no_fall(text: str) -> None:
    assert not any(isinstance(operation, Extreme) for operation in parse_question(text).operations)


def only(text: str) -> Operation:
    (operation,) = parse_question(text).operations
    return operation


@pytest.mark.parametrize(
    ("text", "want", "rank"),
    [
        ("Which model has the highest BLEU?", "max", 1),
        ("Which model shows the second-lowest error rate?", "min", 2),
        ("Which method is the 3rd best on MNLI?", "best", 3),
        ("What system yields the worst perplexity?", "worst", 1),
        ("Which encoder is the fastest?", "fast", 1),
        ("Which method ranks second on CoNLL?", "best", 2),
        ("Which parser has the most negative correlation?", "min", 1),
        ("Which model gets the hihgest score on QQP?", "max", 1),
        ("Which method has the second to lowest loss?", "min", 2),
        ("Which approach is the runner-up on SST?", "best", 2),
        ("Which approach takes third place on SST?", "best", 3),
        ("Which model leads on SST-2?", "best", 1),
        ("Counting from the lowest, which model is second in WER?", "min", 2),
        ("Ranked by F1 from high to low, which parser comes third?", "max", 3),
        ("Which system attains the top BLEU on En-De?", "best", 1),
        ("Which of the two has the higher loss?", "max", 1),
        ("Which parser has the better recall?", "best", 1),
    ],
)
def test_extremes(text: str, want: str, rank: int) -> None:
    operation = only(text)
    assert isinstance(operation, Extreme)
    assert (operation.want, operation.rank) == (want, rank)


@pytest.mark.parametrize(
    ("text", "value", "sure"),
    [
        ("Which method reaches 28.4 BLEU on En-De?", 28.4, True),
        ("Which model has a score of 81.5% on RTE?", 81.5, True),
        ("Which model has 1,024 hidden units?", 1024, True),
        ("Which model has 220M parameters?", 220e6, True),
        ("Which model shows a correlation of -0.31?", -0.31, True),
        ("Which model gets 16.5 Top-1 score on SQuAD?", 16.5, True),
        ("Which method corresponds to an F1 of 90?", 90, True),
    ],
)
def test_values(text: str, value: float, sure: bool) -> None:
    operation = only(text)
    assert isinstance(operation, Equals)
    assert operation.value.value == pytest.approx(value)
    assert operation.sure == sure


@pytest.mark.parametrize(
    "text",
    [
        "Which model gets the best Recall@7 on T10?",
        "Which method leads GPT-3.5-Turbo-16k on Hits@1 with best F1?",
    ],
)
def test_numbers_inside_names_are_no_values(text: str) -> None:
    assert not any(isinstance(operation, Equals) for operation in parse_question(text).operations)


def test_a_number_after_a_name_is_unsure() -> None:
    assert [
        operation.sure
        for operation in parse_question("Which method has the highest ROUGE 2 score?").operations
        if isinstance(operation, Equals)
    ] == [False]


@pytest.mark.parametrize(
    ("text", "relation", "to", "inclusive"),
    [
        ("Which model scores higher than ACA in the 'T5' column?", "above", "ACA", False),
        ("Which method outperforms BERT-large on SST-2?", "better", "BERT-large", False),
        ("Which model performs most similarly to GPT-3.5-Turbo?", "near", "GPT-3.5-Turbo", False),
        ("Which model has at least 12.5 points?", "above", 12.5, True),
        ("Which model has fewer parameters than T5-base?", "below", "T5-base", False),
        ("Which method has an accuracy above 90?", "above", 90.0, False),
        ("Which method takes no more than 3 hours?", "below", 3.0, True),
        ("Which model is worse than LSTM + CRF?", "worse", "LSTM + CRF", False),
    ],
)
def test_comparisons(text: str, relation: str, to: float | str, inclusive: bool) -> None:
    operation = only(text)
    assert isinstance(operation, Compare)
    target = operation.to.value if isinstance(operation.to, Number) else operation.to
    assert (operation.relation, target, operation.inclusive) == (relation, to, inclusive)


@pytest.mark.parametrize(
    "text",
    [
        "Which model scores above ACA but below CCA?",
        "Which model performs lower than CCA but higher than ACA?",
        "Which model has an accuracy below CCA and above ACA?",
    ],
)
def test_values_between_two_names_are_no_places(text: str) -> None:
    operations = parse_question(text).operations
    assert not any(isinstance(operation, Between) and operation.placed for operation in operations)
    assert any(isinstance(operation, Compare) for operation in operations)


def test_two_comparisons_share_the_condition() -> None:
    question = parse_question("Which model scores higher than ACA but lower than CCA in the 'T5' column?")
    assert [type(operation) for operation in question.operations] == [Compare, Compare]
    assert "T5" in question.operations[1].about


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("Which method has an F1 between 70.2 and 71.5?", 70.2, 71.5),
        ("Which method lies between ELMo and BERT in accuracy on the test set?", "ELMo", "BERT"),
        ("Which method beats ELMo but not BERT in accuracy?", "ELMo", "BERT"),
    ],
)
def test_between(text: str, one: float | str, other: float | str) -> None:
    operation = only(text)
    assert isinstance(operation, Between)
    values = [end.value if isinstance(end, Number) else end for end in (operation.one, operation.other)]
    assert values == [one, other]


@pytest.mark.parametrize(
    "text",
    [
        "Which method separates ELMo from BERT?",
        "Which method is placed below the row for ELMo but above the row for BERT?",
        "Which method comes after ELMo and before BERT in the table?",
        "Which method is sandwiched between the lines of ELMo and BERT?",
    ],
)
def test_between_two_rows(text: str) -> None:
    operation = only(text)
    assert isinstance(operation, Between)
    assert operation.placed
    assert (operation.one, operation.other) == ("ELMo", "BERT")


@pytest.mark.parametrize(
    ("text", "item", "index"),
    [
        ("Which method is in the second row of the table?", "row", 2),
        ("Which model corresponds to the penultimate row?", "row", -2),
        ("Which model is in the last row?", "row", -1),
        ("Which model is in the third row from the bottom?", "row", -3),
        ("Which method corresponds to the leftmost bar?", "bar", 1),
        ("Which dataset is the second chart from the right?", "panel", -2),
        ("Which dataset is in row 4?", "row", 4),
        ("Which model is listed in the second to last row?", "row", -2),
        ("Which model is at the bottom of the table?", "row", -1),
        ("Which method is in the first block?", "block", 1),
        ("Which method is in the lower part of the table?", "block", -1),
        ("Which dataset is in the rightmost column?", "column", -1),
        ("Which model is in the last but one row?", "row", -2),
        ("Which model stands just above the final row?", "row", -2),
        ("Reading from the top, which model comes sixth?", "row", 6),
        ("Which model closes the supervised section?", "row", -1),
        ("Which model is at the start of the supervised block?", "row", 1),
    ],
)
def test_places(text: str, item: str, index: int) -> None:
    operation = only(text)
    assert isinstance(operation, AtPosition)
    assert (operation.item, operation.index) == (item, index)


@pytest.mark.parametrize(
    ("text", "side", "name"),
    [
        ("Which method is listed directly below GraphRank?", "below", "GraphRank"),
        ("Which method stands above the row of DSM?", "above", "DSM"),
        ("Which bar is to the left of LSTM?", "left", "LSTM"),
        ("Which model is next to RoBERTa?", "next", "RoBERTa"),
        ("Which method is placed directly above the PHA method in the table?", "above", "PHA"),
    ],
)
def test_neighbors(text: str, side: str, name: str) -> None:
    operation = only(text)
    assert isinstance(operation, Adjacent)
    assert (operation.side, operation.name) == (side, name)


@pytest.mark.parametrize(
    ("text", "look"),
    [
        ("Which model is the green dashed line?", (("green",), (), ("dashed",), ())),
        ("Which model is the grey line with a star marker?", (("gray",), ("star",), (), ())),
        ("Which model is represented by light blue bars?", (("light blue",), (), (), ())),
        ("Which model has the bold result?", ((), (), (), ("bold",))),
    ],
)
def test_looks(text: str, look: tuple[tuple[str, ...], ...]) -> None:
    operation = only(text)
    assert isinstance(operation, StyleFilter)
    assert (operation.colors, operation.markers, operation.dashes, operation.prints) == look


def test_exclusions_are_kept_apart() -> None:
    question = parse_question("Excluding Ours and GPT-4, which model has the highest EM on TriviaQA?")
    assert question.excluded == ("Ours", "GPT-4")
    assert question.asked == "model"
    assert question.kind == "extreme"
    for text in (
        "Which method other than MCLET has the best MRR?",
        "Which method has the best MRR if MCLET is not considered?",
        "Leaving MCLET aside, which method has the best MRR?",
        "With the exception of MCLET, which method has the best MRR?",
        "Which method outside MCLET has the best MRR?",
        "Which method (not MCLET) has the best MRR?",
    ):
        assert parse_question(text).excluded == ("MCLET",)


def test_the_number_of_a_label_is_no_value() -> None:
    assert parse_question("Which model in Fig 2 has 41.5 F1?").kind == "equals"
    assert parse_question("Which model is best in Table 2?").kind == "extreme"


def test_a_number_with_a_thousands_separator_is_no_point() -> None:
    (operation,) = parse_question("Which model needs this many seconds (2,452)?").operations
    assert isinstance(operation, Equals)
    assert (operation.value.value, operation.sure) == (2452.0, True)


def test_the_noun_asked_for() -> None:
    assert (
        parse_question("Which transformer-based method gets the best MRR?").asked
        == "transformer-based method"
    )
    assert parse_question("What is the dataset in which DSM wins?").asked == "dataset"
    assert parse_question("In which dataset does KAL reach 70.1?").asked == "dataset"


def test_everywhere_and_negation() -> None:
    assert "everywhere" in parse_question("Which model is consistently better than BERT?").cues
    assert "negated" in parse_question("Which model does not support images?").cues


@given(st.text(max_size=200))
def test_any_text_is_parsed(text: str) -> None:
    question = parse_question(text)
    for operation in question.operations:
        start, end = operation.span
        assert 0 <= start < end <= len(question.wording)


def test_numbers_as_printed() -> None:
    values = [
        number.value for number in find_numbers("1,024 units, 28.62 and -0.5, 76.8k, 12%, 3 x 10^-4, 1e-3")
    ]
    assert values == pytest.approx([1024, 28.62, -0.5, 76800, 12, 3e-4, 1e-3])
    short, long = find_numbers("0.81 0.813")
    assert short.rounds_to(long)
    assert not short.matches(long)


def test_the_uppermost_bar_is_a_place_and_the_uppermost_line_an_extreme() -> None:
    (bar,) = parse_question("Which model is represented by the lowermost bar?").operations
    assert isinstance(bar, AtPosition)
    assert (bar.item, bar.index) == ("bar", -1)
    (line,) = parse_question("Which model is the uppermost line?").operations
    assert isinstance(line, Extreme)
    assert line.want == "max"


@pytest.mark.parametrize(
    ("text", "names", "want"),
    [
        ("Of BERT, GPT-2 and T5, which has the highest F1?", ("BERT", "GPT-2", "T5"), "max"),
        ("Which of BERT and T5 has the higher BLEU on WMT?", ("BERT", "T5"), "max"),
        ("Which is better on SQuAD, BERT or XLNet?", ("BERT", "XLNet"), "best"),
        ("Among A1, B2 and C3, which model is worst?", ("A1", "B2", "C3"), "worst"),
    ],
)
def test_sets(text: str, names: tuple[str, ...], want: str) -> None:
    question = parse_question(text)
    assert question.among == names
    (operation,) = question.operations
    assert isinstance(operation, Extreme)
    assert operation.want == want


@pytest.mark.parametrize(
    ("text", "wants"),
    [
        ("What is the throughput with 3 nodes?", "value"),
        ("By how much did BLEU rise when going from 1 to 4 layers?", "difference"),
        ("How many times faster is A1 than B2?", "ratio"),
        ("How many methods exceed 80?", "count"),
        ("What is the number of methods that exceed 80?", "count"),
        ("What is the number of errors of Pooling for BERT?", "value"),
        ("Does BERT outperform GPT on GLUE?", "verdict"),
        ("Which model has the highest F1 score?", "name"),
        ("Which model's F1 is between those of A1 and B2?", "name"),
        ("What is the method with the second best accuracy?", "name"),
        ("Roughly what accuracy does BERT reach with 1000 dimensions?", "value"),
        ("At about what accuracy does the curve end?", "value"),
        ("How well does the gated LSTM do on binary sentiment?", "value"),
        ("How well is the model described?", "name"),
        ("How much does adding RNNLMs help Skip-gram?", "difference"),
        ("How many accuracy points does the tagger lose without gazetteers?", "difference"),
        ("F1 gap between the tagger and the baseline?", "difference"),
        ("Perplexity reduction from the character model to the word model on Turkish", "difference"),
        ("Hours saved by FooNet over BarNet?", "difference"),
        ("How many points does adding the dictionary bring on the test set?", "difference"),
        ("How many F1 points does joint parsing win over the pipeline?", "difference"),
        ("How much F1 is the CRF flavour ahead of its neural one?", "difference"),
        ("How many F points does rescoring buy on Chinese?", "difference"),
        ("How much training data does it need before accuracy improves?", "value"),
        ("h = 50: how much precision@1 is gained by adding trigrams?", "difference"),
        ("How many data points were added?", "count"),
        ("How many times does the pair NP VP occur?", "count"),
        ("How many times slower is FooNet than BarNet?", "ratio"),
        ("Which method has the widest gap between dev and test?", "name"),
        ("What explains the drop when all features are used?", "name"),
    ],
)
def test_kinds_of_answer(text: str, wants: str) -> None:
    assert parse_question(text).wants == wants


@pytest.mark.parametrize(
    ("text", "change", "want"),
    [
        ("Which method gains the most from 2 to 8 shots?", "gain", "max"),
        ("Which method shows the largest drop in F1?", "drop", "max"),
        ("Which model has the smallest variance?", "spread", "min"),
        ("Which method fluctuates the most?", "fluctuation", "max"),
        ("On which dataset is the gap between A1 and B2 widest?", "difference", "max"),
        ("Which method stays above all others?", "value", "max"),
    ],
)
def test_changes(text: str, change: str, want: str) -> None:
    operation = next(op for op in parse_question(text).operations if isinstance(op, Extreme))
    assert (operation.of, operation.want) == (change, want)


@pytest.mark.parametrize(
    ("text", "horizontal", "vertical"),
    [
        ("Which method lies in the top right corner?", 1, -1),
        ("Which method is leftmost of all?", -1, 0),
        ("Which model is found nearest to the bottom left corner?", -1, 1),
    ],
)
def test_sides(text: str, horizontal: int, vertical: int) -> None:
    (operation,) = parse_question(text).operations
    assert isinstance(operation, AtSide)
    assert (operation.horizontal, operation.vertical) == (horizontal, vertical)


def test_values_of_two_names() -> None:
    text = "Which unit has a rate that is above Urology's and below Oncology's in May?"
    operations = parse_question(text).operations
    assert [op.relation for op in operations if isinstance(op, Compare)] == ["above", "below"]
    quoted = parse_question("Which method is above the 'UL2' row but below the 'PaLM' row?")
    assert not any(isinstance(op, Compare) and op.to == "'UL2" for op in quoted.operations)


def test_gap_between_two_names_is_ranked() -> None:
    (operation,) = parse_question(
        "At which site is the gap in yield between Falke and Reform widest?"
    ).operations
    assert isinstance(operation, Extreme)
    assert operation.of == "difference"


@pytest.mark.parametrize("name", ["How old are you?", "prices fell on Monday", "what is your lowest age?"])
def test_words_of_a_quoted_name_are_no_operations(name: str) -> None:
    question = parse_question(f'Which sentence comes after "{name}"?')
    assert not any(isinstance(operation, Extreme) for operation in question.operations)
    assert question.wants == "name"
