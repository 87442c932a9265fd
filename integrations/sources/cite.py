"""Write the sources of an answer in a format of reference managers or as Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from ...agent.session import Session
from ...agent.types import Answer
from ...errors import UsageError
from .bibtex import write_bibtex
from .csl import build_item
from .csl_types import Item
from .formats import FORMATS
from .markdown import write_markdown
from .quotes import quote_papers
from .ris import write_ris


def cite(session: Session, answer: Answer, form: str = "bibtex") -> str:
    """Return the sources of `answer` in the format `form`; "" for an answer without sources.

    BibTeX, RIS and CSL-JSON have one entry per paper, in the order of the answer, with the quotes and their pages as
    a note. Markdown has one numbered entry per quote, with the sentences before and after it. Raises UsageError for
    an unknown format.
    """
    if form not in FORMATS:
        raise UsageError(f"no citation format {form!r}; choose one of {', '.join(FORMATS)}")
    if not answer.citations:
        return ""
    if form == "markdown":
        return write_markdown(answer.citations, session.cluster)
    return _WRITERS[form](
        [build_item(paper, quotes) for paper, quotes in quote_papers(answer.citations, session.cluster)]
    )


def _write_csl(items: list[Item]) -> str:
    return json.dumps(items, ensure_ascii=False, indent=2) + "\n"


_WRITERS: Mapping[str, Callable[[list[Item]], str]] = {
    "bibtex": write_bibtex,
    "ris": write_ris,
    "csl": _write_csl,
}
