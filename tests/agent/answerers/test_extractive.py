"""Asking without --model: no provider is reached, however many keys lie about, and nothing heavy is loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings

# Runs the command line in a process of its own and tells what it opened and loaded.
SCRIPT = """
import contextlib, io, json, sys
connected = []
sys.addaudithook(lambda event, args: connected.append(event) if event.startswith(("socket.connect", "socket.getaddr")) else None)
from citehop.cli.main import main
out = io.StringIO()
with contextlib.redirect_stdout(out):
    code = main(sys.argv[1:])
loaded = sorted({name.partition(".")[0] for name in sys.modules})
print(json.dumps({"code": code, "out": out.getvalue(), "connected": connected, "loaded": loaded}))
"""
KEYS = {f"{name}_API_KEY": "sk-somebodys" for name in ("OPENAI", "ANTHROPIC", "GEMINI", "MISTRAL")}
HEAVY = {"torch", "transformers", "sentence_transformers", "litellm", "llama_index", "qdrant_client", "scipy"}


def told(settings: Settings, *arguments: str, environ: Mapping[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-c", SCRIPT, *arguments, "--home", settings.home]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environ})
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


@pytest.mark.parametrize("environ", [{}, KEYS], ids=["no keys", "keys of four providers"])
@pytest.mark.parametrize("command", ["ask", "rank"])
def test_nothing_leaves_the_machine(command: str, environ: dict[str, str], word_settings: Settings) -> None:
    done = told(word_settings, command, "sample", QUESTION, "--json", environ=environ)
    assert (done["code"], done["connected"]) == (0, [])
    assert set(done["loaded"]) & HEAVY == set()
    assert json.loads(done["out"])["ranking"][0]["paper_id"] == "castellanos-2021-rillnet"


def test_the_sample_question_of_two_hops_goes_to_the_cited_paper(by_words: Session) -> None:
    answer = ask(by_words, QUESTION)
    assert (
        answer.text
        == "It is RillNet. If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours. [1]"
    )
    assert [citation.paper_id for citation in answer.citations] == ["castellanos-2021-rillnet"]
    assert answer.ranking[0].paper_id == "castellanos-2021-rillnet"
    assert (answer.anchor, answer.figure) == ("varnholt-2024-braidnet", "p3:table1")


@pytest.mark.parametrize(
    "question",
    ["What width does SnowLedger have in Table 2?", "What validation NSE does TwinGauge have in Table 3?"],
)
def test_a_table_without_a_row_of_the_system_that_is_asked_for_gives_none(
    question: str, by_words: Session
) -> None:
    """The question names the system's own paper, whose table it is not."""
    answer = ask(by_words, question)
    assert (answer.status, answer.anchor) == ("abstained", "varnholt-2024-braidnet")
    assert answer.text.startswith(f"No sentence in {question[-8:-1]} on page")


@pytest.mark.parametrize(
    ("question", "author"),
    [
        ("Who wrote the paper?", "Castellanos"),
        ("Who wrote the paper on BraidNet?", "Varnholt"),
        ("Who are the authors of BraidNet?", "Varnholt"),
    ],
)
def test_the_paper_is_the_given_anchor_where_none_is_named(
    question: str, author: str, by_words: Session
) -> None:
    assert author in ask(by_words, question, anchor="castellanos").text


@pytest.mark.parametrize(
    "question",
    [
        "What is the population of Mongolia?",
        "Who won the world cup?",
        "How many basins of the data are in Mongolia?",
    ],
)
def test_a_question_about_something_else_is_refused(question: str, by_words: Session) -> None:
    answer = ask(by_words, question)
    assert (answer.status, answer.citations) == ("abstained", ())
    assert answer.text == "No sentence in cluster sample clearly answers this question."


def test_a_figure_without_an_answer_is_refused_with_its_caption(by_words: Session) -> None:
    anchor = "varnholt-2024-braidnet"
    answer = ask(by_words, "Which gauge is dashed in green in Figure 1?", anchor=anchor)
    figure = next(f for f in by_words.cluster.paper(anchor).figures if f.label == "Figure 1")
    assert answer.status == "abstained"
    assert answer.closest is not None
    assert answer.closest.quote == figure.caption
