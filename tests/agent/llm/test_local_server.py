"""A real model, read from a file and served within this process: the smallest of the shared ones."""

import importlib.util
import os
from dataclasses import replace
from pathlib import Path

import pytest

from citehop.agent.ask import ask
from citehop.agent.llm.litellm_loader import litellm
from citehop.agent.llm.local_server import serve_model_file
from citehop.agent.llm.roles import open_models
from citehop.agent.llm.structured import first_object
from citehop.agent.llm.types import Message, Request
from citehop.agent.plan import Plan
from citehop.agent.session import Session
from citehop.cli.sample_cluster import QUESTION
from citehop.errors import ConfigurationError, MissingExtraError
from citehop.settings import Settings

MODELS = Path(os.environ.get("DEV_MODELS", Path.home() / ".cache" / "dev-models"))
SMALLEST = MODELS / "smollm2-135m.gguf"
CHOICE = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "number": {"type": "integer"}},
    "required": ["reason", "number"],
    "additionalProperties": False,
}
ASKED = Request((Message("user", "Which number is larger, 3 or 5? Reply with JSON."),), max_tokens=60)


def test_without_llama_cpp_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    with pytest.raises(MissingExtraError, match=r"model\.gguf.*citehop\[local\]"):
        serve_model_file(f"gguf:{tmp_path}/model.gguf")


@pytest.mark.slow
def test_a_file_that_llama_cpp_cannot_load_is_one_line(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    (tmp_path / "model.gguf").write_bytes(b"GGUF" + bytes(1000))
    with pytest.raises(ConfigurationError, match=r"model\.gguf: llama\.cpp cannot load it"):
        serve_model_file(f"gguf:{tmp_path}/model.gguf")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_model_file_answers_in_words_and_under_a_schema(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    if not SMALLEST.exists():
        pytest.skip(f"{SMALLEST} is not here: run shared/models/models.py get smollm2-135m")
    settings = Settings(home=str(tmp_path), model=f"gguf:{SMALLEST}", offline=True, max_cost=0.01, threads=1)
    models = open_models(settings)
    assert models is not None
    pieces = list(models.text.stream(ASKED))
    reply = pieces[-1].reply
    assert reply is not None
    assert len(pieces) > 3
    assert reply.text == "".join(piece.text for piece in pieces)
    assert (reply.usage.usd, reply.usage.unpriced) == (0.0, 0)
    assert 10 < reply.usage.prompt_tokens < 200
    chosen = models.text.complete(replace(ASKED, schema=CHOICE, max_tokens=200))
    assert isinstance(first_object(chosen.text).get("number"), int)
    again = open_models(settings)
    assert again is not None
    assert again.text.complete(ASKED).cached  # by the file, not by its random port


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_question_over_the_sample_is_answered_with_a_model_file(by_words: Session) -> None:
    pytest.importorskip("xllamacpp")
    if not SMALLEST.exists():
        pytest.skip(f"{SMALLEST} is not here: run shared/models/models.py get smollm2-135m")
    without = ask(by_words, QUESTION)
    models = open_models(replace(by_words.settings, model=f"gguf:{SMALLEST}", threads=1, model_seconds=300))
    assert models is not None
    assert models.trust == "phrase"
    answer = ask(by_words, QUESTION, models=models)
    assert (answer.status, answer.citations) == ("answered", without.citations)
    assert answer.usage.calls == 1
    assert answer.model == models.text.model or len(answer.notes) == 1  # it may write what nothing supports


def test_every_client_of_litellm_has_limits_for_replies() -> None:
    module = litellm()
    handler = module.llms.custom_httpx.http_handler
    for client in (module.client_session, handler.HTTPHandler().client, module.module_level_client.client):
        assert [hook.__name__ for hook in client.event_hooks["response"]] == ["_limit_reply"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_an_agent_with_a_model_file_ends_within_its_rounds_and_calls(by_words: Session) -> None:
    pytest.importorskip("xllamacpp")
    if not SMALLEST.exists():
        pytest.skip(f"{SMALLEST} is not here: run shared/models/models.py get smollm2-135m")
    settings = replace(
        by_words.settings, model=f"gguf:{SMALLEST}", threads=1, model_seconds=300, max_calls=3, no_cache=True
    )
    models = open_models(settings)
    assert models is not None
    leading = replace(models, trust="lead")
    answer = ask(by_words, QUESTION, models=leading, plan=Plan(agent=True, max_steps=2))
    assert 1 <= answer.usage.calls <= 3
    assert answer.status in ("answered", "abstained")
    names = [step.name for step in answer.steps if step.name.startswith("round")]
    assert 1 <= len(names) <= 2
