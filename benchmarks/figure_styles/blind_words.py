"""A third list of wordings, written before the parser was last worked on and run once. Authors of readers: leave it closed."""

from __future__ import annotations

from .wording import DEV_WORDINGS, Wordings

BLIND_WORDINGS: Wordings = DEV_WORDINGS | {
    "value": (
        "Which {n} yields {am} of exactly {v}{on}?",
        "Which {n} was found to have {am} of {v}{on}?",
        "A value of {v} is listed as the {m}{on} of which {n}?",
        "If the {m} is {v}{on}, which {n} is being evaluated?",
        "Which of the {ns} scores {v} in {m}{on}?",
    ),
    "max": (
        "Which of the {ns} attains the top {m}{on}?",
        "The highest {m}{on} belongs to which {n}?",
        "Looking only at {m}, which {n} scores highest{on}?",
        "Among all {ns} listed, which has the largest {m}{on}?",
        "Which {n} peaks in {m}{on}?",
    ),
    "min": (
        "Which of the {ns} ends up with the lowest {m}{on}?",
        "The smallest {m}{on} belongs to which {n}?",
        "Looking only at {m}, which {n} scores lowest{on}?",
        "Among all {ns} listed, which has the minimum {m}{on}?",
        "Which {n} bottoms out in {m}{on}?",
    ),
    "best": (
        "Going by {m}, what is the best {n}{on}?",
        "Which {n} delivers the best {m} score{on}?",
        "When judged by {m}, which {n} wins{on}?",
        "What {n} would you pick for the best {m}{on}?",
    ),
    "best-on": (
        "Which {n} leads the field{on}?",
        "Which {n} is the top performer{on}?",
        "Which {n} has the best overall score{on}?",
        "Which {n} wins{on}?",
    ),
    "rank": (
        "Which {n} comes {nth} when ranked by {m} from high to low{on}?",
        "What is the {n} whose {m} is the {nth} best, i.e. {nth} highest{on}?",
        "If sorted by decreasing {m}, which {n} is {nth}{on}?",
        "Which {n} holds the {nth} highest position in {m}{on}?",
    ),
    "rank-low": (
        "Which {n} comes {nth} when ranked by {m} from low to high{on}?",
        "If sorted by increasing {m}, which {n} is {nth}{on}?",
        "Which {n} ends up with the {nth} lowest {m}{on}?",
        "Which of the {ns} has the {nth} smallest value of {m}{on}?",
    ),
    "between": (
        "Which {n} exceeds {a} but does not reach {b} in {m}{on}?",
        "Which {n} is better than {a} yet worse than {b}, judging by higher {m}{on}?",
        "In terms of {m}, which {n} ranks between {a} and {b}{on}?",
        "Which {n}'s {m} is larger than that of {a} and smaller than that of {b}{on}?",
    ),
    "above": (
        "Which {n} sits directly over {a} in the table?",
        "Which {n} occupies the row preceding {a}?",
        "The row right above {a} belongs to which {n}?",
        "Which {n} can be found immediately on top of {a}?",
    ),
    "below": (
        "Which {n} sits directly beneath {a} in the table?",
        "Which {n} occupies the row following {a}?",
        "The row right below {a} belongs to which {n}?",
        "Which {n} comes straight after {a} in the table?",
    ),
    "rows-between": (
        "Which {n} is positioned under {a} and over {b} in the table?",
        "Which {n} occupies the row between those of {a} and {b}?",
        "Which {n} is found lower than {a} but higher up than {b} in the table?",
        "Going down the table, which {n} comes between {a} and {b}?",
    ),
    "row": (
        "Which {n} occupies the {nth} row?",
        "What is the {nth} {n} listed in the table?",
        "Counting from the top, which {n} is the {nth} one in the table?",
        "Which {n} can be found in the {nth} row from the top?",
    ),
    "last": (
        "Which {n} closes the table?",
        "What is the last {n} listed in the table?",
        "Which {n} occupies the very last row?",
        "Which {n} is located at the very bottom of the table?",
    ),
    "penultimate": (
        "Which {n} occupies the second last row?",
        "What is the second to last {n} in the table?",
        "Which {n} is located in the row before the last one?",
        "Which {n} appears one row above the bottom of the table?",
    ),
    "group-last": (
        "Which {n} closes the {g} section?",
        "What is the last {n} of the {g} group?",
        "Which {n} is located at the bottom of the {g} part of the table?",
        "In the '{g}' block, which {n} occupies the last row?",
    ),
    "group-first": (
        "Which {n} opens the {g} section?",
        "What is the first {n} of the {g} group?",
        "Which {n} is located at the top of the {g} part of the table?",
        "In the '{g}' block, which {n} occupies the first row?",
    ),
    "group-max": (
        "Of the {g} {ns}, which has the largest {m}{on}?",
        "Which {n} scores highest in {m} among the {g} {ns}{on}?",
        "Restricting to the {g} category, which {n} has the highest {m}{on}?",
        "Which {n} listed under '{g}' reaches the top {m}{on}?",
    ),
    "group-value": (
        "Of the {g} {ns}, which scores {v} in {m}{on}?",
        "Which {n} listed under '{g}' has {am} of {v}{on}?",
        "Restricting to the {g} category, which {n} has {am} of {v}{on}?",
        "Which {n} from the {g} section records {am} of {v}{on}?",
    ),
    "missing": (
        "Which {n} has an empty cell for {m}{on}?",
        "Which {n} was not evaluated by {m}{on}?",
        "Which {n} has no reported {m}{on}?",
        "The {m} of which {n} is left blank{on}?",
    ),
    "text": (
        "Which {n} employs {t}?",
        "What is the {n} listed as having {t}?",
        "Which of the {ns} relies on {t}?",
        "In the table, which {n} goes with {t}?",
    ),
    "above-threshold": (
        "Which single {n} scores above {v} in {m}{on}?",
        "Which {n} obtains {am} exceeding {v}{on}?",
        "Only one {n} has {am} greater than {v}{on}; which one?",
        "Which {n} passes the {v} mark in {m}{on}?",
    ),
    "below-threshold": (
        "Which single {n} scores below {v} in {m}{on}?",
        "Which {n} obtains {am} smaller than {v}{on}?",
        "Only one {n} has {am} lower than {v}{on}; which one?",
        "Which {n} stays under {v} in {m}{on}?",
    ),
    "excluding": (
        "With the exception of {a}, which {n} has the highest {m}{on}?",
        "Ignoring {a}, which {n} scores highest in {m}{on}?",
        "If {a} is excluded, which {n} has the largest {m}{on}?",
        "Which {n}, not including {a}, attains the highest {m}{on}?",
    ),
    "overall-best": (
        "Which {n} consistently has the highest scores in the table?",
        "Which {n} dominates across all columns?",
        "All in all, which {n} performs best?",
        "Which {n} is the best on every dataset?",
    ),
    "overall-worst": (
        "Which {n} consistently has the lowest scores in the table?",
        "Which {n} does worst across all columns?",
        "All in all, which {n} performs worst?",
        "Which {n} is the worst on every dataset?",
    ),
    "column": (
        "For {a}, which dataset yields a score of {v}{set}?",
        "{a} obtains {v} on what dataset{set}?",
        "Which dataset gives {a} a score equal to {v}{set}?",
        "What is the dataset where {a} reports {v}{set}?",
    ),
    "place": (" with {d}", " using {d}", " on the task of {d}", " for {d} evaluation", " on {d} data"),
    "place-set": (" for {d} ({s})", " on {d} with {s}", " in the {s} scenario of {d}", " under the {s} condition on {d}"),
    "place-path": (" for the '{p}' column", " on the {p} test set", " according to the {p} column"),
}  # fmt: skip
