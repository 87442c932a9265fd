"""Checks before the work: a missing key and an unreachable server, without loading the library of providers."""

import subprocess
import sys
from pathlib import Path

import pytest

from citehop.cli.preflight import check_model_server
from citehop.errors import ConfigurationError, UnreachableError
from citehop.settings import Settings
from citehop.testing import ModelServer


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)


def test_a_missing_key_is_named() -> None:
    with pytest.raises(ConfigurationError, match="openai/gpt-4o needs an API key; set OPENAI_API_KEY"):
        check_model_server(Settings(model="openai/gpt-4o"))
    with pytest.raises(ConfigurationError, match="ANTHROPIC_API_KEY"):
        check_model_server(Settings(model="nowhere/any", vision_model="anthropic/any"))


@pytest.mark.parametrize(
    "settings",
    [Settings(model="nowhere/any"), Settings(model="openai/gpt-4o", api_key="x"), Settings()],
)
def test_what_needs_no_key_passes(settings: Settings) -> None:
    check_model_server(settings)


def test_a_token_of_the_provider_is_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "x")
    check_model_server(Settings(model="anthropic/any"))


def test_a_server_out_of_reach_is_named() -> None:
    with pytest.raises(UnreachableError, match=r"http://127\.0\.0\.1:9 cannot be reached"):
        check_model_server(Settings(model="openai/any", api_base="http://127.0.0.1:9"))


def test_a_model_that_the_server_lacks_is_named_with_those_that_it_has() -> None:
    with ModelServer([], models=("small", "large")) as server:
        check_model_server(Settings(model="openai/small", api_base=server.url))
        with pytest.raises(ConfigurationError, match="no model 'tiny'; it has small, large"):
            check_model_server(Settings(model="openai/tiny", api_base=server.url))
        check_model_server(Settings(model="ollama_chat/small", api_base=server.url))
        with pytest.raises(ConfigurationError, match="no model 'tiny'"):
            check_model_server(Settings(model="ollama_chat/tiny", api_base=server.url))


def test_a_server_that_lists_no_models_is_taken_at_its_word() -> None:
    with ModelServer([]) as server:
        check_model_server(Settings(model="openai/any", api_base=server.url))


def test_a_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"absent\.gguf: cannot be read"):
        check_model_server(Settings(model=f"gguf:{tmp_path}/absent.gguf"))
    other = tmp_path / "paper.gguf"
    other.write_bytes(b"%PDF-1.7")
    with pytest.raises(ConfigurationError, match="not a GGUF file"):
        check_model_server(Settings(model=f"gguf:{other}"))


def test_a_question_to_a_server_out_of_reach_loads_no_library_of_providers() -> None:
    code = (
        "import sys; from citehop.cli.main import main;"
        "code = main(['ask', 'x', 'How large is it?', '--model', 'openai/x', '--api-base', 'http://127.0.0.1:9']);"
        "sys.exit(code if 'litellm' not in sys.modules else 1)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, capture_output=True).returncode == 6
