"""Boxes: the distance between two of them."""

import pytest

from citehop.papers.types import BBox


@pytest.mark.parametrize(
    ("other", "distance"),
    [
        (BBox(13, 14, 20, 20), 5.0),  # 3 to the right and 4 down
        (BBox(2, 16, 4, 18), 6.0),
        (BBox(10, 10, 12, 12), 0.0),
        (BBox(5, 5, 20, 20), 0.0),
    ],
)
def test_boxes_are_as_far_apart_as_their_nearest_points(other: BBox, distance: float) -> None:
    box = BBox(0, 0, 10, 10)
    assert (box.distance(other), other.distance(box)) == (distance, distance)
