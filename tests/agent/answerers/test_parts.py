"""Questions of two parts are split into questions; questions of one part stay whole."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.parts import asks_twice, split_parts


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "How many layers are there, and which optimizer was used?",
            ["How many layers are there", "which optimizer was used?"],
        ),
        (
            "Which corpus was used, is it annotated by hand?",
            ["Which corpus was used", "is it annotated by hand?"],
        ),
        ("Who wrote the survey? When was it printed?", ["Who wrote the survey?", "When was it printed?"]),
        (
            "In the FooNet paper, which corpus is used, and how large is it?",
            ["In the FooNet paper, which corpus is used", "In the FooNet paper, how large is it?"],
        ),
        (
            "FooNet: upon which corpus is it trained, and how large is that corpus?",
            ["FooNet, upon which corpus is it trained", "FooNet, how large is that corpus?"],
        ),
        (
            "FooNet: embedding size, and which tool tuned it?",
            ["FooNet, embedding size", "FooNet, which tool tuned it?"],
        ),
        (
            "Tell me the number of models in FooNet and the dimensionality of its layers.",
            ["Tell me the number of models in FooNet", "the dimensionality of its layers."],
        ),
        (
            "The graph of FooNet: number of paper nodes and number of author nodes?",
            ["The graph of FooNet, number of paper nodes", "The graph of FooNet, number of author nodes?"],
        ),
    ],
)
def test_each_part_is_a_question_by_itself(question: str, parts: list[str]) -> None:
    assert split_parts(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "How many layers are there?",
        "Which corpus and tokenizer are used?",
        "What is it, and why?",  # the second part is too short to search for
        "How many semantic and how many syntactic questions are there?",
        "With how many buckets are words stored, when nothing else is used and otherwise?",
        "FooNet: with the larger window, how probable is an error?",
        "Which methods are fast and accurate on both corpora?",
        "With which tool, besides a bit of hand work, did Foo et al. choose the settings?",
        "",
    ],
)
def test_one_part_stays_whole(question: str) -> None:
    assert split_parts(question) == [question]


@pytest.mark.parametrize(
    ("question", "twice"),
    [
        ("Which encoder is weakest at 512 dimensions, and at about what accuracy?", True),
        ("Which encoder is best, and by how much?", True),
        ("Which encoder is weakest at 512 dimensions?", False),
    ],
)
def test_second_questions_of_a_few_words_count(question: str, twice: bool) -> None:
    assert asks_twice(question) is twice
