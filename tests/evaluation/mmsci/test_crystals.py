"""Crystals as text: rock salt, whose numbers are known, and what is no crystal."""

from __future__ import annotations

from itertools import pairwise

import pytest

from citehop.evaluation.mmsci.materials import (
    WEIGHTS,
    density,
    formula,
    is_valid,
    parse_crystal,
    same_formula,
    shortest_distance,
    volume,
)

CELL = "5.64 5.64 5.64\n90 90 90\n"
SALT = CELL + "".join(
    f"{element}\n{x} {y} {z}\n"
    for element, places in (
        ("Na", ((0, 0, 0), (0.5, 0.5, 0), (0.5, 0, 0.5), (0, 0.5, 0.5))),
        ("Cl", ((0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5), (0.5, 0.5, 0.5))),
    )
    for x, y, z in places
)


def test_rock_salt() -> None:
    salt = parse_crystal(f"Here it is:\n```\n{SALT}```\nDone.")
    assert salt is not None
    assert (formula(salt), len(salt.elements)) == ("NaCl", 8)
    assert shortest_distance(salt) == pytest.approx(2.82)  # half of the lattice constant
    assert is_valid(salt)
    assert density(salt) == pytest.approx(2.16, abs=0.01)  # g / cm3
    half = parse_crystal("4 4 4\n90 90 90\nNa\n0 0 0\nCl\n0.5 0.5 0.5")
    assert half is not None
    assert same_formula(salt, half)
    assert shortest_distance(half) == pytest.approx(4 * 0.75**0.5)


def test_neighbouring_cells_count() -> None:
    near = parse_crystal("4 4 4\n90 90 90\nNa\n0.01 0 0\nCl\n0.97 0 0")
    assert near is not None
    assert shortest_distance(near) == pytest.approx(0.16)
    assert not is_valid(near)
    alone = parse_crystal("0.4 4 4\n90 90 90\nNa\n0 0 0")
    assert alone is not None
    assert shortest_distance(alone) == pytest.approx(0.4)  # from its own image


def test_a_hexagonal_cell() -> None:
    cell = parse_crystal("2 2 5\n90 90 120\nC\n0 0 0")
    assert cell is not None
    assert volume(cell) == pytest.approx(2 * 2 * 5 * 3**0.5 / 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no crystal",
        CELL,  # no atoms
        CELL + "Xx\n0 0 0",
        "5 5 5\n10 20 150\nNa\n0 0 0",  # such angles meet in no corner
        "0 5 5\n90 90 90\nNa\n0 0 0",
        CELL + "Na\n0 0 0\n" * 201,
    ],
)
def test_what_is_no_crystal(text: str) -> None:
    assert parse_crystal(text) is None


def test_weights_rise_but_for_the_known_exceptions() -> None:
    symbols = list(WEIGHTS)
    falls = {(a, b) for a, b in pairwise(symbols) if WEIGHTS[a] > WEIGHTS[b]}
    assert falls == {("Ar", "K"), ("Co", "Ni"), ("Te", "I"), ("Th", "Pa"), ("U", "Np")}
    assert len(WEIGHTS) == 94 - 5  # none of polonium to radium
