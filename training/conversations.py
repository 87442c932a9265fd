"""Build conversations about figures whose answers are the words of the papers, as MMSci does with captions (section
3.4).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random

from ..evaluation.common.cluster_figures import Captioned
from ..evaluation.mmsci.data import panel_captions
from ..evaluation.mmsci.make import matching_questions
from ..evaluation.runs.resumable_jsonl import run_key
from ..papers.types import Paper
from .chat_types import ChatTurn, ContentPart, Conversation, ConversationKind
from .pairs import find_mentioning

_MOST_MENTIONS = 3  # largest number of sentences in an answer
_FEWEST_PANELS = 2

# Wordings of each request. The seed chooses one of them.
_DESCRIBE = (
    "Describe this figure.",
    "What does this figure show?",
    "Write a caption for this figure.",
    "Explain what can be seen in this figure.",
)
_PANEL = (
    "What does panel ({0}) show?",
    "Describe sub-figure ({0}).",
    "What can be seen in part ({0}) of the figure?",
)
_MENTIONS = (
    "What does the paper say about this figure?",
    "How do the authors discuss this figure?",
    "What do the authors point out about it?",
)
_ARTICLE = "The figure is from a paper with this abstract:\n{0}\n\n"


def build_conversations(
    paper: Paper,
    figures: Sequence[Captioned],
    others: Sequence[Captioned],
    names: Mapping[str, str],
    seed: int,
) -> Iterator[Conversation]:
    """Yield the conversations about each of `figures`, which are all figures of `paper`.

    Conversations of one turn: the caption as the answer, given the abstract; and each matching question of MMSci,
    answered by a letter. Conversations of several turns: the captions of the panels one by one; and the caption
    followed by the sentences that mention the figure. Wrong options of matching questions are captions of `others`.
    `names` maps the id of a figure to the file of its picture. `seed` chooses wordings and options.
    """
    by_id = {figure.id: figure for figure in paper.figures}
    for figure in figures:
        draw = Random(run_key(str(seed), figure.cluster, figure.paper_id, figure.figure_id))
        build = partial(_build, figure, names[figure.figure_id])
        describe = draw.choice(_DESCRIBE)
        grounded = _ARTICLE.format(paper.abstract) + describe if paper.abstract else describe
        yield build("caption", [(grounded, figure.caption)])
        for _, row in matching_questions(figure, others, draw):
            yield build("matching", [(f"{row['question']}\nReply with the letter alone.", row["answer"])])
        panels = panel_captions(figure.caption)
        if len(panels) >= _FEWEST_PANELS:
            yield build(
                "panels",
                [(draw.choice(_PANEL).format(label), text) for label, text in sorted(panels.items())],
            )
        mentions = list(dict.fromkeys(find_mentioning(paper, by_id[figure.figure_id])))[:_MOST_MENTIONS]
        if mentions:
            asked = [(describe, figure.caption), (draw.choice(_MENTIONS), " ".join(mentions))]
            yield build("mentions", asked)


def _build(
    figure: Captioned, image: str, kind: ConversationKind, turns: Sequence[tuple[str, str]]
) -> Conversation:
    """Return a conversation of questions and answers whose first message begins with the picture."""
    messages = []
    for number, (question, answer) in enumerate(turns):
        picture = (ContentPart("image"),) if number == 0 else ()
        messages.append(ChatTurn("user", (*picture, ContentPart("text", question))))
        messages.append(ChatTurn("assistant", (ContentPart("text", answer),)))
    key = run_key(
        kind, figure.cluster, figure.paper_id, figure.figure_id, *(text for turn in turns for text in turn)
    )
    return Conversation(key, kind, figure.paper_id, figure.label, tuple(messages), (image,))
