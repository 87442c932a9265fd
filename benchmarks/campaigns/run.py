"""Campaigns against one small cluster: nothing may be lost, and every failure is one named line.

    python benchmarks/campaigns/run.py CAMPAIGN [--count N] [--seed N] [--work FOLDER]

    corruptions   one file of the cluster is changed; readers give the same results or name the damage, `verify` finds it,
                  and the next build restores the results
    kills         `citehop index` is killed at a random moment; the last build or none is there, the next one is whole
    full-disks    `citehop index` on disks of growing size (needs permission to mount a tmpfs)
    clocks        times of files lie in the past or future; the next build gives the same results
    deletions     files are deleted while the cluster is open; queries give the same results or a named error

Each case is a line of FOLDER/CAMPAIGN.jsonl; a campaign that was stopped continues. The full size of the first two is 1,000,
of disks 20. Prints tried, survived and lost, the longest case and the peak memory; exit code 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from citehop.cli.sample_cluster import FOLDER
from citehop.errors import CitehopError
from citehop.indexes.build.build import build
from citehop.indexes.build.verify import verify_cluster
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.indexes.stores.generations import copy_generation
from citehop.indexes.types import Query
from citehop.papers.clusters.cluster import open_cluster
from citehop.papers.clusters.manifest import read_manifest
from citehop.settings import Settings

COMMAND = [sys.executable, "-c", "from citehop.cli.main import run; run()"]
QUESTIONS = ("water at night", "wings of bees", "error on warm days")
TOPICS = {
    "dew": "Steel meshes collect water at night. Yield grows with wind up to a limit.",
    "bees": "Microphones in the hive hear the wings. The error is 7.42 percent on warm days.",
    "heat": "A warm heap is a working heap. Thermistors log one value per minute.",
}


def write_papers(folder: Path, turn: int = 0) -> None:
    """Three papers as JSON lines, which differ with `turn`."""
    folder.mkdir(parents=True, exist_ok=True)
    papers = [
        {
            "id": name,
            "title": f"A Paper on {name}",
            "sections": [{"heading": "1 Findings", "text": f"{text} {turn}."}],
        }
        for name, text in TOPICS.items()
    ]
    (folder / "papers.jsonl").write_text("".join(json.dumps(paper) + "\n" for paper in papers))


def ask_all(index: ClusterIndex) -> object:
    """All that a reader sees of a cluster."""
    hits = [index.bm25.search(Query(question), 9) for question in QUESTIONS]
    return (
        hits,
        [index.chunks(name) for name in TOPICS],
        [index.texts([hit.id for hit in found]) for found in hits],
    )


def read_all(settings: Settings) -> object:
    """All that a reader sees; raises CitehopError for damage."""
    cluster = open_cluster("small", settings)
    index = open_index(cluster, settings)
    try:
        return ask_all(index), cluster.papers(), cluster.summaries
    finally:
        index.close()


class Bench:
    """A finished cluster that every case gets a copy of."""

    def __init__(self, work: Path) -> None:
        self.papers = work / "papers"
        self._first = work / "home"
        write_papers(self.papers)
        build(self.papers, "small", None, _settings(self._first))
        self.expected = read_all(_settings(self._first))

    def copy(self, folder: Path) -> Settings:
        copy_generation(self._first, folder / "home")
        return _settings(folder / "home")


def _settings(home: Path) -> Settings:
    return Settings(home=str(home), embedding_model="none", visual_model="off", offline=True)


def corrupt(bench: Bench, folder: Path, random: Random) -> str:
    settings = bench.copy(folder)
    cluster = Path(settings.home, "clusters", "small")
    files = sorted(path for path in cluster.rglob("*") if path.is_file() and path.stat().st_size)
    path = random.choice(files)
    with path.open("r+b") as stream:
        size = path.stat().st_size
        if random.random() < 0.3:
            stream.truncate(random.randrange(size))
        else:
            stream.seek(random.randrange(min(size, 1 << 16)))
            stream.write(random.randbytes(random.choice((1, 4, 64))))
    return _after_damage(bench, settings, path.relative_to(cluster).parts[0])


def _after_damage(bench: Bench, settings: Settings, part: str) -> str:
    try:
        outcome = "unchanged" if read_all(settings) == bench.expected else "silent"
    except CitehopError:
        outcome = "named"
    if outcome == "silent":
        found = verify_cluster(open_cluster("small", settings), settings)
        outcome = "found by verify" if found else f"LOST: silent change by {part}"
    build(bench.papers, "small", None, settings)
    restored = read_all(settings) == bench.expected and not verify_cluster(
        open_cluster("small", settings), settings
    )
    return outcome if restored else f"LOST: not restored after damage of {part}"


def kill(bench: Bench, folder: Path, random: Random) -> str:
    settings = bench.copy(folder)
    papers = folder / "papers"
    write_papers(papers, 1)
    before = read_manifest(Path(settings.home, "clusters", "small"))
    options = ["--home", settings.home, "--embedding-model", "none"]
    shutil.copytree(papers, bench.papers, dirs_exist_ok=True)
    try:
        child = subprocess.Popen(
            [*COMMAND, "index", str(bench.papers), "--name", "small", *options],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        time.sleep(random.uniform(0.3, 2.5))
        child.kill()
        child.wait()
        after = read_manifest(Path(settings.home, "clusters", "small"))
        seen = read_all(settings)
        if after == before and seen != bench.expected:
            return "LOST: the last build changed"
        build(bench.papers, "small", None, settings)
        fresh = replace(settings, home=str(folder / "fresh"))
        build(bench.papers, "small", None, fresh)
        whole = read_all(settings) == read_all(fresh)
        return (
            ("killed before the commit" if after == before else "killed after it")
            if whole
            else "LOST: not whole"
        )
    finally:
        write_papers(bench.papers)


def fill_disk(_: Bench, folder: Path, random: Random) -> str:
    kilobytes = random.randrange(100, 16_000)
    home = folder / "disk"
    home.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(home)], check=True)
    try:
        options = ["--home", str(home), "--embedding-model", "none"]
        command = [*COMMAND, "index", str(FOLDER), "--name", "small", *options]
        done = subprocess.run(command, capture_output=True, text=True)
        lines = [line for line in done.stderr.splitlines() if line.startswith("citehop: ")]
        if done.returncode == 0:
            again = subprocess.run([*COMMAND, "search", "small", "tables", *options], capture_output=True)
            return (
                "indexed and read"
                if again.returncode == 0
                else f"LOST: cannot be read, exit code {again.returncode}"
            )
        if done.returncode not in (3, 5) or len(lines) != 1:
            return f"LOST: exit code {done.returncode}"
        subprocess.run(["mount", "-o", "remount,size=100m", str(home)], check=True)
        continued = subprocess.run(command, capture_output=True).returncode == 0
        return "one line, then continued" if continued else "LOST: does not continue"
    finally:
        subprocess.run(["umount", "-l", str(home)], check=True)


def set_clock(bench: Bench, folder: Path, random: Random) -> str:
    settings = bench.copy(folder)
    for path in Path(settings.home).rglob("*"):
        when = time.time() + random.choice((-1, 1)) * random.uniform(0, 4e7)
        os.utime(path, (when, when))
    build(bench.papers, "small", None, settings)
    return "same results" if read_all(settings) == bench.expected else "LOST: results changed"


def delete_while_open(bench: Bench, folder: Path, random: Random) -> str:
    settings = bench.copy(folder)
    cluster = open_cluster("small", settings)
    index = open_index(cluster, settings)
    rooms = sorted(path for path in cluster.path.iterdir())
    room = random.choice(rooms)
    shutil.rmtree(room) if room.is_dir() else room.unlink()
    try:
        outcome = "same results" if ask_all(index) == bench.expected[0] else "LOST: other results"  # type: ignore[index]
        index.close()
    except CitehopError:
        outcome = "named"
    build(bench.papers, "small", None, settings)
    return outcome if read_all(settings) == bench.expected else f"LOST: not restored without {room.name}"


CAMPAIGNS: dict[str, tuple[int, Callable[[Bench, Path, Random], str]]] = {
    "corruptions": (1000, corrupt),
    "kills": (1000, kill),
    "full-disks": (20, fill_disk),
    "clocks": (100, set_clock),
    "deletions": (100, delete_while_open),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("campaign", choices=sorted(CAMPAIGNS))
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", type=Path, default=Path("campaigns"))
    options = parser.parse_args()
    full, run = CAMPAIGNS[options.campaign]
    options.work.mkdir(parents=True, exist_ok=True)
    log = options.work / f"{options.campaign}.jsonl"
    done = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    with TemporaryDirectory() as folder, log.open("a") as stream:
        bench = Bench(Path(folder))
        for number in range(len(done), options.count or full):
            case = Path(folder, f"case{number}")
            case.mkdir()
            start = time.monotonic()
            try:
                outcome = run(bench, case, Random(f"{options.campaign} {options.seed} {number}"))
            except Exception as error:
                outcome = f"LOST: {type(error).__name__}: {error}"[:300]
            done.append({"outcome": outcome, "seconds": round(time.monotonic() - start, 2)})
            stream.write(json.dumps(done[-1]) + "\n")
            stream.flush()
            shutil.rmtree(case, ignore_errors=True)
    counts = Counter(case["outcome"] for case in done)
    lost = sum(count for outcome, count in counts.items() if outcome.startswith("LOST"))
    usage = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    for outcome, count in counts.most_common():
        print(f"{count:6} {outcome}")
    longest = max((case["seconds"] for case in done), default=0.0)
    print(
        f"{options.campaign}: {len(done)} tried, {lost} lost, longest {longest} s, peak {usage / 1024:.0f} MB"
    )
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
