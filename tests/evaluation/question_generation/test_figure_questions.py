"""Questions about figures: names and values seen from one side, conditions, names that link to a paper."""

from dataclasses import replace

import pytest

from citehop.evaluation.question_generation.one_figure import ask_about_one_figure
from citehop.evaluation.question_generation.types import FigureQuestion, VisualQuestion
from citehop.evaluation.question_generation.views import is_label
from citehop.evaluation.question_generation.visual import ask_about_figure, link_surely
from citehop.figures.numbers import find_numbers
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureKind, FigureName
from citehop.papers.types import BBox, Figure, Mention, Paper, Reference, Word
from citehop.retrieval.linking.candidate_index import CandidateIndex, Link


@pytest.mark.parametrize("text", ["ADF-CRF", "NC-RAPT (High)", "k-NN (k) and SVM", "(ours)", "C++ (gcc)"])
def test_names(text: str) -> None:
    assert is_label(text)


@pytest.mark.parametrize("text", ["ADF-CRF (Sun )", "Liu ()", "Self- (High", "High)", "+ IV NCC", "& others"])
def test_pieces_of_names(text: str) -> None:
    assert not is_label(text)


NAMES = ("AlphaNet", "BetaNet", "GammaNet", "DeltaNet")


def make_data(
    values: tuple[tuple[str, ...], ...],
    names: tuple[str, ...] = NAMES,
    labels: tuple[str, ...] = ("Accuracy", "Recall"),
    kind: FigureKind = "table",
    printed: bool = True,
) -> FigureData:
    lines = tuple(BBox(0, 10 * r, 10, 10 * r + 10) for r in range(len(names)))
    rows = Attribute("row", tuple(map(FigureName, names)), lines, "Models")
    columns = Attribute("column", tuple(map(FigureName, labels)), (None,) * len(labels))
    facts = tuple(
        Fact(r, c, tuple(find_numbers(text)), text, box=BBox(20, 10 * r, 40, 10 * r + 10), printed=printed)
        for r, row in enumerate(values)
        for c, text in enumerate(row)
    )
    return FigureData(
        kind,
        Entries(len(names), (rows,), blocks=(0,) * len(names)),
        Entries(len(labels), (columns,)),
        facts,
        exact=True,
    )


def make_figure(printed: str = "") -> Figure:
    words = tuple(Word(word, BBox(0, 0, 1, 1)) for word in (printed or " ".join(NAMES)).split())
    return Figure(
        "p1:table1", "table", "Table 1", "Table 1: Results", 1, BBox(100, 200, 300, 400), words=words
    )


def _ask(data: FigureData, printed: str = "") -> list[VisualQuestion]:
    return ask_about_figure(
        make_figure(printed),
        data,
        2.0,
        lambda name: Link(name.text.lower(), 1.0, "cited") if name.text in NAMES else None,
    )


VALUES = (("70.1", "60.0"), ("80.2", "61.5"), ("75.3", "79.9"), ("65.4", "62.0"))


def test_each_operation_has_the_name_that_the_values_give() -> None:
    found = {one.question: one for one in _ask(make_data(VALUES))}
    assert found["Which model has the highest value for Accuracy in Table 1?"].name == "BetaNet"
    assert found["Which model has the second-highest value for Accuracy in Table 1?"].name == "GammaNet"
    assert found["Which model has the lowest value for Recall in Table 1?"].name == "AlphaNet"
    assert found["Which model has the value 65.4 for Accuracy in Table 1?"].name == "DeltaNet"
    assert found["Which model is listed directly below BetaNet in Table 1?"].name == "GammaNet"
    change = found["Which model has the largest difference between Accuracy and Recall in Table 1?"]
    assert (change.name, change.operation, change.cited) == ("BetaNet", "change", "betanet")
    assert change.boxes[1] == BBox(110, 205, 120, 210)


def test_a_tie_and_a_repeated_value_are_not_asked_about() -> None:
    questions = {one.question for one in _ask(make_data((("80.2", "61.5"), ("80.2", "60.0"), *VALUES[2:])))}
    assert "Which model has the highest value for Accuracy in Table 1?" not in questions
    assert "Which model has the value 80.2 for Accuracy in Table 1?" not in questions
    assert "Which model has the lowest value for Accuracy in Table 1?" in questions


def test_an_answer_printed_twice_is_not_asked_for() -> None:
    printed = f"{' '.join(NAMES)} BetaNet with attention"
    assert {one.name for one in _ask(make_data(VALUES), printed)} == {"AlphaNet", "GammaNet", "DeltaNet"}


def test_measured_values_need_a_margin() -> None:
    close = (("70.1", "60.0"), ("80.2", "61.5"), ("80.1", "79.9"), ("65.4", "62.0"))
    questions = {one.question for one in _ask(make_data(close, kind="bar", printed=False))}
    assert "Which model has the highest value for Accuracy in Table 1?" not in questions
    assert "Which model has the highest value for Recall in Table 1?" in questions


def test_repeated_labels_and_totals_are_left_out() -> None:
    assert not [one for one in _ask(make_data(VALUES, labels=("F1", "F1"))) if one.operation != "position"]


def test_a_column_with_a_value_beside_its_row_is_left_out() -> None:
    data = make_data(VALUES)
    astray = replace(data.facts[2], box=BBox(20, 60, 40, 70))
    questions = _ask(replace(data, facts=(*data.facts[:2], astray, *data.facts[3:])))
    assert questions
    assert not [one for one in questions if "Accuracy" in one.question]


@pytest.mark.parametrize(
    "column",
    [("70.1%", "80.2%", "75.3", "65.4"), ("70.1", "80.2", "75", "0.4")],
    ids=["percent", "magnitude"],
)
def test_values_of_several_units_are_not_compared(column: tuple[str, ...]) -> None:
    values = tuple((value, row[1]) for value, row in zip(column, VALUES, strict=True))
    questions = {one.question for one in _ask(make_data(values))}
    assert "Which model has the highest value for Accuracy in Table 1?" not in questions
    assert "Which model has the highest value for Recall in Table 1?" in questions


TWO = Paper("two", "Comprehension with answer pointers", ("Shuo Wang", "Jing Jiang"), 2016)
NET = Paper("net", "FooNet: a network for reading", ("A. Miller", "B. Smith", "C. Jones"), 2017)
ANCHOR = Paper(
    "anchor",
    "Our model",
    references=(
        Reference("Wang and Jiang, 2016", "", authors=("Shuo Wang", "Jing Jiang"), year=2016, paper_id="two"),
        Reference("Miller et al., 2017", "", authors=NET.authors, year=2017, paper_id="net"),
    ),
    mentions=(Mention(("BarNet",), ("Miller et al., 2017",), "BarNet (Miller et al., 2017)", 1),),
)


@pytest.mark.parametrize(
    ("name", "paper"),
    [
        (FigureName("Match", (), ("(Wang & Jiang, 2016)",)), "two"),
        (FigureName("MPCM", (), ("(Wang et al., 2016)",)), ""),  # another paper of that author and year
        (FigureName("(Single)", (), ("(Wang & Jiang, 2016)",)), ""),
        (FigureName("FooNet"), "net"),
        (FigureName("BarNet"), "net"),
        (FigureName("BarNet + FooNet"), ""),
        (FigureName("network"), ""),
        (FigureName("Ours"), ""),
    ],
)
def test_only_direct_evidence_links(name: FigureName, paper: str) -> None:
    found = link_surely(name, CandidateIndex([TWO, NET]), ANCHOR)
    assert (found.paper_id if found else "") == paper


def _ask_alone(data: FigureData) -> dict[str, FigureQuestion]:
    return {one.question: one for one in ask_about_one_figure(make_figure(), data, 2.0)}


def test_cells_differences_and_names_are_asked_for() -> None:
    found = _ask_alone(make_data(VALUES))
    cell = found["What is the value of Recall for GammaNet in Table 1?"]
    assert (cell.answer, cell.operation) == ("79.9", "cell")
    assert cell.boxes == (BBox(100, 210, 105, 215), BBox(110, 210, 120, 215))
    gap = found["In Table 1, by how much does the value of Accuracy for BetaNet exceed that for GammaNet?"]
    assert (gap.answer, gap.operation) == ("4.9", "difference")
    assert found["Which model has the highest value for Recall in Table 1?"].answer == "GammaNet"


def test_columns_of_several_magnitudes_are_not_compared() -> None:
    mixed = tuple((accuracy, f"{100 * float(recall):.0f}") for accuracy, recall in VALUES)
    assert not [question for question in _ask_alone(make_data(mixed)) if question.startswith("Which column")]


def test_a_chart_of_pixels_is_not_asked_about() -> None:
    chart = make_data(VALUES, kind="bar", printed=False)
    assert _ask_alone(chart)
    assert not _ask_alone(replace(chart, exact=False))
