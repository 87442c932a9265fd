"""What a model sees in a figure, and how it is weighed against the rules."""

import io

import pytest
from PIL import Image as Picture

from citehop.agent.vision.number_check import occurs, same_name, stands_with
from citehop.agent.vision.read_figure import LONGEST_SIDE, ModelReading, encoded, look
from citehop.agent.vision.reconcile import reconcile
from citehop.figures.types import Entity, Reading
from citehop.papers.types import BBox, Word
from citehop.testing import QueueLLM

ROWS = (
    ("Method", "WQ", "SQuAD"),
    ("DrQA [3]", "28.62", "70.0"),
    ("BiDAF (Seo et al., 2017)", "25.30", "77.3"),
    ("Match LSTM", "27.10", "73.7"),
)


def words() -> tuple[Word, ...]:
    """A table of three columns, 100 pixels wide each, rows of 20 pixels."""
    found = []
    for row, cells in enumerate(ROWS):
        for column, cell in enumerate(cells):
            x = 250 * column
            for piece in cell.split():
                width = 7 * len(piece)
                found.append(Word(piece, BBox(x, 20 * row, x + width, 20 * row + 12)))
                x += width + 4
    return tuple(found)


WORDS = words()
QUESTION = "Which method in Table 2 scores 28.62 on WQ?"


def reading(*entities: tuple[str, float], abstained: bool = False) -> Reading:
    return Reading(tuple(Entity(*entity) for entity in entities), "equals", (), abstained)


@pytest.mark.parametrize(
    ("name", "text", "holds"),
    [
        ("DrQA", "28.62", True),
        ("DrQA [3]", "28.62%", True),
        ("BiDAF", "28.62", False),
        ("BiDAF (Seo et al., 2017)", "77.3", True),
        ("Match-LSTM", "73.70", True),
        ("WQ", "27.1", True),  # columns count as well
        ("SQuAD", "27.1", False),
        ("DrQA", "99.9", None),
        ("R-Net", "28.62", None),
        ("DrQA", "", None),
        ("BiDAF", QUESTION, False),
        ("DrQA", QUESTION, True),  # the 2 of "Table 2" is no value
    ],
)
def test_numbers_are_looked_up_in_rows_and_columns(name: str, text: str, holds: bool | None) -> None:
    assert stands_with(WORDS, name, text) is holds


def test_names_are_the_same_without_citations_and_sizes() -> None:
    assert same_name("BiDAF (Seo et al., 2017)", "BiDAF")
    assert same_name("BERT-base", "bert base")
    assert not same_name("BiDAF", "DrQA")
    assert occurs(WORDS, "match lstm")
    assert not occurs(WORDS, "R-Net")


def test_agreement_raises_belief() -> None:
    both = reconcile(
        reading(("DrQA [3]", 0.6), ("BiDAF", 0.3)), ModelReading("DrQA", "28.62", 0.8), WORDS, QUESTION
    )
    assert both.dispute == ""
    assert [entity.text for entity in both.reading.entities] == ["DrQA [3]", "BiDAF"]
    assert both.reading.entities[0].probability == pytest.approx(
        1 - 0.4 * 0.6
    )  # .8 halved is .4: 1 - (1-.6)(1-.4)
    assert both.reading.entities[1].probability == pytest.approx(0.3 * 0.6)


def test_the_number_of_the_question_decides_for_the_model() -> None:
    both = reconcile(reading(("BiDAF", 0.8)), ModelReading("DrQA", "28.62", 0.5), WORDS, QUESTION)
    assert both.reading.entities[0].text == "DrQA"
    assert both.reading.entities[0].probability == pytest.approx(0.9)
    assert "with which the question's number stands" in both.dispute


def test_the_number_of_the_question_decides_for_the_rules() -> None:
    both = reconcile(reading(("DrQA [3]", 0.6)), ModelReading("BiDAF", "25.30", 1.0), WORDS, QUESTION)
    assert both.reading.entities[0].text == "DrQA [3]"
    assert both.reading.entities[0].probability > 0.55
    assert "'BiDAF'" in both.dispute


def test_a_model_whose_own_number_stands_elsewhere_is_not_believed() -> None:
    asked = "Which method is best on SQuAD?"
    both = reconcile(reading(("BiDAF", 0.5)), ModelReading("DrQA", "77.3", 1.0), WORDS, asked)
    assert both.reading.entities[0].text == "BiDAF"
    assert "77.3 does not stand with" in both.dispute


def test_without_numbers_the_surer_one_leads_and_the_dispute_is_told() -> None:
    asked = "Which method is best?"
    sure = reconcile(reading(("BiDAF", 0.4)), ModelReading("DrQA", "", 0.9), WORDS, asked)
    assert sure.reading.entities[0].text == "DrQA"
    unsure = reconcile(reading(("BiDAF", 0.9)), ModelReading("DrQA", "", 0.4), WORDS, asked)
    assert unsure.reading.entities[0].text == "BiDAF"
    assert "'BiDAF'" in unsure.dispute
    assert "'DrQA'" in unsure.dispute


def test_a_name_that_stands_nowhere_counts_half() -> None:
    asked = "Which method is best?"
    there = reconcile(reading(), ModelReading("DrQA", "", 0.8), WORDS, asked).reading.entities[0].probability
    nowhere = (
        reconcile(reading(), ModelReading("R-Net", "", 0.8), WORDS, asked).reading.entities[0].probability
    )
    assert nowhere == pytest.approx(there / 2)


def test_where_the_rules_abstain_the_model_is_heard() -> None:
    prior = reading(("BiDAF", 0.25), ("DrQA [3]", 0.25), abstained=True)
    both = reconcile(prior, ModelReading("DrQA", "", 0.9), WORDS, "Which one has attention?")
    assert both.reading.entities[0].text == "DrQA [3]"
    assert not both.reading.abstained
    assert both.dispute == ""
    assert reconcile(prior, ModelReading(""), WORDS, "Which?").reading == prior


def test_probabilities_stay_a_distribution() -> None:
    for seen in (
        ModelReading("DrQA", "28.62", 1.0),
        ModelReading("New", "", 1.0),
        ModelReading("BiDAF", "25.30", 0.0),
    ):
        both = reconcile(reading(("BiDAF", 0.7), ("DrQA [3]", 0.3)), seen, WORDS, QUESTION)
        assert sum(entity.probability for entity in both.reading.entities) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("reply", "seen"),
    [
        ('{"entity": " DrQA ", "value": "28.62", "confidence": 0.7}', ModelReading("DrQA", "28.62", 0.7)),
        ('Sure! {"entity": "DrQA", "value": 28.62, "confidence": 7}', ModelReading("DrQA", "28.62", 1.0)),
        ('{"entity": "DrQA", "value": null, "confidence": "high"}', ModelReading("DrQA", "", 0.5)),
        ('{"entity": "", "value": "", "confidence": 0}', ModelReading("")),
        ('{"entity": ["DrQA"], "confidence": 1}', ModelReading("")),
        ("I cannot see any picture.", ModelReading("")),
    ],
)
def test_replies_become_readings(reply: str, seen: ModelReading) -> None:
    picture = Picture.new("RGB", (60, 40), "white")
    assert look(QueueLLM([reply]), picture, WORDS, "Table 2: Results.", QUESTION) == seen


def test_the_model_gets_picture_caption_words_and_question() -> None:
    llm = QueueLLM(['{"entity": ""}'])
    look(llm, Picture.new("RGB", (60, 40), "white"), WORDS, "Table 2: Results.", QUESTION)
    message = llm.requests[0].messages[-1]
    assert QUESTION in message.text
    assert "Table 2: Results." in message.text
    assert "DrQA [3] | 28.62 | 70.0" in message.text
    assert Picture.open(io.BytesIO(message.images[0].data)).size == (60, 40)


def test_large_pictures_are_scaled_and_noisy_ones_compressed() -> None:
    wide = Picture.open(io.BytesIO(encoded(Picture.new("RGB", (4000, 1000), "white")).data))
    assert wide.size == (LONGEST_SIDE, LONGEST_SIDE // 4)
    noise = Picture.effect_noise((1500, 1500), 100).convert("RGB")
    small = encoded(noise)
    assert small.media_type == "image/jpeg"
    assert len(small.data) < 4_000_000
