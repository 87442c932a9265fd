"""Lines at the end of `citehop index`."""

from pathlib import Path

import pytest

from citehop.agent.figures.cluster_overview import ClusterOverview
from citehop.cli.output.terminal.builds import print_build
from citehop.indexes.build.report import BuildReport

REPORT = BuildReport("mine", Path("home/mine"), None, papers=5, chunks=40)


def test_the_command_that_selects_an_anchor_can_be_copied(capsys: pytest.CaptureFixture[str]) -> None:
    print_build(REPORT, ClusterOverview(7, suggested="my paper.pdf", suggested_cites=3), Path("my papers"))
    assert (
        "my paper.pdf cites 3 of the 4 others: citehop index 'my papers' --name mine --anchor 'my paper.pdf'\n"
        in capsys.readouterr().err
    )


def test_files_without_papers_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_build(REPORT, ClusterOverview(7), passed_over=["a.txt", "b.txt", "c.txt", "d.txt"])
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1] == "passed over, not a kind of file that holds papers: a.txt, b.txt, c.txt and 1 more"
