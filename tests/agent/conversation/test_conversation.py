"""Conversations with a language model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from citehop.agent.ask import ask
from citehop.agent.conversation.conversation import Conversation
from citehop.agent.llm.roles import open_models
from citehop.agent.session import Session
from citehop.testing import ModelServer

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


def test_of_several_readings_of_a_follow_up_the_model_answers_one(by_words: Session, reader: Any) -> None:
    question = "what happens to its timing error if all delays are fixed at one day per edge?"
    with ModelServer(reader(SENTENCE)) as server, ModelServer(reader(SENTENCE)) as other:
        models, others = (
            open_models(replace(by_words.settings, model="openai/scripted", api_base=each.url))
            for each in (server, other)
        )
        talk = Conversation(by_words)
        talk.ask("Who wrote the RillNet paper?")
        talk.models = models
        turn = talk.ask(question)
        ask(by_words, turn.complete, models=others)
        asked, alone = len(server.received), len(other.received)
    assert (
        turn.complete == "What happens to RillNet's timing error if all delays are fixed at one day per edge?"
    )
    assert turn.answer.text == f"{SENTENCE} [1]"
    assert asked == alone
