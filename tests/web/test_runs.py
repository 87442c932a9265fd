"""Benchmark runs on the page: the list, one report, and two runs question by question."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from citehop.evaluation.reports.report import Report, summarize
from citehop.evaluation.runs.run_folder import RunFolder, RunManifest
from citehop.evaluation.types import Example, Prediction, Scores
from citehop.papers.serialization import to_json
from citehop.settings import Settings

EVIL = "<script>alert(1)</script>"


def write_run(home: Path, option: str, values: Sequence[float]) -> str:
    """A complete run with one example per score."""
    manifest = RunManifest("m3sciqa", "rank", (("strategy", option),), ())
    folder = RunFolder(home / "runs" / manifest.name)
    examples = [
        Example(str(n), f"Question {n} {EVIL}?", answers=(f"right {n}",), group=f"paper {n % 3}")
        for n in range(len(values))
    ]
    scores = [Scores(str(n), (("MRR", value),)) for n, value in enumerate(values)]
    folder.begin(manifest, examples)
    lines = [to_json(Prediction(str(n), answer=f"{option} {n}")) for n in range(len(values))]
    folder.predictions_file.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    report = Report(
        folder.name, f"Run {option}", "MRR", (), (("strategy", option),), summarize(examples, scores, ())
    )
    folder.end(scores, report)
    return folder.name


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory, start: Any) -> Iterator[tuple[Any, str, str]]:
    home = tmp_path_factory.mktemp("runs-home")
    names = write_run(home, "bm25", [0.0, 0.5] * 40), write_run(home, "dense", [1.0, 0.5, 0.0, 0.0] * 20)
    (home / "runs" / "begun").mkdir()
    (home / "runs" / "begun" / "run.json").write_text("damaged", "utf-8")
    with start(Settings(home=str(home))) as site:
        yield site, *names


def test_runs_are_listed_with_their_headline(runs: tuple[Any, str, str]) -> None:
    site, first, second = runs
    page = site.get("/runs").text
    assert f'href="/runs/{first}"' in page
    assert "MRR 0.250" in page
    assert "MRR 0.375" in page
    assert page.count('type="radio"') == 4
    assert second in page


def test_a_report_has_its_means_and_its_questions_worst_first(runs: tuple[Any, str, str]) -> None:
    site, first, _ = runs
    page = site.get(f"/runs/{first}").text
    assert "0.250" in page
    questions = page.partition("lowest MRR first")[2]
    assert questions.count("<li>") == 50
    assert questions.index("Question 0 ") < questions.index("Question 10 ")
    assert "<strong>0.50</strong>" in site.get(f"/runs/{first}?page=1").text
    assert EVIL not in page
    assert "right: right 0" in page


def test_two_runs_are_compared_question_by_question(runs: tuple[Any, str, str]) -> None:
    site, first, second = runs
    page = site.get(f"/runs/compare?first={first}&second={second}").text
    assert "MRR: 20 better, 20 worse of 80" in page
    assert "+0.125" in page
    top = page.partition("20 worse of 80")[2].partition("</li>")[0]
    assert "0.00 → 1.00" in top
    assert "first: bm25 0" in top
    assert "second: dense 0" in top
    assert "51 to 80 of 80" in site.get(f"/runs/compare?first={first}&second={second}&page=1").text


@pytest.mark.parametrize("name", ["..", "../runs", "%2e%2e", "/etc/passwd", "begun/..", "nosuch", "", "%00"])
def test_only_the_name_of_a_run_opens_one(runs: tuple[Any, str, str], name: str) -> None:
    site, first, _ = runs
    assert site.get(f"/runs/compare?first={name}&second={first}").status == 404
    if name:
        assert site.get(f"/runs/{name}").status == 404


def test_a_damaged_run_is_one_line(runs: tuple[Any, str, str]) -> None:
    reply = runs[0].get("/runs/begun")
    assert reply.status == 404
    assert "Traceback" not in reply.text
