"""Direction of the relations that a question states: by its verb, its voice and the side that it asks for."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.finders.relationships import find_relationship


@pytest.mark.parametrize(
    ("text", "relationship"),
    [
        ("Which block feeds the decoder?", "previous"),
        ("What does the decoder feed?", "next"),
        ("What is the decoder fed by?", "previous"),
        ("By which block is the decoder fed?", "previous"),
        ("Which block is fed by the decoder?", "next"),
        ("The decoder is followed by what?", "next"),
        ("Which component reads from the store?", "next"),
        ("Where does the parser take its input from?", "previous"),
        ("Encoder output is consumed by which block?", "next"),
        ("Which component is upstream of the parser?", "previous"),
        ("Name the modules that feed the decoder.", "previous"),
        ("Where does the output of the encoder go?", "next"),
        ("What is the input of the decoder?", "previous"),
        ("What contains BERT?", "parent"),
        ("What does the encoder branch contain?", ""),
        ("Which methods fall under encoders?", ""),
        ("BERT falls under what?", "parent"),
        ("What is the second method listed under encoders?", ""),
        ("What is the first entry for tool use?", ""),
        ("Where is BERT listed in the tree?", "parent"),
        ("What category is BERT an instance of?", "parent"),
        ("Under which top-level category is BERT filed?", "parent"),
        ("In which group is BERT included?", "parent"),
        ("Which method has the highest accuracy?", ""),
    ],
)
def test_direction(text: str, relationship: str) -> None:
    assert find_relationship(text) == relationship
