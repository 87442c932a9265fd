"""Names as figures print them."""

import pytest

from citehop.figures.names import parse_name


@pytest.mark.parametrize(
    ("text", "name", "markers"),
    [
        ("DSM (Guo et al., 2022)†", "DSM", ("(Guo et al., 2022)", "†")),
        ("Transformer base à", "Transformer base", ()),
        ("Other (4.7%)", "Other", ()),
        ("HyperRel (ours)", "HyperRel (ours)", ()),
        ("[Yang et al., 2015]", "[Yang et al., 2015]", ()),
        ("85%", "85%", ()),
        ("Hyper-parameter α", "Hyper-parameter α", ()),
        ("Siamese C-BOW ⁴", "Siamese C-BOW", ()),
        ("CRF (Zhang et al. (2006))", "CRF", ("(Zhang et al. (2006))",)),
    ],
)
def test_names_are_returned_without_marks_and_values(text: str, name: str, markers: tuple[str, ...]) -> None:
    parsed = parse_name(text)
    assert (parsed.text, parsed.markers) == (name, markers)
