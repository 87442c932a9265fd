"""Call PDFium functions directly with plain numbers.

pypdfium2's wrappers convert every argument and result of every call. For the characters of a paper, this takes several
times as long as PDFium itself.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

Address = ctypes.c_size_t


def bind_function(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    """Bind a raw function of pypdfium2 to plain Python numbers; pointers are addresses, and null is 0."""
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)
