from pathlib import Path

import pytest

from citehop.errors import ConfigurationError
from citehop.settings import load_settings


@pytest.fixture(autouse=True)
def user_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "user.toml"
    monkeypatch.setattr("citehop.settings.user_file", lambda: path)
    return path


def test_precedence_argument_variable_folder_user(tmp_path: Path, user_file: Path) -> None:
    user_file.write_text('chunk_tokens = 1\nworkers = 1\nthreads = 1\nembedding_model = "user"\n')
    (tmp_path / "citehop.toml").write_text("chunk_tokens = 2\nworkers = 2\nthreads = 2\n")
    environ = {"CITEHOP_CHUNK_TOKENS": "3", "CITEHOP_WORKERS": "3"}
    settings = load_settings({"chunk_tokens": 4, "max_pages": None}, environ, tmp_path)
    assert (settings.chunk_tokens, settings.workers, settings.threads) == (4, 3, 2)
    assert settings.embedding_model == "user"
    assert settings.max_pages == 500


@pytest.mark.parametrize(
    ("environ", "toml", "needle"),
    [
        ({"CITEHOP_CHUNK_TOKENZ": "3"}, "", "unknown setting 'chunk_tokenz'"),
        ({"CITEHOP_WORKERS": "two"}, "", "whole number"),
        ({"CITEHOP_WORKERS": "-1"}, "", "whole number from 0"),
        ({"CITEHOP_MAX_COST": "cheap"}, "", "must be a number"),
        ({"CITEHOP_MAX_COST": "nan"}, "", "must be a number"),
        ({"CITEHOP_MAX_COST": "-0.5"}, "", "must be a number from 0"),
        ({}, "max_cost = true", "must be a number"),
        ({"CITEHOP_OFFLINE": "maybe"}, "", "must be true or false"),
        ({}, "chunk_tokens = 'x'", "citehop.toml"),
        ({}, "chunk_tokens = ", "not valid TOML"),
        ({}, "workers = true", "must be a whole number"),
        ({}, "workers = 1.5", "must be a whole number"),
        ({}, "model = 1", "must be text"),
        ({"CITEHOP_MAX_COST": "inf"}, "", "must be a number"),
        ({}, "nonsense = 1", "unknown setting"),
    ],
)
def test_mistakes_are_one_line_naming_the_source(
    environ: dict[str, str], toml: str, needle: str, tmp_path: Path
) -> None:
    (tmp_path / "citehop.toml").write_text(toml)
    with pytest.raises(ConfigurationError, match=needle) as caught:
        load_settings({}, environ, tmp_path)
    assert "\n" not in str(caught.value)


def test_text_becomes_the_type_of_the_setting(tmp_path: Path) -> None:
    settings = load_settings(
        {}, {"CITEHOP_OFFLINE": "yes", "CITEHOP_WORKERS": "2", "CITEHOP_HOME": ""}, tmp_path
    )
    assert settings.offline is True
    assert load_settings({"max_cost": 2}, {"CITEHOP_MAX_COST": "0.5"}, tmp_path).max_cost == 2.0
    assert load_settings({}, {"CITEHOP_MAX_COST": "0.5"}, tmp_path).max_cost == 0.5
    assert settings.workers == 2
    assert settings.home == ""
