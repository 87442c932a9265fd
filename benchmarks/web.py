"""Time the web page as visitors experience it: pages, and questions from one session and from 20 sessions.

    python benchmarks/web.py [HOME NAME] [--questions 0]

Without HOME and NAME, the sample papers are indexed and questions about them are asked: 20 by one session; then one
by each of 20 sessions at the same time (first the same question, then different ones); then three by each of 20
sessions of simulated people, who think before each question for 10 seconds on average (exponentially distributed).
`--questions N` asks N more different questions and prints the memory of the server after every fiftieth. With HOME
and NAME, only the pages of that cluster are opened.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER, QUESTION
from citehop.indexes.build.build import build
from citehop.settings import load_settings

COMMAND = [sys.executable, "-c", "from citehop.cli.main import run; run()", "web", "--no-open", "--port", "0"]
SESSIONS, ROUNDS = 20, 3
THINKING = 10.0  # seconds on average
VALUES = ("0.713", "0.708", "0.735", "0.726", "0.701", "0.694", "0.672", "0.553", "0.481", "0.758")
NEXT = (
    "what happens to its timing error if all delays are fixed at one day per edge",
    "how many units does its recurrent cell have",
    "which data was it trained on",
    "what are its limits",
    "how long does its training take",
    "which loss does it minimize",
)


@dataclass(frozen=True)
class Server:
    """A running `citehop web`."""

    port: int
    pid: int

    def open(self, path: str) -> tuple[float, str]:
        """Request a page; return the seconds and the page."""
        return self._request("GET", path)

    def ask(self, cluster: str, token: str, question: str = QUESTION) -> float:
        """Ask a question; return the seconds until its answer is saved."""
        form = urlencode({"form_token": token, "question": question})
        return self._request("POST", f"/clusters/{cluster}/ask", form)[0]

    def memory(self) -> int:
        """Return the resident memory in MB (Linux)."""
        status = Path(f"/proc/{self.pid}/status").read_text("utf-8")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) // 1024 if found else 0

    def processor_seconds(self) -> float:
        """Return the processor seconds used by all threads of the server (Linux)."""
        fields = Path(f"/proc/{self.pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _request(self, method: str, path: str, body: str = "") -> tuple[float, str]:
        start = time.perf_counter()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        connection.request(method, path, body, {"Origin": f"http://127.0.0.1:{self.port}"})
        reply = connection.getresponse()
        page = reply.read().decode("utf-8", "replace")
        connection.close()
        assert reply.status in (200, 303), f"{path}: {reply.status}"
        return time.perf_counter() - start, page


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("home", nargs="?")
    parser.add_argument("name", nargs="?", default="sample")
    parser.add_argument("--questions", type=int, default=0)
    options = parser.parse_args()
    if options.home:
        with run_server(options.home) as server:
            time_pages(server, options.name)
        return
    with TemporaryDirectory() as home:
        build(FOLDER, "sample", ANCHOR_FILE, load_settings({"home": home}))
        with run_server(home) as server:
            time_pages(server, "sample")
            time_questions(server, options.questions)


@contextmanager
def run_server(home: str) -> Iterator[Server]:
    process = subprocess.Popen([*COMMAND, "--home", home], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        address = re.search(r":(\d+)/", process.stderr.readline())
        assert address
        yield Server(int(address[1]), process.pid)
    finally:
        process.terminate()
        process.wait(30)


def time_pages(server: Server, name: str) -> None:
    """Print the seconds of the first and the second request for each page. No page was opened before."""
    cluster = f"/clusters/{name}"
    paths = ["/", cluster]
    for number, path in enumerate(paths):
        first, page = server.open(path)
        print(f"{path[-60:]:60} {first:.3f} s, then {server.open(path)[0]:.3f} s")
        if number == 1:
            paper = re.findall(rf'href="({cluster}/papers/[^"/]+)"', page)[0]
            paths += [paper, f"{paper}/pages/1/image.png"]


def questions() -> Iterator[str]:
    """Yield two-hop questions, all different."""
    for number in itertools.count():
        value = VALUES[number % len(VALUES)]
        part = NEXT[number // len(VALUES) % len(NEXT)]
        again = number // (len(VALUES) * len(NEXT))
        suffix = f" in run {again}" if again else ""
        yield f"Which method has an NSE of {value} on CRESTA in Table 1, and {part}{suffix}?"


def time_questions(server: Server, more: int) -> None:
    token = re.findall(r'name="form_token" value="([^"]+)"', server.open("/clusters/sample")[1])[0]
    different = questions()
    print(f"first question {server.ask('sample', token, next(different)):.2f} s")
    before = server.processor_seconds()
    one = report("one session", [server.ask("sample", token, next(different)) for _ in range(SESSIONS)])
    computed = (server.processor_seconds() - before) / SESSIONS
    least = SESSIONS * computed / (os.cpu_count() or 1) / one
    print(
        f"each computes {computed:.2f} s, {SESSIONS} at once on {os.cpu_count()} cores at least {least:.1f} times"
    )
    with ThreadPoolExecutor(SESSIONS) as pool:
        same = pool.map(lambda _: server.ask("sample", token), range(SESSIONS))
        report(f"{SESSIONS} sessions at once, one question", list(same), one)
        asked = [next(different) for _ in range(SESSIONS)]
        before = server.processor_seconds()
        others = list(pool.map(lambda question: server.ask("sample", token, question), asked))
        report(f"{SESSIONS} sessions at once, {SESSIONS} questions", others, one)
        print(f"each computes {(server.processor_seconds() - before) / SESSIONS:.2f} s")
        plans = [[next(different) for _ in range(ROUNDS)] for _ in range(SESSIONS)]
        people = pool.map(partial(ask_with_pauses, server, token), range(SESSIONS), plans)
        report(f"{SESSIONS} sessions of people", [seconds for each in people for seconds in each], one)
    for number in range(more):
        server.ask("sample", token, next(different))
        if number % 50 == 49:
            print(f"{number + 1} questions: {server.memory()} MB")


def ask_with_pauses(server: Server, token: str, seed: int, asked: Sequence[str]) -> list[float]:
    """Ask the questions of one person, who thinks before each. Return the seconds of each question."""
    pauses, seconds = Random(seed), []
    for question in asked:
        time.sleep(pauses.expovariate(1 / THINKING))
        seconds.append(server.ask("sample", token, question))
    return seconds


def report(label: str, seconds: Sequence[float], one: float = 0.0) -> float:
    """Print the median and the 95th percentile, the latter also as a multiple of `one`. Return the 95th percentile."""
    p95 = sorted(seconds)[round(0.95 * len(seconds)) - 1]
    times = f", {p95 / one:.1f} times" if one else ""
    print(f"{label:40} median {median(seconds):.2f} s, p95 {p95:.2f} s{times}", flush=True)
    return p95


if __name__ == "__main__":
    main()
