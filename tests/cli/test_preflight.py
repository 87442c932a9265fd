"""Checks before the work: a missing key and an unreachable server, without loading the library of providers."""

from __future__ import annotations

import subprocess
import sys

import pytest

from citehop.cli.preflight import check_model_server
from citehop.errors import ConfigurationError, UnreachableError
from citehop.settings import Settings


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)


def test_a_missing_key_is_named() -> None:
    with pytest.raises(ConfigurationError, match="openai/gpt-4o needs an API key; set OPENAI_API_KEY"):
        check_model_server(Settings(model="openai/gpt-4o"))
    with pytest.raises(ConfigurationError, match="ANTHROPIC_API_KEY"):
        check_model_server(Settings(model="ollama/llama3", vision_model="anthropic/any"))


@pytest.mark.parametrize(
    "settings",
    [Settings(model="ollama/llama3"), Settings(model="openai/gpt-4o", api_key="x"), Settings()],
)
def test_what_needs_no_key_passes(settings: Settings) -> None:
    check_model_server(settings)


def test_a_token_of_the_provider_is_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "x")
    check_model_server(Settings(model="anthropic/any"))


def test_a_server_out_of_reach_is_named() -> None:
    with pytest.raises(UnreachableError, match=r"http://127\.0\.0\.1:9 cannot be reached"):
        check_model_server(Settings(model="openai/any", api_base="http://127.0.0.1:9"))


def test_a_question_to_a_server_out_of_reach_loads_no_library_of_providers() -> None:
    code = (
        "import sys; from citehop.cli.main import main;"
        "code = main(['ask', 'x', 'How large is it?', '--model', 'openai/x', '--api-base', 'http://127.0.0.1:9']);"
        "sys.exit(code if 'litellm' not in sys.modules else 1)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 6
