"""Thinned lines followed from end to end."""

import cv2
import numpy as np

from citehop.figures.raster.trace import thin_lines, trace_lines


def test_a_thick_line_becomes_one_line_of_its_length() -> None:
    mask = np.zeros((40, 120), np.uint8)
    cv2.line(mask, (10, 20), (110, 20), 1, 5)
    assert int(thin_lines(mask).sum(axis=0).max()) == 1
    (line,) = trace_lines(mask)
    assert 90 <= len(line.points) <= 110
    assert line.ends == (-1, -1)


def test_a_branch_meets_the_others_at_one_junction() -> None:
    mask = np.zeros((100, 100), np.uint8)
    cv2.line(mask, (10, 50), (90, 50), 1, 3)
    cv2.line(mask, (50, 50), (50, 90), 1, 3)
    lines = trace_lines(mask)
    assert len(lines) == 3
    assert sorted(end for line in lines for end in line.ends) == [-1, -1, -1, 0, 0, 0]


def test_an_empty_mask_has_no_lines() -> None:
    assert trace_lines(np.zeros((20, 20), np.uint8)) == []
