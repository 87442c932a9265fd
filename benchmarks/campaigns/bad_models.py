"""Campaign of useless models: each question must end as it does without a model."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from citehop.agent.ask import ask
from citehop.agent.llm.roles import open_models
from citehop.agent.plan import Plan
from citehop.agent.session import open_session
from citehop.cli.main import main
from citehop.cli.sample_cluster import FOLDER, QUESTION
from citehop.indexes.build.build import build
from citehop.testing import LASTING_FAULTS, ModelServer

from .campaign import LOST, Case, read_number
from .small_cluster import settings_for


@contextlib.contextmanager
def bad_models(work: Path) -> Iterator[Case]:
    """Yield a case in which a model server misbehaves in one way, whatever it is asked.

    The model is asked once as a reader and once with tools. `ask` must exit with 0, give the answer that it gives
    without a model, and add one note.
    """
    settings = settings_for(work / "home")
    build(FOLDER, "sample", None, settings)
    with open_session("sample", settings) as session:
        without = ask(session, QUESTION)

    def run(folder: Path, _: Random) -> str:
        name, turn = list(LASTING_FAULTS.items())[read_number(folder) % len(LASTING_FAULTS)]
        with ModelServer(repeat(turn)) as server:
            changes: dict[str, Any] = {"model": "openai/scripted", "api_base": server.url, "no_cache": True}
            models = open_models(replace(settings, model_seconds=5, **changes))
            assert models is not None
            with open_session("sample", settings) as session:
                plan = Plan(agent=True, max_steps=2)
                led = ask(session, QUESTION, models=replace(models, trust="lead"), plan=plan)
            code, printed = _ask_from_terminal(settings.home, server.url)
        quotes = {citation.quote for citation in without.citations}
        if (
            led.model
            or not _is_of({citation.quote for citation in led.citations}, quotes)
            or len(led.notes) != 1
        ):
            return f"{LOST}: {name}, with tools: {led.notes}"[:300]
        told = {citation["quote"] for citation in printed.get("citations", ())}
        if code or printed["model"] or not _is_of(told, quotes) or len(printed["notes"]) != 1:
            return f"{LOST}: {name}: exit code {code}, {printed.get('notes')}"[:300]
        return "the answer of no model, and one note"

    yield run


def _is_of(told: set[str], quotes: set[str]) -> bool:
    """True if something is quoted and everything quoted is also found without a model, from which the model may
    choose.
    """
    return bool(told) and told <= quotes


def _ask_from_terminal(home: str, url: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the JSON of `citehop ask`."""
    output = io.StringIO()
    command = ["ask", "sample", QUESTION, "--home", home, "--embedding-model", "none", "--json"]
    model = ["--model", "openai/scripted", "--api-base", url, "--no-cache"]
    with (
        patch.dict(os.environ, CITEHOP_MODEL_SECONDS="5", OPENAI_API_KEY="x"),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(io.StringIO()),
    ):
        code = main([*command, *model])
    return code, json.loads(output.getvalue() or "{}")
