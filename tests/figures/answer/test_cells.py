"""Questions whose answer is a value, over a table and a chart built here."""

from dataclasses import replace

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.numbers import Number
from citehop.figures.table.data import build_table_data
from citehop.figures.table.types import Cell, Column, Row, Table
from citehop.figures.types import Attribute, Entries, Fact, FigureData, FigureKind, FigureName, SampledCurve
from citehop.papers.types import BBox

HEADER = ["Nodes", "Throughput (MB/s)", "Latency"]
ROWS = [
    ["1", "10.5", "2.8 ± .3"],
    ["3", "27.5", "3.1 ± .2"],
    ["5", "41.0", "4.0 ± .4"],
    ["Total", "79.0", "9.9"],
]


def table(header: list[str], rows: list[list[str]], names: int = 1) -> FigureData:
    """A table whose first columns are names; numbers among them become text by a leading blank."""
    columns = tuple(Column((title,), 100.0 * i, 100.0 * i + 90) for i, title in enumerate(header))
    cells = [
        tuple(Cell(text, BBox(100 * c, 20 * r + 20, 100 * c + 50, 20 * r + 32)) for c, text in enumerate(row))
        for r, row in enumerate(rows)
    ]
    body = tuple(Row(row, 20.0 * r + 20, 20.0 * r + 32) for r, row in enumerate(cells))
    return build_table_data(Table(columns, body))


SYSTEMS = table(
    ["System", "BLEU", "TER", "Params"],
    [
        ["Moses", "20.1", "60.0", "1M"],
        ["GNMT", "24.6", "55.5", "278M"],
        ["Transformer", "28.4", "50.1", "213M"],
    ],
)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the BLEU of GNMT?", "24.6"),
        ("BLEU of GNMT", "24.6"),
        ("How many BLEU points lie between Moses and GNMT?", "4.5"),
        ("What do Moses and GNMT reach together in TER?", "115.5"),
        ("What BLEU does the Transformer reach?", "28.4"),
        ("How many parameters does GNMT have?", "278M"),
        ("By how much does the Transformer outperform Moses in BLEU?", "8.3"),
        ("What is the difference between GNMT and Moses in TER?", "4.5"),
        ("How many systems have a BLEU above 22?", "2"),
        ("What is the highest BLEU score?", "28.4"),
        ("What is the lowest TER?", "50.1"),
        ("Does GNMT have a higher BLEU than Moses?", "yes"),
        ("Is the BLEU of GNMT above 25?", "no"),
        ("How many systems score more than 22 in BLEU?", "2"),
        ("What does GNMT score in BLEU?", "24.6"),
        ("Report the TER of Moses.", "60.0"),
        ("How far apart are GNMT and Moses in BLEU?", "4.5"),
        ("Is the BLEU of GNMT above that of Moses?", "yes"),
    ],
)
def test_values_of_a_table(question: str, value: str) -> None:
    reading = answer_question(SYSTEMS, parse_question(question))
    assert reading.value == value
    assert not reading.abstained


def test_a_value_comes_with_its_cell_and_its_row() -> None:
    reading = answer_question(SYSTEMS, parse_question("What is the BLEU of GNMT?"))
    assert reading.value_box == BBox(100, 40, 150, 52)
    assert reading.entities[0].text == "GNMT"


def test_rows_named_by_numbers_and_deviations() -> None:
    names = [[f"n={row[0]}" if row[0].isdigit() else row[0], *row[1:]] for row in ROWS]
    data = table(HEADER, names)
    reading = answer_question(data, parse_question("What is the throughput with n=3 nodes?"))
    assert (reading.value, reading.unit) == ("27.5", "MB/s")
    assert answer_question(data, parse_question("What is the latency for n=1?")).value == "2.8 ± .3"
    spread = answer_question(data, parse_question("What is the standard deviation of the latency for n=3?"))
    assert spread.value == "0.2"


def test_totals_are_no_competitors() -> None:
    data = table(["System", "Wins"], [["A1", "3"], ["B2", "5"], ["Total", "8"]])
    assert answer_question(data, parse_question("Which system has the most wins?")).entities[0].text == "B2"


def test_a_question_for_a_name_has_no_value() -> None:
    reading = answer_question(SYSTEMS, parse_question("Which system has the highest BLEU?"))
    assert reading.value == ""
    assert reading.entities[0].text == "Transformer"


def lines() -> FigureData:
    heights = {"SGD": [(0.0, 10.0), (40.0, 30.0)], "Adam": [(0.0, 20.0), (40.0, 24.0)]}
    ticks = [0.0, 20.0, 40.0]
    names = tuple(map(FigureName, heights))
    places = tuple(FigureName(f"{tick:g}k") for tick in ticks)
    facts = [
        Fact(
            row,
            column,
            (Number(points[0][1] + (points[1][1] - points[0][1]) * tick / 40, "", 0, 0.1),),
            printed=False,
        )
        for row, points in enumerate(heights.values())
        for column, tick in enumerate(ticks)
    ]
    return FigureData(
        "line",
        Entries(2, (Attribute("series", names, (None, None)),)),
        Entries(
            3, (Attribute("place", places, (None,) * 3, "Steps (k)"),), at=tuple(ticks), blocks=(0, 0, 0)
        ),
        tuple(facts),
        tuple(SampledCurve(row, 0, tuple(points)) for row, points in enumerate(heights.values())),
        x_title="Steps (k)",
        y_title="Accuracy",
        x_range=(0.0, 40.0),
    )


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the accuracy of SGD at 30 steps?", "25"),
        ("What is the accuracy of SGD at 30k steps?", "25"),
        ("By how much does the accuracy of SGD rise from 0 to 40k steps?", "20"),
    ],
)
def test_values_of_lines(question: str, value: str) -> None:
    assert answer_question(lines(), parse_question(question)).value == value


@pytest.mark.parametrize(
    ("question", "position"),
    [
        ("At how many steps does SGD peak?", "40k"),
        ("At which number of steps is the accuracy of SGD lowest?", "0k"),
        ("At how many steps does Adam (not SGD) reach its highest accuracy?", "40k"),
    ],
)
def test_positions_on_the_x_axis(question: str, position: str) -> None:
    assert answer_question(lines(), parse_question(question)).value == position


def test_no_position_without_a_named_line() -> None:
    assert answer_question(lines(), parse_question("At how many steps is it highest?")).value != "40k"


def test_a_value_printed_at_a_position_comes_before_the_interpolated_one() -> None:
    data = lines()
    facts = tuple(
        replace(fact, printed=True, text="19.97", numbers=(Number(19.97, "19.97", 2, 0.01),))
        if (fact.row, fact.column) == (0, 1)
        else fact
        for fact in data.facts
    )
    reading = answer_question(
        replace(data, facts=facts), parse_question("What is the accuracy of SGD at 20k steps?")
    )
    assert reading.value == "19.97"


def bars_in_thousands(*, printed: bool) -> FigureData:
    values = {"Java": 25.0, "Rust": 40.0, "Perl": 8.0}
    names = tuple(map(FigureName, values))
    facts = [
        Fact(
            0,
            column,
            (Number(value, f"{value:g}", 0, 1.0 if printed else 0.3),),
            factor=1000.0,
            printed=printed,
        )
        for column, value in enumerate(values.values())
    ]
    return FigureData(
        "bar",
        Entries(1, (Attribute("series", (FigureName(""),), (None,)),)),
        Entries(3, (Attribute("place", names, (None,) * 3, "Language"),)),
        tuple(facts),
        y_title="Files (k)",
    )


@pytest.mark.parametrize("printed", [True, False])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which language has 25k files?", "Java"),
        ("Which language has 25,000 files?", "Java"),
        ("Which language has more than 30k files?", "Rust"),
        ("Which language has fewer than 10,000 files?", "Perl"),
        ("Which language has about 41k files?", "Rust"),
    ],
)
def test_units_of_the_question_and_of_the_axis_may_differ(
    question: str, answer: str, *, printed: bool
) -> None:
    reading = answer_question(bars_in_thousands(printed=printed), parse_question(question))
    assert not reading.abstained
    assert reading.entities[0].text == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which optimizer improves the most from 0 to 40k steps?", "SGD"),
        ("Which method gains the most from 0 to 40 steps?", "SGD"),
        ("Which method gains least between 0 and 40k steps, with the smallest increase?", "Adam"),
        ("Which method is higher at 10k steps, having the highest accuracy?", "Adam"),
        ("Which method stays above 22 at 40 steps but below 28?", "Adam"),
    ],
)
def test_positions_and_units_of_lines(question: str, answer: str) -> None:
    reading = answer_question(lines(), parse_question(question))
    assert not reading.abstained
    assert reading.entities[0].text == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which system has the highest TER?", "Moses"),
        ("Of GNMT and the Transformer, which has the highest TER?", "GNMT"),
        ("Which is better in BLEU, Moses or GNMT?", "GNMT"),
        ("Excluding the Transformer, which system has the highest BLEU?", "GNMT"),
    ],
)
def test_sets_and_exclusions(question: str, answer: str) -> None:
    assert answer_question(SYSTEMS, parse_question(question)).entities[0].text == answer


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the highest accuracy?", "30"),
        ("What is the lowest accuracy that Adam reaches?", "20"),
    ],
)
def test_the_highest_value_that_is_drawn(question: str, value: str) -> None:
    assert answer_question(lines(), parse_question(question)).value == value


def grid(
    kind: FigureKind, rows: tuple[str, ...], columns: tuple[str, ...], values: list[list[float]]
) -> FigureData:
    """A heatmap of training by test domains, or bars of systems by data sets, with measured values."""
    facts = [
        Fact(r, c, (Number(value, "", 0, 0.1),), printed=False)
        for r, line in enumerate(values)
        for c, value in enumerate(line)
    ]
    series = Attribute("series", tuple(map(FigureName, rows)), (None,) * len(rows))
    places = Attribute("place", tuple(map(FigureName, columns)), (None,) * len(columns))
    sides = Entries(len(rows), (series,)), Entries(len(columns), (places,))
    return FigureData(
        kind, sides[0], sides[1], tuple(facts), x_title="Test domain", y_title="Training domain"
    )


DOMAINS = ("News", "Tweets", "Law")
TRANSFER = grid("heatmap", DOMAINS, DOMAINS, [[91, 62, 70], [66, 87, 49], [73, 45, 93]])
BARS = grid("bar", ("Oak", "Elm"), ("XNLI", "SQuAD"), [[80, 70], [55, 65]])


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the score when trained on Tweets and tested on Law?", "49"),
        ("What is the score when tested on Tweets after training on Law?", "45"),
        ("What is the score from News to Law?", "70"),
    ],
)
def test_the_sides_of_a_matrix_are_told_by_their_titles(question: str, value: str) -> None:
    assert answer_question(TRANSFER, parse_question(question)).value == value


def test_two_columns_of_one_row_are_compared() -> None:
    assert (
        answer_question(BARS, parse_question("Which system does better on SQuAD than on XNLI?"))
        .entities[0]
        .text
        == "Elm"
    )
    assert (
        answer_question(BARS, parse_question("Which system is higher on XNLI than on SQuAD?"))
        .entities[0]
        .text
        == "Oak"
    )


def test_verdicts_and_sums_of_either_side() -> None:
    single = grid("bar", ("",), ("Peru", "Chile", "Kenya"), [[10, 12, 7]])
    assert answer_question(single, parse_question("Is Chile's bar taller than Peru's?")).value == "yes"
    assert (
        answer_question(single, parse_question("Is the bar of Kenya higher than that of Peru?")).value == "no"
    )
    assert answer_question(single, parse_question("What do all the countries export together?")).value == "29"
    assert (
        answer_question(single, parse_question("What share do Peru and Kenya have together?")).value == "17"
    )


def test_places_at_which_one_series_is_below_another() -> None:
    heights = {"Model": (0.2, 0.6, 0.3), "Baseline": (0.4, 0.5, 0.7)}
    facts = tuple(
        Fact(row, column, (Number(value, "", 0, 0.01),), printed=False)
        for row, values in enumerate(heights.values())
        for column, value in enumerate(values)
    )
    series = Attribute("series", tuple(map(FigureName, heights)), (None, None))
    places = Attribute("place", tuple(map(FigureName, ("Greek", "German", "Arabic"))), (None,) * 3)
    data = FigureData("bar", Entries(2, (series,)), Entries(3, (places,)), facts, exact=True)
    reading = answer_question(
        data, parse_question("For which language is the Baseline lower than the Model?")
    )
    assert not reading.abstained
    assert reading.entities[0].text == "German"


def test_marks_without_a_scale_have_no_values() -> None:
    places = Attribute("place", tuple(map(FigureName, ("Greek", "German"))), (None, None))
    facts = tuple(
        Fact(0, column, (Number(value, "", 0, 1.0),), printed=False)
        for column, value in enumerate((106.0, 33.0))
    )
    data = FigureData(
        "bar", Entries(1, (Attribute("series", (FigureName(""),), (None,)),)), Entries(2, (places,)), facts
    )
    question = parse_question("What is the value of Greek?")
    assert answer_question(data, question).value == "106"
    assert answer_question(replace(data, scaled=False), question).value == ""
    ranked = parse_question("Which language has the lowest value?")
    assert answer_question(replace(data, scaled=False), ranked).entities[0].text == "German"


def test_a_difference_of_scaled_numbers_has_their_scale() -> None:
    reading = answer_question(
        SYSTEMS, parse_question("How many fewer params does Transformer have than GNMT?")
    )
    assert (reading.value, reading.unit) == ("65", "M")


def test_columns_without_names_are_not_compared() -> None:
    nameless = replace(SYSTEMS, columns=replace(SYSTEMS.columns, attributes=()))
    reading = answer_question(nameless, parse_question("Which system does better on TER than on BLEU?"))
    assert reading.abstained
