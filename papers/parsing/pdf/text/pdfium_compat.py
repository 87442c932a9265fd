"""Direct calls of pdfium functions with plain numbers.

pypdfium2's own wrappers convert every argument and result of every call; for the characters of a paper that takes
several times as long as pdfium itself.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

Address = ctypes.c_size_t


def bind_function(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    """Bind a raw function of pypdfium2 to plain Python numbers, with pointers as addresses (null: 0)."""
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)
