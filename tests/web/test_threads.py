"""Threads of the page: the same conversation as `citehop chat`, saved after each question."""

import re
from dataclasses import replace
from typing import Any

import pytest

from citehop.agent.conversation.conversation import Conversation
from citehop.agent.conversation.types import Turn
from citehop.agent.session import open_session
from citehop.agent.types import Answer, Usage
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings
from citehop.web.threads import AskedQuestion, Threads

THREADS = [
    (QUESTION, "and how many units does its recurrent cell have?", "what happens without a river map?"),
    (
        "Which method has an NSE of 0.713 on CRESTA in Table 1?",
        "And on which data was it trained?",
        "How many units does its recurrent cell have?",
    ),
    ("How does SnowLedger treat snow?", "and what are its limits?", "Which method is the best in Table 1?"),
]


def without_times(turn: Turn) -> Turn:
    answer: Answer = replace(
        turn.answer,
        usage=Usage(),
        steps=tuple(replace(step, seconds=0.0, usage=Usage()) for step in turn.answer.steps),
    )
    return replace(turn, answer=answer)


@pytest.mark.parametrize("questions", THREADS)
def test_a_thread_is_the_conversation_of_chat(word_settings: Settings, questions: tuple[str, ...]) -> None:
    with open_session("sample", word_settings) as session:
        chat, threads, thread = Conversation(session), Threads(word_settings), ""
        for question in questions:
            # As the page sends it: the first from the cluster's page, with its anchor, the others from the thread's.
            record = threads.load("sample", thread) if thread else None
            anchor = record.anchor if record else session.cluster.anchor or ""
            figure = record.figure if record else ""
            thread = threads.ask(session, AskedQuestion(question, thread, anchor, figure))
            expected = without_times(chat.ask(question))
            assert without_times(threads.load("sample", thread).turns[-1]) == expected
        assert any(turn.follows for turn in chat.turns)


def test_the_form_of_a_thread_sends_its_state(site: Any) -> None:
    reply = site.ask(QUESTION, anchor="varnholt-2024-braidnet", figure="table 1")
    page = site.get(reply.headers["location"].partition("#")[0]).text
    fields = dict(re.findall(r'<input[^>]* name="(thread|anchor|figure)" value="([^"]*)"', page))
    assert fields["thread"] in reply.headers["location"]
    assert fields["anchor"] == ""  # the cluster's own paper, which needs no choice
    assert fields["figure"] == "Table 1"
    fields["figure"] = "table 1"  # typed again: still the same figure, so that the thread goes on
    follow = site.ask("and how many units does its recurrent cell have?", **fields)
    assert "64 units" in site.get(follow.headers["location"].partition("#")[0]).text


def test_a_completed_question_is_above_the_answer(site: Any) -> None:
    reply = site.ask("Who wrote RillNet: Message Passing along Drainage Lines?")
    thread = reply.headers["location"].partition("#")[0].rpartition("/")[2]
    page = site.get(
        site.ask("And when was it published?", thread=thread).headers["location"].partition("#")[0]
    ).text
    last = page[page.index("And when was it published?</h2>") :]
    assert last.index("understood as: And when was") < last.index('class="answer"')
    assert last.count("understood as: ") == 1
