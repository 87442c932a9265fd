"""Define words that delimit a name: words that end a noun phrase, optional nouns, introducing verbs."""

from __future__ import annotations

import re

DETERMINERS = frozenset({"a", "an", "the", "their", "its", "our", "this", "these", "those", "that"})

# Function words, which end a noun phrase: a name on their other side belongs to something else.
CLOSED = DETERMINERS | frozenset(
    {
        "his", "her", "my", "your", "such", "each", "any", "some", "all", "both", "several", "many", "most",
        "other", "another", "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "do",
        "does", "did", "can", "could", "may", "might", "will", "would", "should", "must", "cannot", "we",
        "they", "it", "i", "you", "he", "she", "who", "whom", "which", "what", "where", "when", "while",
        "whereas", "if", "because", "since", "although", "though", "as", "than", "and", "or", "but", "nor",
        "not", "also", "only", "then", "thus", "hence", "so", "yet", "however", "therefore", "in", "on", "at",
        "to", "for", "with", "without", "via", "through", "using", "following", "like", "including", "between",
        "against", "over", "under", "about", "after", "before", "during", "into", "onto", "upon", "toward",
        "towards", "per", "vs", "versus", "e.g", "i.e", "etc", "see", "cf", "eg", "ie", "by", "from",
        "recently", "similarly", "finally", "additionally", "moreover", "furthermore", "first", "second",
        "third", "here", "there", "more", "less", "based", "followed", "called", "named", "used",
    }
)  # fmt: skip

# Nouns that a name may include or omit: "the Skip-thought model" is also called Skip-thought.
GENERIC = frozenset(
    {
        "model", "models", "method", "methods", "approach", "approaches", "algorithm", "algorithms",
        "architecture", "architectures", "framework", "frameworks", "network", "networks", "system", "systems",
        "technique", "techniques", "dataset", "datasets", "corpus", "corpora", "task", "tasks", "benchmark",
        "benchmarks", "baseline", "baselines", "work", "works", "paper", "papers", "study", "studies",
        "representation", "representations", "embedding", "embeddings", "vector", "vectors", "layer", "layers",
        "unit", "units", "loss", "objective", "mechanism", "encoder", "encoders", "decoder", "optimizer",
        "variant", "variants", "variation", "toolkit", "library", "package", "score", "metric", "set", "sets",
        "data", "result", "results",
    }
)  # fmt: skip

# Nouns that name nothing even after an adjective: "the recent work", "the same task".
EMPTY = frozenset(
    {
        "work", "works", "paper", "papers", "study", "studies", "approach", "approaches", "method", "methods",
        "technique", "techniques", "task", "tasks", "result", "results", "data", "set", "sets", "system",
        "systems", "variation", "variations",
    }
)  # fmt: skip

_VERB = (
    r"(?:propos|introduc|present|consider|develop|describ|suggest|design|creat|releas|publish|construct|invent|extend|"
    r"built|build|coin|collect)(?:e[sd]?|s|ed)?"
)
INTRODUCES = re.compile(
    rf"\W*(?:(?:\w+ly|also|have|has|later|first|then|the authors)\s+)*{_VERB}\b", re.IGNORECASE
)
CALLED = re.compile(r"\b(?:called|named|dubbed|termed|known as|referred to as)\s+", re.IGNORECASE)
PARTICIPLE = re.compile(rf"{_VERB}|used|given|due|taken|obtained|reported|shown", re.IGNORECASE)
