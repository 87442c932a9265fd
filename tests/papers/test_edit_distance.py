"""Edit distance."""

import pytest

from citehop.papers.edit_distance import edit_distance


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("qnet", "qanet", 1), ("kitten", "sitting", 3), ("", "abc", 3), ("same", "same", 0), ("abc", "", 3)],
)
def test_edit_distance(one: str, other: str, distance: int) -> None:
    assert edit_distance(one, other) == distance
    assert edit_distance(other, one) == distance
