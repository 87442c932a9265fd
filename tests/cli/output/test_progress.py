"""Progress in a log: a line when a stage begins, and one every 30 seconds."""

import io

import pytest
from rich.console import Console

from citehop.cli.output.progress import ProgressBars
from citehop.indexes.build.report import BuildProgress

Step = tuple[float, str, int, int]  # seconds since the start, stage, done and total


def log(steps: list[Step]) -> list[str]:
    """Lines of a log in which these steps were reported; one without a stage only waits."""
    stream, now = io.StringIO(), 0.0
    with ProgressBars(Console(file=stream), lambda: now) as bars:
        for seconds, stage, done, total in steps:
            now = seconds
            if stage:
                bars.update(BuildProgress(stage, done, total))
            else:
                bars.log_waiting()
    return stream.getvalue().splitlines()


def test_a_log_has_a_line_every_thirty_seconds_with_the_time_left() -> None:
    lines = log([(done * 7.0, "parse", done, 193) for done in range(194)])  # a paper every seven seconds
    assert lines[:3] == [
        "parse: 193 files",
        "parse: 5 of 193 after 35 s, about 1316 s left",
        "parse: 10 of 193 after 70 s, about 1281 s left",
    ]
    assert len(lines) == 1 + 192 // 5


@pytest.mark.parametrize(
    ("steps", "lines"),
    [
        (
            [(31.0 * done, "pages", done, 0) for done in range(3)],
            ["pages", "pages: 1 after 31 s", "pages: 2 after 62 s"],
        ),
        (
            [
                (0, "embed", 0, 7000),
                (130, "embed", 0, 7000),
                (140, "embed", 1000, 7000),
                (160, "embed", 3000, 7000),
            ],
            [
                "embed: 7000 sentences",
                "embed: 0 of 7000 after 130 s",
                "embed: 3000 of 7000 after 160 s, about 40 s left",
            ],
        ),
        (
            [
                *((done, "parse", done, 46) for done in range(1, 46)),
                (46, "", 0, 0),
                (62, "", 0, 0),
                (93, "", 0, 0),
            ],
            [
                "parse: 46 files",
                "parse: 31 of 46 after 30 s, about 15 s left",
                "parse: 45 of 46 after 61 s",
                "parse: 45 of 46 after 92 s",
            ],
        ),
        (
            [
                (31, "", 0, 0),
                (31, "parse", 0, 2),
                (62, "", 0, 0),
                (62, "", 0, 0),
                (62, "parse", 2, 2),
                (93, "", 0, 0),
            ],
            ["working: 31 s", "parse: 2 files", "parse: 0 of 2 after 31 s", "working: 93 s, parse done"],
        ),
        (
            [
                (0, "parse", 1, 4),
                (0, "embed", 0, 2000),
                (31, "embed", 1000, 5000),
                (31, "parse", 4, 4),
                (62, "embed", 3000, 7000),
            ],
            [
                "parse: 4 files",
                "embed: 0 of 2000 sentences so far",
                "parse: 1 of 4 after 31 s",
                "embed: 1000 of 5000 so far after 31 s",
                "embed: 3000 of 7000 after 62 s, about 62 s left",
            ],
        ),
        (
            [(0, "index papers, read figure, rank", 0, 20)],
            ["index papers, read figure, rank: 20 questions"],
        ),
    ],
    ids=[
        "a stage of unknown length has no time left",
        "the time left follows from recent progress",
        "a last file that takes longer than the others has no time left",
        "a line comes without reports and between stages",
        "a stage that another one still feeds has no total",
        "a stage of several steps counts what the last one does",
    ],
)
def test_lines_of_a_log(steps: list[Step], lines: list[str]) -> None:
    assert log(steps) == lines
