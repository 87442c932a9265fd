"""Labels of figures and tables in a question: "Table 2", "fig. 3a", "Figure 4(b)"."""

from __future__ import annotations

import re

FIGURE_LABEL = re.compile(r"\b(?:tab(?:le|\.)?|fig(?:ure|\.)?)\s*\(?\w?\d+[a-z]?\b", re.IGNORECASE)
# The label of a figure with the letter of a panel, or several: "Figure 4(b)", "Figure 2 (a-c)".
PANEL_LABEL = re.compile(
    rf"{FIGURE_LABEL.pattern}(?:\s?\([a-h](?:\s?(?:[-–,&]|and)\s?[a-h])*\))?", re.IGNORECASE
)
