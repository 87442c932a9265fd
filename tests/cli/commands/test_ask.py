"""citehop ask --evidence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings


def test_the_page_of_evidence_is_named_below_the_answer(own_settings: Settings, tmp_path: Path) -> None:
    run = [sys.executable, "-c", "from citehop.cli.main import run; run()"]
    arguments = [
        "ask",
        "sample",
        QUESTION,
        "--home",
        own_settings.home,
        "--evidence",
        str(tmp_path / "proof"),
    ]
    done = subprocess.run(
        [*run, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("evidence: ")
    assert "Sources" in done.stdout
