"""citehop as a library: a folder in, an answer out, nothing printed, no environment touched."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import citehop
from citehop.app.sample_cluster import ANCHOR_FILE, FOLDER, QUESTION


def test_index_open_ask_rank(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import cv2  # sets variables of its own when it is first imported

    assert cv2.__version__
    before = dict(os.environ)
    stages: set[str] = set()
    settings = citehop.load_settings({"embedding_model": "none"})
    report = citehop.index(FOLDER, "mine", ANCHOR_FILE, settings, lambda step: stages.add(step.stage))
    assert report.papers == 13
    assert "parse" in stages
    with citehop.open("mine", settings) as session:
        answer = citehop.ask(session, QUESTION)
        assert "9.6 to 13.1 hours" in answer.text
        hop = citehop.rank(session, QUESTION)
        assert hop.ranking[0].paper_id == "castellanos-2021-rillnet"
        with ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(lambda _: citehop.ask(session, QUESTION), range(16)))
    assert {a.citations for a in answers} == {answer.citations}
    assert capsys.readouterr() == ("", "")
    assert dict(os.environ) == before
