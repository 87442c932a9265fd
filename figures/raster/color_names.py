"""Measure how well color words fit colors."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import atan2, exp, hypot, sin

import cv2
import numpy as np

Lab = tuple[float, float, float]

# Names that most people give to colors.
COMMON = tuple("red green blue yellow orange purple pink brown cyan gray black white".split())
# Typical colors for each name: pure sRGB values, defaults of plotting palettes, and muted variants.
PROTOTYPES: dict[str, str] = {
    "red": "ff0000 d62728 e41a1c c44e52 b03030 e15759 f08080",
    "green": "008000 00b050 2ca02c 4daf4a 55a868 59a14f 6aa84f 98df8a b2df8a 228b22",
    "blue": "0000ff 1f77b4 377eb8 4c72b0 3b6fb6 4e79a7 6a9ee0 aec7e8 1e3f8f",
    "yellow": "ffff00 f0e442 ffd92f ffd700 edc948 e6c229 fff2a0",
    "orange": "ffa500 ff7f0e ff8c00 dd8452 f28e2b e6a23c ffbb78 e69f00",
    "purple": "800080 9467bd 984ea3 8172b3 6a3d9a b07aa1 c5b0d5 d0bbff a78bfa",
    "pink": "ffc0cb e377c2 f781bf ff69b4 da8bc3 f7b6d2 ff9da7 cc79a7",
    "brown": "8b4513 8c564b a65628 937860 9c755f 7f4f24 c49c94",
    "black": "000000 1a1a1a 2b2b2b",
    "white": "ffffff",
    "gray": "7f7f7f 808080 999999 a9a9a9 c7c7c7 595959 d3d3d3",
    "cyan": "00ffff 17becf 4ecbd9 76d7ea",
    "magenta": "ff00ff d81b9a cc33cc",
    "violet": "8a2be2 7f5fbf 9467bd ee82ee 8f00ff",
    "teal": "008080 2a9d8f 1b9e77 4f9da6 76b7b2",
    "olive": "808000 bcbd22 9a9a2f",
    "navy": "000080 1f2f5f 14213d",
    "turquoise": "40e0d0 17becf 64b5cd 48c9b0",
    "lavender": "e6e6fa b39ddb c5b0d5 a897d6",
    "maroon": "800000 7b1e28",
    "beige": "f5f5dc e8dcb5 d9c6a0",
    "golden": "ffd700 daa520 e0aa3e",
    "silver": "c0c0c0 b0b7bc",
    "salmon": "fa8072 f4a582 e9967a",
    "coral": "ff7f50 f0746e",
    "indigo": "4b0082 332288",
    "lime": "00ff00 a6d854 bfef45 8ee53f",
    "khaki": "f0e68c c3b091 bdb76b",
    "crimson": "dc143c a4002a",
    "aqua": "00ffff 7fdbff",
    "burgundy": "800020 7c1d3b",
    "peach": "ffdab9 ffcba4",
    "ochre": "cc7722",
    "amber": "ffbf00",
    "lilac": "c8a2c8 b497d6",
    "mauve": "e0b0ff 915f6d",
}
_SHIFTS = {
    "light": (18.0, 0.65),
    "pale": (22.0, 0.5),
    "dark": (-20.0, 0.9),
    "deep": (-14.0, 1.1),
    "bright": (6.0, 1.3),
}
SPREAD = 17.0  # standard deviation of the colors of a word, in units of `_distance`


def fits(word: str, color: Lab) -> float:
    """Return how well "blue", "light blue" or "bluish" fits a CIELAB color, 0..1; 0 for words that name no color."""
    nearest = min((_distance(color, p) for p in _prototypes(word)), default=None)
    return 0.0 if nearest is None else exp(-0.5 * (nearest / SPREAD) ** 2)


def _distance(a: Lab, b: Lab) -> float:
    """Return the distance of two colors. Hue counts fully; lightness and chroma count half.

    People call pale, dark and dull blues all "blue".
    """
    chroma_a, chroma_b = hypot(a[1], a[2]), hypot(b[1], b[2])
    turn = atan2(a[2], a[1]) - atan2(b[2], b[1])
    hue = 2.0 * (chroma_a * chroma_b) ** 0.5 * abs(sin(turn / 2))
    return hypot(0.5 * (a[0] - b[0]), 0.5 * (chroma_a - chroma_b), hue)


@lru_cache(maxsize=256)
def _prototypes(word: str) -> tuple[Lab, ...]:
    words = word.lower().replace("grey", "gray").split()
    base = _base(words[-1]) if words else ""
    found = [_lab(code) for code in PROTOTYPES.get(base, "").split()]
    shifts = [_SHIFTS[w] for w in words[:-1] if w in _SHIFTS]
    return tuple(_shifted(lab, shift) for lab, shift in product(found, shifts)) if shifts else tuple(found)


def _base(word: str) -> str:
    for form in (
        word,
        word.removesuffix("ish"),
        word.removesuffix("ish") + "e",
        word.removesuffix("dish") + "d",
    ):
        if form in PROTOTYPES:
            return form
    return word


def _shifted(lab: Lab, shift: tuple[float, float]) -> Lab:
    return (min(100.0, max(0.0, lab[0] + shift[0])), lab[1] * shift[1], lab[2] * shift[1])


def _lab(code: str) -> Lab:
    rgb = np.array([[[int(code[i : i + 2], 16) for i in (0, 2, 4)]]], dtype=np.float32) / 255.0
    lightness, a, b = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)[0, 0].tolist()
    return (lightness, a, b)
