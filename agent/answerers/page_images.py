"""The pages that a model sees beside the passages: those whose images match the question best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...indexes.types import Chunk, SearchQuery
from ...retrieval.search import pages_in_use
from ..llm.types import LLM, Image
from ..request_context import RequestContext
from ..vision.read_figure import encoded

_SHOWN = 2  # a page costs as much as ten passages
_FOUND = 10  # pages among which those of the passages are looked for
_DPI = 110


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page as an image, and the numbers (from 1) of the passages on it."""

    image: Image
    passages: tuple[int, ...]


def writer_of(context: RequestContext) -> LLM:
    """The model that writes the answer: the text model, or the vision model where only that one sees page images."""
    models = context.models
    assert models is not None
    if models.text.sees or not models.vision.sees or not context.plan.look:
        return models.text
    return models.vision if context.session.index.pages is not None else models.text


def find_shown_pages(
    context: RequestContext, llm: LLM, question: str, scope: Sequence[str], passages: Sequence[Chunk]
) -> tuple[ShownPage, ...]:
    """The best pages for `question` in `scope` (empty: all papers) that hold some of `passages`, at most two.

    None where `llm` sees no images, the plan shows it none, or page images are not searched.
    """
    if not (context.plan.look and llm.sees):
        return ()
    from ...papers.parsing.pdf.pages import render_page

    session = context.session
    shown: list[ShownPage] = []
    for page in pages_in_use(session.index, SearchQuery(question, tuple(scope)), _FOUND):
        source = session.cluster.source_path(page.ref.paper_id)
        numbers = tuple(
            n for n, chunk in enumerate(passages, 1) if _is_on(chunk, page.ref.paper_id, page.ref.page)
        )
        if source is not None and numbers and len(shown) < _SHOWN:
            shown.append(ShownPage(encoded(render_page(source, page.ref.page, _DPI)), numbers))
    return tuple(shown)


def describe_shown_pages(pages: Sequence[ShownPage]) -> str:
    """One line for the prompt; "" without pages."""
    if not pages:
        return ""
    lists = "; ".join(" and ".join(f"[{number}]" for number in page.passages) for page in pages)
    return (
        f"\n\nThe pages of these passages follow as images, in this order: {lists}. Quote the passages only."
    )


def _is_on(chunk: Chunk, paper_id: str, page: int) -> bool:
    return chunk.paper_id == paper_id and page in {chunk.page, *(number for number, _ in chunk.spans)}
