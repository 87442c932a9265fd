"""A headless Chromium, controlled over its DevTools pipe without a driver or another package."""

from __future__ import annotations

import base64
import fcntl
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
# The browser reads commands from descriptor 3 and writes replies to descriptor 4.
_START = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
# Returns the middle of an element that has stopped moving and is not covered by another element; otherwise null.
_MIDDLE = """(async () => {{
  const find = () => document.querySelector({selector});
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const middle = (e) => {{ const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }};
  const element = find();
  element?.scrollIntoView({{ block: "center", behavior: "instant" }});
  const near = (e) => {{ const b = e.getBoundingClientRect(); return b.bottom > -innerHeight && b.top < innerHeight; }};
  const pending = (e) => !e.complete && e.checkVisibility() && near(e);
  const seen = [];
  for (let count = 0; count < 3; count++) {{ await frame(); seen.push(find() ? middle(find()).join() : ""); }}
  if (!element || find() !== element || new Set(seen).size > 1) return null;
  if ([...document.images].some(pending) || document.querySelector("[aria-busy=true]")) return null;
  const top = document.elementFromPoint(...middle(element));
  return top && element.contains(top) ? middle(element) : null;
}})()"""
_SILENCE = 120.0  # the browser counts as hung after this many seconds without a message
_KEY_CODES = {"Tab": 9, "Enter": 13, "Escape": 27}


class DevToolsError(RuntimeError):
    """A failed DevTools command; the message is the browser's."""


class Browser:
    """A browser with one page: `with Browser(folder) as browser: ...`. `folder` holds its profile."""

    def __init__(self, folder: Path) -> None:
        (to_browser, self._out), (self._in, from_browser) = os.pipe(), os.pipe()
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_browser, from_browser)]
        flags = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--remote-debugging-pipe",
            "--hide-scrollbars",
        )
        start = [sys.executable, "-c", _START, *map(str, ends)]
        self._process = subprocess.Popen(
            [*start, BROWSER, *flags, f"--user-data-dir={folder}", "about:blank"],
            pass_fds=ends,
            stderr=subprocess.DEVNULL,
        )
        for end in (to_browser, from_browser, *ends):
            os.close(end)
        self._ids, self._buffer, self._session = itertools.count(1), b"", ""
        self.problems: list[
            str
        ] = []  # errors on the console, including violations of the content security policy
        self._loaded: set[str] = set()  # ids of documents that have loaded with all their resources
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a DevTools command and return its result. Raises DevToolsError if the browser refuses it."""
        number = next(self._ids)
        message = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while (reply := self._receive()).get("id") != number:
            self._note(reply)
        if "error" in reply:
            raise DevToolsError(reply["error"]["message"])
        return dict(reply["result"])

    def evaluate(self, script: str) -> Any:
        """Return the value of a script that runs in the page."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def open(self, url: str) -> float:
        """Open `url` and return the seconds until it has loaded.

        The browser replies before the new document replaces the old one, so the state of the current document proves
        nothing.
        """
        start = time.perf_counter()
        reply = self.call("Page.navigate", url=url)
        if "errorText" in reply:
            raise DevToolsError(f"{url}: {reply['errorText']}")
        document = reply.get("loaderId")  # missing if only the fragment of the URL changed
        while document is not None and document not in self._loaded:
            self._note(self._receive())
        return time.perf_counter() - start

    def wait(self, script: str, seconds: float = 60) -> None:
        """Wait until `script` is true in a document that has loaded. An error in the script counts as false.

        While pages change, the script may run in a partly parsed document or in none.
        """
        ready = f"(() => {{ try {{ return document.readyState === 'complete' && ({script}); }} catch {{ return false; }} }})()"
        deadline = time.monotonic() + seconds
        while not self._try(ready):
            assert time.monotonic() < deadline, script
            time.sleep(0.02)

    def _try(self, script: str) -> Any:
        """Return the value of a script; None if the page went to another address meanwhile."""
        with suppress(DevToolsError):
            return self.evaluate(script)
        return None

    def look(self, width: int = 1100, height: int = 900, scheme: str = "light") -> None:
        """Set the size of the window and the preferred color scheme."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        media = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=media)

    def press(self, key: str) -> None:
        """Press a key such as Tab, Enter, Escape or a letter."""
        code = _KEY_CODES.get(key) or ord(key.upper())
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if (kind, key) == ("keyDown", "Enter") else {}
            self.call(
                "Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text
            )

    def center(self, selector: str) -> tuple[float, float]:
        """Scroll the first element that matches `selector` into view and return the middle of its box in the window.

        A page that has just loaded may still scroll to its fragment or move while fonts and pictures arrive, so a
        mouse would miss. Therefore the box must be the same in three frames and the element must be topmost there.
        Also, no picture near the window may still be loading and no part of the page may be marked as busy, because
        the element moves when these arrive.
        """
        script = _MIDDLE.format(selector=json.dumps(selector))
        deadline = time.monotonic() + 60
        middle = None
        while not middle:
            assert time.monotonic() < deadline, f"nothing to click at {selector}"
            middle = self._try(script)
        return float(middle[0]), float(middle[1])

    def click(self, selector: str) -> None:
        """Click the middle of the first element that matches `selector`, as a mouse does."""
        x, y = self.center(selector)
        self.drag((x, y), (x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse at `start`, move it to `end` and release it there. Both are in pixels of the window."""
        for kind, (x, y) in (
            ("mouseMoved", start),
            ("mousePressed", start),
            ("mouseMoved", end),
            ("mouseReleased", end),
        ):
            held = kind == "mouseMoved" and (x, y) == end != start
            button = "left" if held or kind != "mouseMoved" else "none"
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def drop_files(self, selector: str, files: Sequence[Path]) -> None:
        """Drop files on the first element that matches `selector`, as from a file manager."""
        x, y = self.center(selector)
        data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.call("Input.dispatchDragEvent", type=kind, x=x, y=y, data=data)

    def insert(self, text: str) -> None:
        """Type into the focused field."""
        self.call("Input.insertText", text=text)

    def screenshot(self, path: Path) -> None:
        """Save the visible part of the page as PNG."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            assert select.select([self._in], [], [], _SILENCE)[0], "the browser hangs"
            part = os.read(self._in, 1 << 20)
            assert part, "the browser ended"
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return dict(json.loads(message))

    def _note(self, event: dict[str, Any]) -> None:
        method, values = event.get("method"), event.get("params", {})
        if method == "Page.lifecycleEvent" and values["name"] == "load":
            self._loaded.add(values["loaderId"])
        if method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.problems.append(values["entry"]["text"])
        if method == "Runtime.exceptionThrown":
            self.problems.append(str(values["exceptionDetails"]))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(30)
        os.close(self._in)
        os.close(self._out)
