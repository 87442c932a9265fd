"""Determine the levels of headings, and the path of headings down to a paragraph."""

from __future__ import annotations

from .headings import Heading


class SectionPath:
    """Path of headings to the current position. Call `enter` for each heading in order; `path` joins them by " > "."""

    def __init__(self) -> None:
        self._stack: list[tuple[int, str]] = []
        self._looks: dict[tuple[int, bool, bool], int] = {}
        self._roman = False  # True if the main sections are numbered I, II, III
        self._last_letter = ""

    def enter(self, heading: Heading) -> str:
        """Add `heading` and return the path down to it."""
        level = self._level(heading)
        self._looks.setdefault(heading.look, level)
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        self._stack.append((level, heading.text))
        return self.path

    def leave(self) -> None:
        """Remove the last heading, which was only the first line of a longer heading."""
        self._stack.pop()

    def _level(self, heading: Heading) -> int:
        if heading.numbering == "none":
            return heading.level or self._looks.get(heading.look) or min(4, 1 + self._depth())
        letter = heading.text[0]
        follows = bool(self._last_letter) and ord(letter) == ord(self._last_letter) + 1
        if heading.numbering == "roman" and not (follows and self._roman):
            self._roman = True
            return heading.level
        if heading.numbering == "arabic":
            # "1)" is below "A.", which is below "II."
            return heading.level + (2 if self._roman else 0)
        self._last_letter = letter
        return heading.level + (1 if self._roman and heading.level == 1 else 0)

    def _depth(self) -> int:
        return self._stack[-1][0] if self._stack else 0

    @property
    def path(self) -> str:
        return " > ".join(text for _, text in self._stack)
