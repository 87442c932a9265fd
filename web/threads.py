"""Threads: conversations of the web page, kept where `citehop chat` keeps its own, so that either can continue them."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakValueDictionary

from ..agent.conversation.conversation import Conversation
from ..agent.conversation.store import load, new_file, save
from ..agent.conversation.types import ConversationRecord
from ..agent.figures.paper_figures import is_region
from ..agent.llm.roles import Models
from ..agent.session import Session
from ..errors import CitehopError, UsageError
from ..papers.clusters.corrections import FOLDER as CORRECTIONS
from ..papers.shared_results import SharedResults
from ..retrieval.figure_selection import same_label
from ..settings import Settings

_ID = re.compile(r"\d{8}-\d{6}-\d{6}", re.ASCII)  # the time of its start, as `new_file` names it
_LISTED = 20
_KEPT = 256  # answers to first questions in memory


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question with the thread that it continues, "" for a new one, and the paper and figure to ask about, "" if none."""

    text: str
    thread: str = ""
    anchor: str = ""
    figure: str = ""


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """A thread in a list: its first question and the number of questions."""

    id: str
    question: str
    turns: int


class Threads:
    """The threads on disk. Thread-safe: the questions of one thread are answered one after the other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._locks: WeakValueDictionary[Path, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()
        # Without a model the same first question has the same answer, until the cluster is indexed again or corrected.
        self._begun: SharedResults[ConversationRecord] = SharedResults(_KEPT)

    def ask(
        self,
        session: Session,
        question: AskedQuestion,
        models: Models | None = None,
        on_text: Callable[[str], None] | None = None,
        on_step: Callable[[str], None] | None = None,
    ) -> str:
        """Answer `question`, save its thread and return the thread's id; `on_text` and `on_step` as in `agent.ask.ask`.

        Raises UsageError for an unknown thread, paper or figure, and whatever `Conversation.ask` raises.
        """
        cluster = session.cluster.name
        path = self._path(cluster, question.thread) if question.thread else new_file(cluster, self._settings)

        def answer() -> ConversationRecord:
            conversation = Conversation(session, models, record=load(path) if question.thread else None)
            _select(conversation, question)
            conversation.ask(question.text, on_text, on_step)
            return conversation.record

        with self._lock(path):
            shared = not question.thread and models is None
            save(self._begun.get(_state_of(session, question), answer) if shared else answer(), path)
        return path.stem

    def ask_again(
        self,
        session: Session,
        thread: str,
        number: int,
        models: Models | None = None,
        on_text: Callable[[str], None] | None = None,
        on_step: Callable[[str], None] | None = None,
    ) -> None:
        """Answer question `number` of a thread once more, as `Conversation.ask_again`, and save the thread."""
        path = self._path(session.cluster.name, thread)
        with self._lock(path):
            conversation = Conversation(session, models, record=load(path))
            conversation.ask_again(number, on_text, on_step)
            save(conversation.record, path)

    def _lock(self, path: Path) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault(path, threading.Lock())

    def load(self, cluster: str, thread: str) -> ConversationRecord:
        """The record of a thread. Raises UsageError if there is none."""
        return load(self._path(cluster, thread))

    def list(self, cluster: str) -> list[ThreadSummary]:
        """The latest threads over a cluster, latest first; damaged ones are left out."""
        ids = [path.stem for path in new_file(cluster, self._settings).parent.glob("*.json")]
        summaries = []
        for thread in sorted(filter(_ID.fullmatch, ids), reverse=True)[:_LISTED]:
            try:
                record = self.load(cluster, thread)
            except CitehopError:
                continue
            if record.turns:
                summaries.append(ThreadSummary(thread, record.turns[0].question, len(record.turns)))
        return summaries

    def _path(self, cluster: str, thread: str) -> Path:
        """The file of an existing thread. Raises UsageError for anything but the id of one."""
        if not _ID.fullmatch(thread):
            raise UsageError("there is no such thread; start a new one from the cluster's page")
        path = new_file(cluster, self._settings).with_name(f"{thread}.json")
        if not path.is_file():
            raise UsageError("there is no such thread; start a new one from the cluster's page")
        return path


def _state_of(session: Session, question: AskedQuestion) -> Hashable:
    """Everything that decides the answer to the first question of a thread."""
    cluster = session.cluster
    corrections = sorted((cluster.path / CORRECTIONS).glob("*.json"))
    stamps = tuple((path.name, path.stat().st_mtime_ns) for path in corrections)
    return cluster.path, cluster.name, cluster.manifest, stamps, question


def _select(conversation: Conversation, question: AskedQuestion) -> None:
    """Select the paper and figure of `question`, unless they are selected already: a new selection ends a follow-up."""
    cluster, record = conversation.session.cluster, conversation.record
    anchor = conversation.session.paper_id(question.anchor) if question.anchor else ""
    is_default = anchor == cluster.anchor and not record.anchor and not is_region(question.figure)
    if anchor != (record.anchor or "") and not is_default:
        conversation.select_anchor(anchor)
        record = conversation.record
    if question.figure != record.figure and not same_label(question.figure, record.figure):
        conversation.select_figure(question.figure)
