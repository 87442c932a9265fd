"""Campaign of full disks: `citehop index` on file systems of different sizes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from citehop.cli.sample_cluster import FOLDER

from .campaign import LOST, Case

_COMMAND = [sys.executable, "-c", "from citehop.cli.main import run; run()"]
_KILOBYTES = (100, 16_000)


@contextmanager
def full_disks(_: Path) -> Iterator[Case]:
    """Yield a case in which the sample cluster is indexed on a tmpfs of 0.1 to 16 MB.

    Either the cluster can be read afterwards, or one line of the error names the disk and the next run on a larger
    disk completes the cluster.
    """
    yield _fill_disk


def _fill_disk(folder: Path, random: Random) -> str:
    home = folder / "disk"
    home.mkdir()
    size = f"size={random.randrange(*_KILOBYTES)}k"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(home)], check=True)
    try:
        options = ["--home", str(home), "--embedding-model", "none"]
        command = [*_COMMAND, "index", str(FOLDER), "--name", "small", *options]
        done = subprocess.run(command, capture_output=True, text=True)
        lines = [line for line in done.stderr.splitlines() if line.startswith("citehop: ")]
        if done.returncode == 0:
            again = subprocess.run([*_COMMAND, "search", "small", "tables", *options], capture_output=True)
            return (
                "indexed and read"
                if again.returncode == 0
                else f"{LOST}: cannot be read, exit code {again.returncode}"
            )
        if done.returncode not in (3, 5) or len(lines) != 1:
            return f"{LOST}: exit code {done.returncode}"
        subprocess.run(["mount", "-o", "remount,size=100m", str(home)], check=True)
        continued = subprocess.run(command, capture_output=True).returncode == 0
        return "one line, then continued" if continued else f"{LOST}: does not continue"
    finally:
        subprocess.run(["umount", "-l", str(home)], check=True)
