"""Options that benchmark commands share."""

from __future__ import annotations

from typing import Annotated

import typer

AgainFlag = Annotated[bool, typer.Option("--again", help="Try examples that failed once more.")]
