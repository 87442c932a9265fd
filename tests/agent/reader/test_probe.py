"""The probe: what it counts, what it allows, and that it is kept for each model."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models, open_models
from citehop.agent.llm.types import Request
from citehop.agent.reader.probe import load_probe, probe_model
from citehop.agent.reader.trust import ModelProfile, Trust, find_trust, list_profiles, save_profile
from citehop.cli.main import main
from citehop.settings import Settings
from citehop.testing import ModelServer, QueueLLM

PROBE = load_probe()
BY_TEXT = {question.text: question for question in PROBE}


def knowing(mistakes: int = 0) -> Callable[[Request], str]:
    """A model that knows all answers but the first `mistakes`."""

    def reply(request: Request) -> str:
        text = request.messages[-1].text.rpartition("Question: ")[2].strip()
        numbers = [index + 1 for index in BY_TEXT[text].answers]
        if PROBE.index(BY_TEXT[text]) < mistakes:
            numbers = [1 + index for index in range(8) if index + 1 not in numbers][:1]
        return json.dumps({"reason": "", "statements": numbers, "phrasing": ""})

    return reply


def probed(step: Any, count: int = 0) -> ModelProfile:
    llm = QueueLLM(default=step)
    return probe_model(Models(llm, llm, Meter()), count)


def test_a_quarter_of_forty_questions_has_no_answer_and_each_other_has_one() -> None:
    assert len(PROBE) == 40
    assert sum(not question.answers for question in PROBE) == 10
    assert all(len(question.statements) == 8 for question in PROBE)
    assert len(BY_TEXT) == 40


@pytest.mark.parametrize(
    ("step", "right", "refused", "wrong", "valid", "trust"),
    [
        (knowing(), 30, 10, 0, 40, "lead"),
        (knowing(7), 24, 9, 7, 40, "choose"),
        (knowing(12), 21, 7, 12, 40, "phrase"),
        ('{"reason": "", "statements": [], "phrasing": ""}', 0, 10, 0, 40, "phrase"),
        ("I think it is the second one.", 0, 0, 0, 0, "phrase"),
    ],
)
def test_what_a_model_does_decides_what_it_may_do(
    step: Any, right: int, refused: int, wrong: int, valid: int, trust: Trust
) -> None:
    profile = probed(step)
    assert (profile.right, profile.refused, profile.wrong, profile.valid) == (right, refused, wrong, valid)
    assert profile.trust == trust


def test_a_known_provider_leads_and_a_server_of_ones_own_phrases(tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path))
    for model, base, trust in (
        ("openai/gpt-4o", "", "lead"),
        ("anthropic/any", "", "lead"),
        ("openai/mine", "http://localhost:8000/v1", "phrase"),
        ("ollama_chat/any", "", "phrase"),
        ("gguf:model.gguf", "", "phrase"),
    ):
        assert find_trust(replace(settings, model=model, api_base=base)) == trust


def test_a_record_holds_for_its_model_at_its_address(tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path), model="ollama_chat/a")
    save_profile(replace(probed(knowing()), model="ollama_chat/a"), settings)
    assert find_trust(settings) == "lead"
    assert find_trust(replace(settings, model="ollama_chat/b")) == "phrase"
    assert find_trust(replace(settings, api_base="http://10.0.0.1:11434")) == "phrase"
    (tmp_path / "models" / "broken.json").write_text("{")
    assert [profile.model for profile in list_profiles(settings)] == ["ollama_chat/a"]


def test_the_command_probes_lists_and_doctor_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def knows(body: Any) -> str:
        text = str(body["messages"][-1]["content"]).rpartition("Question: ")[2].strip()
        numbers = [index + 1 for index in BY_TEXT[text].answers]
        return json.dumps({"reason": "", "statements": numbers, "phrasing": ""})

    home = ["--home", str(tmp_path)]
    with ModelServer(knows) as server:
        line = ["model", "probe", "openai/mine", "--api-base", server.url, "--questions", "8", *home]
        assert main(line) == 0
        assert len(server.received) == 8
        models = open_models(Settings(home=str(tmp_path), model="openai/mine", api_base=server.url))
    assert models is not None
    assert models.trust == "lead"
    told = " ".join(capsys.readouterr().out.split())
    assert "openai/mine: lead" in told
    assert re.search(r"right 6 of 6; refused rightly 2 of 2; answered wrongly 0; valid replies 8 of 8", told)
    assert main(["model", "list", "--json", *home]) == 0
    assert json.loads(capsys.readouterr().out)["models"][0]["trust"] == "lead"
    main(["doctor", *home])
    assert "openai/mine: lead, right 6 of 6, wrong 0" in " ".join(capsys.readouterr().out.split())


def test_a_probe_of_nobody_is_said_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["model", "probe", "openai/mine", "--api-base", "http://127.0.0.1:9/v1", "--home", str(tmp_path)]
    assert main(line) == 6
    assert "cannot be reached" in capsys.readouterr().err
    with ModelServer(repeat("x"), models=("other",)) as server:
        assert main([*line[:4], server.url, *line[5:]]) == 3
    assert "no model 'mine'" in capsys.readouterr().err
