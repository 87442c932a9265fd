"""Choose the model of page images: find its files, and the class of colpali-engine that loads them."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import ConfigurationError, MissingExtraError
from ...settings import expand_user
from ..embedding.locate import sample_file
from ..embedding.torchvision_guard import guard_torchvision

DEFAULT = "vidore/colqwen2-v1.0-merged"
_PATTERNS = ["*.json", "*.txt", "*.model", "*.jinja", "*.safetensors"]  # no pickles


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A model on this machine: the name by which it was requested, the key of its vectors, its folder, and its
    revision.
    """

    name: str
    key: str
    folder: Path
    revision: str


def extra_is_there() -> bool:
    """True if colpali-engine is installed. It is not imported."""
    return importlib.util.find_spec("colpali_engine") is not None


def require_extra() -> None:
    """Raise MissingExtraError if colpali-engine is not installed."""
    if not extra_is_there():
        raise MissingExtraError("searching page images", "visual")


def find_checkpoint(name: str, offline: bool) -> Checkpoint:
    """Return the model `name`: a path, a model in the Hugging Face cache, or, unless `offline`, a model on the hub.

    Raises ConfigurationError if there is no such model.
    """
    path = expand_user(name)
    if path.is_dir():
        return _at(name, path.resolve(), "")
    folder = _snapshot(name, local=True) or (None if offline else _snapshot(name, local=False))
    if folder is None:
        where = "on this machine" if offline else "on this machine and not to be fetched from the hub"
        raise ConfigurationError(
            f"visual model {name!r} is not {where}; give a path, or `hf download {name}` where there is a network"
        )
    return _at(name, folder, folder.name)


def cached_checkpoint(name: str) -> Checkpoint | None:
    """Return the model `name` without using the network; None if it is not on this machine."""
    try:
        return find_checkpoint(name, offline=True)
    except ConfigurationError:
        return None


def _at(name: str, folder: Path, revision: str) -> Checkpoint:
    names = ("config.json", "adapter_config.json")
    configs = [folder / config for config in names if (folder / config).is_file()]
    if not configs:
        raise ConfigurationError(f"visual model {name!r}: a folder without config.json is no model")
    weights = [path.name.encode() + sample_file(path) for path in sorted(folder.glob("*.safetensors"))]
    digest = hashlib.sha256(b"".join([*(path.read_bytes() for path in configs), *weights]))
    label = re.sub(r"[^A-Za-z0-9._-]+", "-", folder.name if not revision else name).strip("-.")
    revision = revision or digest.hexdigest()[:12]
    return Checkpoint(name, f"{label}-{revision[:8]}", folder, revision)


def _snapshot(name: str, local: bool) -> Path | None:
    from huggingface_hub import constants, get_session, snapshot_download

    try:
        if not local:
            # Send one quick request first: the client repeats an unanswered request for more than a minute.
            get_session().head(constants.ENDPOINT, timeout=5.0)
        return Path(snapshot_download(name, allow_patterns=_PATTERNS, local_files_only=local))
    except Exception:  # any error of the HTTP client, and names that are not valid on the hub
        return None


def model_classes(checkpoint: Checkpoint) -> tuple[Any, Any]:
    """Return the model class and the processor class of colpali-engine that the checkpoint's configuration asks for.

    The configuration names the architecture, or else a model type for which colpali-engine has exactly one
    late-interaction class. The configuration of an adapter names the model that it adapts. Raises ConfigurationError
    for any other kind of model.
    """
    require_extra()
    guard_torchvision()
    models = importlib.import_module("colpali_engine.models")
    late = {name: value for name, value in vars(models).items() if _is_late_interaction(name, value)}
    config = _config(checkpoint)
    named = [late[name] for name in config.get("architectures") or [] if name in late]
    typed = [model for model in late.values() if model.config_class.model_type == config.get("model_type")]
    found = named or typed
    if not found:
        known = ", ".join(sorted(model.config_class.model_type for model in late.values()))
        raise ConfigurationError(
            f"visual model {checkpoint.name!r} is of type {config.get('model_type')!r}, which gives no vectors of page "
            f"images; colpali-engine reads {known}"
        )
    package = sys.modules[found[0].__module__.rpartition(".")[0]]
    processors = [value for name, value in vars(package).items() if "Processor" in name]
    return found[0], processors[0]


def _is_late_interaction(name: str, value: Any) -> bool:
    """True for a model with one vector per token (named Col...), as opposed to one vector per page (named Bi...)."""
    return name.startswith("Col") and hasattr(value, "forward") and hasattr(value, "config_class")


def _config(checkpoint: Checkpoint) -> dict[str, Any]:
    try:
        return _read_config(checkpoint.folder, checkpoint.name)
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"visual model {checkpoint.name!r}: its config.json cannot be read ({error}); download it again"
        ) from error


def _read_config(folder: Path, name: str) -> dict[str, Any]:
    if (folder / "config.json").is_file():
        return dict(json.loads((folder / "config.json").read_text("utf-8")))
    base = json.loads((folder / "adapter_config.json").read_text("utf-8"))["base_model_name_or_path"]
    try:
        return _read_config(find_checkpoint(base, offline=True).folder, base)
    except ConfigurationError:
        raise ConfigurationError(
            f"visual model {name!r} adapts {base!r}, which is not on this machine; `hf download {base}`"
        ) from None
