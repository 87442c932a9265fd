"""pdfium's functions called with plain numbers.

pypdfium2's own wrappers convert each argument and result of each call; over the characters of a paper that is a multiple
of what pdfium itself takes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

Address = ctypes.c_size_t


def bind_function(function: Any, result: Any, *arguments: Any) -> Callable[..., Any]:
    """A raw function of pypdfium2 that takes and returns plain Python numbers, pointers as addresses (null: 0)."""
    return ctypes.PYFUNCTYPE(result, *arguments)(ctypes.cast(function, ctypes.c_void_p).value or 0)
