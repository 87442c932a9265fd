"""An equation that a question names by its number, with the sentences that explain it."""

from __future__ import annotations

from collections.abc import Iterator

from ...papers.parsing.equations import Equation, find_equation, find_explanations
from ...papers.sentences import split_sentences
from ...papers.types import Block, Paper
from ..query.grammar.equations import find_equation_number
from ..request_context import RequestContext
from ..types import Citation
from ..verification.sentences import Prover
from .types import ComposedAnswer, markers

_MOST = 4  # sentences beside the equation


def answer_equation(context: RequestContext, paper_id: str) -> ComposedAnswer | None:
    """The equation and the sentences around it; None for a question about anything else, or of no paper ("")."""
    number = find_equation_number(context.query.text)
    if not number or not paper_id:
        return None
    paper = context.session.cluster.paper(paper_id)
    equation = find_equation(paper, number)
    if equation is None:
        refusal = f'No equation {number} was found in "{paper.title}".'
        return ComposedAnswer(probability=0.0, refusal=refusal)
    prover = Prover(context.session.cluster, context.session.settings)
    found = [prover.find(paper_id, block.page, text) for block, text in _list_texts(paper, equation)]
    quotes: list[Citation] = list(dict.fromkeys(citation for citation in found if citation))[: _MOST + 1]
    if not quotes:
        return None
    lines = (f"{quote.quote} {markers(1, place)}" for place, quote in enumerate(quotes))
    return ComposedAnswer("\n".join(lines), tuple(quotes))


def _list_texts(paper: Paper, equation: Equation) -> Iterator[tuple[Block, str]]:
    """The equation, then the last sentence before it, the first behind it, and those that name it, each with its block."""
    if equation.block.kind == "equation":
        yield equation.block, equation.block.text
    else:
        yield from (
            (equation.block, text)
            for text in split_sentences(equation.block.text)
            if f"({equation.number})" in text
        )
    for block in find_explanations(paper, equation):
        sentences = split_sentences(block.text)
        named = [text for text in sentences if find_equation_number(text).lower() == equation.number.lower()]
        is_before = paper.blocks.index(block) < equation.place
        yield from ((block, text) for text in named or (sentences[-1:] if is_before else sentences[:1]))
