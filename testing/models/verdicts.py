"""Replies of a grading model that contain no valid verdict."""

from __future__ import annotations

# Ten kinds: prose, off the scale, in words, another key, two numbers, cut off, a list, null, not a number, a Boolean.
MALFORMED = (
    "Fine, I would say.",
    '{"selection": 2}',
    '{"selection": "mostly"}',
    '{"score": 1}',
    "between 0.5 and 1",
    '{"selection": ',
    '{"selection": [1]}',
    '{"selection": null}',
    '{"selection": NaN}',
    '{"selection": true}',
)
