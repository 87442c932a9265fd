"""Answers to a question that names an equation by its number: the equation and the sentences that explain it."""

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

_MOST = 4  # sentences that are quoted with the equation


def answer_equation(context: RequestContext, paper_id: str) -> ComposedAnswer | None:
    """Return the equation and the sentences that explain it; a refusal if the paper has no such equation.

    None if the question asks for no equation, if `paper_id` is "", or if none of the sentences is found on its page.
    """
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
    """Yield the equation, then the sentences that explain it, each with its block.

    If an explaining block names the equation, its sentences that do so are given. Otherwise a block before the equation
    gives its last sentence, and a block after it its first sentence.
    """
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
