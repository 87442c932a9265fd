"""Regions of pages that crops show."""

import pytest

from citehop.papers.parsing.crops import MARGIN, crop_region, crop_scale
from citehop.papers.types import BBox


@pytest.mark.parametrize("box", [BBox(100.0, 50.0, 300.0, 150.0), BBox(1.0, 0.0, 200.0, 90.0)])
def test_a_crop_shows_its_box_and_a_margin_inside_the_page(box: BBox) -> None:
    left, top = max(0.0, box.x0 - MARGIN), max(0.0, box.y0 - MARGIN)
    scale = crop_scale(box.width)
    width, height = (box.x1 + MARGIN - left) * scale, (box.y1 + MARGIN - top) * scale
    region = crop_region(box, round(width), round(height))
    assert (region.x0, region.y0) == (left, top)
    assert (region.x1, region.y1) == pytest.approx((box.x1 + MARGIN, box.y1 + MARGIN), abs=1 / scale)


def test_an_image_that_is_no_rendering_shows_the_box_itself() -> None:
    box = BBox(0.0, 0.0, 200.0, 100.0)
    assert crop_region(box, 900, 450) == box
