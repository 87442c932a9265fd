"""Models of the user's, loaded for metrics."""

from __future__ import annotations

from typing import Any

from ...errors import ConfigurationError


def load_pretrained(name: str, kind: str, metric: str) -> tuple[Any, Any]:
    """Tokenizer and model (class `kind` of transformers, set to inference) from a folder or from the hub's local cache.

    Nothing is downloaded: raises ConfigurationError, saying how to get it, when `name` is not on this machine.
    """
    from ...indexes.embedding.torchvision_guard import guard_torchvision

    guard_torchvision()
    import transformers

    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, local_files_only=True)
        model = getattr(transformers, kind).from_pretrained(name, local_files_only=True)
    except (OSError, ValueError, KeyError) as error:
        raise ConfigurationError(
            f"{metric} needs the model {name!r}, which is not on this machine or not readable; "
            f"fetch it with: hf download {name}, or name its folder"
        ) from error
    return tokenizer, model.eval()
