"""Function words of questions, each list as the alternatives of a pattern."""

from __future__ import annotations

AUXILIARIES = "do|does|did|is|are|was|were|has|have|had|can|could"
QUESTION_WORDS = "which|what|who|whose|whom|how|why|when|where"
PREPOSITIONS = "in|on|for|with|to|at|of|by|from"
ARTICLES = "the|an?"
