"""Threads: conversations of the web page.

`citehop chat` uses the same folder, so either can continue a conversation.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from weakref import WeakValueDictionary

from ..agent.conversation.conversation import Conversation
from ..agent.conversation.store import load, new_file, save
from ..agent.conversation.types import ConversationRecord
from ..agent.figures.paper_figures import is_region
from ..agent.llm.roles import Models
from ..agent.query.restrict import restrict
from ..agent.query.types import Query
from ..agent.request_context import OnFound, OnText
from ..agent.session import Session
from ..errors import CitehopError, ConfigurationError, UsageError
from ..papers.clusters.corrections import FOLDER as CORRECTIONS
from ..papers.shared_results import SharedResults
from ..retrieval.figure_selection import same_label
from ..settings import Settings
from .stopping import stoppable

# An id is the time of the thread's start, as `new_file` writes it
_ID = re.compile(r"\d{8}-\d{6}-\d{6}", re.ASCII)
_LISTED = 50
_DELETED = "deleted"  # folder of deleted threads, which can be restored
_KEPT_SUMMARIES = 2000
_KEPT = 256  # answers to first questions that are kept in memory


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question and what it is asked about.

    `thread` is the thread that it continues ("" for a new thread). `anchor` and `figure` are the paper and figure to
    ask about ("" for none). Only the papers in `papers` are asked (() for all). A `query` is asked as it is, instead
    of `text`.
    """

    text: str
    thread: str = ""
    anchor: str = ""
    figure: str = ""
    papers: tuple[str, ...] = ()
    query: Query | None = None


@dataclass(frozen=True, slots=True)
class Listeners:
    """Functions that are called while an answer is made, as in `agent.ask.ask`.

    Setting `stop` ends the work of a model; the answer is then the one without the model.
    """

    text: OnText | None = None
    step: Callable[[str], None] | None = None
    found: OnFound | None = None
    stop: threading.Event = field(default_factory=threading.Event)


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """A thread in a list. `name` is the user's name for it or its first question; `text` has all of its questions."""

    id: str
    name: str
    turns: int
    text: str

    @property
    def date(self) -> str:
        """The day when the thread was started, such as 2026-11-28."""
        return f"{self.id[:4]}-{self.id[4:6]}-{self.id[6:8]}"


class Threads:
    """The threads on disk. Thread-safe: the questions of one thread are answered one after the other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._locks: WeakValueDictionary[Path, threading.Lock] = WeakValueDictionary()
        self._guard = threading.Lock()
        # Without a model, the same first question gets the same answer until the cluster is indexed again or corrected.
        self._begun: SharedResults[ConversationRecord] = SharedResults(_KEPT)
        self._summaries: SharedResults[ThreadSummary | None] = SharedResults(_KEPT_SUMMARIES)

    def ask(
        self,
        session: Session,
        question: AskedQuestion,
        models: Models | None = None,
        listeners: Listeners | None = None,
    ) -> str:
        """Answer `question`, save its thread and return the thread's id.

        Raises UsageError for an unknown thread, paper or figure, and whatever `Conversation.ask` raises.
        """
        cluster, told = session.cluster.name, listeners or Listeners()
        path = self._path(cluster, question.thread) if question.thread else new_file(cluster, self._settings)

        def answer() -> ConversationRecord:
            begun = load(path) if question.thread else None
            asking = restrict(session, papers=question.papers) if question.papers else session
            conversation = Conversation(asking, stoppable(models, told.stop), record=begun)
            if question.query is None:
                _select(conversation, question)
            asked = question.query or question.text
            turn = conversation.ask(asked, told.text, told.step, told.found)
            turns = (*conversation.turns[:-1], replace(turn, papers=question.papers))
            return replace(conversation.record, turns=turns)

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
        listeners: Listeners | None = None,
    ) -> None:
        """Answer question `number` of a thread again (see `Conversation.ask_again`), and save the thread."""
        path, told = self._path(session.cluster.name, thread), listeners or Listeners()
        with self._lock(path):
            conversation = Conversation(session, stoppable(models, told.stop), record=load(path))
            conversation.ask_again(number, told.text, told.step)
            save(conversation.record, path)

    def _lock(self, path: Path) -> threading.Lock:
        with self._guard:
            return self._locks.setdefault(path, threading.Lock())

    def load(self, cluster: str, thread: str) -> ConversationRecord:
        """Return the record of a thread. Raises UsageError if there is no such thread."""
        return load(self._path(cluster, thread))

    def list(self, cluster: str, words: str = "") -> list[ThreadSummary]:
        """Return the latest threads over a cluster that contain all of `words`, latest first. Damaged threads are
        left out.
        """
        folder, found = new_file(cluster, self._settings).parent, list[ThreadSummary]()
        ids = [path.stem for path in folder.glob("*.json")]
        for thread in sorted(filter(_ID.fullmatch, ids), reverse=True):
            path = folder / f"{thread}.json"
            key = path, path.stat().st_mtime_ns
            summary = self._summaries.get(key, partial(_summarize, path))
            if summary and all(word in summary.text for word in words.casefold().split()):
                found.append(summary)
            if len(found) == _LISTED:
                break
        return found

    def change(
        self, cluster: str, thread: str, change: Callable[[ConversationRecord], ConversationRecord]
    ) -> None:
        """Replace the record of a thread by the result of `change`."""
        path = self._path(cluster, thread)
        with self._lock(path):
            save(change(load(path)), path)

    def delete(self, cluster: str, thread: str) -> None:
        """Move a thread to the folder of deleted threads."""
        path = self._path(cluster, thread)
        _move(path, path.parent / _DELETED / path.name)

    def restore(self, cluster: str, thread: str) -> None:
        """Move a deleted thread back. Raises UsageError if there is no such deleted thread."""
        path = new_file(cluster, self._settings).with_name(f"{thread}.json")
        if not self.is_deleted(cluster, thread):
            raise UsageError("there is no such deleted thread")
        _move(path.parent / _DELETED / path.name, path)

    def is_deleted(self, cluster: str, thread: str) -> bool:
        """True if the thread can be restored."""
        folder = new_file(cluster, self._settings).parent / _DELETED
        return bool(_ID.fullmatch(thread)) and (folder / f"{thread}.json").is_file()

    def _path(self, cluster: str, thread: str) -> Path:
        """Return the file of an existing thread. Raises UsageError if `thread` is not the id of a thread."""
        if not _ID.fullmatch(thread):
            raise UsageError("there is no such thread; start a new one from the cluster's page")
        path = new_file(cluster, self._settings).with_name(f"{thread}.json")
        if not path.is_file():
            raise UsageError("there is no such thread; start a new one from the cluster's page")
        return path


def _summarize(path: Path) -> ThreadSummary | None:
    """Return the summary of a thread; None for a damaged thread and for a thread without questions."""
    try:
        record = load(path)
    except CitehopError:
        return None
    questions = [turn.question for turn in record.turns]
    text = " ".join([record.name, *questions]).casefold()
    return ThreadSummary(path.stem, record.name or questions[0], len(questions), text) if questions else None


def _move(path: Path, target: Path) -> None:
    try:
        target.parent.mkdir(exist_ok=True)
        path.rename(target)
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be moved ({error.strerror})") from error


def _state_of(session: Session, question: AskedQuestion) -> Hashable:
    """Return everything that determines the answer to the first question of a thread."""
    cluster = session.cluster
    corrections = sorted((cluster.path / CORRECTIONS).glob("*.json"))
    stamps = tuple((path.name, path.stat().st_mtime_ns) for path in corrections)
    return cluster.path, cluster.name, cluster.manifest, stamps, question


def _select(conversation: Conversation, question: AskedQuestion) -> None:
    """Select the paper and figure of `question`, unless they are selected already: a new selection ends a follow-up."""
    cluster, record = conversation.session.cluster, conversation.record
    is_left_out = bool(question.papers) and not cluster.has_paper(question.anchor)
    anchor = conversation.session.paper_id(question.anchor) if question.anchor and not is_left_out else ""
    is_default = anchor == cluster.anchor and not record.anchor and not is_region(question.figure)
    if anchor != (record.anchor or "") and not is_default:
        conversation.select_anchor(anchor)
        record = conversation.record
    if question.figure != record.figure and not same_label(question.figure, record.figure):
        conversation.select_figure(question.figure)
