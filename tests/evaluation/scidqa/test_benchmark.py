"""SciDQA: papers cut up, aspects parsed, tasks run with the scripted model server, response files judged."""

import json
import pickle
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from citehop.agent.reader.trust import ModelProfile, save_profile
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.runs.run_folder import RunFolder
from citehop.evaluation.scidqa.answer import average, bare, chosen, parse_aspects, passage_tokens
from citehop.evaluation.scidqa.benchmark import prepare
from citehop.evaluation.scidqa.data import load_questions
from citehop.evaluation.scidqa.papers import clean, passages, windows
from citehop.evaluation.types import AnswerQuote, Example
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn, refused

pytestmark = pytest.mark.usefixtures("one_at_a_time")

PASSAGE = re.compile(r"^\[(\d+)\]\n<<material \w+\n(.*?)\n\w+>>", re.DOTALL | re.MULTILINE)
GOOD = "Relevance: 8 - fits\nAccuracy: 6 - partly\nCompleteness: 4 - misses much\nConciseness: 10 - short"


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, drawn: ModuleType) -> Path:
    made: Path = drawn.scidqa(tmp_path_factory.mktemp("scidqa"))
    return made


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        (GOOD, 7),
        (GOOD + "\nOverall: 2", 7),  # its own sum is not trusted
        ("**Relevance** - 8/10\n**Accuracy:** 6\nCompleteness (4)\nConciseness = 10", 7),
        ('{"relevance": {"score": 8}, "accuracy": 6, "completeness": 4, "conciseness": 10}', 7),
        (GOOD.replace("8", "7.5"), 6.875),
        (GOOD.replace("10", "11"), None),
        (GOOD.replace("4", "0"), None),
        (GOOD.replace("6", "-6"), None),
        (GOOD.replace("Accuracy: 6", "Accuracy: good"), None),
        (GOOD.replace("Accuracy", "Precision"), None),
        (GOOD + "\nAccuracy: 9", None),  # two grades for one aspect
        ("8 6 4 10", None),
        ("", None),
    ],
)
def test_aspects(text: str, mean: float | None) -> None:
    found = parse_aspects(text)
    assert (sum(found.values()) / 4 if found else None) == mean


def test_sums_as_printed() -> None:
    assert average([9.0, 42.6, 49.1], [64.3, 60.8, 65.1]) == pytest.approx(48.48, abs=0.01)
    assert bare("A: By cross-validation.") == "By cross-validation."


def test_passages_respect_paragraphs_and_overlap_by_a_sentence() -> None:
    text = (
        "# Title\n\n## Part\n\nOne two three. Four five six. Seven eight nine.\n\nTen eleven twelve.\n\n# End"
    )
    assert passages(text, 6) == [
        "# Title\n## Part\nOne two three. Four five six.",
        "Four five six. Seven eight nine.",
        "Ten eleven twelve.",
        "# End",
    ]
    assert passages("", 6) == []


def test_noise_goes_and_long_citation_lists_are_cut() -> None:
    many = ", ".join(str(n) for n in range(1, 30))
    assert clean(f"As in [{many}]. [MISSING_PAGE_FAIL:3]") == "As in [1, 2, 3, 4, 5]. "
    assert clean("As in [1, 2, 3].") == "As in [1, 2, 3]."


WORDS = st.lists(st.text("abc", min_size=1, max_size=5), max_size=60)


@given(WORDS, st.integers(1, 20), st.sampled_from([" ", "\n", "\n\n", ". "]))
def test_windows_lose_no_word_and_fit(words: list[str], room: int, between: str) -> None:
    text = between.join(words)
    found = windows(text, room, lambda part: len(part.split()))
    assert "".join("".join(found).split()).replace(".", "") == "".join(words)
    assert all(len(window.split()) <= room for window in found)


def test_the_last_window_is_kept_and_a_paper_that_fits_is_one() -> None:
    assert windows("One. Two.\n\nThree.", 100, len) == ["One. Two.\n\nThree."]
    assert windows("aaaa\n\nbbbb\n\ncc", 10, len) == ["aaaa\n\nbbbb", "cc"]


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("2", "second"),
        ("Answer (2).", "second"),
        ("9", "the third one"),
        ("none", "the third one"),
        ("", "the third one"),
    ],
)
def test_the_chosen_window(reply: str, answer: str) -> None:
    assert chosen(["I don't know", "second", "the third one"], reply) == answer
    assert chosen(["I don't know"], "x") == "I don't know"


def examples(data: Path, home: Path, task: str, *options: str) -> tuple[Example, ...]:
    given = dict(pair.split("=", 1) for pair in options)
    settings = Settings(home=str(home), model="m", embedding_model="none")
    (request,) = task_requests(find_benchmark("scidqa"), str(data), settings, task=task, given=given)
    return prepare(request).examples


def test_each_task_gets_its_texts_in_the_version_asked_about(data: Path, home: Path) -> None:
    assert all(not example.documents for example in examples(data, home, "closed-book"))
    titles = examples(data, home, "title-abs")
    assert [d.title for d in titles[0].documents] == ["Paper p1"]
    assert not titles[3].documents  # a paper without a text
    more = ("retriever=baseline:bm25", "words=10", "passages=1")
    first, second, third, _ = examples(data, home, "rag", *more)
    assert "cross-validation" in first.documents[1].text
    assert "Bayesian search" in second.documents[1].text  # Revised is the final manuscript
    assert third.documents[1].text == "The valley corpus is used."
    assert len(examples(data, home, "full-text")[2].documents[1].text) > 1000
    searched = examples(data, home, "rag", "retriever=bm25", "passages=2")
    assert "cross-validation" in searched[0].documents[1].text
    assert "Bayesian search" in searched[1].documents[1].text
    assert all(len(example.documents) <= 3 for example in searched)
    assert not searched[3].documents


def test_pickles_of_either_layout_are_read_and_others_refused(
    data: Path, home: Path, tmp_path: Path, drawn: ModuleType
) -> None:
    other = drawn.scidqa(tmp_path / "other")
    (other / "papers_fulltext_nougat.pkl").write_bytes(pickle.dumps({"final": {"p1": "Bayesian search."}}))
    assert "Bayesian" in examples(other, home, "full-text")[1].documents[1].text
    assert len(examples(other, home, "full-text")[0].documents) == 1
    for value in (Path("/"), print, [1]):
        (other / "papers_fulltext_nougat.pkl").write_bytes(pickle.dumps(value))
        with pytest.raises(UsageError, match=r"papers_fulltext_nougat\.pkl"):
            examples(other, home, "full-text")
    (other / "relevant_ptabs.pkl").unlink()
    with pytest.raises(UsageError, match=r"osf\.io"):
        examples(other, home, "title-abs")


def test_the_released_table_is_read_whole(shared: Path) -> None:
    _, rows = load_questions(shared / "scidqa")
    assert len(rows) == 2937
    assert (rows[0].id, rows[0].question) == ("1", "What is the focus of this work?")
    assert (rows[-1].id, rows[-1].tag("pid")) == ("2976", "BkeyOxrYwH")
    assert sum(row.tag("version") == "Revised" for row in rows) == 307
    assert len({row.group for row in rows}) == 576


def prompt_of(body: Mapping[str, Any]) -> str:
    return str(body["messages"][-1]["content"])


def arguments(data: Path, server: ModelServer, *more: str) -> list[str]:
    model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache", "--json"]
    return ["bench", "scidqa", "--data", str(data), *model, *more]


def test_a_run_with_two_judges_stops_at_a_fault_and_goes_on(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first: list[ScriptedTurn | str] = ["By cross-validation.", "By search.", refused(401, "no such key")]
    with ModelServer(first) as server:
        assert main(arguments(data, server, "--judge")) == 3
    capsys.readouterr()

    def script(body: Mapping[str, Any]) -> ScriptedTurn | str:
        if "Grade four aspects" in prompt_of(body):
            assert "A: " not in prompt_of(body).split("Right answer:")[1]
            return (
                GOOD
                if body["model"] == "gpt-4o"
                else GOOD.replace("8", "4")
                if "now?" in prompt_of(body)
                else "bad"
            )
        return "The valley corpus."

    with ModelServer(script) as server:
        judges = ["--judge-model", "openai/gpt-4o,openai/gpt-4o-mini"]
        assert main(arguments(data, server, *judges)) == 0
        assert len(server.received) == 2 + 4 + 4
    fields = json.loads(capsys.readouterr().out)
    names = ["judge[1-10] by openai/gpt-4o", "judge[1-10] by openai/gpt-4o-mini"]
    assert [fields["overall"][name] for name in names] == [7, 6]
    assert fields["unscored"] == {names[1]: 3}
    table = fields["tables"][0]
    printed = dict(zip(table["columns"], table["rows"][0][1], strict=True))
    assert printed["ALS"] == 65
    assert "Avg" not in printed  # BLEURT and BERTScore are not there
    assert printed["ROUGE"] == pytest.approx(100 * fields["overall"]["ROUGE"])
    assert fields["by_version"]["Revised"]["n"] == 1
    assert main(["bench", "replay", fields["run"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["overall"] == fields["overall"]


def test_long_papers_are_read_window_by_window(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(body: Mapping[str, Any]) -> str:
        prompt = prompt_of(body)
        if "most complete answer" in prompt:
            return "2"
        return "The valley corpus." if "valley corpus is used" in prompt else "I don't know"

    more = ["--task", "full-text", "--window", "1400", "--limit", "3"]
    with ModelServer(script) as server:
        assert main(arguments(data, server, *more)) == 0
    prompts = [prompt_of(request.body) for request in server.received]
    assert sum("most complete" in prompt for prompt in prompts) == 1  # the first paper fits one window
    assert "number 29" in prompts[-2]  # the last window is read, too


def test_citehop_itself_is_asked_with_and_without_a_model(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITEHOP_EMBEDDING_MODEL", "none")
    command = ["bench", "scidqa", "--data", str(data), "--json"]
    assert main([*command, "--task", "ask"]) == 0
    captured = capsys.readouterr()
    fields = json.loads(captured.out)
    assert "1 of 4 questions have no text" in captured.err
    found = RunFolder(home / "runs" / fields["run"]).predictions
    assert all(bool(line.answer) == bool(line.quotes) for line in found.values())
    assert "no text of the paper" in found["4"].error
    sentence = "The threshold is chosen by cross-validation."

    def script(body: Mapping[str, Any]) -> str:
        listed = re.findall(r"^\[(\d+)\] (.*)$", prompt_of(body), re.MULTILINE)
        numbers = [int(number) for number, text in listed if "cross-validation" in text]
        chosen = {"reason": "", "statements": numbers[:1], "phrasing": sentence if numbers else ""}
        return json.dumps(chosen)

    with ModelServer(script) as server:
        settings = Settings(home=str(home), model="openai/gpt-4o", api_base=server.url)
        save_profile(ModelProfile("openai/gpt-4o", 40, 30, 10, 30, 10, 0, 40, 700.0, 1.0), settings)
        assert main(arguments(data, server, "--task", "ask")) == 0
    asked = json.loads(capsys.readouterr().out)
    assert asked["run"] != fields["run"]
    found = RunFolder(home / "runs" / asked["run"]).predictions
    assert (found["1"].answer, found["1"].quotes) == (sentence, (AnswerQuote("p1", sentence),))
    assert found["2"].answer == ""  # the final manuscript says something else
    for task in ("rag", "closed-book"):
        assert main([*command, "--task", task]) == 3
        assert "needs a model" in capsys.readouterr().err
    assert main([*command, "--task", "rag", "--model", "openai/gpt-4o", "--words", "10"]) == 2
    assert "--words: used only with --retriever baseline:bm25" in capsys.readouterr().err
    assert main(["bench", "scidqa"]) == 2


def test_a_response_file_is_judged_without_being_answered(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = Workbook()
    for row in (["id", "que", "ans", "m_ans"], [1, "How?", "A: Thus.", "Thus."], [2, "Why?", "A: So.", None]):
        book.active.append(row)
    path = tmp_path / "m_mem.xlsx"
    book.save(path)
    with ModelServer([GOOD, GOOD]) as server:
        assert main(arguments(path, server, "--task", "responses", "--judge")) == 0
    assert "How?" in prompt_of(server.received[0].body)
    fields = json.loads(capsys.readouterr().out)
    assert fields["overall"]["judge[1-10]"] == 7
    assert "2 answers in column m_ans, 1 of them empty" in fields["notes"]


def test_passages_share_the_context_of_the_model(
    data: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Algorithm 1: with 1,012 tokens kept for question and reply, 36 are left for three passages, 12 each."""
    assert passage_tokens(1048, 3) == 12
    assert passage_tokens(None, 2) == (8000 - 1012) // 2
    settings = Settings(home=str(home), model="openai/small", embedding_model="none", model_context=1048)
    given = {"retriever": "baseline:bm25", "words": "0"}
    (request,) = task_requests(find_benchmark("scidqa"), str(data), settings, task="rag", given=given)
    third = prepare(request).examples[2]
    texts = [document.text for document in third.documents if not document.title]
    assert len(texts) == 3
    assert "The valley corpus is used." in texts
    assert all(len(text.split()) <= 12 for text in texts)  # a token is at most a word
    wide = replace(settings, model_context=8000)
    (request,) = task_requests(find_benchmark("scidqa"), str(data), wide, task="rag", given=given)
    whole = [d.text for d in prepare(request).examples[2].documents if not d.title]
    assert max(len(text.split()) for text in whole) > 100  # a paragraph, never more
    assert not any("valley corpus" in text and "Sentence number" in text for text in whole)


def test_another_model_chooses_among_the_answers_of_windows(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows of small size: the base model answers each, the selection model names the first."""

    def script(body: Mapping[str, Any]) -> str:
        text = body["messages"][-1]["content"]
        if "most complete answer" in text:
            return "1" if body["model"] == "chooser" else "2"
        return "The valley corpus." if "valley corpus" in text else "I don't know."

    command = ["bench", "scidqa", "--data", str(data), "--task", "full-text", "--window", "1300", "--json"]
    with ModelServer(script) as server:
        model = ["--model", "openai/base", "--api-base", server.url, "--no-cache"]
        assert main([*command, *model, "--selection-model", "openai/chooser"]) == 0
        choices = [r.body["model"] for r in server.received if "most complete" in str(r.body["messages"])]
    assert set(choices) == {"chooser"}
    report = json.loads(capsys.readouterr().out)
    assert report["settings"]["helper model"] == "openai/chooser"
    assert RunFolder(home / "runs" / report["run"]).predictions["3"].answer == "The valley corpus."
    assert main(["bench", "replay", report["run"], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["overall"] == report["overall"]
