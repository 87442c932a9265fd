"""Progress in a log: a line when a stage begins, and one every 30 seconds."""

from __future__ import annotations

import io

from rich.console import Console

from citehop.cli.output.progress import ProgressBars
from citehop.indexes.build.report import BuildProgress


def test_a_log_has_a_line_every_thirty_seconds_with_the_time_left() -> None:
    stream, now = io.StringIO(), 0.0
    with ProgressBars(Console(file=stream), lambda: now) as bars:
        for done in range(194):
            now = done * 7.0  # a paper every seven seconds
            bars.update(BuildProgress("parse", done, 193))
    lines = stream.getvalue().splitlines()
    assert lines[:3] == [
        "parse: 193",
        "parse: 5 of 193 after 35 s, about 1316 s left",
        "parse: 10 of 193 after 70 s, about 1281 s left",
    ]
    assert len(lines) == 1 + 192 // 5


def test_a_stage_of_unknown_length_has_no_time_left() -> None:
    stream, now = io.StringIO(), 0.0
    with ProgressBars(Console(file=stream), lambda: now) as bars:
        for done in range(3):
            now = done * 31.0
            bars.update(BuildProgress("pages", done, 0))
    assert stream.getvalue().splitlines() == [
        "pages: ?",
        "pages: 1 of ? after 31 s",
        "pages: 2 of ? after 62 s",
    ]
