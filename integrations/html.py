"""HTML from Jinja templates. All values are untrusted, so control characters are removed and markup is escaped."""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from ..papers.plural import count_noun
from .sanitize import clean


def render_page(package: str, template: str, **values: object) -> str:
    """Return the page made from `template`, a file in the folder templates/ of `package`. No template uses an
    external resource.
    """
    return _open_templates(package).get_template(template).render(**values)


@cache
def _open_templates(package: str) -> Environment:
    environment = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_clean,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["base64"] = _base64
    environment.filters["count"] = count_noun
    return environment


def _clean(value: Any) -> Any:
    """Return `value` without control characters; strings that Jinja marked as safe, and other types, are unchanged."""
    return clean(value) if type(value) is str else value


def _base64(path: Path) -> str:
    """Return the bytes of a file in base64, for a data: URL."""
    return base64.b64encode(path.read_bytes()).decode("ascii")
