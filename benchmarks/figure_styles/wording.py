"""How annotators of scientific figures phrase a question. Slots in braces; each operation has several wordings.

Slots: n noun ("method"), ns its plural, m measure ("BLEU score"), am measure with article, v value, on " on the WQ dataset" (with
its blank, or empty), a and b other names, nth ordinal, g group, t text condition.
"""

from __future__ import annotations

from random import Random

Wordings = dict[str, tuple[str, ...]]

DEV_WORDINGS: Wordings = {
    "value": (
        "Which {n} has {am} of {v}{on}?",
        "Which {n} gets {v} {m}{on}?",
        "What {n} exhibits {am} of {v}{on}?",
        "Which {n} in the table corresponds to {am} equal to {v}{on}?",
        "What is the {n} that demonstrates {am} of {v}{on}?",
    ),
    "max": (
        "Which {n} has the highest {m}{on}?",
        "Which {n} achieves the highest {m}{on}?",
        "What is the {n} with the largest {m}{on}?",
        "Which {n} shown in the table demonstrates the highest {m}{on}?",
    ),
    "min": (
        "Which {n} has the lowest {m}{on}?",
        "Which {n} exhibits the lowest {m}{on}?",
        "What {n} results in the smallest {m}{on}?",
        "Which {n} in the table corresponds to the lowest {m}{on}?",
    ),
    "best": (
        "Which {n} achieves the best {m}{on}?",
        "Which {n} exhibits the best {m}{on}?",
        "Which {n} shows the best result in terms of {m}{on}?",
        "What is the best performing {n} by {m}{on}?",
    ),
    "best-on": (
        "Which {n} performs the best{on}?",
        "What is the best {n}{on}?",
        "Which {n} shows the best performance{on}?",
        "Which {n} obtains the best result{on}?",
    ),
    "rank": (
        "Which {n} has the {nth} highest {m}{on}?",
        "Which {n} exhibits the {nth}-highest {m}{on}?",
        "What {n} achieves the {nth} highest {m}{on}?",
        "Which {n} in the table shows the {nth} largest {m}{on}?",
    ),
    "rank-low": (
        "Which {n} has the {nth} lowest {m}{on}?",
        "Which {n} exhibits the {nth}-lowest {m}{on}?",
        "What {n} results in the {nth} smallest {m}{on}?",
        "Which {n} shows the {nth} lowest {m}{on}?",
    ),
    "between": (
        "Which {n} has a higher {m} than {a} but a lower {m} than {b}{on}?",
        "Which {n} scores higher than {a} but lower than {b} in terms of {m}{on}?",
        "Which {n} achieves a lower {m} than {b} and a higher {m} than {a}{on}?",
        "What {n} lies between {a} and {b} by {m}{on}?",
    ),
    "above": (
        "Which {n} is placed directly above {a} in the table?",
        "Which {n} is in the row above {a}?",
        "What {n} is listed right above the {a} row?",
        "Which {n} appears immediately before {a} in the table?",
    ),
    "below": (
        "Which {n} is placed directly below {a} in the table?",
        "Which {n} is in the row right below {a}?",
        "What {n} is listed immediately under {a}?",
        "Which {n} appears immediately after {a} in the table?",
    ),
    "rows-between": (
        "Which {n} is placed below the row for {a} but above the row for {b}?",
        "Which {n} is shown above the {b} row and below the {a} row?",
        "What {n} is listed between {a} and {b} in the table?",
        "Which {n} stands between the rows of {a} and {b}?",
    ),
    "row": (
        "Which {n} is in the {nth} row of the table?",
        "Which {n} corresponds to the {nth} row of the table?",
        "What {n} is shown on the {nth} line of the table?",
        "Which {n} is listed {nth} in the table?",
    ),
    "last": (
        "Which {n} is in the last row of the table?",
        "Which {n} is on the last line of the table?",
        "What {n} is listed at the bottom of the table?",
        "Which {n} corresponds to the final row?",
    ),
    "penultimate": (
        "Which {n} corresponds to the penultimate row of the table?",
        "Which {n} is in the second to last row?",
        "What {n} is shown on the penultimate line of the table?",
        "Which {n} is listed second-to-last in the table?",
    ),
    "group-last": (
        "Which {n} is in the last row of the {g} category?",
        "Which {n} is on the last line of the {g} block of the table?",
        "What {n} is listed last in the '{g}' section?",
        "Which {n} corresponds to the final row of the {g} group?",
    ),
    "group-first": (
        "Which {n} is in the first row of the {g} category?",
        "Which {n} is on the first line of the {g} block of the table?",
        "What {n} is listed first in the '{g}' section?",
        "Which {n} corresponds to the top row of the {g} group?",
    ),
    "group-max": (
        "Which {n} in the {g} section of the table has the highest {m}{on}?",
        "Which {g} {n} achieves the highest {m}{on}?",
        "Among the {ns} of the {g} group, which one has the highest {m}{on}?",
        "Which {n} in the '{g}' group demonstrates the highest {m}{on}?",
    ),
    "group-value": (
        "Which {n} in the {g} section has {am} of {v}{on}?",
        "Which {g} {n} has {am} of {v}{on}?",
        "Among the {ns} of the {g} group, which one achieves {am} of {v}{on}?",
        "Which {n} is in the '{g}' block and has {am} of {v}{on}?",
    ),
    "missing": (
        "Which {n} is missing a result{on}?",
        "Which {n} does not report a value{on}?",
        "What {n} has no {m}{on}?",
        "For which {n} is the {m} missing{on}?",
    ),
    "text": (
        "Which {n} has {t}?",
        "Which {n} in the table is listed with {t}?",
        "What {n} uses {t}?",
        "Which {n} corresponds to {t}?",
    ),
    "above-threshold": (
        "Which {n} has {am} above {v}{on}?",
        "Which is the only {n} with {am} higher than {v}{on}?",
        "What {n} exceeds {am} of {v}{on}?",
        "Which {n} achieves more than {v} {m}{on}?",
    ),
    "below-threshold": (
        "Which {n} has {am} below {v}{on}?",
        "Which is the only {n} with {am} lower than {v}{on}?",
        "What {n} falls short of {am} of {v}{on}?",
        "Which {n} achieves less than {v} {m}{on}?",
    ),
    "excluding": (
        "Excluding {a}, which {n} has the highest {m}{on}?",
        "Which {n} other than {a} achieves the highest {m}{on}?",
        "Which {n} has the highest {m}{on}, apart from {a}?",
        "Among all {ns} except {a}, which one has the highest {m}{on}?",
    ),
    "overall-best": (
        "Which {n} has the highest scores overall?",
        "Which {n} shows the highest overall performance?",
        "What {n} achieves the highest scores across all columns?",
        "Which {n} performs the best overall?",
    ),
    "overall-worst": (
        "Which {n} has the lowest scores overall?",
        "Which {n} shows the lowest overall performance?",
        "What {n} has the lowest scores across all columns?",
        "Which {n} performs the worst overall?",
    ),
    "column": (
        "In which dataset does {a} achieve a score of {v}{set}?",
        "On which dataset does {a} score {v}{set}?",
        "For which dataset does {a} obtain {v}{set}?",
        "Which dataset corresponds to a score of {v} for {a}{set}?",
    ),
    "place": (
        " on {d}",
        " on the {d} dataset",
        " in the {d} task",
        " for the {d} dataset",
        " in the {d} dataset",
    ),
    "place-set": (
        " in the {d}, {s} setting",
        " on {d} ({s})",
        " for {s} of the {d} dataset",
        " in the {s} split of {d}",
    ),
    "place-path": (
        " in the '{p}' column",
        " in the {p} dataset",
        " in the {p} column",
    ),
}


def article(phrase: str) -> str:
    """ "an F1 score", "a BLEU score": by sound for letters that are spelt out."""
    first, second = phrase[0], phrase[1:2]
    spelt = first in "FLMNRSX" and not second.islower() and second not in set("AEIOU")
    return ("an " if spelt or first in "AEIOaeio" else "a ") + phrase


def plural(noun: str) -> str:
    return noun + ("es" if noun.endswith("ch") else "s")


def ask(rng: Random, wordings: Wordings, operation: str, **slots: str) -> str:
    """A question for `operation` in one of its wordings."""
    return rng.choice(wordings[operation]).format(**slots, ns=plural(slots["n"]))
