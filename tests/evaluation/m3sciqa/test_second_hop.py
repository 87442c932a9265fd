"""M3SciQA's second hop and both hops together: what is searched, what is asked, what counts."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.agent.query.grammar.parser import Hops
from citehop.agent.types import Answer
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.ablations import Ablation
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.common.engine import answer_text
from citehop.evaluation.judges.equivalence import SAME_MEANING
from citehop.evaluation.m3sciqa.engine import paper_rows, question_of
from citehop.evaluation.m3sciqa.release import open_release
from citehop.evaluation.m3sciqa.scoring import CHAIN, CHAIN_TO_GOLD, SHOWN, score_both_hops
from citehop.evaluation.prepared_task import PreparedTask, run_task, scale_grader, show_nothing
from citehop.evaluation.runs.run_folder import RunFolder
from citehop.evaluation.types import AnswerQuote, Document, Example, GivenGoldAnswer, Prediction
from citehop.figures.types import Entity, Reading
from citehop.papers.types import BBox
from citehop.settings import Settings
from citehop.testing import ModelServer, QueueLLM
from citehop.testing.models.queue import Step
from citehop.testing.models.verdicts import MALFORMED

FULL = {
    "1900.2": {
        "title": "BarNet for Trees",
        "abstract": "We propose BarNet for trees.",
        "full_text": [
            {
                "section_name": "1 Intro",
                "paragraphs": ["BarNet is a parser of trees.", "The authors propose BarNet."],
            },
            {"section_name": "Appendix A", "paragraphs": ["Never read."]},
        ],
    }
}


def said(answer: str, quote: str = "") -> str:
    return f"Let me think. {json.dumps({'answer': answer, 'quote': quote})}"


def prepared(
    release: Path, home: Path, ablation: Ablation = Ablation.NONE, task: str = "answer", **options: Any
) -> PreparedTask:
    model = "openai/queue" if options.get("protocol") == "paper" else ""
    settings = Settings(home=str(home), workers=1, embedding_model="none", model=model)
    (request,) = task_requests(
        find_benchmark("m3sciqa"), str(release), settings, task=task, given=options, ablation=ablation
    )
    return request.benchmark.prepare(request)


def run(task: PreparedTask, folder: Path, llm: QueueLLM | None = None) -> dict[str, Prediction]:
    found = RunFolder(folder)
    run_task(task, found, Models(llm, llm, Meter()) if llm else None)
    return found.predictions


def test_a_cluster_has_the_full_text_up_to_the_appendix(release: Path) -> None:
    bare = open_release(release)
    paper = bare.candidates["1234.00001"][1]
    assert bare.sections(paper) == ()
    assert bare.to_read(paper).text == "We propose BarNet for trees."
    (release / "paper_full_content.json").write_text(json.dumps(FULL))
    full = open_release(release)
    assert [heading for heading, _ in full.sections(paper)] == ["1 Intro"]
    assert full.to_read(paper).text.startswith(
        "We propose BarNet for trees.\n\n1 Intro\nBarNet is a parser of trees.\n"
    )
    assert full.paper("1234.00001", "arxiv:1900.2").title == "BarNet for Trees"
    rows = paper_rows([paper, replace(paper, id="S2"), Document("x")], full.sections)
    assert [(row["id"], row["title"]) for row in rows] == [("s2", "BarNet for Trees"), ("x", "x")]
    assert rows[0]["sections"][0]["paragraphs"][0] == "BarNet is a parser of trees."


def test_a_given_ranking_is_searched_without_its_figure(release: Path, tmp_path: Path) -> None:
    (release / "paper_full_content.json").write_text(json.dumps(FULL))
    gold = run(prepared(release, tmp_path, ranking="gold"), tmp_path / "gold")
    assert gold["1"].shown == ("s2",)
    assert gold["1"].quotes
    assert {quote.document for quote in gold["1"].quotes} == {"s2"}
    assert gold["1"].reading is None
    released = run(prepared(release, tmp_path, papers="2"), tmp_path / "released")
    assert released["1"].ranking == (
        "s1",
        "s2",
    )  # s3 is another record of s1; 1900.7 is known by its id alone
    assert "no paper of the ranking" in released["2"].error


def test_both_hops_rank_as_the_task_rank_does(release: Path, tmp_path: Path) -> None:
    ranked = run(prepared(release, tmp_path, task="rank", questions="val"), tmp_path / "rank")
    whole = run(prepared(release, tmp_path, task="end-to-end"), tmp_path / "whole")
    assert {key: p.ranking for key, p in ranked.items()} == {key: p.ranking for key, p in whole.items()}
    assert {key: p.reading for key, p in ranked.items()} == {key: p.reading for key, p in whole.items()}
    assert whole["2"].given_gold is not None
    assert whole["1"].proven[:1] == ("figure box",)
    assert "t.png" in whole["3"].error  # the picture is missing


def test_hidden_answers_leave_the_first_hop_and_the_chain(release: Path, tmp_path: Path) -> None:
    task = prepared(release, tmp_path, task="end-to-end", questions="test")
    assert task.graders is None
    report = run_task(task, RunFolder(tmp_path / "run"))
    overall = dict(report.overall.estimates)
    assert overall["MRR"].mean is not None
    assert overall["ROUGE-L"].mean is None
    assert overall["ROUGE-L"].unscored == 3
    by_hop = dict(report.extra.tables[0].rows)
    assert by_hop["MRR"][0] == overall["MRR"].mean
    assert by_hop["ROUGE-L"] == (None, None, None)


@pytest.mark.parametrize("papers", ["1", "3"])
def test_the_first_hop_of_both_hops_equals_rank_on_real_questions(
    shared: Path, tmp_path: Path, papers: str
) -> None:
    data = shared / "m3sciqa"
    tasks = [
        prepared(data, tmp_path, task="rank", questions="val"),
        prepared(data, tmp_path, task="end-to-end", papers=papers),
    ]
    first, whole = (
        run(replace(task, examples=task.examples[:3]), tmp_path / str(n)) for n, task in enumerate(tasks)
    )
    assert [p.ranking for p in first.values()] == [p.ranking for p in whole.values()]
    assert all(len(p.shown) == int(papers) for p in whole.values())


def test_hops_come_from_the_release_or_from_the_question_itself() -> None:
    text = "Consider the paper that introduces the method that leads. What is parsed?"
    example = Example("1", text, tags=(("visual", "Which method leads?"),))
    by_release = question_of(example, "visual")
    assert by_release.hops == Hops("Which method leads?", "What is parsed?")
    assert by_release.text == text
    assert question_of(example, "combined").hops == Hops(
        "Consider the paper that introduces the method that leads.", "What is parsed?"
    )
    assert not question_of(Example("2", text), "visual").hops.is_two_hop


def test_markers_of_citations_are_no_part_of_an_answer() -> None:
    assert answer_text(Answer("It is red [1]. And blue. [2]", status="answered")) == "It is red. And blue."
    assert answer_text(Answer("See [1].", status="abstained")) == ""


@pytest.mark.parametrize(
    ("proven", "ranking", "chain", "to_gold"),
    [
        (("figure box", "citation", "paper", "quote"), ("a", "b"), 1.0, 1.0),
        (("figure box", "citation", "paper", "quote"), ("b", "a"), 1.0, 0.0),
        (("figure box", "citation", "quote"), ("a",), 0.0, 0.0),
        ((), (), 0.0, 0.0),
    ],
)
def test_both_hops_are_scored_each_and_together(
    proven: tuple[str, ...], ranking: tuple[str, ...], chain: float, to_gold: float
) -> None:
    documents = (Document("a", "A"), Document("b", "B"))
    example = Example("1", "?", ("red cat",), documents=documents, gold=("a",), tags=(("name", "X"),))
    reading = Reading((Entity("X", 0.9),), "max", (BBox(0, 0, 1, 1),), abstained=False)
    prediction = Prediction(
        "1", ranking, reading, answer="red", proven=proven, given_gold=GivenGoldAnswer("red cat")
    )
    scores = score_both_hops(example, prediction)
    assert (scores[CHAIN], scores[CHAIN_TO_GOLD]) == (chain, to_gold)
    assert scores["read right"] == 1.0
    assert scores["ROUGE-1"] == pytest.approx(2 / 3)  # P 1, R 1/2
    assert scores["second hop ROUGE-1"] == 1.0
    assert scores["MRR"] == (0.0 if not ranking else 1 / (1 + ranking.index("a")))
    assert CHAIN not in score_both_hops(example, prediction, with_reading=False)


@pytest.mark.parametrize("ablation", [Ablation.ORACLE_PAPER, Ablation.ORACLE_PASSAGE])
def test_oracles_hand_over_what_is_to_be_read(release: Path, tmp_path: Path, ablation: Ablation) -> None:
    task = prepared(release, tmp_path, ablation)
    found = run(task, tmp_path / "run")
    passage = ablation is Ablation.ORACLE_PASSAGE
    assert found["1"].shown == (("passage",) if passage else ("s2",))
    assert found["2"].shown == (("passage",) if passage else ("s1",))


def test_verdicts_of_no_valid_form_are_unscored_and_counted(release: Path, tmp_path: Path) -> None:
    task = prepared(release, tmp_path, protocol="paper", ranking="gold")
    examples = tuple(
        Example(str(n), f"{n}?", answers=("right",), documents=(Document("a", "A", "text"),), group=str(n))
        for n in range(12)
    )
    answers: list[Step] = [*("right" for _ in range(10)), "I don't know", ValueError("down")]
    llm = QueueLLM(answers)

    def system(models: Models | None) -> Any:
        from citehop.agent.llm.types import Message, Request
        from citehop.evaluation.evaluate import one_by_one

        assert models is not None
        text = models.text

        def answer(example: Example) -> Prediction:
            return Prediction(example.id, answer=text.complete(Request((Message("user", example.id),))).text)

        return one_by_one(answer)

    task = replace(task, examples=examples, by=(), show=show_nothing, notes=(), answer=system)
    judge = scale_grader(QueueLLM(MALFORMED), SAME_MEANING)
    report = run_task(task, RunFolder(tmp_path / "run"), Models(llm, llm, Meter()), [judge])
    estimate = report.overall.estimate("judge[0-1]")
    # ignorance and the error are wrong, unasked
    assert (estimate.unscored, estimate.n, estimate.mean) == (10, 2, 0.0)
    assert report.headline == "judge[0-1]"
    assert report.errors == (("ValueError: down", 1),)
    assert report.overall.estimate("ROUGE-1").mean == pytest.approx(10 / 12)
    assert report.overall.estimate(SHOWN).n == 12


@pytest.mark.parametrize(
    "wrong",
    [
        {"papers": "6"},
        {"papers": "0"},
        {"questions": "locality"},
        {"search": "combined"},
        {"ranking": "ours"},
        {"ranking": "released,gold"},
        {"ranking": "baseline:bm25"},
        {"ranking": "nonsense"},
        {"prompts": "folder"},
        {"ablation": Ablation.SHUFFLED_FIGURES},
        {"ablation": Ablation.CLOSED_BOOK},
        {"task": "end-to-end", "ranking": "released"},
        {"task": "end-to-end", "ranking": "ours", "protocol": "paper"},
        {"task": "rank", "papers": "2"},
        {"task": "rank", "protocol": "paper", "ranking": "ours"},
        {"task": "rank", "ablation": Ablation.CLOSED_BOOK},
        {"task": "rank", "search": "combined"},
        {"task": "rank", "ranking": "released"},
    ],
)
def test_what_cannot_go_together_is_refused_in_one_line(
    release: Path, tmp_path: Path, wrong: dict[str, Any]
) -> None:
    with pytest.raises(UsageError) as caught:
        prepared(release, tmp_path, **wrong)
    assert "\n" not in str(caught.value)


def test_what_needs_a_model_says_so(release: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", "m3sciqa", "--data", str(release)]
    assert main([*command, "--task", "end-to-end", "--protocol", "paper"]) == 3
    assert "protocol paper needs a model" in capsys.readouterr().err
    assert main([*command, "--ranking", "baseline:multimodal"]) == 3
    assert "needs a model" in capsys.readouterr().err


STATEMENT = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


def scripted(body: Mapping[str, Any]) -> str:
    """Looks, chooses and grades."""
    asked = body["messages"][-1]["content"]
    if not isinstance(asked, str):
        return '{"entity": "BarNet", "value": "", "confidence": 0.9}'
    if "Grade whether" in asked:
        return '{"selection": 1}'
    numbers = [
        int(number) for number, text in STATEMENT.findall(asked) if "We propose BarNet for trees." in text
    ]
    phrasing = "We propose BarNet for trees." if numbers else ""
    return json.dumps({"reason": "", "statements": numbers[:1], "phrasing": phrasing})


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
        assert main([*base, *model, "--ablation", "titles"]) == 0
        titles = json.loads(capsys.readouterr().out)
    assert first["n"] == 3
    assert {"MRR", "recall@5", "nDCG@3", "ROUGE-L", "judge[0-1]", "judge[1-5]", CHAIN} <= set(
        first["overall"]
    )
    assert {"second hop judge[0-1]", "second hop judge[1-5]", "second hop ROUGE-L"} <= set(first["overall"])
    by_hop, led, *published = first["tables"]
    assert published[0]["title"] == "Published: answer, test (Table 3, section 3.3)"
    assert by_hop["columns"] == ["first hop", "second hop", "end to end"]
    hops = dict(by_hop["rows"])
    overall = first["overall"]
    assert hops["MRR"] == [overall["MRR"], None, overall["MRR"]]
    assert hops["judge[1-5]"] == [None, overall["second hop judge[1-5]"], overall["judge[1-5]"]]
    assert hops[CHAIN] == [None, None, overall[CHAIN]]
    assert {"seconds per question", "US dollars per question"} <= set(hops)
    assert sum(int(re.findall(r"\d+", column)[0]) for column in led["columns"]) == 3
    assert any("graded its own answers" in note for note in first["notes"])
    assert any("BERTScore" in note for note in first["notes"])
    prediction = RunFolder(home / "runs" / first["run"]).predictions["1"]
    assert prediction.quotes == (AnswerQuote("s2", "We propose BarNet for trees."),)
    assert prediction.answer == "We propose BarNet for trees."
    assert set(prediction.ranking) == {"s1", "s2", "s3"}
    assert prediction.given_gold is not None
    assert prediction.given_gold.answer == "We propose BarNet for trees."
    assert main(["bench", "compare", first["run"], titles["run"], "--json"]) == 0
    differences = json.loads(capsys.readouterr().out)["differences"]
    assert differences["ROUGE-1"]["n"] == 3
    assert main(["bench", "replay", first["run"], "--json"]) == 0  # the server is gone
    printed, told = capsys.readouterr()
    assert json.loads(printed)["overall"] == first["overall"]
    assert "3 of 3 predictions came out as recorded" in told
    markdown = home / "report.md"
    assert main(["bench", "show", first["run"], "--markdown", str(markdown)]) == 0
    assert "## Hop by hop" in markdown.read_text()
    html = home / "report.html"
    assert main(["bench", "show", first["run"], "--html", str(html)]) == 0
    assert "Hop by hop" in html.read_text()
    assert main(["bench", "show", "m3sciqa-nothing"]) == 2


def by_the_paper(body: Mapping[str, Any]) -> str:
    text = json.dumps(body["messages"])
    if "Grade whether" in text:
        return '{"selection": 0.5}'
    return (
        '{"ranking": ["s2", "nobody", "S1", "s2"]}'
        if "image_url" in text
        else said("BarNet", "We propose BarNet for trees.")
    )


def test_the_protocol_of_the_paper_is_a_baseline_of_its_own(
    release: Path, home: Path, one_at_a_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    (release / "data" / "locality" / "1234.00002").mkdir()
    picture = (release / "data" / "locality" / "1234.00001" / "t.png").read_bytes()
    (release / "data" / "locality" / "1234.00002" / "t.png").write_bytes(picture)
    base = [
        "bench",
        "m3sciqa",
        "--task",
        "end-to-end",
        "--data",
        str(release),
        "--protocol",
        "paper",
        "--json",
    ]
    with ModelServer(by_the_paper) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        assert main([*base, *model, "--judge"]) == 0
        whole = json.loads(capsys.readouterr().out)
        asked = [json.dumps(request.body["messages"]) for request in server.received]
        assert main([*base, *model, "--ablation", "closed-book"]) == 0
        closed = json.loads(capsys.readouterr().out)
        recalled = json.dumps(server.received[-1].body["messages"])
    assert "baseline" in whole["title"]
    assert CHAIN not in whole["overall"]
    found = RunFolder(home / "runs" / whole["run"]).predictions
    assert found["1"].ranking == ("s2", "s1")  # known ids, each once; the others are not ranked
    assert found["3"].ranking == ()  # none of its candidates
    assert found["1"].answer == "BarNet"
    assert found["1"].quotes == (AnswerQuote("s2", "We propose BarNet for trees."),)
    assert next(text for text in asked if "image_url" in text).index("Id: s1") > 0
    assert whole["overall"]["judge[0-1]"] == 0.5
    assert "No documents available" in recalled
    assert closed["overall"]["MRR"] == 0.0


def by_the_paper_extracted(body: Mapping[str, Any]) -> str:
    """Reads, and grades; the model named "extractor" takes the answers out of the replies."""
    text = body["messages"][-1]["content"]
    if "Extract its final answer" in text:
        return "They propose BarNet." if body["model"] == "extractor" else "by the wrong model"
    if "atomic content units" in text:
        return "- BarNet is proposed.\n- It is proposed by them."
    if "does the text support" in text:
        return '{"supported": [1]}'
    return '{"selection": 1}' if "Grade whether" in text else "After some thought: They propose BarNet."


def test_answers_are_extracted_by_a_model_and_scored_by_all_metrics_of_the_paper(
    release: Path, home: Path, tiny_encoder: str, one_at_a_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    base = ["bench", "m3sciqa", "--task", "answer", "--data", str(release), "--limit", "1", "--json"]
    base += ["--ranking", "gold", "--protocol", "paper", "--extraction", "model", "--acu", "yes"]
    base += ["--extraction-model", "openai/extractor", "--bertscore", tiny_encoder, "--scale", "0-1"]
    with ModelServer(by_the_paper_extracted) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache", "--judge"]
        assert main([*base, *model]) == 0
    found = json.loads(capsys.readouterr().out)
    overall = found["overall"]
    assert RunFolder(home / "runs" / found["run"]).predictions["1"].answer == "They propose BarNet."
    assert found["settings"]["helper model"] == "openai/extractor"
    assert overall["ROUGE-1"] == 1.0  # the answer is the right one word for word
    for part in ("-precision", "-recall", ""):
        assert overall[f"BERTScore{part}[{tiny_encoder}]"] == pytest.approx(1.0, abs=1e-5)
    parts = ("AutoACU", "AutoACU recall", "AutoACU precision", "AutoACU F1")
    assert [overall[name] for name in parts] == [
        0.5,
        0.5,
        0.5,
        0.5,
    ]  # one unit of two, as long as the right one
    assert any("trained models" in note for note in found["notes"])
    assert any("of the first 1 examples alone" in note for note in found["notes"])
    assert not any("Not computed" in note for note in found["notes"])
    assert main(["bench", "replay", found["run"], "--json"]) == 0  # without the server
    assert json.loads(capsys.readouterr().out)["overall"] == overall


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
    assert sum(report["errors"].values()) == 1


def test_a_system_is_any_callable(tmp_path: Path, release: Path) -> None:
    task = prepared(release, tmp_path)

    def system(models: Models | None) -> Any:
        return lambda examples: (Prediction(example.id, answer=example.answers[0]) for example in examples)

    report = run_task(replace(task, answer=system), RunFolder(tmp_path / "mine"))
    assert report.overall.estimate("ROUGE-L").mean == 1.0
