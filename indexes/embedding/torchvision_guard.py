"""Prevent a torchvision that does not work on this machine from breaking transformers.

The package index has torchvision as a CUDA build. With a CPU build of torch, its compiled operators do not load, so
importing torchvision fails for lack of their declarations. transformers imports torchvision if it is installed, and
then fails, too.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from pathlib import Path
from typing import Any


@functools.cache
def guard_torchvision() -> Any:
    """Declare the operators that importing torchvision needs, if its own cannot be loaded. Call it before
    transformers.

    Image transforms then work; `torchvision.ops.nms` does not. Does nothing without torchvision or on a GPU build of
    torch. The declarations end when the returned library is deleted, so the cache keeps it.
    """
    spec = importlib.util.find_spec("torchvision")
    if spec is None or not spec.submodule_search_locations:
        return None
    torch: Any = importlib.import_module("torch")

    operators = Path(spec.submodule_search_locations[0]) / "_C.so"
    if torch.version.cuda or torch.version.hip or not operators.exists():
        return None
    try:
        torch.ops.load_library(str(operators))
    except OSError:
        library = torch.library.Library("torchvision", "FRAGMENT")
        for name in ("nms", "qnms"):
            library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
        return library
    return None
