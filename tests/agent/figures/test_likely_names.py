"""Names that are shown with an answer."""

from citehop.agent.figures.likely_names import likely_names
from citehop.figures.types import Entity, Reading


def test_unlikely_names_and_those_of_an_abstention_are_not_shown() -> None:
    entities = (Entity("Alpha", 0.7), Entity("Beta", 0.12))
    assert [entity.text for entity in likely_names(Reading(entities, abstained=False))] == ["Alpha"]
    assert likely_names(Reading(entities, abstained=True)) == []
    assert likely_names(None) == []
