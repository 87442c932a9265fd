"""Choose the number format of an encoder's matrix products."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal

Precision = Literal["float32", "bfloat16"]
_FLAGS = re.compile(r"\b(?:avx512_bf16|amx_bf16|bf16)\b")  # names on x86; "bf16" on ARM


@cache
def fastest_precision() -> Precision:
    """Return "bfloat16" if the processor can multiply bfloat16 matrices in hardware; otherwise "float32", which is
    faster then.

    Linux lists the processor's features in /proc/cpuinfo; other systems get float32.
    """
    try:
        flags = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return "float32"
    return "bfloat16" if _FLAGS.search(flags) else "float32"
