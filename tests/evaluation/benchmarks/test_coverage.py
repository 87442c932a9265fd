"""Coverage of the papers: the same in the list of benchmarks and in the manual, by options and tasks that exist."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import citehop
from citehop.cli.main import main
from citehop.evaluation.benchmarks.options import flag
from citehop.evaluation.benchmarks.published import load_coverage
from citehop.evaluation.benchmarks.registry import BENCHMARKS, find_benchmark

DOCS = Path(citehop.__file__).parent / "docs" / "benchmarks.md"
COVERAGE = load_coverage()
SHARED_FLAGS = {"--task", "--judge", "--judge-model"}


def test_every_benchmark_with_a_paper_says_what_it_covers(capsys: pytest.CaptureFixture[str]) -> None:
    assert {one.name for one in BENCHMARKS if "arXiv" in one.paper} == set(COVERAGE)
    assert main(["bench", "list"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    for parts in COVERAGE.values():
        assert {one.mark for one in parts} == set("●◐–")  # none is whole
        assert all(f"{one.mark} {one.part}: {one.how}" in printed for one in parts)
    assert "● whole, ◐ in part, – not" in printed


def test_the_manual_has_the_same_table() -> None:
    lines = [
        f"| {name if n == 0 else ''} | {one.part} | {one.mark} | {one.how} |"
        for name, parts in COVERAGE.items()
        for n, one in enumerate(parts)
    ]
    assert "\n".join(lines) in DOCS.read_text("utf-8")


@pytest.mark.parametrize("name", sorted(COVERAGE))
def test_it_names_options_and_tasks_that_exist(name: str) -> None:
    benchmark = find_benchmark(name)
    known = {flag(field.name) for field in fields(benchmark.options)} | SHARED_FLAGS
    text = " ".join(one.how for one in COVERAGE[name])
    assert set(re.findall(r"--[a-z-]+", text)) <= known
    tasks = [
        task
        for listed in re.findall(r"--task ([a-z][a-z-]*(?:, [a-z][a-z-]*)*)", text)
        for task in listed.split(", ")
    ]
    assert set(tasks) <= set(benchmark.task_names)
