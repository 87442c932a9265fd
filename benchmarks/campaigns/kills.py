"""Campaign of kills: SIGKILL at a random moment of `index`, `add`, `chat`, `bench`, `clusters` and `library`."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from typing import Protocol

from citehop.agent.conversation.types import ConversationRecord
from citehop.errors import CitehopError
from citehop.indexes.build.build import build
from citehop.indexes.build.library import add_to_library
from citehop.indexes.build.verify import verify_cluster
from citehop.indexes.stores.generations import copy_generation
from citehop.papers.clusters.archive import export_cluster
from citehop.papers.clusters.ledger import FOLDER, LEDGER, read_ledger
from citehop.papers.clusters.library import create_library
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.clusters.manifest import read_manifest
from citehop.papers.clusters.unpack_archive import import_cluster
from citehop.papers.serialization import from_json
from citehop.settings import Settings
from citehop.testing import ModelServer
from citehop.testing.scholarly import ScholarServers
from citehop.testing.scholarly.library import library

from .campaign import LOST, Case
from .command_server import CommandServer
from .small_cluster import NAME, QUESTIONS, SmallCluster, read_all, settings_for

_TIMED = 3  # undisturbed runs of each command, to measure how long it takes
_LATER = 1.1  # latest moment of a kill, as a multiple of the command's duration
_ADDED = ("ref00", "ref18", "ref31", "ref36", "ref41")  # arXiv, ACL, abstract, login page, unknown
_WEIGHTS = (9, 3, 1, 3, 2, 2)  # shares of index, chat, bench, clusters, add and library
_BENCH_QUESTIONS = 8
_CHAT_LINES = "".join(f"Which paper is about {question}?\n" for question in QUESTIONS * 3)


class KillTest(Protocol):
    """The test of one command.

    `prepare` sets up a folder and returns a function that runs the command there and kills it after the given
    seconds. `check` looks at the folder after the kill, completes the work with the same command, and returns the
    outcome.
    """

    def prepare(self, folder: Path) -> Callable[[float | None], int]: ...

    def check(self, folder: Path) -> str: ...


@contextmanager
def kills(work: Path) -> Iterator[Case]:
    """Yield a case in which a command is killed: no completed work may be lost, and the same command must complete
    the rest.
    """
    world = library().world
    with (
        CommandServer() as server,
        ScholarServers({key: world[key] for key in _ADDED}) as scholars,
        ModelServer(lambda _: "By cross-validation.") as model,
    ):
        small = SmallCluster(work)
        tests: dict[str, KillTest] = {
            "index": KillIndex(server, small),
            "chat": KillChat(server, small),
            "bench": KillBench(server, model.url, work),
            "clusters": KillClusters(server, small, work),
            "add": KillAdd(server, scholars, work),
            "library": KillLibrary(server, small, work),
        }
        seconds = {
            name: median(_time(test, work / f"timed-{name}-{turn}") for turn in range(_TIMED))
            for name, test in tests.items()
        }

        def run(folder: Path, random: Random) -> str:
            (name,) = random.choices(list(tests), _WEIGHTS)
            code = tests[name].prepare(folder)(random.uniform(0, _LATER * seconds[name]))
            ended = tests[name].check(folder)
            return f"{name}: {'ended before, ' if code >= 0 else ''}{ended}" if LOST not in ended else ended

        yield run


def _time(test: KillTest, folder: Path) -> float:
    """Return the seconds that the command takes if it is not killed."""
    folder.mkdir(parents=True)
    command = test.prepare(folder)
    start = time.monotonic()
    assert command(None) in (0, 4), f"{type(test).__name__}: {(folder / 'output.errors').read_text()}"
    seconds = time.monotonic() - start
    assert LOST not in (ended := test.check(folder)), ended
    return seconds


def _offline(settings: Settings) -> list[str]:
    return ["--home", settings.home, "--embedding-model", "none"]


class KillIndex:
    """A build after the papers changed: readers must get the last build or the new one."""

    def __init__(self, server: CommandServer, small: SmallCluster) -> None:
        self._server, self._small = server, small

    def prepare(self, folder: Path) -> Callable[[float | None], int]:
        settings = self._small.copy(folder)
        command = ["index", str(self._small.papers), "--name", NAME, *_offline(settings)]

        def run(kill_after: float | None) -> int:
            with self._small.changed_papers():
                return self._server.run(command, folder / "output", kill_after=kill_after)

        return run

    def check(self, folder: Path) -> str:
        settings, small = Settings(home=str(folder / "home"), embedding_model="none"), self._small
        before = read_manifest(small.home / "clusters" / NAME)
        committed = read_manifest(folder / "home" / "clusters" / NAME) != before
        if read_all(settings) != (small.expected_changed if committed else small.expected):
            return f"{LOST}: index: neither the last build nor the new one"
        with small.changed_papers():
            build(small.papers, NAME, None, settings)
        if read_all(settings) != small.expected_changed:
            return f"{LOST}: index: not whole after the next build"
        return "committed" if committed else "as before"


class KillChat:
    """A conversation: every printed answer must be in the file of the conversation, and the conversation can be
    resumed.
    """

    def __init__(self, server: CommandServer, small: SmallCluster) -> None:
        self._server, self._small = server, small

    def prepare(self, folder: Path) -> Callable[[float | None], int]:
        command = ["chat", NAME, "--json", *_offline(self._small.copy(folder))]
        return lambda kill_after: self._server.run(
            command, folder / "output", input_text=_CHAT_LINES, kill_after=kill_after
        )

    def check(self, folder: Path) -> str:
        printed = [line for line in _whole_lines(folder / "output") if line.startswith("{")]
        files = list((folder / "home" / "chats" / NAME).glob("*.json"))
        turns = from_json(ConversationRecord, files[0].read_text("utf-8")).turns if files else ()
        if len(turns) < len(printed) or any(
            turn.question != json.loads(line)["question"] for turn, line in zip(turns, printed, strict=False)
        ):
            return f"{LOST}: chat: {len(printed)} answers printed, {len(turns)} kept"
        resume = ["--resume"] if files else []
        command = [
            "chat",
            NAME,
            "--json",
            *resume,
            "--home",
            str(folder / "home"),
            "--embedding-model",
            "none",
        ]
        code = self._server.run(command, folder / "again", input_text=_CHAT_LINES.partition("\n")[0])
        kept = from_json(
            ConversationRecord, max((folder / "home" / "chats" / NAME).glob("*.json")).read_text()
        )
        if code not in (0, 4) or kept.turns[: len(turns)] != turns or len(kept.turns) != len(turns) + 1:
            return f"{LOST}: chat: cannot be resumed, exit code {code}"
        return "every printed answer kept"


class KillBench:
    """A benchmark run with a model: written predictions are kept, and the final report equals that of an undisturbed
    run.
    """

    def __init__(self, server: CommandServer, url: str, work: Path) -> None:
        self._server, self._data = server, work / "scidqa"
        self._data.mkdir(parents=True)
        rows = [
            {"id": n, "pid": f"p{n}", "que": f"How is threshold {n} chosen?", "ans": "By search.", "version": "Initial"}
            for n in range(_BENCH_QUESTIONS)
        ]  # fmt: skip
        (self._data / "test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        self._options = ["--model", "openai/scripted", "--api-base", url, "--no-cache", "--json"]
        self._expected = ""

    def prepare(self, folder: Path) -> Callable[[float | None], int]:
        return lambda kill_after: self._run(folder, folder / "output", kill_after)

    def _run(self, folder: Path, output: Path, kill_after: float | None) -> int:
        command = ["bench", "scidqa", "--task", "closed-book", "--data", str(self._data), *self._options]
        return self._server.run([*command, "--home", str(folder / "home")], output, kill_after=kill_after)

    def check(self, folder: Path) -> str:
        before = self._predictions(folder)
        code = self._run(folder, folder / "again", None)
        after = self._predictions(folder)
        if code != 0 or after[: len(before)] != before or len(after) != _BENCH_QUESTIONS:
            return f"{LOST}: bench: {len(before)} predictions before, {len(after)} after, exit code {code}"
        scores = str(json.loads((folder / "again").read_text())["overall"])
        self._expected = self._expected or scores
        return (
            "every prediction kept"
            if scores == self._expected
            else f"{LOST}: bench: another report: {scores}"
        )

    def _predictions(self, folder: Path) -> list[str]:
        files = list((folder / "home" / "runs").glob("*/predictions.jsonl"))
        return _whole_lines(files[0]) if files else []


class KillClusters:
    """`clusters rename`, `import` and `rm`: the same command completes the killed one."""

    def __init__(self, server: CommandServer, small: SmallCluster, work: Path) -> None:
        self._server, self._small = server, small
        self._archive = work / "small.citehop"
        export_cluster(NAME, self._archive, Settings(home=str(small.home)))
        self._turn = 0

    def prepare(self, folder: Path) -> Callable[[float | None], int]:
        settings = self._small.copy(folder)
        self._turn += 1
        command = (
            ["rename", NAME, "other"],
            ["import", str(self._archive), "--name", "other"],
            ["rm", NAME, "--yes"],
        )[self._turn % 3]
        (folder / "command").write_text(command[0])
        return lambda kill_after: self._server.run(
            ["clusters", *command, *_offline(settings)], folder / "output", kill_after=kill_after
        )

    def check(self, folder: Path) -> str:
        settings = Settings(home=str(folder / "home"), embedding_model="none")
        command = (folder / "command").read_text()
        there = [name for name in (NAME, "other") if (folder / "home" / "clusters" / name).exists()]
        if command == "import":
            if "other" not in there:
                import_cluster(self._archive, "other", settings)
            whole = all(read_all(settings, name) == self._small.expected for name in (NAME, "other"))
        elif command == "rename":
            if NAME in there:
                self._server.run(["clusters", "rename", NAME, "other", *_offline(settings)], folder / "again")
            whole = read_all(settings, "other") == self._small.expected
        else:
            if NAME in there:
                self._server.run(["clusters", "rm", NAME, "--yes", *_offline(settings)], folder / "again")
            whole = not (folder / "home" / "clusters" / NAME).exists()
        return f"{command} completed" if whole else f"{LOST}: clusters {command}: not completed"


class KillLibrary:
    """Adding a second folder to a library: the library's first cluster must not change."""

    def __init__(self, server: CommandServer, small: SmallCluster, work: Path) -> None:
        self._server, self._home, self._more = server, work / "library", work / "more"
        settings = settings_for(self._home)
        create_library("lib", settings)
        add_to_library("lib", small.papers, "first", settings=settings)
        self._more.mkdir()
        paper = {
            "id": "fog",
            "title": "A Paper on Fog",
            "sections": [{"heading": "1 Findings", "text": "Fog is water."}],
        }
        (self._more / "more.jsonl").write_text(json.dumps(paper) + "\n")
        self._expected = open_cluster("lib/first", settings).papers()

    def prepare(self, folder: Path) -> Callable[[float | None], int]:
        copy_generation(self._home, folder / "home")
        command = ["library", "add", "lib", str(self._more), *_offline(settings_for(folder / "home"))]
        return lambda kill_after: self._server.run(command, folder / "output", kill_after=kill_after)

    def check(self, folder: Path) -> str:
        settings = settings_for(folder / "home")
        if open_cluster("lib/first", settings).papers() != self._expected:
            return f"{LOST}: library: the first cluster changed"
        add_to_library("lib", self._more, settings=settings)
        names = [open_cluster(name, settings).paper_ids for name in ("lib", "lib/first", "lib/more")]
        whole = names == [("bees", "dew", "fog", "heat"), ("bees", "dew", "heat"), ("fog",)]
        damage = verify_cluster(open_cluster("lib", settings), settings)
        return f"{LOST}: library: {names}, {damage}" if damage or not whole else "completed"


class KillAdd:
    """Fetching five papers: no file is lost or damaged, and the next run's ledger equals that of an undisturbed run."""

    def __init__(self, server: CommandServer, scholars: ScholarServers, work: Path) -> None:
        self._server, self._scholars, self._work = server, scholars, work
        papers = [scholars.world[key] for key in _ADDED]
        names = [paper.arxiv or paper.acl or (f"doi:{paper.doi}" if paper.doi else "") for paper in papers]
        self._command = [
            "add",
            *(name for name in names if name),
            "--name",
            "few",
            "--embedding-model",
            "none",
        ]
        self._environment = {
            "CITEHOP_WORKERS": "1",
            **{f"CITEHOP_{name.upper()}": str(value) for name, value in scholars.settings(0.002).items()},
        }
        self._expected: dict[str, str] = {}

    def prepare(self, folder: Path) -> Callable[[float | None], int]:
        return lambda kill_after: self._run(folder, folder / "output", kill_after)

    def _run(self, folder: Path, output: Path, kill_after: float | None) -> int:
        command = [*self._command, "--home", str(folder / "home")]
        return self._server.run(command, output, environment=self._environment, kill_after=kill_after)

    def check(self, folder: Path) -> str:
        cluster = folder / "home" / "clusters" / "few"
        try:
            ledger = read_ledger(cluster)
        except CitehopError as error:
            return f"{LOST}: add: {error}"
        named = [name for entry in ledger.entries for name in entry.files] if ledger else []
        pdfs = {paper.pdf for paper in self._scholars.world.values()}
        if any((cluster / FOLDER / name).read_bytes() not in pdfs for name in named):
            return f"{LOST}: add: a fetched file is damaged"
        code = self._run(folder, folder / "again", None)
        state = _hash_files(cluster / FOLDER)
        self._expected = self._expected or state
        if code != 0 or state != self._expected:
            return f"{LOST}: add: exit code {code}, other files or another ledger"
        return "completed"


def _hash_files(folder: Path) -> dict[str, str]:
    """Return the hashes of the fetched files by name, and the ledger without port numbers."""
    files = {path.name: path.read_bytes() for path in folder.glob("*") if path.is_file()}
    ledger = re.sub(r"127\.0\.0\.1:\d+", "HOST", files.pop(LEDGER).decode())
    return {name: hashlib.sha256(raw).hexdigest() for name, raw in files.items()} | {LEDGER: ledger}


def _whole_lines(path: Path) -> list[str]:
    return path.read_text("utf-8").split("\n")[:-1] if path.exists() else []
