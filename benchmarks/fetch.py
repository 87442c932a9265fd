"""How dependable `citehop add` is, against servers on this machine that play every service.

python benchmarks/fetch.py kills [N]     N kills (50) at random moments: afterwards the files and the ledger of an undisturbed run
python benchmarks/fetch.py faults [N]    N runs (5) with 30% faulty replies: the same, the pace as each server saw it
python benchmarks/fetch.py anchors DATA  the LaTeX sources and ten PDFs under DATA as anchors: what of each is resolved
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise, zip_longest
from pathlib import Path

from citehop.acquisition.add import add
from citehop.acquisition.ledger import summarize
from citehop.papers.clusters.ledger import FOLDER, LEDGER
from citehop.papers.parsing.read import read_paper
from citehop.papers.titles import fold_title
from citehop.settings import Settings
from citehop.testing.scholarly import ScholarlyPaper, ScholarServers
from citehop.testing.scholarly.kills import add_and_kill
from citehop.testing.scholarly.library import ANCHOR_ID, library
from citehop.testing.scholarly.pdf import paper_pdf
from citehop.testing.scholarly.server import FAULTS

INTERVAL = 0.01
FILES = ("arxiv", "acl", "publisher")


def settings_for(servers: ScholarServers, home: Path) -> Settings:
    return replace(
        Settings(), home=str(home), embedding_model="none", workers=1, **servers.settings(INTERVAL)
    )


def state(home: Path) -> dict[str, str]:
    """Hashes of the fetched files by name, and the ledger with the ports left out."""
    folder = home / "clusters" / ANCHOR_ID / FOLDER
    files = {path.name: path.read_bytes() for path in folder.glob("*") if path.is_file()}
    ledger = re.sub(r"127\.0\.0\.1:\d+", "HOST", files.pop(LEDGER, b"").decode())
    return {name: hashlib.sha256(raw).hexdigest() for name, raw in files.items()} | {LEDGER: ledger}


def differences(found: dict[str, str], wanted: dict[str, str]) -> Iterator[str]:
    """What tells two states apart: names of files, fields of entries."""
    for name in sorted(found.keys() ^ wanted.keys()):
        yield f"file {name} {'is too much' if name in found else 'is missing'}"
    one, other = json.loads(found[LEDGER]), json.loads(wanted[LEDGER])
    nothing: dict[str, object] = {}
    for entry, right in zip_longest(one.pop("entries"), other.pop("entries"), fillvalue=nothing):
        for field in sorted({*entry, *right}):
            if entry.get(field) != right.get(field):
                yield f"{right.get('id')}.{field}: {entry.get(field)} instead of {right.get(field)}"
    if one != other:
        yield f"{one} instead of {other}"


def undisturbed() -> dict[str, str]:
    with tempfile.TemporaryDirectory() as home, ScholarServers(library().world) as servers:
        add([ANCHOR_ID], refs=True, settings=settings_for(servers, Path(home)))
        return state(Path(home))


def kills(count: int) -> None:
    """Runs are killed again and again until they end; then they are compared, and a new one begins."""
    wanted, chance = undisturbed(), random.Random(11)
    done = runs = same = 0
    while done < count:
        with tempfile.TemporaryDirectory() as name, ScholarServers(library().world) as servers:
            home, ended = Path(name), None
            while ended is None and done < count:
                ended = add_and_kill(
                    [ANCHOR_ID, "--refs"], servers, home, chance.randint(0, 40), chance.random() * 1.5
                )
                done += ended is None
            add([ANCHOR_ID], refs=True, settings=settings_for(servers, home))
            for line in differences(state(home), wanted):
                print(f"      {line}")
            twice = _twice(servers)
            runs, same = runs + 1, same + (state(home) == wanted)
            print(
                f"{done:>3} kills, run {runs}: {'same' if state(home) == wanted else 'DIFFERS'}, {twice} files asked for twice"
            )
    print(
        f"{done} kills in {runs} runs: {same} of {runs} with the files and the ledger of an undisturbed run"
    )


def _twice(servers: ScholarServers) -> int:
    """Files whose bytes came whole more than once: a kill between the last byte and the renaming costs one."""
    login = {key for key, paper in library().world.items() if paper.open_at == "login"}
    files = [
        asked.path
        for asked in servers.log
        if asked.service in FILES and asked.status == 200 and not asked.fault
        and "/api/" not in asked.path and Path(asked.path).stem not in login
    ]  # fmt: skip
    return len(files) - len(set(files))


def faults(count: int) -> None:
    wanted = undisturbed()
    for seed in range(count):
        with (
            tempfile.TemporaryDirectory() as name,
            ScholarServers(library().world, _fault(seed), stall=0.2) as servers,
        ):
            ledger, _ = add([ANCHOR_ID], refs=True, settings=settings_for(servers, Path(name)))
            bad = sum(bool(asked.fault) for asked in servers.log)
            verdict = "same" if state(Path(name)) == wanted else "DIFFERS"
            print(f"seed {seed}: {verdict}; {summarize(ledger)}; {bad} of {len(servers.log)} replies faulty; "
                  f"{_twice(servers)} files twice")  # fmt: skip
            if seed == 0:
                for service in (*FILES, "semantic_scholar", "openalex", "crossref", "unpaywall"):
                    asked = servers.of(service)
                    apart = [1000 * (after.begun - before.begun) for before, after in pairwise(asked)]
                    print(f"   {service:<17} {len(asked):>3} requests, at least {min(apart, default=0):5.1f} ms apart "
                          f"(allowed {1000 * INTERVAL:.0f}), {len({a.connection for a in asked})} connections")  # fmt: skip


def _fault(seed: int) -> Callable[[str, str, int], str]:
    def fault(service: str, path: str, count: int) -> str:
        chance = random.Random(f"{seed} {service} {path} {count}")
        return chance.choice(FAULTS) if chance.random() < 0.3 else ""

    return fault


def anchors(data: Path) -> None:
    """Of each anchor's own bibliography the services know two entries of three, spelled in their way."""
    for anchor in _anchors(data):
        paper = read_paper(anchor, Settings())
        world = {
            f"w{n}": _known(n, r.title, r.authors, r.year)
            for n, r in enumerate(paper.references)
            if _is_known(r.title)
        }
        with tempfile.TemporaryDirectory() as home, ScholarServers(world) as servers:
            ledger, _ = add(
                [str(anchor)], refs=True, name="anchor", settings=settings_for(servers, Path(home))
            )
        titles = {fold_title(p.title) for p in world.values()}
        cited = [entry for entry in ledger.entries if entry.role == "cited"]
        fetched = {fold_title(entry.work.title) for entry in cited if entry.status == "fetched"}
        print(f"{anchor.name[:44]:<44} {len(paper.references):>3} entries, {len(titles):>3} known to services: "
              f"{len(fetched & titles):>3} resolved and fetched, {len(fetched - titles)} wrongly")  # fmt: skip
        for entry in cited:
            if entry.status != "fetched":
                known = " (known)" if fold_title(entry.work.title) in titles else ""
                print(f"      {entry.status}{known}: {(entry.work.title or entry.cites[0].raw)[:90]}")


def _anchors(data: Path) -> Iterator[Path]:
    sources = data / "latex_sources"
    yield from (sources / "astropy-v2.0/main.tex", sources / "deep-limits", sources / "hcrbounds/paper.tex",
                sources / "s2orc_1911.02782", sources / "scifact_2004.14974/emnlp2020.tex")  # fmt: skip
    manifest = json.loads((data / "pdf_cluster_sentemb/manifest.json").read_text())
    citing = sorted(manifest["papers"], key=lambda paper: (-len(paper["cites"]), paper["id"]))
    yield from (data / "pdf_cluster_sentemb" / paper["file"] for paper in citing[:10])


def _is_known(title: str) -> bool:
    return len(fold_title(title)) >= 12 and hashlib.sha256(fold_title(title).encode()).digest()[0] % 3 > 0


def _known(number: int, title: str, authors: tuple[str, ...], year: int | None) -> ScholarlyPaper:
    """As a service may have it: title in capitals, the preprint a year earlier."""
    spelled = title.title() if number % 2 else title
    when = (year or 2015) - number % 2
    pdf = paper_pdf(spelled, authors, [("Abstract", f"About {title}.")])
    return ScholarlyPaper(spelled, authors, when, f"About {title}.", arxiv=f"1901.{10000 + number}", pdf=pdf)


if __name__ == "__main__":
    command, *rest = sys.argv[1:] or [""]
    if command == "kills":
        kills(int(rest[0]) if rest else 50)
    elif command == "faults":
        faults(int(rest[0]) if rest else 5)
    elif command == "anchors" and rest:
        anchors(Path(rest[0]))
    else:
        sys.exit(__doc__)
