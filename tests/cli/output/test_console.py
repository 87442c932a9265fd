"""Nothing that a stranger wrote reaches the terminal as a control sequence, or forges a line of its own."""

import json
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text

from citehop.cli.main import main
from citehop.cli.output.console import err, out, print_error, print_json, progress_bars, warn
from citehop.indexes.build.report import BuildProgress

CLIPBOARD = "\x1b]52;c;ZXZpbA==\x07"  # OSC 52: writes to the clipboard of the person who reads the message
EVIL = f"a{CLIPBOARD}\x9b31m\u202eb\nwarning: forged"


def is_safe(text: str) -> bool:
    return all(c.isprintable() or c == "\n" for c in text)


def test_every_kind_of_output_is_cleaned(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(EVIL)
    table.add_row(EVIL, Text(EVIL))
    for console in (out(), err()):
        console.print(EVIL, style="bold")
        console.print(Text(EVIL))
        console.print(table)
    with progress_bars() as update:
        update(BuildProgress(f"stage {CLIPBOARD}", 1, 2))
    captured = capsys.readouterr()
    assert is_safe(captured.out)
    assert is_safe(captured.err)
    assert "a ]52;c;ZXZpbA==" in captured.out


def test_a_message_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    warn(EVIL)
    print_error(EVIL)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert all(is_safe(line) for line in lines)
    assert not lines[1].startswith("warning")


def test_json_escapes_what_is_not_printable_and_keeps_its_value(capsys: pytest.CaptureFixture[str]) -> None:
    text = EVIL + "\ud800é密"
    print_json({"text": text})
    printed = capsys.readouterr().out
    assert is_safe(printed)
    assert "é密" in printed
    assert json.loads(printed)["text"] == text


def test_markup_and_emoji_codes_are_text(capsys: pytest.CaptureFixture[str]) -> None:
    out().print("[red]:smile:[/red] [link=https://example.org]x[/link]")
    assert capsys.readouterr().out == "[red]:smile:[/red] [link=https://example.org]x[/link]\n"


@pytest.mark.parametrize("debug", [[], ["--debug"]])
def test_a_file_name_cannot_steer_the_terminal(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], debug: list[str]
) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / f"a{CLIPBOARD.replace('/', '')}\nwarning: forged.pdf").write_bytes(b"%PDF-1.4 broken")
    assert main(["index", str(folder), "--embedding-model", "none", *debug]) == 2
    captured = capsys.readouterr()
    assert is_safe(captured.out + captured.err)
    assert debug or not any(line.startswith("warning: forged") for line in captured.err.splitlines())
