"""Places where tests let an operation fail: every write, sync and rename, and every call of the vector engine, in a
build.

`hook` is None except in tests. They set it to a function that raises at the n-th call, and so try every n.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

hook: Callable[[str, Path], None] | None = None


def fault_point(operation: str, path: Path) -> None:
    """Call the hook, if a test has set one, before an operation on `path`.

    `operation` is "write", "sync", "rename", "delete" or "engine".
    """
    if hook is not None:
        hook(operation, path)
