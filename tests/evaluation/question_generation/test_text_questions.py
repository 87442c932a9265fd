"""Questions about texts: by template, from full sentences, and by a model."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.evaluation.question_generation.cluster_reader import REASONING_TYPES
from citehop.evaluation.question_generation.reference import (
    PassageSentence,
    _is_name,
    ask_about_full_text,
    ask_about_text,
)
from citehop.evaluation.question_generation.release import read_pairs
from citehop.evaluation.reports.formats import DATA_SHEET
from citehop.settings import Settings
from citehop.testing import ModelServer


def _ask(*texts: str) -> dict[str, str]:
    return {one.question: one.answer for one in ask_about_text([PassageSentence(text, 3) for text in texts])}


def test_a_quantity_that_is_stated_once_is_asked_for() -> None:
    found = _ask("We train with a learning rate of 0.001 and a batch size of 64 throughout.")
    assert found == {
        "What learning rate does the text of the paper state?": "0.001",
        "What batch size does the text of the paper state?": "64",
    }


def test_a_number_is_read_to_its_end() -> None:
    assert not _ask("The perplexity was computed after each batch of 200,000 examples.")


def test_two_values_are_ambiguous_and_one_repeated_is_not() -> None:
    again = "Again the learning rate is 0.01 for all of them."
    assert not _ask("We train with a learning rate of 0.001 for all data sets.", again)
    assert _ask(again, "We keep the learning rate of 0.01 for all data sets.")


@pytest.mark.parametrize(
    "text",
    [
        "The vocabulary size is approximately 670K for Wikipedia and 300K for news.",
        "The learning rate and momentum were set to 0.2 and 0.95 in all runs.",
        "The default L2 regularization is set to 10⁻⁶ for all layers.",
        "We use a window size of 256 and of more for training and validation respectively.",
    ],
)
def test_one_of_several_values_is_not_asked_for(text: str) -> None:
    assert not _ask(text)


def test_a_value_that_another_sentence_gives_in_other_words_is_ambiguous() -> None:
    stated = "We train all models with a batch size of 64 throughout."
    assert _ask(stated)
    assert not _ask(stated, "Each batch contains 32 of the longest documents.")


def test_the_quote_is_the_sentence_with_its_page() -> None:
    sentence = "The parameters are optimized with Adam on all the data sets."
    (one,) = ask_about_text([PassageSentence(sentence, 3)])
    assert (one.answer, one.quote, one.page) == ("Adam", sentence, 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BLEU", True),
        ("Number of Layers", True),
        ("Ahead of Network", False),
        ("F1 on", False),
        ("12", False),
    ],
)
def test_a_fragment_of_a_header_is_no_name(text: str, expected: bool) -> None:
    assert _is_name(text) is expected


def _ask_full_text(*texts: str) -> dict[str, str]:
    found = ask_about_full_text([PassageSentence(text, 2) for text in texts])
    return {one.question: one.answer for one in found}


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        (
            "To avoid overfitting on small basins, we use dropout (Hill et al., 2014) with a rate of 0.4.",
            "What do the authors do to avoid overfitting on small basins?",
            "we use dropout (Hill et al., 2014) with a rate of 0.4",
        ),
        (
            "Since the gauges are sparse, we adopt a graph over the drainage lines.",
            "Why do the authors adopt a graph over the drainage lines?",
            "the gauges are sparse",
        ),
        (
            "We train vectors of length 80 because longer vectors did not fit into the memory.",
            "Why do the authors train vectors of length 80?",
            "longer vectors did not fit into the memory",
        ),
        (
            "The GaugeNet dataset (Brook, 2019) consists of 3,750 annotated pairs and their ratings.",
            "According to the paper, how many annotated pairs does the GaugeNet dataset contain?",
            "3,750",
        ),
    ],
)
def test_a_sentence_is_asked_about(text: str, question: str, answer: str) -> None:
    assert _ask_full_text(text) == {question: answer}
    assert answer in text


@pytest.mark.parametrize(
    "text",
    [
        "To account for this problem, we use dropout with a rate of 0.4 in all layers.",
        "Since it is sparse there, we adopt a graph over the drainage lines.",
        "The dataset consists of 3,750 pairs and their ratings.",
        "To avoid overfitting on small basins, we use dropout as discussed above in all layers.",
    ],
)
def test_a_sentence_that_needs_others_is_not(text: str) -> None:
    assert not _ask_full_text(text)


def test_two_answers_to_one_question_are_ambiguous() -> None:
    again = "To avoid overfitting on small basins, we use early stopping on a held-out basin."
    assert not _ask_full_text(
        again, "To avoid overfitting on small basins, we use dropout with a rate of 0.4."
    )


ANSWER = "routing errors"


def _text(body: Mapping[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else str(content[0]["text"])


def _script(second: str, quoted: bool = True) -> Any:
    """A model that asks about a sentence of the paper it sees, answers a second time with `second`, and
    compares texts.
    """

    def reply(body: Mapping[str, Any]) -> str:
        text = _text(body)
        if text.startswith("Write one question"):
            sentence = next(s for s in text.split(". ")[3:] if len(s.split()) > 8 and "\n" not in s)
            kind = next(n for n, aim in enumerate(REASONING_TYPES.values()) if aim in text.replace("\n", " "))
            quote = sentence if quoted else "No paper says this anywhere."
            return json.dumps(
                {"question": f"What is wrong in case {kind}?", "answer": ANSWER, "quote": quote}
            )
        if text.startswith("Answer a question"):
            return second
        if text.startswith("Compare an answer"):
            return json.dumps({"selection": int(text.count(ANSWER) == 2)})
        label = text.partition(" in Table ")[2].split("?")[0]
        return json.dumps(
            {"question": f"In Table {label}, which one leads there, and what is wrong with it?"}
        )

    return reply


def _make(script: Any, settings: Settings, folder: Path) -> int:
    with ModelServer(script) as server:
        model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
        home = ["--home", settings.home, "--embedding-model", "none"]
        return main(["make", "questions", "sample", "--out", str(folder), "--count", "2", *home, *model])


def test_both_rounds_agree_and_the_model_words_the_question(
    word_settings: Settings, tmp_path: Path, one_at_a_time: None
) -> None:
    assert _make(_script(ANSWER), word_settings, tmp_path / "made") == 0
    pairs = read_pairs(tmp_path / "made")
    assert pairs
    for pair in pairs:
        assert pair.reference.kind in REASONING_TYPES
        assert pair.reference.answer == ANSWER
        assert pair.question.startswith(f"In {pair.label}, which one leads there")
    assert "openai/scripted" in (tmp_path / "made" / DATA_SHEET).read_text()


@pytest.mark.parametrize(("second", "quoted"), [("something else", True), (ANSWER, False)])
def test_a_second_answer_that_differs_or_an_invented_quote_drops_the_question(
    second: str, quoted: bool, word_settings: Settings, tmp_path: Path, one_at_a_time: None
) -> None:
    assert _make(_script(second, quoted), word_settings, tmp_path / "made") == 0
    assert not read_pairs(tmp_path / "made")
