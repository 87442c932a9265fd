"""Lists of the series and of the places of a plot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.plot_statements.listed import list_names
from citehop.figures.types import Attribute, Entries, FigureData, FigureName

SIZES, SERIES = ("512", "1024", "2048"), ("GRU", "LSTM", "ConvNet")
DATA = FigureData(
    "line",
    Entries(3, (Attribute("series", tuple(map(FigureName, SERIES)), (None,) * 3),)),
    Entries(3, (Attribute("place", tuple(map(FigureName, SIZES)), (None,) * 3, "Embedding size"),)),
    x_title="Embedding size",
    y_title="Accuracy",
    others=(FigureName("Accuracy"), FigureName("Embedding size")),
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which encoders are compared in Figure 5?", SERIES),
        ("What does the legend of Figure 5 list?", SERIES),
        ("What do the different colours represent?", SERIES),
        ("Which methods are plotted in Figure 5?", SERIES),
        ("What embedding sizes are compared in Figure 5?", SIZES),
        ("Which values are shown on the x-axis?", SIZES),
        ("Which encoder is shown to be the best?", ()),
        ("Which encoders perform similarly in Figure 5?", ()),
        ("Which datasets are used in Figure 5?", ()),
        ("Which encoder is compared with GRU?", ()),
    ],
)
def test_names_are_listed(question: str, names: tuple[str, ...]) -> None:
    listed = list_names(DATA, parse_question(question, one_hop=True))
    assert (listed.text if listed else "") == ", ".join(names)


def test_a_legend_that_was_read_in_part_is_not_listed() -> None:
    names = tuple(map(FigureName, ("beam=2", "beam=4")))
    data = replace(
        DATA,
        rows=Entries(2, (Attribute("series", names, (None, None)),)),
        others=(FigureName("beam=1"), FigureName("beam=8")),
    )
    assert list_names(data, parse_question("Which series does the legend list?", one_hop=True)) is None
