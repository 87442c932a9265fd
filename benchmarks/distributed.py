"""Builds the same library in several ways, some with failures, and compares the search results byte for byte.

    python benchmarks/distributed.py FOLDER [--home FOLDER] [--questions FILE] [--cases alone ray s3 killed stopped]

FOLDER holds papers. Every case adds it to an empty library by `citehop library add`. It prints the seconds, a digest
of the search results, a digest of the vectors, and what was done to the build:

    alone     one process that reads, with its workers
    one       --ray local with one worker
    ray       --ray local with two workers
    s3        the same with the storage on moto's S3 server
    killed    the same as "ray", but every 20 seconds (--every) a worker gets SIGKILL
    stopped   --ray ADDRESS of a node on this machine, whose processes are ended, as `ray stop` ends them, after a third of the
              papers; then a new node and the same command again

The first digest covers the ten best passages, with scores in full precision, for every question (lines with
"question") by words, by meaning and hybrid. OCR results are kept in the home folder and shared by all cases; a first
case without Ray, "cache", makes them. Exit code 1 if any digest differs. Needs the extra ray; "s3" needs moto and
s3fs.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.library import create_library, library_folder
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.search import search_chunks
from citehop.retrieval.types import Strategy
from citehop.settings import Settings, load_settings

_QUESTIONS = Path(__file__).parent / "questions" / "answers.jsonl"
_STRATEGIES: tuple[Strategy, ...] = ("bm25", "dense", "hybrid")
_WORKER = "MapBatches"  # part of the command line of Ray workers that run a stage
_PORT = 6411
_SHOWN = 120  # characters of a log line that are printed


@dataclass
class Build:
    """One case: a call of `citehop library add` for the library `name`. `notes` say what was done to the build."""

    name: str
    folder: Path
    settings: Settings
    options: tuple[str, ...] = ()
    variables: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def start(self) -> subprocess.Popen[bytes]:
        program = [sys.executable, "-c", "from citehop.cli.main import run; run()"]
        command = [*program, "library", "add", self.name, str(self.folder), *self.options]
        environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", **self.variables}
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*command, "--home", self.settings.home], env=environment, stdout=log, stderr=log
            )

    @property
    def log(self) -> Path:
        return Path(self.settings.home, f"{self.name}.log")

    @property
    def last_line(self) -> str:
        lines = self.log.read_text("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""


def run_plain(build: Build, _every: float) -> None:
    _finish(build, build.start())


def run_killed(build: Build, every: float) -> None:
    """Kill a worker, chosen by a seeded generator, every `every` seconds."""
    process, choose, killed = build.start(), random.Random(1), 0
    while process.poll() is None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(every)
        workers = _workers(process.pid) if process.poll() is None else []
        if workers:
            with contextlib.suppress(psutil.NoSuchProcess):
                choose.choice(workers).send_signal(signal.SIGKILL)
                killed += 1
    build.notes.append(f"{killed} workers killed")
    _finish(build, process)


def _workers(driver: int) -> list[psutil.Process]:
    found = []
    with contextlib.suppress(psutil.NoSuchProcess):
        for child in psutil.Process(driver).children(recursive=True):
            with contextlib.suppress(psutil.Error):
                if _WORKER in " ".join(child.cmdline()):
                    found.append(child)
    return sorted(found, key=lambda child: child.pid)


def run_stopped(build: Build, _every: float) -> None:
    """End the Ray node after a third of the papers, then start another and run the same command again."""
    shared = Path(build.settings.home, f"{build.name}-shared")
    build.options = ("--ray", f"127.0.0.1:{_PORT}", "--storage", str(shared))
    papers = sum(1 for path in build.folder.rglob("*") if path.is_file())
    with ray_node(build):
        process = build.start()
        while process.poll() is None and len(list(shared.glob("parsed/*.zip"))) < papers // 3:
            time.sleep(0.2)
    started = time.perf_counter()
    try:
        code = process.wait(300)
    except subprocess.TimeoutExpired:
        process.terminate()
        code = process.wait()
    made = {path: path.stat().st_mtime_ns for path in shared.glob("parsed/*.zip")}
    build.notes.append(
        f"node stopped after {len(made)} of {papers} files; citehop ended {time.perf_counter() - started:.0f} s later with "
        f"exit code {code}: {build.last_line[:_SHOWN]}"
    )
    with ray_node(build):
        _finish(build, build.start())
    same = {path: path.stat().st_mtime_ns for path in made} == made
    build.notes.append("no file was parsed twice" if same else "files were parsed again")


@contextlib.contextmanager
def ray_node(build: Build) -> Iterator[None]:
    """Run a Ray node with two CPUs and end all processes of its session at the end."""
    command = [
        "ray",
        "start",
        "--head",
        "--block",
        f"--port={_PORT}",
        "--num-cpus=2",
        "--disable-usage-stats",
    ]
    with (
        tempfile.TemporaryDirectory(prefix="ray") as scratch,
        build.log.with_suffix(".node.log").open("ab") as log,
    ):
        node = subprocess.Popen(
            [*command, "--include-dashboard=false", f"--temp-dir={scratch}"],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            while b"Ray runtime started" not in build.log.with_suffix(".node.log").read_bytes():
                time.sleep(0.5)
            yield
        finally:
            build.log.with_suffix(".node.log").unlink()
            node.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                node.wait(30)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(node.pid, signal.SIGKILL)
            node.wait()


@contextlib.contextmanager
def moto_server() -> Iterator[dict[str, str]]:
    """Run moto's S3 server with an empty bucket "lab" and yield the environment variables by which s3fs finds it."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    boto3.client(
        "s3", endpoint_url=address, aws_access_key_id="a", aws_secret_access_key="b", region_name="us-east-1"
    ).create_bucket(Bucket="lab")
    try:
        yield {
            "AWS_ENDPOINT_URL": address,
            "AWS_ACCESS_KEY_ID": "a",
            "AWS_SECRET_ACCESS_KEY": "b",
            "AWS_DEFAULT_REGION": "us-east-1",
        }
    finally:
        server.stop()


def _finish(build: Build, process: subprocess.Popen[bytes]) -> None:
    if process.wait() != 0:
        raise SystemExit(f"{build.name}: exit code {process.returncode}, see {build.log}")


def search_digest(name: str, questions: list[str], settings: Settings) -> str:
    """Return the SHA-256 (16 digits) of the ten best passages of every question by every strategy, with exact scores."""
    digest = hashlib.sha256()
    index = open_index(open_cluster(name, settings), settings)
    for strategy in _STRATEGIES:
        for question in questions:
            hits = search_chunks(index, SearchQuery(question), 10, strategy)
            digest.update(f"{[(hit.id, hit.score) for hit in hits]}\n".encode())
    index.close()
    return digest.hexdigest()[:16]


def vectors_digest(name: str, settings: Settings) -> str:
    """Return the SHA-256 (16 digits) of the vector files."""
    folder, digest = library_folder(name, settings) / "vectors", hashlib.sha256()
    for path in sorted(folder.rglob("*.npz")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


_LOCAL = ("--ray", "local")
# For each case: the function that runs it, the number of workers and the options of the command.
_CASES: dict[str, tuple[Callable[[Build, float], None], int, tuple[str, ...]]] = {
    "cache": (run_plain, 2, ()),
    "alone": (run_plain, 2, ()),
    "one": (run_plain, 1, _LOCAL),
    "ray": (run_plain, 2, _LOCAL),
    "s3": (run_plain, 2, (*_LOCAL, "--storage", "s3://lab/run")),
    "killed": (run_killed, 2, _LOCAL),
    "stopped": (run_stopped, 2, ()),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--home", type=Path, help="default: a temporary folder")
    parser.add_argument("--questions", type=Path, default=_QUESTIONS)
    parser.add_argument("--cases", nargs="*", choices=list(_CASES), default=list(_CASES))
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two kills")
    options = parser.parse_args()
    lines = options.questions.read_text("utf-8").splitlines()
    questions = list(dict.fromkeys(json.loads(line)["question"] for line in lines))
    digests: set[tuple[str, str]] = set()
    print("| case | s | search results | vectors | |\n|---|---|---|---|---|")
    with (
        tempfile.TemporaryDirectory() as scratch,
        moto_server() if "s3" in options.cases else _nothing() as s3,
    ):
        home = options.home or Path(scratch)
        home.mkdir(parents=True, exist_ok=True)
        settings = load_settings({"home": str(home.resolve())})
        for case in options.cases:
            run, workers, arguments = _CASES[case]
            create_library(case, settings)
            variables = {"CITEHOP_WORKERS": str(workers), **(s3 if case == "s3" else {})}
            build = Build(case, options.folder.resolve(), settings, arguments, variables)
            started = time.perf_counter()
            run(build, options.every)
            seconds = time.perf_counter() - started
            found = search_digest(case, questions, settings), vectors_digest(case, settings)
            digests.add(found)
            print(f"| {case} | {seconds:.1f} | {' | '.join(found)} | {'; '.join(build.notes)} |", flush=True)
    print(f"{len(questions)} questions: {'all the same' if len(digests) == 1 else 'DIFFERENT'}")
    sys.exit(len(digests) != 1)


def _nothing() -> contextlib.nullcontext[dict[str, str]]:
    return contextlib.nullcontext({})


if __name__ == "__main__":
    main()
