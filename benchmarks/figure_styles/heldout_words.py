"""Names and wordings of the held-out figures. Authors of readers: please leave this file closed."""

from __future__ import annotations

from .names import Lexicon
from .wording import DEV_WORDINGS, Wordings

HELDOUT = Lexicon(
    stems=(
        "Star", "Chem", "Vid", "Audio", "Rein", "Auto", "Omni", "Peri", "Cyclo", "Lumen", "Opti", "Robo", "Sci",
        "Trans", "Vari", "Zero", "Flash", "Tiny", "Open", "Nano", "Fed", "Swin", "Micro", "Poly",
    ),
    cores=(
        "Caps", "Diff", "VAE", "GAN", "Formerlet", "LLaVA", "Seg", "Track", "Nav", "Agent", "Bank", "Seek", "Solve",
        "Trace", "Vec", "Bridge", "Loop", "Align", "Teach", "Sparse", "NeRF", "MoE",
    ),
    plain=(
        "Oracle", "Human", "Zero-R", "Beam Search", "Vector Offset", "Dense Retrieval", "Prefix tuning", "Logistic Reg.",
        "Greedy", "Max Pooling", "Frozen encoder", "Label smoothing",
    ),
    suffixes=("-XXL", "-tiny", "-30B", "-1.5B", " w/ CoT", " w/o KD", "-3", " Pro", "-S", "-L", " (ens.)"),
    datasets=(
        "HotWater", "ShapeN", "ADE10k", "VoxTalk", "CodeEv", "MathBen", "PlanIt", "LegalRC", "RxQA", "ArxSum", "TedMT",
        "IWT14", "Kitt", "COCOA", "MedNLU", "FinTabs", "GLUEX", "NavSim", "AudioS", "PolyG", "AbsRel",
    ),
    surnames=(
        "Aguilar", "Bianchi", "Castro", "Dlamini", "Engel", "Fofana", "Gupta", "Haas", "Iqbal", "Jansen", "Kim",
        "Lopez-Vega", "Moreau", "Novak", "Oduya", "Petrov", "Qian", "Ramos", "Sato", "Tran", "Ueda", "Varga", "Wolf", "Xu",
    ),
    groups=(
        "Encoder-only", "Decoder-only", "Prompting", "Parameter-efficient", "Closed-source", "Open-source", "Generative",
        "Discriminative", "Unsupervised", "Semi-supervised", "Ensembles", "Symbolic", "Two-stage",
    ),
)  # fmt: skip

HELDOUT_WORDINGS: Wordings = DEV_WORDINGS | {
    "value": (
        "Identify the {n} whose {m} equals {v}{on}.",
        "The {m} of {v} is reported for which {n}{on}?",
        "Looking at the table, which {n} reaches {v} {m}{on}?",
        "Name the {n} with {v} {m}{on}.",
    ),
    "max": (
        "Which {n} comes out on top in {m}{on}?",
        "Whose {m} is the highest{on}?",
        "Name the {n} that attains the maximum {m}{on}.",
        "Which {n} reports the greatest {m}{on}?",
    ),
    "min": (
        "Whose {m} is the lowest{on}?",
        "Name the {n} that attains the minimum {m}{on}.",
        "Which {n} reports the least {m}{on}?",
        "Which {n} comes last in {m}{on}?",
    ),
    "best": (
        "Which {n} is best in terms of {m}{on}?",
        "By {m}, which {n} is the strongest{on}?",
        "Which {n} obtains the best {m} of all{on}?",
        "Who has the best {m}{on}?",
    ),
    "best-on": (
        "Which {n} is the strongest{on}?",
        "Which {n} outperforms all others{on}?",
        "Which {n} does best{on}?",
        "Which {n} gets the best score{on}?",
    ),
    "rank": (
        "Which {n} ranks {nth} in {m}{on}?",
        "Which {n} takes {nth} place by {m} (largest first){on}?",
        "Name the {n} with the {nth} greatest {m}{on}.",
        "Which {n}'s {m} is the {nth} highest{on}?",
    ),
    "rank-low": (
        "Name the {n} with the {nth} smallest {m}{on}.",
        "Which {n}'s {m} is the {nth} lowest{on}?",
        "Which {n} has the {nth} least {m}{on}?",
        "Counting from the lowest, which {n} is {nth} in {m}{on}?",
    ),
    "between": (
        "Which {n} outscores {a} in {m} yet falls behind {b}{on}?",
        "Whose {m} lies between that of {a} and that of {b}{on}?",
        "Which {n} has more {m} than {a} and less than {b}{on}?",
        "Name the {n} that beats {a} but not {b} in {m}{on}.",
    ),
    "above": (
        "Which {n} is found one row above {a}?",
        "Right before {a}, which {n} does the table list?",
        "Which {n} precedes {a} in the table?",
        "Just over the line of {a}, which {n} is given?",
    ),
    "below": (
        "Which {n} is found one row below {a}?",
        "Right after {a}, which {n} does the table list?",
        "Which {n} follows {a} in the table?",
        "Just under the line of {a}, which {n} is given?",
    ),
    "rows-between": (
        "In the table, which {n} separates {a} from {b}?",
        "Which {n} comes after {a} and before {b} in the table?",
        "Which {n} is sandwiched between the rows {a} and {b}?",
        "Between the lines of {a} and {b}, which {n} is listed?",
    ),
    "row": (
        "Name the {n} on row number {count} of the table.",
        "Which {n} does the {nth} row hold?",
        "Reading from the top, which {n} comes {nth}?",
        "Which {n} appears in the {nth} line?",
    ),
    "last": (
        "Which {n} is given in the bottommost row?",
        "Which {n} does the last row hold?",
        "Name the {n} at the end of the table.",
        "Which {n} is found in the bottom row?",
    ),
    "penultimate": (
        "Which {n} is in the last but one row?",
        "Name the {n} just above the final row.",
        "Which {n} does the next-to-last row hold?",
        "Which {n} is the second from the bottom?",
    ),
    "group-last": (
        "Which {n} is at the end of the {g} block?",
        "Name the final {n} under {g}.",
        "Which is the last {n} listed among {g}?",
        "At the end of the {g} part, which {n} is found?",
    ),
    "group-first": (
        "Which {n} is at the beginning of the {g} block?",
        "Name the first {n} under {g}.",
        "Which is the first {n} listed among {g}?",
        "At the start of the {g} part, which {n} is found?",
    ),
    "group-max": (
        "Within the {g} block, whose {m} is the highest{on}?",
        "Which of the {g} {ns} reports the greatest {m}{on}?",
        "Considering only {g}, which {n} leads in {m}{on}?",
        "In the {g} part, which {n} attains the maximum {m}{on}?",
    ),
    "group-value": (
        "Within the {g} block, which {n} reaches {v} {m}{on}?",
        "Which of the {g} {ns} has {v} {m}{on}?",
        "Considering only {g}, whose {m} equals {v}{on}?",
        "In the {g} part, which {n} reports {am} of {v}{on}?",
    ),
    "missing": (
        "For which {n} is no {m} given{on}?",
        "Which {n} lacks {am}{on}?",
        "Which {n} leaves the {m} blank{on}?",
        "Whose {m} is not reported{on}?",
    ),
    "text": (
        "Name the {n} that has {t}.",
        "Which {n} comes with {t}?",
        "Which {n} is built with {t}?",
        "According to the table, which {n} has {t}?",
    ),
    "above-threshold": (
        "Which {n} is the only one beyond {v} {m}{on}?",
        "Whose {m} is greater than {v}{on}?",
        "Which {n} surpasses {v} in {m}{on}?",
        "Name the {n} with {m} over {v}{on}.",
    ),
    "below-threshold": (
        "Which {n} is the only one under {v} {m}{on}?",
        "Whose {m} is less than {v}{on}?",
        "Which {n} does not reach {v} in {m}{on}?",
        "Name the {n} with {m} under {v}{on}.",
    ),
    "excluding": (
        "Leaving {a} aside, whose {m} is the highest{on}?",
        "Which {n} has the greatest {m} if {a} is not considered{on}?",
        "Besides {a}, which {n} comes out on top in {m}{on}?",
        "Not counting {a}, name the {n} with the maximum {m}{on}.",
    ),
    "overall-best": (
        "Which {n} is ahead of all others in every column?",
        "Which {n} is the strongest on the whole?",
        "Taking all columns together, which {n} is best?",
        "Which {n} has the best numbers throughout the table?",
    ),
    "overall-worst": (
        "Which {n} is behind all others in every column?",
        "Which {n} is the weakest on the whole?",
        "Taking all columns together, which {n} is worst?",
        "Which {n} has the worst numbers throughout the table?",
    ),
    "column": (
        "{a} scores {v} on which dataset?",
        "Name the dataset on which {a} reaches {v}.",
        "On what dataset is {a} reported at {v}?",
        "The value {v} of {a} belongs to which dataset?",
    ),
    "place": (" for {d}", " when evaluated on {d}", " on the {d} benchmark", " under {d}", " in {d}"),
    "place-set": (" for {d} in the {s} case", " under {d} / {s}", " on the {s} part of {d}", " when tested on {d}, {s}"),
    "place-path": (" under '{p}'", " in the column {p}", " for {p}"),
}  # fmt: skip
