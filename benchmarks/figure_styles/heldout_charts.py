"""Wordings of questions about the held-out charts. Authors of readers: please leave this file closed."""

from __future__ import annotations

from .charts.wording import DEV_CHART_WORDINGS
from .wording import Wordings

HELDOUT_CHART_WORDINGS: Wordings = DEV_CHART_WORDINGS | {
    "colour": (
        "The {look} belongs to which {n}?",
        "Name the {n} plotted as the {look}.",
        "Which {n} does the {look} stand for?",
        "In the figure, the {look} depicts which {n}?",
    ),
    "marker": (
        "The {k} markers belong to which {n}?",
        "Name the {n} plotted with {k} markers.",
        "Which {n} uses a {k} as its marker?",
        "Which {n}'s line carries {k} symbols?",
    ),
    "marker-point": (
        "The {k} stands for which {n}?",
        "Name the {n} plotted as a {k}.",
        "Which {n} has a {k} as its symbol?",
        "In the figure, the {k} depicts which {n}?",
    ),
    "max": (
        "Which {n} comes out on top in {m}{at}?",
        "Whose {m} is the highest{at}?",
        "Name the {n} that attains the maximum {m}{at}.",
        "Which {n} reports the greatest {m}{at}?",
    ),
    "min": (
        "Whose {m} is the lowest{at}?",
        "Name the {n} that attains the minimum {m}{at}.",
        "Which {n} reports the least {m}{at}?",
        "Which {n} comes last in {m}{at}?",
    ),
    "rank": (
        "Which {n} ranks second in {m}{at}?",
        "Name the {n} with the second greatest {m}{at}.",
        "Which {n}'s {m} is the second highest{at}?",
        "Which {n} is the runner-up in {m}{at}?",
    ),
    "rank-low": (
        "Name the {n} with the second smallest {m}{at}.",
        "Which {n}'s {m} is the second lowest{at}?",
        "Which {n} has the second least {m}{at}?",
        "Counting from the lowest, which {n} is second in {m}{at}?",
    ),
    "value": (
        "Identify the {n} whose {m} equals {v}{at}.",
        "Whose {m} amounts to {v}{at}?",
        "Looking at the figure, which {n} reaches {v} {m}{at}?",
        "Name the {n} with {v} {m}{at}.",
    ),
    "between": (
        "Which {n} outscores {a} yet falls behind {b} in {m}{at}?",
        "Whose {m} lies between that of {a} and that of {b}{at}?",
        "Which {n} has more {m} than {a} and less than {b}{at}?",
        "Name the {n} that beats {a} but not {b} in {m}{at}.",
    ),
    "consistent": (
        "Which {n} remains over {a} and under {b} all the time?",
        "At every point, which {n} is above {a} but below {b}?",
        "Whose {m} is always between that of {a} and that of {b}?",
        "Which {n} never drops to {a} nor rises to {b}?",
    ),
    "constant": (
        "Whose curve is nearly flat?",
        "Which {n}'s {m} barely changes?",
        "Which {n} is the least sensitive to the {x}?",
        "Name the {n} with the steadiest {m}.",
    ),
    "fluctuation": (
        "Whose curve varies the most?",
        "Which {n}'s {m} changes the most?",
        "Which {n} has the least stable {m}?",
        "Name the {n} with the most erratic curve.",
    ),
    "panel": ("Which {n} is plotted {nth} from the left?", "The {nth} panel belongs to which {n}?"),
    "left": ("Which {n} comes first on the horizontal axis?", "Which {n} is drawn furthest to the left?"),
    "right": ("Which {n} comes last on the horizontal axis?", "Which {n} is drawn furthest to the right?"),
    "top": ("Which {n} comes first from above?", "Which {n} is drawn highest up on the vertical axis?"),
    "bottom": ("Which {n} comes last from above?", "Which {n} is drawn lowest on the vertical axis?"),
    "total": ("Whose bar is the tallest overall?", "Adding all parts, which {n} has the most?"),
    "above-threshold": (
        "Which {n} is the only one beyond {v} {m}{at}?",
        "Whose {m} is greater than {v}{at}?",
        "Which {n} surpasses {v} in {m}{at}?",
        "Name the {n} with {m} over {v}{at}.",
    ),
    "largest": ("Whose bubble is the largest?", "Which {n} has the circle of the greatest area?"),
    "share-max": ("Whose share is the greatest?", "Which {n} makes up most of the chart?"),
    "share-min": ("Whose share is the least?", "Which {n} makes up the smallest part?"),
    "share-value": ("Whose share is {v}?", "The part of {v} belongs to which {n}?"),
    "leaf": ("Name the {n} in the {g} branch.", "To {g}, which {n} is assigned?"),
    "leaf-beside": ("Which {n} shares its branch with {a}?", "Apart from {a}, which {n} does {g} hold?"),
    "leaf-first": ("Which {n} leads the list of {g}?", "Name the topmost {n} of {g}."),
    "at-number": (
        " where {x} is {v}",
        " with {x} = {v}",
        " once the {x} reaches {v}",
        " at {v} on the {x} axis",
    ),
    "at-category": (" under {v}", " for {v}", " on {v}", " when evaluated on {v}"),
    "at-panel": (" in the {v} panel", " (panel {v})", " within the {v} plot", " for {v}"),
}
