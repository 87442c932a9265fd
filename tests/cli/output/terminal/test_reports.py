"""Reports of runs on the terminal."""

import pytest

from citehop.cli.output.terminal.reports import print_runs


def test_no_runs_are_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    print_runs([])
    assert capsys.readouterr().out == "No runs yet: citehop bench list lists the benchmarks.\n"
