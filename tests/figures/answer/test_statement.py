from citehop.figures.answer.statement import read_statement
from citehop.figures.types import Entity, Reading

READING = Reading(tuple(Entity(name, 0.25) for name in ("CNN", "Paragraph-Vec", "Vec", "SVM")), "text")


def test_a_statement_means_the_longest_name_that_it_has() -> None:
    read = read_statement("One row of this table is Paragraph-Vec.", READING)
    assert read.entities[0].text == "Paragraph-Vec"
    assert read.entities[0].probability == 0.9
    assert sum(entity.probability for entity in read.entities) == 1.0
    assert not read.abstained


def test_a_question_and_a_statement_without_a_name_stay() -> None:
    assert read_statement("Which row is above Paragraph-Vec?", READING) is READING
    assert read_statement("What is shown below Paragraph-Vec", READING) is READING
    assert read_statement("The table compares methods.", READING) is READING


def test_a_likely_reading_by_an_operation_stays() -> None:
    reading = Reading((Entity("SVM", 0.8), Entity("CNN", 0.2)), "equals", abstained=False)
    assert read_statement("The row with 81.5 is below CNN.", reading) is reading
