"""SPIQA: replies by both rules, the three test sets in their layouts, runs with the scripted model server."""

import json
from collections.abc import Mapping
from itertools import repeat
from math import log
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from citehop.agent.llm.types import TokenLogprob
from citehop.cli.main import main
from citehop.errors import ConfigurationError, UsageError
from citehop.evaluation.baselines.figure_picker import picker
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.prepared_task import PreparedTask
from citehop.evaluation.spiqa import replies as replies
from citehop.evaluation.spiqa.benchmark import prepare
from citehop.evaluation.spiqa.replies import answers_that_count
from citehop.evaluation.types import Example
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn, refused

pytestmark = pytest.mark.usefixtures("one_at_a_time")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory, drawn: ModuleType) -> Path:
    made: Path = drawn.spiqa(tmp_path_factory.mktemp("spiqa"))
    return made


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("{'Answer': 'Model B.'}", "Model B."),
        ('{"Answer": "Model B."}', "Model B."),  # double quotes are not foreseen there
        ("```json\n{'Answer': 'Model B'}\n```", "Model B"),
        ("Model B.", "Model B."),  # the last character goes, whatever it is
        ("{'Answer': 'B', 'Image': 3}", "B"),
        ("Answer: Model B", "Model B"),
        ("{'Answer': 3}", "3"),
        ("{'Answer': None}", ""),
        ("Sure! {'Answer': 'It's B'}", "It's B"),  # no literal, no JSON
        ("", ""),
        ("{", ""),
    ],
)
def test_direct_answers(reply: str, answer: str) -> None:
    assert replies.direct_answer(reply) == answer


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("{'Image': 3}\nThe answer is : Model B.", "Model B."),  # its colon stays
        ("The answer is no. Wait. The answer is: B", "B"),
        ("The answer to the question is 5", "5"),
        ("{'Image': 1, 'Answer': 'B'}", "B"),
        ("No idea", "No idea"),
    ],
)
def test_reasoned_answers(reply: str, answer: str) -> None:
    assert replies.reasoned_answer(reply) == answer


@pytest.mark.parametrize(
    ("reply", "image", "strict"),
    [
        ("{'Image': 3, 'Rationale': 'x'}The answer is: y", 3, True),
        (
            "{'Image': '3', 'Rationale': 'x'}The answer is: y",
            3,
            False,
        ),  # a text is not equal to a number there
        ('{"Image": "Image 3"} The answer is: 7', 3, False),
        ("Image 3 helps most. The answer is: 7", 3, True),
        ("the image: 3. The answer is: 7", 3, False),
        ("It says 'Image': 3, so. The answer is: 7", 3, True),
        ("{'Image': 12} The answer is: 3", 12, False),
        ("The answer is: Image 3", None, False),
        ("Nothing helps.", None, False),
        ("", None, False),
    ],
)
def test_chosen_images(reply: str, image: int | None, strict: bool) -> None:
    assert replies.chosen_image(reply) == image
    assert replies.strict_image_is_right(reply, [3]) == strict


def examples(data: Path, home: Path, task: str, *options: str) -> tuple[Example, ...]:
    return prepared(data, home, task, *options).examples


def prepared(data: Path, home: Path, task: str, *options: str) -> PreparedTask:
    given = dict(pair.split("=") for pair in options)
    settings = Settings(home=str(home), model="m")
    (request,) = task_requests(find_benchmark("spiqa"), str(data), settings, task=task, given=given)
    return prepare(request)


def test_each_set_reads_its_own_layout(data: Path, home: Path) -> None:
    a = examples(data, home, "full-paper")
    assert (len(a), len(a[0].pictures), a[0].gold) == (3, 10, ("1801.00001v2-Figure0-1.png",))
    assert a[0].documents[0].text == "Model B converges after ten epochs."
    assert [example.tag("figure") for example in a] == ["table", "plot", "plot"]
    (b,) = examples(data, home, "full-paper", "set=B")
    assert b.gold == ("1801.00002/2-Table1-1.png", "1801.00002/3-Figure2-1.png")
    assert b.documents[0].text == "First paragraph.\n\nSecond paragraph."
    c = examples(data, home, "full-paper", "set=C")
    assert [example.answers for example in c] == [("The system.",), ("No",), ()]
    assert c[0].documents[0].text == "One.\nTwo.\n\nThree."
    assert all(Path(picture.path).exists() for example in (*a, b, *c) for picture in example.pictures)
    warnings = prepared(data, home, "direct", "set=C").warnings
    assert len(warnings) == 1
    assert "1801.00003:2" in warnings[0]


def test_training_and_validation_set_are_read_as_test_a(data: Path, home: Path) -> None:
    for name, key in (("val", "1801.00004v1"), ("train", "1801.00005v1")):
        found = examples(data, home, "full-paper", f"set={name}")
        assert (len(found), len(found[0].pictures), found[0].gold) == (3, 10, (f"{key}-Figure0-1.png",))
        assert found[0].documents[0].text == f"Text of {name}."
        assert all(Path(picture.path).exists() for picture in found[0].pictures)
        assert prepared(data, home, "direct", f"set={name}").title == f"SPIQA {name}, direct"
    with pytest.raises(UsageError, match="--size 224: there are small pictures of the test sets alone"):
        examples(data, home, "direct", "set=val", "size=224")


def test_a_cap_keeps_the_gold_ones_and_repeats_by_its_seed(data: Path, home: Path) -> None:
    capped = examples(data, home, "direct", "figures=4", "seed=7")
    assert [len(example.pictures) for example in capped] == [4, 4, 4]
    assert all(set(example.gold) <= {picture.id for picture in example.pictures} for example in capped)
    assert capped == examples(data, home, "direct", "figures=4", "seed=7")
    assert capped != examples(data, home, "direct", "figures=4", "seed=8")
    assert len({tuple(picture.id for picture in example.pictures) for example in capped}) > 1


def parts(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = body["messages"][-1]["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def arguments(data: Path, server: ModelServer, *more: str) -> list[str]:
    model = ["--model", "openai/gpt-4o", "--api-base", server.url, "--no-cache", "--json"]
    return ["bench", "spiqa", "--data", str(data), *model, *more]


def logprobs(yes: float, no: float) -> tuple[TokenLogprob, ...]:
    return (TokenLogprob("Yes", log(yes), (("Yes", log(yes)), ("No", log(no)))),)


def test_a_run_with_l3score_stops_at_a_fault_and_goes_on(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first: list[ScriptedTurn | str] = ["{'Answer': 'Model B.'}", refused(401, "no such key")]
    with ModelServer(first) as server:
        assert main(arguments(data, server, "--judge")) == 3
    capsys.readouterr()
    second: list[ScriptedTurn | str] = [
        "{'Answer': 'It falls with sentence length.'}",
        "It is unknown",
        ScriptedTurn("Yes", logprobs=logprobs(0.9, 0.1)),
        ScriptedTurn("Yes"),  # without log-probabilities: unscored
        ScriptedTurn("No", logprobs=(TokenLogprob("No", log(0.98), (("No", log(0.98)), ("x", log(0.02)))),)),
    ]
    with ModelServer(second) as server:
        assert main(arguments(data, server, "--judge")) == 0
        assert len(server.received) == 5
    fields = json.loads(capsys.readouterr().out)
    overall = fields["overall"]
    assert overall["L3Score"] == pytest.approx((0.9 + 0) / 2)  # nothing is left for a yes
    assert fields["unscored"]["L3Score"] == 1
    assert overall["ROUGE-L[coco]"] == pytest.approx(2 / 3)
    assert fields["tables"][0]["rows"][0][1][1] == pytest.approx(70)  # BLEU-1: 7 of 10 words
    assert parts(server.received[0].body)[0]["text"].count("Caption") == 10
    assert [part["type"] for part in parts(server.received[0].body)].count("image_url") == 10


def test_reasoned_replies_name_a_picture(data: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replies = [
        "{'Image': 0} The answer is: Model B.",
        "{'Image': '1'} The answer is: x",
        "Image 9. The answer is: y",
    ]
    with ModelServer(replies) as server:
        assert main(arguments(data, server, "--task", "reasoned")) == 0
    overall = json.loads(capsys.readouterr().out)["overall"]
    assert overall["figure top-1"] == pytest.approx(2 / 3)
    assert overall["figure top-1[strict]"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("inputs", "images", "captions"), [("captions", 0, 2), ("images", 2, 0), ("both", 2, 2)]
)
def test_ablations_show_what_they_say(
    data: Path, home: Path, inputs: str, images: int, captions: int
) -> None:
    more = ["--task", "full-paper", "--set", "B", "--inputs", inputs]
    with ModelServer(repeat("{'Answer': 'Loss'}")) as server:
        assert main(arguments(data, server, *more)) == 0
    shown = parts(server.received[0].body)
    assert [part["type"] for part in shown].count("image_url") == images
    assert shown[0]["text"].count("Caption ") == captions
    assert "Second paragraph." in shown[0]["text"]


def test_an_unknown_answer_is_unscored(data: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer(repeat("{'Answer': 'No'}")) as server:
        assert main(arguments(data, server, "--set", "C")) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["unscored"]["ROUGE-L[coco]"] == 1
    assert "neither an answer" in captured.err


def test_the_picture_is_found_without_a_model(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "spiqa", "--data", str(data), "--task", "pick", "--embedding-model", "none", "--json"]
    assert main(command) == 0
    overall = json.loads(capsys.readouterr().out)["overall"]
    assert overall["recall@3"] == 1  # of the ten, two have each caption but for its last word
    assert overall["MRR"] >= 0.5
    assert main([*command, "--picker", "both"]) == 0
    assert json.loads(capsys.readouterr().out)["overall"]["recall@3"] == 1
    assert main([*command[:5], "direct", "--json"]) == 3
    assert "--task reasoned or pick" in capsys.readouterr().err
    with pytest.raises(ConfigurationError, match="visual_model"):
        picker("visual", Settings(home=str(home)))


def test_what_is_not_there_is_told(data: Path, home: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="hf download"):
        examples(tmp_path, home, "direct")
    (tmp_path / "SPIQA_testA.json").write_text("[]")
    with pytest.raises(UsageError, match=r"unpack SPIQA_testA_Images\.zip"):
        examples(tmp_path, home, "direct")
    (tmp_path / "SPIQA_testA_Images").mkdir()
    with pytest.raises(UsageError, match="not in the layout"):
        examples(tmp_path, home, "direct")
    with pytest.raises(UsageError, match="224px"):
        examples(data, home, "direct", "size=224")


def plain_cider(answers: list[list[str]], references: list[list[str]]) -> float:
    """CIDEr-D x 100 of single references, by its definition: vectors over all n-grams, no code of ours."""
    import numpy as np

    def grams(words: list[str], n: int) -> list[str]:
        return [" ".join(words[at : at + n]) for at in range(len(words) - n + 1)]

    scores = np.zeros(len(answers))
    for n in range(1, 5):
        every = sorted({gram for words in (*answers, *references) for gram in grams(words, n)})
        frequency = np.array([max(1, sum(gram in grams(words, n) for words in references)) for gram in every])
        rarity = np.log(len(references) / frequency)
        for at, (answer, right) in enumerate(zip(answers, references, strict=True)):
            a, r = (
                np.array([grams(words, n).count(gram) for gram in every]) * rarity
                for words in (answer, right)
            )
            norm = np.linalg.norm(a) * np.linalg.norm(r)
            cosine = np.minimum(a, r) @ r / norm if norm else 0.0
            gap = len(grams(answer, 2)) - len(grams(right, 2))
            scores[at] += 10 * cosine * np.exp(-(gap**2) / 72) / 4
    return float(100 * scores.mean())


def test_cider_by_type_of_figure_equals_its_definition(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Table 5: a table, and two plots; each row by its own rarities, and by those of the whole set."""
    said = ["model b it is", "it falls with the sentence length", "in the deep valley"]
    right = ["model b", "it falls with sentence length", "in the valley"]
    with ModelServer([json.dumps({"Answer": text}) for text in said]) as server:
        assert main(arguments(data, server)) == 0
    table = json.loads(capsys.readouterr().out)["tables"][0]
    rows = {label: dict(zip(table["columns"], values, strict=True)) for label, values in table["rows"]}
    assert {label: row["answers"] for label, row in rows.items()} == {
        "all": 3,
        "Tables": 1,
        "Plots & charts": 2,
    }
    words, references = [text.split() for text in said], [text.split() for text in right]
    assert rows["all"]["CIDEr-D"] == pytest.approx(plain_cider(words, references))
    assert rows["Plots & charts"]["CIDEr-D"] == pytest.approx(plain_cider(words[1:], references[1:]))
    assert rows["Tables"]["CIDEr-D"] == 0  # a single answer always is: every word is in all references
    parts = (rows["Tables"]["CIDEr-D of all"] + 2 * rows["Plots & charts"]["CIDEr-D of all"]) / 3
    assert parts == pytest.approx(rows["all"]["CIDEr-D"])


def test_open_models_are_asked_figure_by_figure(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two right figures: the first does not help, but its reply has no "no"; the second helps, and its reply
    has one.
    """
    turns = ["No.", "Loss.", "Yes, I know.", "Loss and accuracy."]
    command = ["--task", "one-figure", "--set", "B"]
    with ModelServer(turns) as server:
        assert main(arguments(data, server, *command)) == 0
        assert [part["type"] for part in parts(server.received[0].body)].count("image_url") == 1
        assert "Does it help" in parts(server.received[0].body)[0]["text"]
        assert "Caption: Table 1: Loss." in parts(server.received[1].body)[0]["text"]
    found = json.loads(capsys.readouterr().out)
    assert found["overall"]["ROUGE-L[coco]"] == 1.0
    assert dict(found["tables"][0]["rows"])["all"][0] == 1  # one answer counts
    with ModelServer(repeat("yes")) as server:
        assert main(arguments(data, server, "--task", "one-figure", "--each", "all", "--limit", "1")) == 0
        assert len(server.received) == 20  # ten figures, two questions each


@pytest.mark.parametrize(
    ("reply", "answers"),
    [
        ([("yes", "A."), ("no", "B.")], ["A."]),
        ([("Yes", "A."), ("Not only", "B.")], ["A.", "B."]),
        ([("No", "A.")], [""]),
        ([], [""]),
    ],
)
def test_answers_of_helpful_figures_count(reply: list[tuple[str, str]], answers: list[str]) -> None:
    text = json.dumps([{"helps": helps, "answer": answer} for helps, answer in reply])
    assert answers_that_count(text) == answers
    assert answers_that_count("no JSON") == [""]


def test_only_what_fits_the_context_is_shown(data: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITEHOP_MODEL_CONTEXT", "4200")  # two pictures of 1,600 tokens, prompt and reply
    with ModelServer(repeat("{'Answer': 'x'}")) as server:
        assert main(arguments(data, server, "--fit", "yes")) == 0
    shown = [parts(request.body) for request in server.received]
    assert [[part["type"] for part in one].count("image_url") for one in shown] == [2, 2, 2]
    assert [f"Caption {place}: Figure {n}:" in one[0]["text"] for one, (place, n) in zip(
        shown, ((0, 0), (1, 1), (1, 2)), strict=True)] == [True] * 3  # fmt: skip


def test_several_judges_stand_side_by_side(
    data: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(body: Mapping[str, Any]) -> ScriptedTurn | str:
        if body.get("top_logprobs"):
            return ScriptedTurn(
                "Yes", logprobs=logprobs(0.9, 0.1) if body["model"] == "gpt-4o" else logprobs(0.2, 0.8)
            )
        return "{'Answer': 'Loss and accuracy.'}"

    judges = ["--judge-model", "openai/gpt-4o,openai/gpt-4o-mini", "--set", "B"]
    with ModelServer(script) as server:
        assert main(arguments(data, server, *judges)) == 0
    overall = json.loads(capsys.readouterr().out)["overall"]
    assert overall["L3Score by openai/gpt-4o"] == pytest.approx(0.9)
    assert overall["L3Score by openai/gpt-4o-mini"] == pytest.approx(0.2)
