"""How annotators ask about charts. Slots as in the wordings of tables; also c colour, k marker, look a line's look.

"at" is the condition with its blank: " at k = 5", " on the WQ dataset", " in the left panel", or nothing.
"""

from __future__ import annotations

from ..wording import Wordings

DEV_CHART_WORDINGS: Wordings = {
    "colour": (
        "Which {n} is represented by the {look}?",
        "Which {n} corresponds to the {look} in the figure?",
        "What {n} is shown by the {look}?",
        "Which {n} in the figure is drawn with the {look}?",
    ),
    "marker": (
        "Which {n} is represented by the {k} marker?",
        "Which {n} is represented with a {k} marker?",
        "What {n} corresponds to the line with {k} markers?",
        "Which {n} in the figure is marked by {k}s?",
    ),
    "marker-point": (
        "Which {n} is represented by the {k} marker?",
        "Which {n} is shown as a {k}?",
        "What {n} corresponds to the {k}?",
        "Which {n} in the figure is marked by a {k}?",
    ),
    "max": (
        "Which {n} has the highest {m}{at}?",
        "Which {n} achieves the highest {m}{at}?",
        "What {n} exhibits the largest {m}{at}?",
        "Which {n} shown in the figure demonstrates the highest {m}{at}?",
    ),
    "min": (
        "Which {n} has the lowest {m}{at}?",
        "Which {n} demonstrates the lowest {m}{at}?",
        "What {n} results in the smallest {m}{at}?",
        "Which {n} in the figure exhibits the lowest {m}{at}?",
    ),
    "rank": (
        "Which {n} has the second highest {m}{at}?",
        "Which {n} exhibits the second-highest {m}{at}?",
        "What {n} achieves the second largest {m}{at}?",
        "Which {n} shows the second greatest {m}{at}?",
    ),
    "rank-low": (
        "Which {n} has the second lowest {m}{at}?",
        "Which {n} exhibits the second-lowest {m}{at}?",
        "What {n} results in the second smallest {m}{at}?",
        "Which {n} in the figure shows the second lowest {m}{at}?",
    ),
    "value": (
        "Which {n} has {am} of {v}{at}?",
        "Which {n} achieves {am} of {v}{at}?",
        "What {n} shows {am} equal to {v}{at}?",
        "Which {n} in the figure corresponds to {am} of {v}{at}?",
    ),
    "between": (
        "Which {n} has a higher {m} than {a} but a lower {m} than {b}{at}?",
        "Which {n} lies between {a} and {b} in {m}{at}?",
        "Which {n} scores lower than {b} and higher than {a}{at}?",
        "What {n} performs better than {a} but worse than {b}{at}?",
    ),
    "consistent": (
        "Which {n} is consistently better than {a} but consistently worse than {b}?",
        "Which {n} always has a higher {m} than {a} and a lower {m} than {b}?",
        "Which {n} stays above {a} and below {b} throughout the figure?",
        "What {n} has a lower {m} than {b} but a higher {m} than {a} for all values of {x}?",
    ),
    "constant": (
        "Which {n} achieves a relatively constant {m} as the {x} increases?",
        "Which {n} shows the most stable {m}?",
        "What {n} is hardly affected by the {x}?",
        "Which {n} depicted in the figure exhibits the smallest change in {m}?",
    ),
    "fluctuation": (
        "Which {n} depicted in the figure exhibits the highest fluctuation?",
        "Which {n} fluctuates the most?",
        "What {n} shows the most unstable {m}?",
        "Which {n} has the largest variation in {m}?",
    ),
    "panel": (
        "Which {n} corresponds to the {nth} chart from the left?",
        "Which {n} is shown in the {nth} plot from the left?",
        "What {n} does the {nth} panel of the figure show?",
        "Which {n} is the {nth} chart about?",
    ),
    "left": (
        "Which {n} corresponds to the leftmost bar in the figure?",
        "Which {n} is represented by the leftmost bar?",
        "What {n} is shown first from the left?",
        "Which {n} is on the far left of the figure?",
    ),
    "right": (
        "Which {n} corresponds to the rightmost bar in the figure?",
        "Which {n} is represented by the rightmost bar?",
        "What {n} is shown last on the right?",
        "Which {n} is on the far right of the figure?",
    ),
    "top": (
        "Which {n} corresponds to the topmost bar in the figure?",
        "Which {n} is represented by the uppermost bar?",
        "What {n} is shown first from the top?",
        "Which {n} is at the very top of the figure?",
    ),
    "bottom": (
        "Which {n} corresponds to the bottom bar in the figure?",
        "Which {n} is represented by the lowermost bar?",
        "What {n} is shown last, at the bottom?",
        "Which {n} is at the very bottom of the figure?",
    ),
    "total": (
        "Which {n} has the highest bar in total?",
        "Which {n} has the largest total {m}?",
        "For which {n} is the stacked bar the tallest?",
        "What {n} has the highest sum of all parts?",
    ),
    "above-threshold": (
        "Which {n} has {am} above {v}{at}?",
        "Which is the only {n} with {am} of more than {v}{at}?",
        "What {n} exceeds {am} of {v}{at}?",
        "Which {n} achieves more than {v} {m}{at}?",
    ),
    "largest": (
        "Which {n} is represented by the largest circle?",
        "Which {n} has the largest bubble in the figure?",
        "What {n} corresponds to the biggest bubble?",
        "Which {n} is drawn with the largest marker?",
    ),
    "share-max": (
        "Which {n} has the largest share?",
        "Which {n} takes up the largest slice of the chart?",
        "What {n} accounts for the highest percentage?",
        "Which {n} is the most frequent in the figure?",
    ),
    "share-min": (
        "Which {n} has the smallest share?",
        "Which {n} takes up the smallest slice of the chart?",
        "What {n} accounts for the lowest percentage?",
        "Which {n} is the least frequent in the figure?",
    ),
    "share-value": (
        "Which {n} accounts for {v} of the total?",
        "Which {n} makes up {v}?",
        "What {n} has a share of {v}?",
        "Which {n} corresponds to {v} in the figure?",
    ),
    "leaf": (
        "Which {n} belongs to the {g} category?",
        "Which {n} is listed under {g}?",
        "What {n} is placed in the {g} branch of the figure?",
        "Which {n} falls under {g} in the taxonomy?",
    ),
    "leaf-beside": (
        "Which {n} is in the same category as {a}?",
        "Which {n} is grouped together with {a} under {g}?",
        "What {n} shares the {g} branch with {a}?",
        "Besides {a}, which {n} is listed under {g}?",
    ),
    "leaf-first": (
        "Which {n} is listed first under {g}?",
        "Which {n} is the first one in the {g} category?",
        "What {n} is at the top of the {g} branch?",
        "Which {n} comes first in the {g} group?",
    ),
    "at-number": (
        " at {x} = {v}",
        " when the {x} is {v}",
        " for {x} equal to {v}",
        " at a {x} of {v}",
    ),
    "at-category": (
        " on {v}",
        " for {v}",
        " in the '{v}' setting",
        " in the {v} dataset",
    ),
    "at-panel": (
        " in the {v} chart",
        " on the {v} dataset",
        " in the plot titled {v}",
        " for {v}",
    ),
}
