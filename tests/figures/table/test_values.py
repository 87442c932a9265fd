"""Cell texts as values, dashes and names."""

import importlib.util
from pathlib import Path

import pytest

from citehop.figures.table.data import build_table_data
from citehop.figures.table.read import read_table
from citehop.figures.table.values import is_dash, is_value

_spec = importlib.util.spec_from_file_location("drawn", Path(__file__).with_name("drawn.py"))
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
drawn = _module.drawn


@pytest.mark.parametrize(
    ("text", "dash"),
    [
        ("-", True),
        ("—", True),
        ("n/a", True),
        ("- / -", True),
        ("–|–", True),
        ("- / 7", False),
        ("a / b", False),
    ],
)
def test_dashes_of_one_or_several_values(text: str, dash: bool) -> None:
    assert is_dash(text) is dash


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("40.0 / 51.0", True),
        ("1 [Reference]", True),
        ("1.00 (ref.)", True),
        ("5 (five of them)", False),
        ("- / -", True),
        ("3.5 h", True),
        ("FooNet-3", False),
        ("", False),
    ],
)
def test_values_apart_from_names(text: str, value: bool) -> None:
    assert is_value(text) is value


def test_a_unit_in_a_header_multiplies_where_it_is_a_prefix() -> None:
    table = read_table(
        *drawn("""
Run     Cooling (K)   Length (m)   Steps (k)   Weights (M)
North   -0.53         12.5         3.5         110
South   -0.21         14.5         4.5         340
""")
    )
    assert table is not None
    factors = [fact.factor for fact in build_table_data(table).facts if fact.row == 0]
    assert factors == [1.0, 1.0, 1e3, 1e6]
