"""citehop rank, where no figure leads to a paper."""

import json

import pytest

from citehop.cli.main import main
from citehop.settings import Settings

QUESTION = "How long is the warm-up of the optimiser?"  # of no figure
LAST = "orrin-2009-linear-reservoirs"  # cites nothing in the cluster


def test_without_a_figure_only_papers_that_the_anchor_cites_are_ranked(
    word_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    home = ["--home", word_settings.home]
    assert main(["rank", "sample", QUESTION, "--json", *home]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["figure"] is None
    assert told["ranking"]
    assert main(["rank", "sample", QUESTION, "-k", "20", *home]) == 0
    assert "not in the anchor's bibliography" not in capsys.readouterr().out


def test_one_line_says_why_there_is_nothing_to_rank(
    word_settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rank", "sample", QUESTION, "--anchor", LAST, "--home", word_settings.home]) == 4
    told = capsys.readouterr()
    assert "nothing to rank: no paper of this cluster is in the bibliography of" in told.err
    assert "Papers, best first" not in told.out
