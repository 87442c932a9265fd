"""Measures follow-ups: conversations of four to six turns over real papers, asked through `agent.conversation`.

    python benchmarks/chats.py DATA [--half develop|confirm|fields] [--show] [--home HOME]

The conversations (`benchmarks/questions/README.md`) are of two kinds. Some ask for a cell, then for another row,
column, table or extreme, for a reason, or about the text of the same or another paper. Others ask for a fact, then
for the same fact of another paper, its authors, its year and its data. The SHA-1 of the first paper's id decides the
half. The first turn of a conversation is not counted. DATA is as for `benchmarks/answers.py`.

right        the answer has every pattern of the gold answer, or citehop rightly said that nothing answers
wrong        it answered, and a pattern is missing
abstained    it said that nothing answers, but something does
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any

from answers import half_of  # type: ignore[import-not-found]

from citehop.agent.conversation.conversation import Conversation
from citehop.agent.session import Session
from citehop.errors import CitehopError
from citehop.settings import load_settings
from citehop.training.recipes.questions import FOLDERS, matches, open_papers, read_lines


def load_chats(half: str) -> list[dict[str, Any]]:
    """Return the conversations of one half, in the order of the file."""
    chats = read_lines("fields_chats" if half == "fields" else "chats")
    return chats if half == "fields" else [chat for chat in chats if half_of({**chat, "half": ""}) == half]


def run(session: Session, chat: dict[str, Any], show: bool) -> list[str]:
    """Ask the questions of a conversation and return the outcomes of the turns after the first."""
    conversation = Conversation(session)
    outcomes = []
    for turn in chat["turns"]:
        try:
            answered = conversation.ask(turn["question"])
            text, abstained, complete = (
                answered.answer.text,
                answered.answer.status == "abstained",
                answered.complete,
            )
        except CitehopError as error:
            text, abstained, complete = str(error), True, ""
        if abstained:
            outcome = "right" if turn["refused"] else "abstained"
        else:
            outcome = "right" if turn["all"] and matches(turn, text) else "wrong"
        outcomes.append(outcome)
        if show:
            print(f"{chat['id']} {outcome:9} {turn['question']} [{complete}]\n    {text[:200]!r}", flush=True)
            if outcome != "right":
                print(f"    gold: {turn['answer']}", flush=True)
    return outcomes[1:]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--half", choices=("develop", "confirm", "fields"), default="develop")
    parser.add_argument("--show", action="store_true", help="print each turn")
    parser.add_argument("--home", default="")
    options = parser.parse_args()
    settings = load_settings({"home": options.home or None})
    counts: Counter[str] = Counter()
    chats = load_chats(options.half)
    for name in FOLDERS:
        mine = [chat for chat in chats if chat["cluster"] == name]
        if not mine:
            continue
        with open_papers(name, options.data, settings) as session:
            for chat in mine:
                counts.update(run(session, chat, options.show))
    total = counts.total()
    shares = ", ".join(f"{kind} {counts[kind] / total:.2f}" for kind in ("right", "wrong", "abstained"))
    print(f"{total} follow-ups of {len(chats)} conversations: {shares}")


if __name__ == "__main__":
    main()
