"""Seeded mutations of valid inputs: of their bytes, and of the structure of text and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

_NUMBERS = (b"0", b"-1", b"1e999", b"4294967296", b"99999999999999999999", b"NaN", b"1/0", b"0x7fffffff")
_TEXTS = (
    "",
    "\x00",
    "\ud800",
    "\u202e",
    "\x1b]52;c;x\x07",
    "../../x",
    "/etc/passwd",
    "A" * 5000,
    "{" * 400,
    "%s%n",
)
_VALUES: tuple[Any, ...] = (None, True, 0, -1, 1e308, 10**30, [], {}, *_TEXTS)
_TOKEN = re.compile(rb"\d+(?:\.\d+)?|[A-Za-z]+|[^\sA-Za-z0-9]")


def mutate_bytes(raw: bytes, random: Random) -> bytes:
    """Return `raw` with one to four changes: bit flips, numbers, cuts, repeats, insertions or swapped tokens."""
    for _ in range(random.randint(1, 4)):
        raw = random.choice((flip_bits, _number, _cut, _repeat, _swap, _insert))(raw, random)
    return raw


def mutate_text(raw: bytes, random: Random) -> bytes:
    """Mutate as `mutate_bytes` does, or insert a hostile text at a random place."""
    if random.random() < 0.5:
        return mutate_bytes(raw, random)
    place = random.randint(0, len(raw))
    return raw[:place] + random.choice(_TEXTS).encode("utf-8", "surrogatepass") + raw[place:]


def mutate_json(raw: bytes, random: Random) -> bytes:
    """Return JSON with one value replaced, removed, repeated or deeply nested. In one of four cases, mutate its bytes
    instead.
    """
    if random.random() < 0.25:
        return mutate_bytes(raw, random)
    value = json.loads(raw)
    holders = list(_containers(value))
    if not holders:
        return json.dumps(random.choice(_VALUES)).encode()
    holder = random.choice(holders)
    keys: Sequence[Any] = list(holder) if isinstance(holder, dict) else range(len(holder))
    key = random.choice(keys)
    action = random.randrange(4)
    if action == 0:
        holder[key] = random.choice(_VALUES)
    elif action == 1:
        del holder[key]
    elif action == 2:
        holder[key] = [holder[key]] * random.choice((2, 100))
    else:
        nested: Any = holder[key]
        for _ in range(random.choice((3, 300))):
            nested = [nested]
        holder[key] = nested
    return json.dumps(value).encode()


def _containers(value: Any) -> list[Any]:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    inside = [container for item in items for container in _containers(item)]
    return [value, *inside] if isinstance(value, dict | list) and value else inside


def flip_bits(raw: bytes, random: Random) -> bytes:
    """Return `raw` with 1, 8 or 64 random bit flips."""
    changed = bytearray(raw)
    for _ in range(random.choice((1, 1, 8, 64)) if raw else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _number(raw: bytes, random: Random) -> bytes:
    found = list(re.finditer(rb"\d+(?:\.\d+)?", raw))
    if not found:
        return raw
    match = random.choice(found)
    return raw[: match.start()] + random.choice(_NUMBERS) + raw[match.end() :]


def _cut(raw: bytes, random: Random) -> bytes:
    start = random.randint(0, len(raw))
    return raw[:start] + raw[start + random.choice((1, 16, 1000, len(raw))) :]


def _repeat(raw: bytes, random: Random) -> bytes:
    start = random.randint(0, len(raw))
    part = raw[start : start + random.choice((1, 20, 500))]
    return raw[:start] + part * random.choice((2, 10, 200)) + raw[start:]


def _swap(raw: bytes, random: Random) -> bytes:
    tokens = list(_TOKEN.finditer(raw))
    if len(tokens) < 2:
        return raw
    first, second = sorted(random.sample(tokens, 2), key=lambda token: token.start())
    between = raw[first.end() : second.start()]
    return raw[: first.start()] + second[0] + between + first[0] + raw[second.end() :]


def _insert(raw: bytes, random: Random) -> bytes:
    place = random.randint(0, len(raw))
    return raw[:place] + random.randbytes(random.choice((1, 4, 100))) + raw[place:]
