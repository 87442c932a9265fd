"""Take docs/web.png: an answer over the sample papers on the web page.

python scripts/take_screenshot.py [FILE]      FILE defaults to docs/web.png; needs Chromium
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER, QUESTION
from citehop.indexes.build.build import build
from citehop.settings import load_settings
from citehop.testing.browser import Browser

COMMAND = [sys.executable, "-c", "from citehop.cli.main import run; run()", "web", "--no-open", "--port", "0"]
WIDTH, HEIGHT = 1366, 860
COLORS = 128  # size of the palette: highlights keep their colors and the file stays small


def main(target: Path) -> None:
    with TemporaryDirectory() as home:
        options = {"home": home, "embedding_model": "none"}
        build(FOLDER, "sample", ANCHOR_FILE, load_settings(options))
        command = [*COMMAND, "--home", home, "--embedding-model", "none"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            assert server.stderr is not None
            address = re.search(r"http://\S+", server.stderr.readline())
            assert address
            with Browser(Path(home) / "browser") as browser:
                photograph_answer(browser, address[0], target)
            server.terminate()
    image = (
        Image.open(target)
        .convert("RGB")
        .quantize(COLORS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    )
    image.save(target, optimize=True)


def photograph_answer(browser: Browser, address: str, target: Path) -> None:
    browser.look(WIDTH, HEIGHT)
    browser.open(f"{address}clusters/sample")
    browser.evaluate("document.querySelector('#question').focus()")
    browser.insert(QUESTION)
    browser.evaluate("document.querySelector('#ask').requestSubmit()")
    browser.wait("!!document.querySelector('#turn-1')")
    browser.evaluate("scrollTo(0, 0)")
    browser.wait(
        "document.querySelector('#pane .sheet').naturalWidth > 0 && !!document.querySelector('#pane rect')"
    )
    time.sleep(1)  # until the page is painted
    browser.screenshot(target)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "docs" / "web.png")
