"""Notes that say where the work was done, and signatures."""

import pytest

from citehop.papers.parsing.record.whereabouts import find_signature, read_whereabouts

from .test_printed_page import page_of, read_text


@pytest.mark.parametrize(
    ("page", "notes"),
    [
        (
            "Ada Falk ∗ Rain ∗ The work was done while Ada was an intern at Foo Labs. 1",
            ["The work was done while Ada was an intern at Foo Labs"],
        ),
        ("We study rills. ∗ Research was undertaken at Foo Labs.", ["Research was undertaken at Foo Labs"]),
        ("Ada Falk, University of Ekby. We study internal rain.", []),
    ],
)
def test_a_note_says_where_the_work_was_done(page: str, notes: list[str]) -> None:
    assert [note.text for note in read_whereabouts(page_of(page))] == notes


def test_a_signature_stands_before_an_address() -> None:
    letter = (
        "This ends the letter. Ada B. Falk Department of Hydrology, University of Ekby E-mail falk@ekby.org"
    )
    signed = find_signature(2, read_text("Rain.", letter))
    assert signed is not None
    assert (signed.author, signed.place.text) == (
        "Ada B. Falk",
        "Department of Hydrology, University of Ekby",
    )
    assert signed.place.page == 2
    assert find_signature(1, read_text("We thank the Department of Hydrology.")) is None
