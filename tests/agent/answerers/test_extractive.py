"""Asking without --model: no provider is reached, however many keys lie about, and nothing heavy is loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

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
def test_nothing_leaves_the_machine(command: str, environ: dict[str, str], sample_settings: Settings) -> None:
    done = told(sample_settings, command, "sample", QUESTION, "--json", environ=environ)
    assert (done["code"], done["connected"]) == (0, [])
    assert set(done["loaded"]) & HEAVY == set()
    assert json.loads(done["out"])["ranking"][0]["paper_id"] == "castellanos-2021-rillnet"
