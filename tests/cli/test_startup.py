"""Cost of starting, and modules that must not be loaded for it."""

import json
import subprocess
import sys

import pytest

HEAVY = {
    "torch",
    "transformers",
    "sentence_transformers",
    "litellm",
    "llama_index",
    "qdrant_client",
    "qdrant_edge",
    "onnxruntime",
    "rapidocr",
    "cv2",
    "jinja2",
    "scipy",
    "numpy",
}


def loaded_by(code: str) -> set[str]:
    script = f"{code}\nimport sys, json; print(json.dumps(sorted(m.partition('.')[0] for m in sys.modules)))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(json.loads(run.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "code",
    [
        "import citehop",
        "from citehop.cli.main import main; main(['--help'])",
        "from citehop.cli.main import main; main(['ask', '--help'])",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert loaded_by(code) & HEAVY == set()


@pytest.mark.parametrize(
    ("module", "absent"),
    [("citehop.agent.ask", {"filelock", "asyncio", "pydantic"}), ("citehop.training.run", {"nltk", "torch"})],
)
def test_a_question_and_a_refused_training_load_no_more_than_they_use(module: str, absent: set[str]) -> None:
    assert loaded_by(f"import {module}") & absent == set()


def test_public_face_is_what_it_says() -> None:
    import citehop

    assert len(set(citehop.__all__) - {"__version__"}) <= 17
    for name in citehop.__all__:
        assert getattr(citehop, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = citehop.nonsense
