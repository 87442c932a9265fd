"""MMSci: captions taken apart, replies by both rules, judges, runs with the scripted model server."""

import json
from collections.abc import Mapping
from itertools import repeat
from math import exp
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from citehop.agent.llm.errors import ModelReplyError
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.common.pictures import cut_to_tokens
from citehop.evaluation.common.replies import find_letter
from citehop.evaluation.mmsci.benchmark import prepare, score_choice
from citehop.evaluation.mmsci.data import (
    draw_sample,
    draw_shots,
    labels_of,
    main_caption,
    panel_captions,
    plain,
    strict_choice,
    sub_captions,
)
from citehop.evaluation.mmsci.judges import factscore_with, geval_with, parse_relevance
from citehop.evaluation.types import Example, Prediction
from citehop.settings import Settings
from citehop.testing import ModelServer, QueueLLM, ScriptedTurn, refused

pytestmark = pytest.mark.usefixtures("one_at_a_time")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, drawn: ModuleType) -> Path:
    made: Path = drawn.mmsci(tmp_path_factory.mktemp("mmsci"))
    return made


@pytest.mark.parametrize(
    ("caption", "panels"),
    [
        ("Main. (a) Loss. (b) Accuracy.", {"a": "Loss.", "b": "Accuracy."}),
        ("(a) Loss; (b) accuracy", {"a": "Loss;", "b": "accuracy"}),
        ("Main. (a) Loss as in (b). (c) X.", {"a": "Loss as in (b).", "c": "X."}),
        ("Main. (a, b) Loss. (a-c) X. (A) Y. a, Z.", {}),
        ("Main. (b) Second. (a) First.", {"b": "Second.", "a": "First."}),  # the order is not checked
        ("Main. (a) One. (a) Two.", {"a": "Two."}),
        ("Main. (a) (b) Both.", {"a": "(b) Both."}),  # no sentence ends before the second label
        ("x(a) Loss.", {}),
        ("x (a) Loss.", {}),
        ("", {}),
    ],
)
def test_sub_captions(caption: str, panels: dict[str, str]) -> None:
    assert sub_captions(caption) == panels


@pytest.mark.parametrize(
    ("caption", "panels"),
    [
        ("(a) Loss. (b) Accuracy.", {"a": "Loss.", "b": "Accuracy."}),
        ("(a)(b) Loss. (c)(d) Accuracy.", {}),
        ("(a) Overall; (b)-(f) by rating.", {}),
        ("(a) Loss. (c) Accuracy.", {}),
        ("No panels.", {}),
    ],
)
def test_captions_of_several_panels_belong_to_none(caption: str, panels: dict[str, str]) -> None:
    assert panel_captions(caption) == panels


def test_main_captions_and_formulas() -> None:
    assert main_caption("Figure 3: Loss.") == "Loss."
    assert main_caption("Loss.") == "Loss."
    assert plain(r"at $$10^{-3}\\,\\mu$$m and \\(\\alpha\\)".replace("\\\\", "\\")) == "at 10^-3 μm and α"
    assert plain("costs $5 and $$") == "costs $5 and $$"


@pytest.mark.parametrize(
    ("reply", "robust", "strict"),
    [
        ("C", "C", "C"),
        ("The final answer is **C**.", "C", "C"),
        ("The final answer is **[C]**.", "C", None),  # its first character is a bracket
        ("The final answer is C", "C", "C"),
        ("This is A plot. It is C.", None, "A"),  # the article wins there, scanned from A on
        ("**C**", "C", "C"),
        ("*Answer*: D", "D", "D"),
        ("sub-figure b fits", None, "B"),
        ("C: the third", None, "C"),
        ("Training loss.", "A", None),
        ("nothing fits", None, None),
        ("", None, None),
    ],
)
def test_choices(reply: str, robust: str | None, strict: str | None) -> None:
    options = ("Training loss.", "Noise.", "Test loss.", "Speed.")
    assert find_letter(reply, options, "ABCD") == robust
    assert strict_choice(reply, "ABCD") == strict
    example = Example("1", "?", ("C",), options=options)
    scores = score_choice(example, Prediction("1", answer=robust or "", reply=reply))
    assert scores["accuracy"] == float(robust == "C")
    assert scores["accuracy[reference]"] == (None if strict is None else float(strict == "C"))


def test_labels_are_those_of_the_options() -> None:
    assert labels_of("which?\nA: x\nB: y: z\nC: w") == "ABC"
    assert labels_of("which?") == ""


CAPTIONED = Example("1", "", ("The true caption.",))


def test_factscore_of_a_caption() -> None:
    written = Prediction("1", answer="Loss and more.")
    units = "- A log-log plot.\n- Loss falls."
    robust = factscore_with(QueueLLM([units, "5", "4/5"]))(CAPTIONED, written)
    assert robust.score == pytest.approx(0.9 * exp(1 - 10 / 2))
    assert "4/5 | Loss falls." in robust.reply
    assert factscore_with(QueueLLM(["no list"]))(CAPTIONED, written).score == 0
    assert factscore_with(QueueLLM([ModelReplyError("x")]))(CAPTIONED, written).score is None


def test_geval_averages() -> None:
    written = Prediction("1", answer="Loss.")
    llm = QueueLLM(["4", "Rating: 5", "good", "9"])
    assert geval_with(llm, 4)(CAPTIONED, written).score == 4.5
    assert len({request.messages[-1].text for request in llm.requests}) == 4  # no reply stands for another
    assert geval_with(QueueLLM(["?", "none"]), 2)(CAPTIONED, written).score is None  # and it ends
    assert [parse_relevance(text) for text in ("5", "0", "6", "2.5", "")] == [5, None, None, 2.5, None]


def arguments(data: Path, server: ModelServer, *more: str) -> list[str]:
    model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache", "--json"]
    return ["bench", "mmsci", "--data", str(data), *model, *more]


def prompt_of(body: Mapping[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else str(content[0]["text"])


def test_matching_stops_at_a_fault_and_goes_on(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first: list[ScriptedTurn | str] = ["The final answer is **A**", "no idea", refused(401, "no such key")]
    with ModelServer(first) as server:
        assert main(arguments(data, server)) == 3
    capsys.readouterr()
    with ModelServer(["The final answer is **[C]**.", "The final answer is **A**."]) as server:
        assert main(arguments(data, server)) == 0
        assert "A: sub-figure (a)" in prompt_of(server.received[1].body)
    fields = json.loads(capsys.readouterr().out)
    assert fields["n"] == 4
    assert fields["overall"]["accuracy"] == pytest.approx(2 / 4)
    assert fields["overall"]["accuracy[reference]"] == pytest.approx(1 / 2)  # of the two that it could read
    assert fields["unscored"] == {"accuracy[reference]": 2}
    assert {k: v["accuracy"] for k, v in fields["by_setting"].items()} == {
        "fig2cap": 0.5,
        "subfig2cap": 1,
        "subcap2fig": 0,
    }
    assert fields["by_subject"]["Optics"]["accuracy"] == 0


def test_captions_are_written_and_graded(data: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def script(body: Mapping[str, Any]) -> ScriptedTurn | str:
        prompt = prompt_of(body)
        if "atomic descriptions" in prompt:
            return "- The loss falls."
        if "Rate from 0" in prompt or "You are rater" in prompt:
            return "4"
        if "Say yes or no" in prompt:
            return ScriptedTurn("Yes")
        return "Loss of the encoder. (a) Training loss. (b) Test loss at 10^-3."

    more = [
        "--task",
        "caption",
        "--grounding",
        "abstract",
        "--ratings",
        "2",
        "--judge",
        "--limit",
        "1",
    ]
    with ModelServer(script) as server:
        assert main(arguments(data, server, *more)) == 0
        assert "We train an encoder." in prompt_of(server.received[0].body)
        assert len(server.received) == 1 + 2 + 2 + 1
    fields = json.loads(capsys.readouterr().out)
    assert fields["overall"]["ROUGE-L[unstemmed]"] == 1
    assert fields["overall"]["FActScore*"] == pytest.approx(0.8 * exp(-9))
    assert fields["overall"]["G-Eval"] == 4
    assert fields["overall"]["L3Score"] is None
    assert fields["unscored"]["L3Score"] == 1


def test_long_articles_are_cut_and_the_task_is_said_again(data: Path, home: Path) -> None:
    more = ["--task", "caption", "--grounding", "content", "--tokens", "200", "--limit", "1"]
    with ModelServer(repeat("A caption.")) as server:
        assert main(arguments(data, server, *more)) == 0
    prompt = prompt_of(server.received[0].body)
    assert prompt.count("Describe the figure in detail") == 2
    assert 20 < prompt.count("We train an encoder") < 60
    text = "One two three. Four five six."
    assert cut_to_tokens(text, 1000) == text
    assert cut_to_tokens(text * 20, 40).startswith("One two")
    assert cut_to_tokens("word " * 500, 50).endswith("word ...")


def test_without_a_model_figures_are_matched_by_their_words(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "bench",
        "mmsci",
        "--data",
        str(data),
        "--task",
        "fig2cap",
        "--embedding-model",
        "none",
        "--json",
    ]
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["overall"]["accuracy"] == 1
    assert main(["bench", "mmsci", "--data", str(data), "--task", "caption"]) == 3
    assert "--task fig2cap" in capsys.readouterr().err


def test_blank_answers_are_told_and_unscored(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ModelServer(repeat("A")) as server:
        assert main(arguments(data, server, "--split", "test", "--task", "fig2cap")) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["overall"]["accuracy"] is None
    assert "2 of 2 answers are blank" in captured.err


def test_what_is_not_there_is_told(tmp_path: Path, home: Path) -> None:
    (request,) = task_requests(
        find_benchmark("mmsci"), str(tmp_path), Settings(home=str(home)), task="matching"
    )
    with pytest.raises(UsageError, match=r"benchmark\.zip"):
        prepare(request)
    (tmp_path / "dev").mkdir()
    file = tmp_path / "dev" / "image_caption_matching_data.json"
    for text, told in (
        ("{}", "no list"),
        ("[[]]", "1 lists"),
        ("[[{}], [], []]", "KeyError"),
        ("[", "not readable"),
    ):
        file.write_text(text)
        with pytest.raises(UsageError, match=told):
            prepare(request)


def test_a_sample_is_drawn_by_its_seed(data: Path) -> None:
    examples = [Example(str(n), "?") for n in range(50)]
    drawn_ = [draw_sample(examples, 10, seed) for seed in (0, 0, 1)]
    assert drawn_[0] == drawn_[1] != drawn_[2]
    assert [len(one) for one in drawn_] == [10, 10, 10]
    assert [int(e.id) for e in drawn_[0]] == sorted(int(e.id) for e in drawn_[0])
    assert draw_sample(examples, 0, 0) == draw_sample(examples, 99, 0) == examples


def test_worked_examples_are_of_the_same_setting_and_another_article() -> None:
    def one(key: str, article: str, setting: str = "fig2cap", answer: str = "A") -> Example:
        return Example(key, "?", (answer,) if answer else (), group=article, tags=(("setting", setting),))

    pool = [
        one("1", "a"),
        one("2", "b"),
        one("3", "b", "subfig2cap"),
        one("4", "c", answer=""),
        one("5", "d"),
    ]
    shots = draw_shots(one("9", "a"), pool, 5, seed=1)
    assert {shot.id for shot in shots} == {"2", "5"}
    assert shots == draw_shots(one("9", "a"), pool, 5, seed=1)


def test_n_shot_and_subjects_by_the_command(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = arguments_of(data, "--task", "matching", "--shots", "2", "--seed", "3")
    with ModelServer(lambda _: "The final answer is **A**.") as server:
        model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache"]
        assert main([*command, *model]) == 0
        first, *_, last = [request.body["messages"] for request in server.received]
    assert [message["role"] for message in first] == ["user", "assistant", "user", "assistant", "user"]
    assert {first[1]["content"], first[3]["content"]} == {
        "The final answer is **A**.",
        "The final answer is **B**.",
    }
    assert [message["role"] for message in last] == [
        "user",
        "assistant",
        "user",
    ]  # train has one of that setting
    found = json.loads(capsys.readouterr().out)
    subjects = {table["title"]: table for table in found["tables"]}["Subjects"]
    assert subjects["columns"] == ["n", "fig2cap", "subfig2cap", "subcap2fig"]
    rows = dict(subjects["rows"])
    assert rows["Physical sciences: Materials science"] == [3, 1.0, 0.0, 0.0]
    assert rows["Physical sciences: Optics"] == [1, 0.0, None, None]
    with ModelServer(lambda _: "A") as server:
        model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache"]
        assert main([*arguments_of(data, "--task", "matching", "--sample", "2"), *model]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 2


def arguments_of(data: Path, *more: str) -> list[str]:
    return ["bench", "mmsci", "--data", str(data), "--json", *more]
