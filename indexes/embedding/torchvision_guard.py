"""Keeps a torchvision that cannot work here from breaking transformers.

The package index carries torchvision as a CUDA build. Beside a CPU torch its compiled operators do not load, its import
then fails over their missing declarations, and transformers, which imports it where it finds it, fails along.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from pathlib import Path
from typing import Any


@functools.cache
def guard_torchvision() -> Any:
    """Declare the operators that torchvision's import needs, where its own cannot be loaded. Call before transformers.

    Image transforms then work; `torchvision.ops.nms` does not. Does nothing without torchvision or on a GPU build of
    torch. The returned library must stay referenced, since the declarations end with it: the cache keeps it.
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
