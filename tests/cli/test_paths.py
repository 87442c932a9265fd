"""No path that a user may give is a bug: each fails with one line that names it, and with an exit code of its own."""

import io
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer

from citehop.cli.main import cli, main
from citehop.cli.sample_cluster import FOLDER, QUESTION
from citehop.papers.clusters.archive import export_cluster
from citehop.papers.clusters.unpack_archive import import_cluster
from citehop.settings import Settings

# Every argument that is a path or may be one, as PATH.
COMMANDS = (
    "index PATH",
    "index PAPER --name other --bib PATH",
    "index PAPER --name other --anchor PATH",
    "index PAPER --name other --visual PATH",
    "index PAPER --name PATH",
    "add PATH --offline",
    "ask PATH QUESTION",
    "ask sample QUESTION --image PATH",
    "ask sample QUESTION --evidence PATH",
    "ask sample --query PATH",
    "ask sample QUESTION --embedding-model PATH",
    "ask sample QUESTION --anchor PATH",
    "compare PATH QUESTION",
    "rank sample QUESTION --image PATH",
    "search sample rivers --retriever visual --image PATH",
    "search sample rivers --retriever visual --heatmap PATH",
    "chat PATH",
    "figures sample --export PATH",
    "papers PATH",
    "papers sample PATH",
    "clusters verify PATH",
    "clusters export sample PATH",
    "clusters export PATH PATH",
    "clusters import PATH",
    "clusters rename sample PATH",
    "clusters rename PATH other",
    "clusters rm PATH --yes",
    "bench m3sciqa --data PATH",
    "bench scifibench --data PATH",
    "bench spiqa --data PATH",
    "bench scidqa --data PATH",
    "bench mmsci --data PATH",
    "bench retrieval --data PATH",
    "bench retrieval --cluster sample --questions PATH",
    "bench retrieval --cluster PATH --questions PATH",
    "bench published m3sciqa --run PATH",
    "library add lab PATH",
    "library add PATH PAPER",
    "library ask PATH QUESTION",
    "library ask sample --query PATH",
    "library ask sample QUESTION --evidence PATH",
    "library search sample rivers --retriever visual --image PATH",
    "library search sample rivers --retriever visual --heatmap PATH",
    "library create PATH",
    "library status PATH",
    "library citing PATH orrin",
    "make questions sample --count 1 --out PATH",
    "make questions PATH --out other",
    "make scifibench sample --out PATH",
    "make mmsci sample --out PATH",
    "make spiqa sample --out PATH",
    "make training-data sample --out PATH",
    "make review PATH",
    "make export PATH --out other",
    "make export folder --out PATH",
    "bench show PATH",
    "train text sample --out PATH",
    "train text sample --out other --questions PATH",
    "train reranker sample --out PATH",
    "train reranker sample --out other --questions PATH",
    "train pages sample --out PATH",
    "train pages sample --out other --questions PATH",
    "parse PATH --json",
    "bench show sample --html PATH",
    "bench show sample --markdown PATH",
    "bench compare PATH PATH",
    "bench replay PATH",
    "bench agreement PATH PATH",
    "web --review PATH",
    "table sample --questions PATH",
    "table sample --question What? -o PATH",
    "clusters --home PATH",
    "index PAPER --home PATH",
)
PAPER = str(FOLDER / "orrin-2009-linear-reservoirs.pdf")
ODD = (
    "missing",
    "missing/below",
    "/proc/foo",
    "file/below",
    "file",
    "folder",
    "empty",
    "loop",
    "x" * 300,
    "~nosuchuser/x",
    "a\udcffb",  # bytes that are not UTF-8
    "-",
    "",
    "/dev/null",
    "..",
)
CODES = {0, 2, 3, 4, 6}


@pytest.fixture(scope="module")
def home(word_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A home with a cluster "sample" that commands may change."""
    folder = tmp_path_factory.mktemp("home")
    export_cluster("sample", folder / "sample.citehop", word_settings)
    import_cluster(folder / "sample.citehop", None, replace(word_settings, home=str(folder)))
    return str(folder)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with some odd files in it."""
    (tmp_path / "here" / "folder" / "below").mkdir(parents=True)
    (tmp_path / "here" / "file").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff%PDF-1.7 {")
    (tmp_path / "here" / "empty").touch()
    (tmp_path / "here" / "loop").symlink_to("loop")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_an_odd_path_is_one_line(
    command: str, folder: Path, home: str, capsys: pytest.CaptureFixture[str]
) -> None:
    values, wrong = {"QUESTION": QUESTION, "PAPER": PAPER}, []
    for path in ODD:
        words = [values.get(word, path if word == "PATH" else word) for word in command.split()]
        words += [] if "--home" in words else ["--home", home]
        words += [] if "--embedding-model" in words else ["--embedding-model", "none"]
        code = main(words)
        error = capsys.readouterr().err
        messages = [line for line in error.splitlines() if line.startswith("citehop: ")]
        if code not in CODES or "bug" in error or (code in (2, 3) and len(messages) != 1):
            wrong.append((path, code, error))
    assert not wrong


@pytest.mark.parametrize("command", ["/save", "/image", "/figures", "/anchor", "/figure"])
def test_an_odd_path_in_a_chat_is_one_line(
    command: str, folder: Path, home: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ODD:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{command} {path}\n"))
        code = main(["chat", "sample", "--home", home, "--embedding-model", "none"])
        error = capsys.readouterr().err
        assert code in CODES, (path, error)
        assert len(error.splitlines()) <= 1, (path, error)


def test_every_path_among_the_arguments_is_tried() -> None:
    tried = {
        tuple(word for word in command.split() if word.islower() or word[0] == "-") for command in COMMANDS
    }
    missing = []
    for name, command in walk(typer.main.get_command(cli), ()):
        context = typer.Context(command)
        for parameter in command.params:
            record = parameter.get_help_record(context)
            if record is None or parameter.name == "home":
                continue
            if "<path>" not in record[0] and type(getattr(parameter, "type", None)).__name__ != "TyperPath":
                continue
            option = record[0].split()[0]
            wanted = {*name, *([option] if option.startswith("--") else [])}
            if not any(wanted <= set(words) for words in tried):
                missing.append(" ".join((*name, option)))
    assert missing == []


def walk(command: Any, name: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield name, command
    for sub_name, sub in getattr(command, "commands", {}).items():
        yield from walk(sub, (*name, sub_name))
