"""The command that parses one paper: its three outputs, and its exit codes."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from citehop.cli.main import main
from citehop.cli.sample_cluster import FOLDER

PAPER = str(FOLDER / "thorvik-2023-snowledger.pdf")


def test_json_is_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", PAPER]) == 0
    plain = capsys.readouterr().out
    assert main(["parse", PAPER, "--json"]) == 0
    assert capsys.readouterr().out == plain
    fields = json.loads(plain)
    assert fields["title"].startswith("SnowLedger")
    assert fields["authors"]
    assert fields["references"]
    assert all(
        set(mention["keys"]) <= {r["key"] for r in fields["references"]} for mention in fields["mentions"]
    )
    tables = [figure for figure in fields["figures"] if figure["kind"] == "table"]
    assert all(table["rows"] for table in tables)


def test_markdown_and_tei(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", PAPER, "--markdown"]) == 0
    assert capsys.readouterr().out.startswith("# SnowLedger")
    assert main(["parse", PAPER, "--tei"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    assert next(root.iter("{http://www.tei-c.org/ns/1.0}title")).text.startswith("SnowLedger")  # type: ignore[union-attr]


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    for arguments, line in (
        ([PAPER, "--json", "--tei"], "choose one of"),
        ([str(tmp_path / "missing.pdf")], "missing.pdf: cannot be read"),
        ([str(tmp_path / "broken.pdf")], "broken.pdf: broken PDF"),
    ):
        assert main(["parse", *arguments]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert line in captured.err
        assert captured.err.count("\n") == 1
