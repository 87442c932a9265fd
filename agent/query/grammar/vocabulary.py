"""Words of questions about figures: data for the question parser that does not depend on any one figure."""

from __future__ import annotations

from citehop.figures.vocabulary import CARDINALS as CARDINALS
from citehop.figures.vocabulary import MARKERS as MARKERS
from citehop.figures.vocabulary import ORDINALS as ORDINALS
from citehop.figures.vocabulary import word_set

MOST = word_set(
    "highest largest greatest maximum maximal max most biggest longest tallest strongest heaviest deepest"
    " widest densest steepest sharpest peak utmost furthest farthest commonest"
)
LEAST = word_set(
    "lowest smallest least minimum minimal min fewest shortest weakest lightest narrowest shallowest sparsest rarest scarcest"
)
BEST = word_set(
    "best top-performing best-performing top-ranked leading optimal superior winning easiest top-scoring best-scoring"
    " strongest-performing highest-performing"
)
WORST = word_set(
    "worst worst-performing poorest hardest toughest lowest-performing weakest-performing worst-scoring"
)
FAST = word_set("fastest quickest")
SLOW = word_set("slowest")


# Comparatives, by whether they ask for a higher or a lower value. BETTER and WORSE depend on the direction of the
# metric.
ABOVE = word_set("higher larger greater more bigger longer taller stronger")
BELOW = word_set("lower smaller less fewer shorter weaker")
BETTER = word_set("better superior")
WORSE = word_set("worse inferior poorer")
VERBS_BETTER = word_set(
    "outperforms outperform outperforming beats beat beating tops outscores outscore outranks"
)
VERBS_WORSE = word_set("underperforms underperform underperforming trails trailing lags")
VERBS_ABOVE = word_set(
    "exceeds exceed exceeding exceeded surpasses surpass surpassing surpassed above over upwards"
)
VERBS_BELOW = word_set("below under beneath")

COLORS = word_set(
    "red green blue yellow orange purple pink brown black white grey gray cyan magenta violet teal olive navy"
    " turquoise lavender maroon beige golden silver salmon coral indigo lime khaki crimson aqua burgundy peach"
    " ochre amber lilac mauve"
)
SHADES = word_set("light dark deep pale bright")
DASHES = {
    "dashed": "dashed", "dotted": "dotted", "solid": "solid", "dash-dot": "dashdot", "dash-dotted": "dashdot",
    "dashdot": "dashdot", "dashdotted": "dashdot", "continuous": "solid", "hatched": "hatched",
    "striped": "hatched",
}  # fmt: skip
PRINT = {
    "bold": "bold", "bolded": "bold", "boldface": "bold", "boldfaced": "bold", "underlined": "underlined",
    "underline": "underlined", "italic": "italic", "italicized": "italic", "italics": "italic",
    "shaded": "shaded", "highlighted": "shaded",
}  # fmt: skip
DRAWN = word_set(
    "line lines bar bars curve curves marker markers color colour colored coloured colours colors point points"
    " circle circles square squares triangle triangles star stars diamond diamonds slices pie column columns"
    " background backgrounds fill block blocks module modules node nodes stage step component"
    " symbol symbols dot dots area region box boxes slice bubble bubbles text font cell cells shape shapes plot"
)
"""Nouns that a color, a dash or a marker describes."""

ITEMS = {
    "row": "row", "rows": "row", "entry": "row", "line": "row", "record": "row",
    "column": "column", "columns": "column",
    "bar": "bar", "bars": "bar", "slice": "bar",
    "block": "block", "part": "block", "section": "block", "group": "block", "half": "block", "portion": "block",
    "panel": "panel", "chart": "panel", "subfigure": "panel", "subplot": "panel", "plot": "panel", "graph": "panel",
    "box": "item", "node": "item", "legend": "item", "item": "item", "method": "item", "model": "item",
    "one": "item", "approach": "item", "system": "item", "dataset": "item", "name": "item",
}  # fmt: skip
"""Maps nouns in which a place in the figure is counted to the items of AtPosition."""

AFTER_NOUN = word_set(
    "that which who whose has have had having is are was were be been being does do did can could would will shall"
    " may might must shows show showed shown showing demonstrates demonstrate demonstrated demonstrating gets get got"
    " getting achieves achieve achieved achieving attains attain attained attaining obtains obtain obtained obtaining"
    " reaches reach reached reaching exhibits exhibit exhibited exhibiting displays display displayed performs perform"
    " performed yields yield yielded produces produce produced reports report reported records recorded corresponds"
    " correspond corresponding represents represent represented ranks rank ranked comes come came appears appear"
    " appeared appearing lies lie stands stand sits sit belongs belong uses use used using requires require required"
    " takes take took consumes consume costs contains contain contained includes include included consists maintains"
    " maintain outperforms outperform beats beat surpasses surpass exceeds exceed falls fall drops drop scores scored"
    " in on of with for at from by under above below between among when while where to as located listed presented"
    " depicted indicated denoted marked labeled labelled placed positioned found within across into supports support"
    " supported provides provide provided covers cover resulted offers offer introduced proposed published tested"
    " evaluated trained according if given not except excluding other experiences experience sees see holds hold"
    " delivers deliver gains gain possesses possess consistently slightly the results"
)
"""Words that end the noun phrase after "which" or "what"."""

GENERIC = word_set(
    "a an the dataset datasets task tasks setting settings column columns category categories scenario scenarios"
    " score scores metric metrics value values row rows table figure benchmark benchmarks test set sets domain"
    " domains language languages result results performance condition conditions model models method methods"
    " approach approaches evaluation case cases data chart graph plot terms one group"
)
"""Nouns that name only the kind of a thing and do not tell which thing is meant."""
