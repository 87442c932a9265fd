"""Diagrams: trees, taxonomies and labelled boxes as nested lists of labels, and questions over them."""

from __future__ import annotations

from .answer import answer_diagram
from .read import read_diagram
from .types import Diagram, Node

__all__ = ["Diagram", "Node", "answer_diagram", "read_diagram"]
