"""README and docs/ are true: every code block runs over the sample papers, every generated page is as the program is.

What a command needs and a test cannot have (a provider, a GPU, a server, benchmark data) is left out: then the command
line is only parsed, so that its name and its options are checked.
"""

import io
import itertools
import json
import re
import runpy
import shlex
import shutil
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import typer

from citehop.cli.main import cli, main
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
from citehop.indexes.build.build import build
from citehop.settings import Settings, load_settings
from citehop.testing import ModelServer

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
_FENCE = re.compile(r"^```(\w*)(?: file=(\S+))?$")
_INDENTED_COMMAND = re.compile(r"^    (?:citehop|pip|pytest|python|echo) ")
# Needs something that is not here: page models, a Qdrant server, other providers, data, papers from the network.
_OUTSIDE = re.compile(
    r"--visual\b|--image\b|--qdrant-url|--strategy pages|ollama/|anthropic/|gguf:|sentemb|"
    r"citehop (?:add|mcp|demo|web|make spiqa)\b|\d{4}\.\d{5}|--judge-model|--data (?!my_corpus)|bench (?!retrieval --data)"
)


@dataclass(frozen=True)
class Block:
    """A code block; `file` is the name that the text around it gives to it."""

    kind: str
    text: str
    line: int
    file: str = ""


def blocks(page: Path) -> Iterator[Block]:
    lines = page.read_text("utf-8").splitlines()
    number = 0
    while number < len(lines):
        fence = _FENCE.match(lines[number])
        if fence:
            end = next(n for n in range(number + 1, len(lines)) if lines[n] == "```")
            yield Block(fence[1], "\n".join(lines[number + 1 : end]), number + 1, fence[2] or "")
            number = end
        elif _INDENTED_COMMAND.match(lines[number]):
            run = list(itertools.takewhile(lambda line: line.startswith("    "), lines[number:]))
            yield Block("sh", "\n".join(line[4:] for line in run), number + 1)
            number += len(run)
        number += 1


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the pages speak of: FOLDER with an anchor.pdf, references.bib, my_corpus; a home with clusters."""
    folder = tmp_path_factory.mktemp("docs")
    shutil.copytree(FOLDER, folder / "FOLDER")
    (folder / "FOLDER" / ANCHOR_FILE).rename(folder / "FOLDER" / "anchor.pdf")
    shutil.copy(FOLDER / ANCHOR_FILE, folder / "paper.pdf")
    (folder / "references.bib").write_text(
        "@article{a, title={Rain on Snow Revisited}, author={Ann Author}, year={2019}, abstract={Snow melts.}}"
    )
    (folder / "my_corpus").mkdir()
    settings = Settings(home=str(folder / "home"), embedding_model="none")
    build(FOLDER, "sample", ANCHOR_FILE, settings)
    for page in PAGES:
        for block in blocks(page):
            if block.file:
                (folder / block.file).parent.mkdir(exist_ok=True)
                (folder / block.file).write_text(block.text)
            elif block.kind == "json":
                _keep(json.loads(block.text), folder / "my_corpus")
    return folder


def _keep(row: dict[str, Any], corpus: Path) -> None:
    for key, name in (("paragraphs", "papers.jsonl"), ("question_id", "questions.jsonl")):
        if key in row:
            with (corpus / name).open("a") as stream:
                stream.write(json.dumps(row) + "\n")


@pytest.fixture
def here(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(workspace)
    monkeypatch.syspath_prepend(workspace)
    monkeypatch.setenv("CITEHOP_HOME", str(workspace / "home"))
    monkeypatch.setenv("CITEHOP_EMBEDDING_MODEL", "none")
    monkeypatch.setattr(sys, "stdin", sys.stdin)  # each command has its own, see _command
    return workspace


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_code_block_runs(page: Path, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer(lambda _: "UNKNOWN") as server:
        for block in blocks(page):
            try:
                _run(block, here, server)
            except Exception as error:
                raise AssertionError(
                    f"{page.name} line {block.line}: {error}\n{capsys.readouterr().err}"
                ) from error


def _run(block: Block, here: Path, server: ModelServer) -> None:
    if block.kind == "sh":
        for line in block.text.replace("\\\n", " ").splitlines():
            for part in line.split(" && "):
                _command(part.strip(), server)
    elif block.kind == "console":
        for line in block.text.splitlines():
            if line.startswith("$ "):
                _parse(shlex.split(line[2:]))
    elif block.kind == "python":
        path = here / (block.file or "block.py")
        path.write_text(block.text)
        runpy.run_path(str(path))
    elif block.kind == "toml":
        (here / "toml").mkdir(exist_ok=True)
        (here / "toml" / "citehop.toml").write_text(block.text)
        assert load_settings({}, {}, here / "toml") != Settings()
    elif block.kind == "json":
        json.loads(block.text)
    elif block.kind == "jsonl":
        assert all(json.loads(line) for line in block.text.splitlines())
    else:
        assert block.kind == "text", f"unknown language {block.kind!r}; text is not run"


def _command(line: str, server: ModelServer) -> None:
    said, pipe, rest = line.partition(" | ")
    sys.stdin = io.StringIO("\n".join(shlex.split(said)[1:]) if pipe else "")
    line = rest if pipe else line
    words = shlex.split(line, comments=True)
    if words[0] != "citehop":
        _other(words)
    elif _OUTSIDE.search(line):
        _parse(words)
    else:
        model = ["--api-base", server.url, "--no-cache"] if "--model" in words else []
        code = main([*words[1:], *model])
        assert code in (0, 4), f"{line!r} ended with {code}"


def _other(words: list[str]) -> None:
    """pip, pytest, programs of the repository: what they name exists."""
    if words[:2] == ["pip", "install"]:
        extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
        named = [
            name for word in words for found in re.findall(r"\[(.+)\]", word) for name in found.split(",")
        ]
        assert set(named) <= set(extras), named
    elif words[0] == "python":
        assert (ROOT / words[1]).exists(), words[1]
    else:
        assert words[0] == "pytest" or (ROOT / words[0]).exists(), words[0]


def _parse(words: list[str]) -> None:
    command: Any = typer.main.get_command(cli)
    assert words[0] == "citehop", words
    rest = words[1:]
    while hasattr(command, "commands") and rest and not rest[0].startswith("-"):
        command, rest = command.commands[rest[0]], rest[1:]
    command.make_context("citehop", rest)


def test_the_transcript_of_the_readme_is_what_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITEHOP_HOME", str(tmp_path))
    block = next(b for b in blocks(ROOT / "README.md") if b.kind == "console")
    assert main(["demo"]) == 0
    printed = capsys.readouterr().err.splitlines()  # the summary of the build
    for line in block.text.splitlines():
        if line.startswith("$ citehop ask"):
            assert main(shlex.split(line[2:])[1:]) == 0
            printed += capsys.readouterr().out.splitlines()
    shown = [line for line in block.text.splitlines() if line.strip() and not line.startswith("$ ")]
    missing = [line for line in shown if _shape(line) not in set(map(_shape, printed))]
    assert not missing, "\n".join(printed)


def _shape(line: str) -> str:
    """A line without its figures: times and probabilities may move a little."""
    return re.sub(r"[\d.,]+", "0", line).strip()


OTHER_TYPER = pytest.mark.skipif(
    not version("typer").startswith("0.28."), reason="cli.md has the help as typer 0.28 prints it"
)


@pytest.mark.parametrize("name", [pytest.param("cli.md", marks=OTHER_TYPER), "settings.md"])
def test_generated_pages_are_as_the_program_is(name: str) -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "make_docs.py"))["PAGES"][name]()
    assert (ROOT / "docs" / name).read_text("utf-8") == made, "run: python scripts/make_docs.py"


def test_the_drawing_is_as_its_script_draws_it() -> None:
    made = runpy.run_path(str(ROOT / "scripts" / "draw_architecture.py"))
    assert (ROOT / "docs" / "architecture.svg").read_text("utf-8") == made["draw"](), (
        "run: python scripts/draw_architecture.py"
    )
    packages = [package for package, _ in made["LAYERS"]]
    contract = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
    layers = [layer.removeprefix("citehop.") for layer in contract["layers"]]
    assert packages == [layer for layer in layers if layer in packages]
    assert {step.package for path in made["PATHS"] for step in path[0]} <= set(packages)


def test_modules_named_in_the_architecture_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    paths = re.findall(r"`([a-z_]+/[a-z_/]*(?:\.py)?)`", text)
    assert len(paths) > 15
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_the_gate_finds_its_command_in_the_readme() -> None:
    assert '\n    pip install -e ".[test]" && pytest -n 2 --dist loadfile\n' in (
        ROOT / "README.md"
    ).read_text("utf-8")


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_settings_page_names_every_variable() -> None:
    text = (ROOT / "docs" / "settings.md").read_text("utf-8")
    variables = set(re.findall(r"`CITEHOP_(\w+)`", text))
    assert variables == {name.upper() for name in Settings.__slots__}


def test_the_tests_that_the_page_on_security_names_exist() -> None:
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", (ROOT / "docs" / "security.md").read_text("utf-8"))
    assert len(named) > 40
    for path, name in named:
        assert f"def {name}(" in (ROOT / "tests" / path).read_text("utf-8"), f"{path}::{name}"
