"""M3SciQA's second hop and both hops together: what is read, what is asked, what counts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.ablations import Ablation
from citehop.evaluation.benchmarks.m3sciqa.answer import CHUNK, OVERLAP, answer_by_quote, answer_with, chunked
from citehop.evaluation.benchmarks.m3sciqa.release import open_release
from citehop.evaluation.benchmarks.m3sciqa.scoring import SHOWN
from citehop.evaluation.benchmarks.m3sciqa.tables import LEAK
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.judges.equivalence import SAME_MEANING
from citehop.evaluation.prepared_task import PreparedTask, run_task, scale_grader, show_nothing
from citehop.evaluation.runs.run_folder import RunFolder
from citehop.evaluation.types import AnswerQuote, Document, Example, Prediction
from citehop.settings import Settings
from citehop.testing import ModelServer, QueueLLM
from citehop.testing.models.queue import Step
from citehop.testing.models.verdicts import MALFORMED


def said(answer: str, quote: str = "") -> str:
    return f"Let me think. {json.dumps({'answer': answer, 'quote': quote})}"


def prepared(
    release: Path, home: Path, ablation: Ablation = Ablation.NONE, task: str = "answer", **options: Any
) -> PreparedTask:
    settings = Settings(home=str(home), workers=1, model="queue" if task == "answer" else "")
    given = {"questions": "val", "ranking": "gold", **options}
    (request,) = task_requests(
        find_benchmark("m3sciqa"), str(release), settings, task=task, given=given, ablation=ablation
    )
    return request.benchmark.prepare(request)


def texts(task: PreparedTask) -> list[list[str]]:
    return [
        [paper.text or paper.title or paper.id for paper in example.documents] for example in task.examples
    ]


def test_papers_are_read_as_far_as_the_release_has_them(release: Path, tmp_path: Path) -> None:
    gold = prepared(release, tmp_path)
    assert texts(gold) == [
        ["We propose BarNet."],
        ["FooNet: Parsing Trees"],
        ["On quxes."],
    ]  # no abstract: the title
    assert "title and abstract" in gold.notes[0]
    full = {
        "1900.2": {
            "title": "BarNet for Trees",
            "abstract": "Short.",
            "full_text": [
                {"section_name": "1 Intro", "paragraphs": ["Long ago.", "Now."]},
                {"section_name": "Appendix A", "paragraphs": ["Never read."]},
            ],
        }
    }
    (release / "paper_full_content.json").write_text(json.dumps(full))
    assert open_release(release).to_read("1234.00001", "s2").text == "Short.\n\n1 Intro\nLong ago.\nNow."
    assert prepared(release, tmp_path).notes == ()


def test_a_released_ranking_is_cut_before_papers_without_text_are_left_out(
    release: Path, tmp_path: Path
) -> None:
    bench = prepared(release, tmp_path, ranking="released", papers=2)
    assert texts(bench) == [["FooNet: Parsing Trees", "We propose BarNet."], ["arxiv:1900.7"], []]
    assert any("by their id alone" in note for note in bench.notes)
    one = prepared(release, tmp_path, ranking="released", papers=1)
    assert texts(one)[0] == ["FooNet: Parsing Trees"]
    assert one.manifest.name != bench.manifest.name


@pytest.mark.parametrize(
    ("ablation", "shown"),
    [
        (Ablation.CLOSED_BOOK, [[], [], []]),
        (Ablation.TITLES, [["BarNet for Trees"], ["FooNet: Parsing Trees"], ["Quxing"]]),
        (Ablation.ORACLE_PAPER, [["We propose BarNet."], ["FooNet: Parsing Trees"], ["On quxes."]]),
        (
            Ablation.ORACLE_PASSAGE,
            [[f"It says: {a}"] for a in ("They propose BarNet.", "Trees are parsed.", "It is on quxes.")],
        ),
    ],
)
def test_ablations_take_away_or_hand_over(
    release: Path, tmp_path: Path, ablation: Ablation, shown: list[list[str]]
) -> None:
    assert texts(prepared(release, tmp_path, ablation=ablation)) == shown


def test_chunks_overlap_and_their_answers_are_put_together() -> None:
    text = "".join(f"{n:06d}\n" for n in range(3 * CHUNK // 7))
    chunks = chunked([Document("a", "", text)])
    assert len(chunks) == 4
    assert all(before[-OVERLAP:] == after[:OVERLAP] for before, after in pairwise(chunks))
    assert "".join([chunks[0], *(chunk[OVERLAP:] for chunk in chunks[1:])]) == text
    assert chunked([Document("a"), Document("b", "Title")]) == ["Title: Title"]
    llm = QueueLLM(
        [
            said("I don't know."),
            said("Red.", "000001\n000002"),
            said("Blue.", "made up"),
            "no JSON here",
            said("Both."),
        ]
    )
    found = answer_with(llm)(
        Example("1", "Which colour?", documents=(Document("a", "", text), Document("b")))
    )
    assert (found.answer, found.shown) == ("Both.", ("a",))
    assert found.quotes == (
        AnswerQuote("a", "000001\n000002"),
    )  # words that stand there; the other quote is made up
    joining = llm.requests[-1].messages[-1].text
    assert "1. Red." in joining
    assert "3. no JSON here" in joining
    assert "know" not in joining.split("<<material")[-1]


def test_one_answer_needs_no_joining_and_none_is_ignorance() -> None:
    example = Example("1", "?", documents=(Document("a", "T", "x" * (2 * CHUNK)),))
    llm = QueueLLM([said("I do not know"), said("Red."), said("i don't know!")])
    assert answer_with(llm)(example).answer == "Red."
    assert answer_with(QueueLLM([said("I don't know")] * 3))(example).answer == "I don't know"
    closed = QueueLLM(['{"answer": "From memory"}'])
    assert answer_with(closed)(Example("1", "?")).answer == "From memory"
    assert "No documents available" in closed.requests[0].messages[-1].text


def test_without_a_model_the_best_sentence_answers() -> None:
    documents = (
        Document("a", "A", "We cook rice. The authors propose a parser of trees."),
        Document("b", "B"),
    )
    found = answer_by_quote(Example("1", "Take it. What do the authors propose?", documents=documents))
    assert found.answer == "The authors propose a parser of trees."
    assert found.quotes == (AnswerQuote("a", found.answer),)
    assert answer_by_quote(Example("1", "What?")).answer == ""


def test_verdicts_of_no_valid_form_are_unscored_and_counted(release: Path, tmp_path: Path) -> None:
    task = prepared(release, tmp_path)
    examples = tuple(
        Example(str(n), f"{n}?", answers=("right",), documents=(Document("a", "A", "text"),), group=str(n))
        for n in range(12)
    )
    task = replace(task, examples=examples, by=(), show=show_nothing, notes=())
    answers: list[Step] = [*(said("right") for _ in range(10)), said("I don't know"), ValueError("down")]
    judge = scale_grader(QueueLLM(MALFORMED), SAME_MEANING)
    llm = QueueLLM(answers)
    report = run_task(task, RunFolder(tmp_path / "run"), Models(llm, llm, Meter()), [judge])
    estimate = report.overall.estimate("judge[0-1]")
    assert (estimate.unscored, estimate.n, estimate.mean) == (
        10,
        2,
        0.0,
    )  # ignorance and the error are wrong, unasked
    assert report.headline == "judge[0-1]"
    assert report.errors == (("ValueError: down", 1),)
    assert report.overall.estimate("ROUGE-1").mean == pytest.approx(10 / 12)
    assert report.overall.estimate(SHOWN).n == 12


@pytest.mark.parametrize(
    "wrong",
    [
        {"papers": 6},
        {"papers": 0},
        {"questions": "locality"},
        {"candidates": "first-20"},
        {"search": "combined"},
        {"ablation": Ablation.SHUFFLED_FIGURES},
        {"task": "end-to-end"},
        {"task": "rank", "papers": 2},
        {"task": "rank", "ablation": Ablation.CLOSED_BOOK},
        {"task": "rank", "questions": "locality", "search": "combined", "ranking": "ours"},
        {"task": "rank", "questions": "locality"},
    ],
)
def test_what_cannot_go_together_is_refused_in_one_line(
    release: Path, tmp_path: Path, wrong: dict[str, Any]
) -> None:
    with pytest.raises(UsageError) as caught:
        prepared(release, tmp_path, **{"ranking": "released", **wrong})
    assert "\n" not in str(caught.value)


def scripted(body: Mapping[str, Any]) -> str:
    """Answers for the reader, verdicts for the judge."""
    asked = body["messages"][-1]["content"]
    return (
        '{"selection": 1}' if "Grade whether" in asked else said("They propose BarNet.", "We propose BarNet.")
    )


def test_both_hops_by_the_command_shown_compared_and_replayed(
    release: Path, home: Path, one_at_a_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    base = ["bench", "m3sciqa", "--task", "end-to-end", "--data", str(release), "--json"]
    with ModelServer(scripted) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--judge"]
        assert main([*base, *model]) == 0
        first = json.loads(capsys.readouterr().out)
        asked = len(server.received)
        assert main([*base, *model]) == 0  # only read
        assert len(server.received) == asked
        capsys.readouterr()
        assert main([*base, *model, "--ablation", "closed-book"]) == 0
        closed = json.loads(capsys.readouterr().out)
    assert first["n"] == 3
    assert first["overall"]["judge[0-1]"] == pytest.approx(1.0)
    assert first["overall"]["ROUGE-1"] > 0.3
    assert LEAK in first["notes"]
    (led,) = first["tables"]
    assert sum(values[0] for _, values in led["rows"]) == 3
    assert any("graded its own answers" in note for note in first["notes"])
    assert first["usage"]["calls"] == first["judging"]["calls"] == 3
    prediction = RunFolder(home / "runs" / first["run"]).predictions["1"]
    assert prediction.quotes == (AnswerQuote("s2", "We propose BarNet."),)
    assert set(prediction.ranking) == {"s1", "s2", "s3"}
    assert main(["bench", "compare", first["run"], closed["run"], "--json"]) == 0
    differences = json.loads(capsys.readouterr().out)["differences"]
    assert differences["ROUGE-1"]["n"] == 3
    assert differences[SHOWN]["difference"]["mean"] == -first["overall"][SHOWN]
    assert main(["bench", "replay", first["run"], "--json"]) == 0  # the server is gone
    printed, told = capsys.readouterr()
    assert json.loads(printed)["overall"] == first["overall"]
    assert "3 of 3 predictions came out as recorded" in told
    markdown = home / "report.md"
    assert main(["bench", "show", first["run"], "--markdown", str(markdown)]) == 0
    assert "| all " in markdown.read_text()
    assert main(["bench", "show", "m3sciqa-nothing"]) == 2


def test_a_run_needs_its_replies_to_be_replayed(
    release: Path, home: Path, one_at_a_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(scripted) as server:
        command = [
            "bench",
            "m3sciqa",
            "--task",
            "answer",
            "--ranking",
            "gold",
            "--data",
            str(release),
            "--json",
        ]
        assert main([*command, "--model", "openai/scripted", "--api-base", server.url]) == 0
    name = json.loads(capsys.readouterr().out)["run"]
    (home / "runs" / name / "replies.jsonl").write_text("")
    assert main(["bench", "replay", name, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert "was never asked this" in next(iter(report["errors"]))
    assert sum(report["errors"].values()) == 3


def test_a_system_is_any_callable(tmp_path: Path, release: Path) -> None:
    task = prepared(release, tmp_path)

    def system(models: Models | None) -> Any:
        return lambda examples: (Prediction(example.id, answer=example.answers[0]) for example in examples)

    report = run_task(replace(task, answer=system), RunFolder(tmp_path / "mine"))
    assert report.overall.estimate("ROUGE-L").mean == 1.0
