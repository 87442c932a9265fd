"""Structure of tables: columns, headers, groups, merged labels; and answers to questions about them."""

import importlib.util
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.answer.execute import answer_question
from citehop.figures.table.data import build_table_data
from citehop.figures.table.read import read_table
from citehop.figures.table.types import Table
from citehop.papers.types import BBox, Word

_spec = importlib.util.spec_from_file_location("drawn", Path(__file__).with_name("drawn.py"))
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
drawn = _module.drawn

PLAIN = """
==========================================
Model            BLEU    METEOR    TER
==========================================
Moses            21.5     30.1     61.2
GNMT             24.6      -       58.0
Transformer      28.4     33.9     52.7
ConvS2S (ours)   25.2     31.0     57.1
==========================================
"""
GROUPED = """
====================================================
                   En-De             En-Fr
                 ~~~~~~~~~~~~~~   ~~~~~~~~~~~~~~~
Method           BLEU    chrF     BLEU    chrF
====================================================
Unsupervised
BackTrans        17.2    41.0     25.1    50.2
DualNet          18.0    42.3     24.2    49.7
====================================================
Supervised
GNMT             24.6    52.2     38.9    63.3
Transformer      28.4    57.3     41.0    66.8
====================================================
"""
MERGED = """
====================================
Dataset   Method      Base    Large
====================================
          Naive       32.5    40.3
WebQ      Prompted    27.9    27.3
          Verified    56.7    60.6
====================================
          Naive       16.1    20.9
Mint      Prompted    27.1    26.2
          Verified    65.4    66.4
====================================
"""
TRANSPOSED = """
=======================================
Metric      LSTM     CNN      BERT
=======================================
Accuracy    81.2     83.0     91.4
Loss        0.61     0.55     0.31
=======================================
"""
WRAPPED = """
=====================================
Setting         Dataset    Size
=====================================
                CoSum      1281
Inconsistency   Frank       671
Detection       FactC       931
                XFaith     1250
=====================================
Faithfulness    QagsC       235
Rating          QagsX       239
=====================================
"""
TOTALS = """
========================================
Type      Subtype       P        R
========================================
At                     68.1     57.1
          Based-In     79.6     45.9
          Residence    67.9     28.8
========================================
Near                   88.9     22.9
          Relative     88.8     22.8
========================================
"""
NESTED = """
======================================================
                          Results
               English                 Chinese
          Loose      Strict       Loose      Strict
Model     P    R     P    R       P    R     P    R
======================================================
Base    85.4  57.0 83.0  55.3   42.9  26.8 42.6  21.3
Full    87.2  65.4 85.8  64.4   55.2  31.1 51.2  29.4
======================================================
"""
BRACKETED = """
================================================
Set             tanh                    Iden
================================================
MR     81.2   (80.1, 83.3)     80.5   (80.2, 81.1)
CR     47.0   (46.3, 47.7)     46.9   (46.4, 47.4)
TREC   91.3   (90.1, 92.3)     88.1   (87.2, 89.1)
================================================
"""
OWN_TITLE = """
==============================
Set      Mean      Range
==============================
MR       81.2     (1.2)
CR       47.0     (1.4)
TREC     91.3     (0.4)
==============================
"""
NUMBERED = """
==============================
lambda    news      reports
==============================
0.1       63.7      54.0
0.2       64.6      53.4
0.3       64.2      52.8
==============================
"""
NOTED = """
==============================
Tag             Freq     Acc
==============================
Negation         2.1    82.2
Quantifier       8.7    85.5
==============================
aFrequency
bAccuracy
==============================
"""
OPEN_BELOW = """
==================================
               ATB       FTB
==================================
       docs   18,818    13,448
Train
       words  37,188    26,536

       docs    2,313     1,235
Test
       words  70,065    37,961
"""
WIDE_TITLES = """
========================================
Class          ATB            FTB
========================================
noun       6,975  91.6%   9,680  49.7%
verb         623   8.1%   3,526  18.1%
clitic        18   0.2%     324   1.6%
========================================
"""
COUNTED = """
=====================================
Model           BBBP      ClinTox
=====================================
#Molecules      2039      1478
MolNet          71.2      88.4
ChemForm        73.5      92.0
=====================================
"""
TEXTUAL = """
==============================================
Method      Backbone      License
==============================================
AlphaRead   ResNet        MIT
BetaRead    Swin          Apache
GammaRead   ViT           GPL
==============================================
"""


def table(text: str) -> Table:
    found = read_table(*drawn(text))
    assert found is not None
    return found


def best(text: str, question: str) -> str:
    answer = answer_question(build_table_data(table(text)), parse_question(question))
    assert not answer.abstained
    assert sum(entity.probability for entity in answer.entities) == pytest.approx(1, abs=1e-4)
    return answer.entities[0].text


def test_columns_and_rows() -> None:
    found = table(PLAIN)
    assert [column.title for column in found.columns] == ["Model", "BLEU", "METEOR", "TER"]
    assert [[cell.text if cell else "" for cell in row.cells] for row in found.rows] == [
        ["Moses", "21.5", "30.1", "61.2"],
        ["GNMT", "24.6", "-", "58.0"],
        ["Transformer", "28.4", "33.9", "52.7"],
        ["ConvS2S (ours)", "25.2", "31.0", "57.1"],
    ]


def test_spanning_headers_and_headings() -> None:
    found = table(GROUPED)
    assert [column.title for column in found.columns[1:]] == [
        "En-De BLEU",
        "En-De chrF",
        "En-Fr BLEU",
        "En-Fr chrF",
    ]
    assert [row.group for row in found.rows] == ["Unsupervised", "Unsupervised", "Supervised", "Supervised"]


def test_a_label_that_runs_over_lines_is_one() -> None:
    labels = [row.cells[0] for row in table(WRAPPED).rows]
    assert [label.text for label in labels if label][:4] == ["Inconsistency Detection"] * 4


def test_merged_labels_cover_the_rows_of_their_part() -> None:
    labels = [row.cells[0] for row in table(MERGED).rows]
    assert [label.text for label in labels if label] == ["WebQ"] * 3 + ["Mint"] * 3
    assert [label.spread for label in labels if label] == [True, False, True] * 2


def test_the_first_row_of_a_part_is_its_total() -> None:
    assert [[cell.text if cell else "" for cell in row.cells[:2]] for row in table(TOTALS).rows] == [
        ["At", ""],
        ["At", "Based-In"],
        ["At", "Residence"],
        ["Near", ""],
        ["Near", "Relative"],
    ]


def test_titles_on_evenly_spaced_lines_keep_their_levels() -> None:
    assert [column.title for column in table(NESTED).columns[1:]] == [
        f"Results {language} {kind} {measure}"
        for language in ("English", "Chinese")
        for kind in ("Loose", "Strict")
        for measure in "PR"
    ]


def test_second_values_in_brackets_are_in_the_cells_of_the_first() -> None:
    found = table(BRACKETED)
    assert [column.title for column in found.columns] == ["Set", "tanh", "Iden"]
    assert [[cell.text for cell in row.cells if cell] for row in found.rows] == [
        ["MR", "81.2 (80.1, 83.3)", "80.5 (80.2, 81.1)"],
        ["CR", "47.0 (46.3, 47.7)", "46.9 (46.4, 47.4)"],
        ["TREC", "91.3 (90.1, 92.3)", "88.1 (87.2, 89.1)"],
    ]


def test_brackets_under_a_title_of_their_own_are_a_column() -> None:
    found = table(OWN_TITLE)
    assert [column.title for column in found.columns] == ["Set", "Mean", "Range"]


def test_numbers_name_the_rows_where_there_are_no_names() -> None:
    data = build_table_data(table(NUMBERED))
    assert [name.text for name in data.rows.attributes[0].names] == ["0.1", "0.2", "0.3"]
    assert [name.text for name in data.columns.attributes[0].names] == ["news", "reports"]


def test_notes_below_a_rule_are_no_part_of_the_last_name() -> None:
    assert [row.cells[0].text for row in table(NOTED).rows if row.cells[0]] == ["Negation", "Quantifier"]


def test_labels_beside_rows_below_the_last_rule_are_read() -> None:
    assert [row.cells[0].text for row in table(OPEN_BELOW).rows if row.cells[0]] == [
        "Train",
        "Train",
        "Test",
        "Test",
    ]


def test_a_title_in_the_middle_over_two_columns_is_that_of_both() -> None:
    assert [column.title for column in table(WIDE_TITLES).columns[1:]] == ["ATB", "ATB", "FTB", "FTB"]


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (PLAIN, "Which model has a BLEU of 24.6?", "GNMT"),
        (PLAIN, "Which model achieves the highest METEOR?", "Transformer"),
        (PLAIN, "Which model achieves the second highest BLEU?", "ConvS2S (ours)"),
        (PLAIN, "Which model has the best TER?", "Transformer"),
        (PLAIN, "Which model has the worst BLEU?", "Moses"),
        (
            PLAIN,
            "Which model has a higher BLEU than GNMT but a lower one than Transformer?",
            "ConvS2S (ours)",
        ),
        (PLAIN, "Excluding ours, which model has the second highest BLEU?", "GNMT"),
        (PLAIN, "Which model is in the third row?", "Transformer"),
        (PLAIN, "Which model is in the second to last row of the table?", "Transformer"),
        (PLAIN, "Which model is listed right below Moses?", "GNMT"),
        (PLAIN, "Which model does not report a METEOR value?", "GNMT"),
        (PLAIN, "Which model has a TER between 57.5 and 60?", "GNMT"),
        (PLAIN, "Which model scores above 28 BLEU?", "Transformer"),
        (GROUPED, "Which method has the highest BLEU on En-Fr?", "Transformer"),
        (GROUPED, "Which unsupervised method has the highest BLEU on En-De?", "DualNet"),
        (GROUPED, "Which method in the first block has the highest chrF for En-Fr?", "BackTrans"),
        (GROUPED, "Which method obtains 52.2?", "GNMT"),
        (GROUPED, "Which method is the last one listed in the Unsupervised group?", "DualNet"),
        (MERGED, "In which dataset does Verified reach 66.4 with the large model?", "Mint"),
        (MERGED, "Which method is the best on WebQ with the Base model?", "Verified"),
        (MERGED, "Which method is the second best on Mint with the Large model?", "Prompted"),
        (TRANSPOSED, "Which model has an accuracy of 83.0?", "CNN"),
        (TRANSPOSED, "Which model has the lowest loss?", "BERT"),
        (GROUPED, "Which method has the best BLEU score under En-Fr?", "Transformer"),  # a column, no row
        (GROUPED, "Which method opens the Supervised section?", "GNMT"),
        (WRAPPED, "Which dataset is in the last row of the 'Inconsistency Detection' part?", "XFaith"),
        (COUNTED, "Which model performs the best on BBBP?", "ChemForm"),
        (TEXTUAL, "Which method uses the Swin backbone?", "BetaRead"),
        (TEXTUAL, "Which method comes under the GPL license?", "GammaRead"),
    ],
)
def test_answers(text: str, question: str, answer: str) -> None:
    assert best(text, question) == answer


def test_what_is_no_table_is_none() -> None:
    image, words = drawn("just one line of words here")
    assert read_table(image, words) is None
    assert read_table(image, ()) is None


def test_a_question_that_fits_nothing_leaves_the_prior() -> None:
    answer = answer_question(
        build_table_data(table(PLAIN)), parse_question("Which model has a BLEU of 99.9?")
    )
    assert answer.abstained
    assert {entity.text for entity in answer.entities} >= {"Moses", "GNMT", "Transformer"}


def test_gaps_between_two_columns_are_ranked() -> None:
    question = "Which model has the largest gap between BLEU and TER?"
    assert best(PLAIN, question) == "Moses"


def test_a_table_without_rows_or_names_answers_nothing() -> None:
    for empty in (Table((), ()), Table(table(PLAIN).columns, ())):
        assert (
            answer_question(
                build_table_data(empty), parse_question("Which model has the highest BLEU?")
            ).entities
            == ()
        )


LEFT_ALIGNED = """
==============================================
            SQuAD            MNLI
Model
            MRR     Hits     MRR     Hits
==============================================
BERT        0.52    0.61     0.43    0.55
XLNet       0.47    0.66     0.49    0.58
T5          0.58    0.71     0.44    0.51
==============================================
"""


def test_titles_that_begin_at_their_first_column_cover_the_columns_up_to_the_next() -> None:
    columns = table(LEFT_ALIGNED).columns
    assert [column.title for column in columns] == [
        "Model",
        "SQuAD MRR",
        "SQuAD Hits",
        "MNLI MRR",
        "MNLI Hits",
    ]


def test_words_without_an_extent_are_left_out() -> None:
    image, words = drawn(PLAIN)
    first = words[1].bbox
    odd = [
        Word("ghost", BBox(first.x0, first.y0 - 30, first.x0, first.y1)),
        Word(" ", first),
        Word("x", BBox(0, 0, 9, 0)),
    ]
    assert read_table(image, [*odd, *words]) == read_table(image, words)
    assert read_table(image, odd) is None


def test_turned_titles_belong_to_the_columns_under_them() -> None:
    image, words = drawn(PLAIN)
    head = {"BLEU", "METEOR", "TER"}
    turned = [
        Word(w.text, BBox(w.bbox.x0, w.bbox.y0 - 30, w.bbox.x0 + 14, w.bbox.y1)) if w.text in head else w
        for w in words
    ]
    found = read_table(image, turned)
    assert found is not None
    assert [column.title for column in found.columns] == ["Model", "BLEU", "METEOR", "TER"]
    assert [cell.text for row in found.rows for cell in row.cells[:1] if cell][:2] == ["Moses", "GNMT"]


CHECKS = """
=====================================
Model      Code    Memory    F1
=====================================
Alpha       ✓                66.8
Beta                 ✓       78.7
Gamma       ✓        ✓       51.5
=====================================
"""


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which model supports Memory?", {"Beta", "Gamma"}),
        ("Which model does not support Code?", {"Beta"}),
        ("Which model has no check mark for Memory?", {"Alpha"}),
    ],
)
def test_check_marks_select_rows(question: str, names: set[str]) -> None:
    reading = answer_question(build_table_data(table(CHECKS)), parse_question(question))
    assert not reading.abstained
    assert {entity.text for entity in reading.entities[: len(names)]} == names


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("How many models support Memory?", "2"),
        ("Does Beta support Code?", "no"),
        ("Is Memory supported by Gamma?", "yes"),
    ],
)
def test_check_marks_are_counted_and_judged(question: str, value: str) -> None:
    assert answer_question(build_table_data(table(CHECKS)), parse_question(question)).value == value


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which method is listed first under Supervised?", "GNMT"),
        ("Under which group is DualNet listed?", "Unsupervised"),
        ("For which method is the METEOR not reported?", "GNMT"),
    ],
)
def test_groups_and_missing_values(question: str, answer: str) -> None:
    source = PLAIN if "METEOR" in question else GROUPED
    reading = answer_question(build_table_data(table(source)), parse_question(question))
    assert reading.entities[0].text == answer


def test_rows_of_a_group_are_counted() -> None:
    data = build_table_data(table(GROUPED))
    assert answer_question(data, parse_question("How many methods are listed under Supervised?")).value == "2"


def test_notes_below_a_rule_are_no_rows() -> None:
    note = "the results of a regression over all of them"
    rows = [("Quintile", "Crude", "Adjusted"), ("1", "1 [Reference]", "0.93"), ("2", "1.05", "0.95")]
    image, words = Image.new("RGB", (900, 220), "white"), list[Word]()
    for y, cells in zip((20, 50, 80), rows, strict=True):
        words += [word for x, cell in zip((20, 200, 500), cells, strict=True) for word in lay_out(cell, x, y)]
    words += [word for x, y in ((20, 120), (460, 120), (20, 145)) for word in lay_out(note, x, y)]
    for y in (10, 42, 108):
        ImageDraw.Draw(image).line((10, y, 890, y), fill="black", width=2)
    read = read_table(image, words)
    assert read is not None
    assert [row.cells[0].text for row in read.rows if row.cells[0]] == ["1", "2"]


def lay_out(text: str, x: float, y: float) -> list[Word]:
    """Words on one line, 7 pixels a character, with narrow blanks."""
    words = []
    for each in text.split():
        words.append(Word(each, BBox(x, y, x + 7 * len(each), y + 14)))
        x += 7 * len(each) + 4
    return words


def test_the_sizes_of_groups_are_part_of_the_header() -> None:
    read = table("""
====
          Alva      Brim      All
          (n=126)   (n=226)   (n=352)
====
Age       60.3      61.1      60.8
Weight    94.1      94.9      94.6
====
""")
    assert [column.title for column in read.columns[1:]] == ["Alva (n=126)", "Brim (n=226)", "All (n=352)"]
