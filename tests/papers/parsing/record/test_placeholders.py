"""Words of a template in place of a venue or a number."""

import pytest

from citehop.papers.parsing.record.placeholders import is_placeholder


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ISBN 978-1-4503-XXXX-X/18/06", True),
        ("In Proceedings of Make sure to enter the correct conference title", True),
        ("Proceedings of ACM Conference (Conference’17). ACM", True),
        ("https://doi.org/10.1145/nnnnnnn.nnnnnnn", True),
        ("IEEE TRANSACTIONS ON XXXX, VOL. XX, NO. XX", True),
        ("Phys. Rev. X 12, 3 (2020)", False),
        ("Proceedings of the XX International Congress", False),
        ("ISBN 978-1-4503-0001-X", False),
    ],
)
def test_placeholders(text: str, expected: bool) -> None:
    assert is_placeholder(text) == expected
