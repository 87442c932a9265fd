"""Questions for counts of a paper's parts, and those for counts of other things."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.count_questions import counted_parts


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("how many refs does the RillNet paper have?", ("references",)),
        ("num tables in the RillNet article", ("tables",)),
        ("rillnet how many references", ("references",)),
        ("What is the page count of the article on rills?", ("pages",)),
        ("number of references, drainage paper?", ("references",)),
        ("# of figures in RillNet", ("figures",)),
        ("How many pages long is the RillNet paper?", ("pages",)),
        ("How many items are there in the bibliography of RillNet?", ("references",)),
        ("How many tables and figures does RillNet have?", ("tables", "figures")),
        ("How many sections does RillNet have?", ("sections",)),
        ("How many sections of the rain corpus does RillNet use?", ()),
        ("how many references does the annotation tool show to users?", ()),
        ("How many references does CiteSee highlight?", ()),
        ("How many pages are crawled for the RillNet corpus?", ()),
        ("How many pages does a reader of the paper see per minute?", ()),
        ("How many figures of speech are there?", ()),
        ("how many tables has the RillNet paper, and does it have any figures?", ("tables", "figures")),
        ("Are there any tables in the RillNet paper?", ("tables",)),
        ("Does RillNet contain figures or tables?", ("tables", "figures")),
        ("Is there a figure in RillNet at all?", ("figures",)),
        ("Has the RillNet paper no figures?", ("figures",)),
        ("tables in the RillNet paper: any?", ("tables",)),
        ("Are there any figures that show losses in RillNet?", ()),
        ("Is there a table of basins in RillNet?", ()),
        ("Is there a figure in RillNet that compares losses?", ()),
        ("Does RillNet use figures of speech?", ()),
        ("RillNet paper: tables and figures, how many of each?", ("tables", "figures")),
        ("Which model stands first in the RillNet table, and how many layers has it?", ()),
        ("RillNet, Table 2: which basin is the largest, and how many?", ()),
        ("Does the rain corpus contain tables?", ()),
        ("Do any tables in RillNet show losses?", ()),
        ("How many basins are in the tables of RillNet?", ()),
    ],
)
def test_counted_parts(question: str, parts: tuple[str, ...]) -> None:
    assert counted_parts(question) == parts
