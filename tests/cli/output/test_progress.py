"""Progress in a log: a line when a stage begins, and one every 30 seconds."""

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
        "parse: 193 files",
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
        "pages",
        "pages: 1 after 31 s",
        "pages: 2 after 62 s",
    ]


def test_the_time_left_follows_from_recent_progress() -> None:
    stream, now = io.StringIO(), 0.0
    with ProgressBars(Console(file=stream), lambda: now) as bars:
        for seconds, done in ((0.0, 0), (130.0, 0), (140.0, 1000), (160.0, 3000)):
            now = seconds
            bars.update(BuildProgress("embed", done, 7000))
    assert stream.getvalue().splitlines()[-1] == "embed: 3000 of 7000 after 160 s, about 40 s left"


def test_a_last_file_that_takes_longer_than_the_others_has_no_time_left() -> None:
    stream, now = io.StringIO(), 0.0
    with ProgressBars(Console(file=stream), lambda: now) as bars:
        for done in range(1, 46):
            now = float(done)  # a paper every second
            bars.update(BuildProgress("parse", done, 46))
        for seconds in (46.0, 62.0, 93.0):
            now = seconds
            bars.log_waiting()
    assert stream.getvalue().splitlines() == [
        "parse: 46 files",
        "parse: 31 of 46 after 30 s, about 15 s left",
        "parse: 45 of 46 after 61 s",
        "parse: 45 of 46 after 92 s",
    ]


def test_a_line_comes_without_reports_and_between_stages() -> None:
    stream, now = io.StringIO(), 0.0
    with ProgressBars(Console(file=stream), lambda: now) as bars:
        now = 31.0
        bars.log_waiting()
        bars.update(BuildProgress("parse", 0, 2))
        now = 62.0
        bars.log_waiting()
        bars.log_waiting()
        bars.update(BuildProgress("parse", 2, 2))
        now = 93.0
        bars.log_waiting()
    assert stream.getvalue().splitlines() == [
        "working: 31 s",
        "parse: 2 files",
        "parse: 0 of 2 after 31 s",
        "working: 93 s, parse done",
    ]


def test_a_stage_that_another_one_still_feeds_has_no_total() -> None:
    stream, now = io.StringIO(), 0.0
    with ProgressBars(Console(file=stream), lambda: now) as bars:
        bars.update(BuildProgress("parse", 1, 4))
        bars.update(BuildProgress("embed", 0, 2000))
        now = 31.0
        bars.update(BuildProgress("embed", 1000, 5000))
        bars.update(BuildProgress("parse", 4, 4))
        now = 62.0
        bars.update(BuildProgress("embed", 3000, 7000))
    assert stream.getvalue().splitlines() == [
        "parse: 4 files",
        "embed: 0 of 2000 sentences so far",
        "parse: 1 of 4 after 31 s",
        "embed: 1000 of 5000 so far after 31 s",
        "embed: 3000 of 7000 after 62 s, about 62 s left",
    ]


def test_a_stage_of_several_steps_counts_what_the_last_one_does() -> None:
    stream = io.StringIO()
    with ProgressBars(Console(file=stream), lambda: 0.0) as bars:
        bars.update(BuildProgress("index papers, read figure, rank", 0, 20))
    assert stream.getvalue() == "index papers, read figure, rank: 20 questions\n"
