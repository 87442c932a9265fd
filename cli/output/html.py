"""HTML pages from the templates of this package. Every value is data from strangers: it is cleaned and escaped."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from .sanitize import clean


def render_page(template: str, **values: object) -> str:
    """The page of `template`, a file name in the folder templates/. No template uses a script or an external resource."""
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_clean,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["base64"] = _base64
    return environment.get_template(template).render(**values)


def _clean(value: Any) -> Any:
    """`value` without control characters; strings that Jinja marked as safe, and other types, stay as they are."""
    return clean(value) if type(value) is str else value


def _base64(path: Path) -> str:
    """The bytes of a file, for a data: URL."""
    return base64.b64encode(path.read_bytes()).decode("ascii")
