"""The chat in a real terminal: typed, captured, compared."""

import sys
from pathlib import Path
from typing import Any

from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn

START = [sys.executable, "-c", "from citehop.cli.main import run; run()", "chat", "sample"]


def test_a_conversation_at_a_terminal(word_settings: Settings, in_terminal: Any, tmp_path: Path) -> None:
    options = ["--home", word_settings.home, "--embedding-model", "none"]
    with in_terminal([*START, *options]) as terminal:
        screen = terminal.wait("sample>")
        assert "no model: answers are quotes" in screen

        terminal.send("/fig", "Tab")
        terminal.wait("sample> /figure")  # the greeting names /figure as well
        terminal.send(" Table 1", "Enter")
        terminal.wait("asking about Table 1")

        terminal.send(QUESTION, "Enter")
        screen = terminal.wait("Sources")
        lines = [line.rstrip() for line in screen.splitlines()]
        start = next(n for n, line in enumerate(lines) if line.startswith("Table 1 on page 3:"))
        assert "RillNet (98%)" in lines[start]
        assert " ".join(lines[start + 1 : start + 3]) == (
            "It is RillNet. If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours. [1]"
        )
        panel = next(n for n, line in enumerate(lines) if line.startswith("╭─ Sources ─"))
        assert lines[panel + 1].startswith("│ [1] RillNet: Message Passing along Drainage Lines, page 1")

        terminal.ready("sample>")
        terminal.paste("and how many units does\nits recurrent cell have?")
        terminal.wait("its recurrent cell have?")
        terminal.send("", "Enter")
        terminal.wait("a recurrent cell with 64 units")
        assert "Still about RillNet" in terminal.screen()

        terminal.tmux("resize-window", "-x", "60", "-y", "40")
        terminal.ready("sample>")
        terminal.send("/sources 1", "Enter")
        terminal.wait("Nodes are reaches of about 12 kilometres")
        terminal.send("never sent", "C-c")
        terminal.send("/nosuch", "Enter")
        terminal.wait("no command /nosuch")
        terminal.send(f"/save {tmp_path / 'talk.md'}", "Enter")
        terminal.wait("2 questions written to")
        terminal.send("", "C-d")
        terminal.wait("2 questions saved")
        terminal.wait("ended=0")
    assert "and how many units does its recurrent cell have?" in (tmp_path / "talk.md").read_text("utf-8")


def test_ctrl_c_stops_an_answer_and_the_conversation_goes_on(
    word_settings: Settings, in_terminal: Any
) -> None:
    def script(body: Any) -> ScriptedTurn:
        words = "The timing error rises " + "and rises " * 100
        return ScriptedTurn('{"reason": "", "statements": [1], "phrasing": "' + words + '"}', pace=0.05)

    with ModelServer(script) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        options = ["--home", word_settings.home, "--embedding-model", "none", *model]
        with in_terminal([*START, *options]) as terminal:
            terminal.wait("sample>")
            terminal.send(QUESTION, "Enter")
            terminal.wait("The timing error rises and rises")
            terminal.send("", "C-c")
            terminal.wait("stopped; ask again")
            terminal.send("/cost", "Enter")
            terminal.wait("1 model call")
            terminal.send("/model off", "Enter")
            terminal.wait("no model: answers are quotes")
            terminal.send(QUESTION, "Enter")
            terminal.wait("Sources")
            terminal.send("", "C-d")
            terminal.wait("ended=0")
