from citehop.papers.parsing.latex.tokens import (
    find_group_end,
    parse_argument,
    parse_options,
)


def test_groups() -> None:
    assert find_group_end(r"{a{b}\}}c", 0) == 8
    assert find_group_end("{a", 0) == -1
    assert parse_argument(r" {x{y}} z", 0) == ("x{y}", 7)
    assert parse_argument(r"\foo x", 0) == (r"\foo", 4)
    assert parse_options("[a][b{]}]{c}", 0) == (["a", "b{]}"], 9)
