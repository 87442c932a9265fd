"""citehop ask: the page of evidence, and what is shown while it works."""

import os
import pty
import subprocess
import sys
from functools import partial
from pathlib import Path

from citehop.acquisition.paper_lists import read_paper_list
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings

RUN = [sys.executable, "-c", "from citehop.cli.main import run; run()"]


def test_a_terminal_shows_the_step_until_the_answer_is_there(own_settings: Settings) -> None:
    terminal, end = pty.openpty()
    command = [*RUN, "ask", "sample", QUESTION, "--home", own_settings.home]
    asked = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=end, env={**os.environ, "TERM": "xterm"})
    os.close(end)
    shown = b"".join(iter(partial(_read, terminal), b"")).decode()
    answer = asked.communicate()[0].decode()
    os.close(terminal)
    assert asked.returncode == 0
    assert "figure and ranking" in shown
    assert shown.index("figure and ranking") < shown.index("quotes")
    assert shown.rstrip().endswith("\x1b[2K")  # the line is gone
    assert "figure and ranking" not in answer


def _read(terminal: int) -> bytes:
    """What was written; b"" at its end, of which Linux makes an error."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""


def test_the_page_of_evidence_is_named_below_the_answer(own_settings: Settings, tmp_path: Path) -> None:
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
        [*RUN, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True
    )
    assert done.stdout.splitlines()[-1].startswith("evidence: ")
    assert "Sources" in done.stdout


def test_sources_alone_go_to_the_output(own_settings: Settings, tmp_path: Path) -> None:
    command = [*RUN, "ask", "sample", QUESTION, "--home", own_settings.home, "--cite", "bibtex"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    file = tmp_path / "sources.bib"
    file.write_text(done.stdout)
    assert [record.title for record, _ in read_paper_list(file)] == [
        "RillNet: Message Passing along Drainage Lines"
    ]
    assert "Sources" in done.stderr
