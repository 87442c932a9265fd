"""Drafts of a model, streamed while it writes them."""

import http.client
import json
import re
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from citehop.agent.llm.roles import open_models
from citehop.cli.sample_cluster import QUESTION
from citehop.settings import Settings
from citehop.testing import ModelServer, ScriptedTurn

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."


def reply(body: Mapping[str, Any]) -> ScriptedTurn:
    """The sentence, slowly, where a statement holds it; nothing useful otherwise."""
    content = body["messages"][-1]["content"]
    prompt = content if isinstance(content, str) else content[0]["text"]
    listed = re.findall(r"^\[(\d+)\] (.*)$", prompt, re.MULTILINE)
    numbers = [int(number) for number, text in listed if SENTENCE in text]
    chosen = {"reason": "", "statements": numbers[:1], "phrasing": SENTENCE if numbers else ""}
    return ScriptedTurn(json.dumps(chosen), pace=0.02)


def test_the_quotes_come_first_and_a_stopped_model_leaves_them(own_settings: Settings, start: Any) -> None:
    with ModelServer(lambda body: replace(reply(body), pace=0.3)) as model:
        settings = replace(own_settings, model="openai/scripted", api_base=model.url)
        with start(settings, models=open_models(settings)) as site:
            token, seen = site.form_token(), dict[str, Any]()
            fields = urlencode({"form_token": token, "question": QUESTION})
            kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": site.origin}
            connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
            connection.request("POST", "/clusters/sample/ask", fields, kind | {"Accept": "text/event-stream"})
            name = ""
            for line in connection.getresponse():
                field, _, value = line.decode("utf-8").rstrip("\n").partition(": ")
                name = value if field == "event" else name
                if field == "data" and name not in seen:
                    seen[name] = json.loads(value)
                    if name == "text":
                        assert "found" in seen
                        assert site.post(seen["model"], {"form_token": "x"}).status == 403
                        assert site.post(seen["model"], {"form_token": token}).status == 204
            connection.close()
            page = site.get(seen["done"].partition("#")[0]).text
    text, *quotes = seen["found"]
    assert SENTENCE in text
    assert any(SENTENCE in quote and "RillNet: Message Passing" in quote for quote in quotes)
    assert "the model was stopped; answered without the model" in page
    assert SENTENCE in page


def test_the_draft_arrives_word_by_word_before_the_answer(own_settings: Settings, start: Any) -> None:
    with ModelServer(reply) as model:
        settings = replace(own_settings, model="openai/scripted", api_base=model.url)
        with start(settings, models=open_models(settings)) as site:
            fields = urlencode({"form_token": site.form_token(), "question": QUESTION})
            kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": site.origin}
            connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
            connection.request("POST", "/clusters/sample/ask", fields, kind | {"Accept": "text/event-stream"})
            events: list[tuple[float, str, str]] = []
            name = ""
            for line in connection.getresponse():
                field, _, value = line.decode("utf-8").rstrip("\n").partition(": ")
                name = value if field == "event" else name
                if field == "data":
                    events.append((time.monotonic(), name, json.loads(value)))
            connection.close()
    drafts = [event for event in events if event[1] == "text"]
    assert len(drafts) > 10
    assert SENTENCE in "".join(text for _, _, text in drafts)
    assert events[-1][1] == "done"
    assert events[-1][0] - drafts[0][0] > 0.2
