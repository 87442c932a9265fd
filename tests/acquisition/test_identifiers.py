"""Spellings of papers and what each means."""

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citehop.acquisition.identifiers import Identifier, parse_identifier
from citehop.errors import UsageError

# text, kind, identifier, version
SPELLINGS = [
    # arXiv since 2007
    ("2310.08395", "arxiv", "2310.08395", 0),
    ("arxiv:2310.08395", "arxiv", "2310.08395", 0),
    ("arXiv:2310.08395v2", "arxiv", "2310.08395", 2),
    ("ARXIV: 2310.08395", "arxiv", "2310.08395", 0),
    ("arXiv 2310.08395".replace(" ", ":"), "arxiv", "2310.08395", 0),
    ("arXiv:2310.08395v12 [cs.CL] 12 Oct 2023", "arxiv", "2310.08395", 12),
    ("arXiv:2310.08395.", "arxiv", "2310.08395", 0),
    ("(arXiv:2310.08395)", "arxiv", "2310.08395", 0),
    ("[arXiv:2310.08395v1]", "arxiv", "2310.08395", 1),
    ('"2310.08395",', "arxiv", "2310.08395", 0),
    ("<https://arxiv.org/abs/2310.08395>", "arxiv", "2310.08395", 0),
    ("0704.0001", "arxiv", "0704.0001", 0),
    ("1412.9999v3", "arxiv", "1412.9999", 3),
    ("1501.00001", "arxiv", "1501.00001", 0),
    ("https://arxiv.org/abs/2310.08395", "arxiv", "2310.08395", 0),
    ("http://arxiv.org/abs/2310.08395v2", "arxiv", "2310.08395", 2),
    ("https://arxiv.org/pdf/2310.08395", "arxiv", "2310.08395", 0),
    ("https://arxiv.org/pdf/2310.08395v2.pdf", "arxiv", "2310.08395", 2),
    ("https://arxiv.org/pdf/2310.08395.pdf?download=1#page=3", "arxiv", "2310.08395", 0),
    ("https://arxiv.org/html/2310.08395v1", "arxiv", "2310.08395", 1),
    ("https://arxiv.org/e-print/2310.08395", "arxiv", "2310.08395", 0),
    ("https://arxiv.org/src/2310.08395v2", "arxiv", "2310.08395", 2),
    ("https://arxiv.org/format/2310.08395", "arxiv", "2310.08395", 0),
    ("https://www.arxiv.org/abs/2310.08395/", "arxiv", "2310.08395", 0),
    ("https://export.arxiv.org/abs/2310.08395", "arxiv", "2310.08395", 0),
    ("arxiv.org/abs/2310.08395", "arxiv", "2310.08395", 0),
    ("www.arxiv.org/pdf/2310.08395v4", "arxiv", "2310.08395", 4),
    ("https://ar5iv.labs.arxiv.org/html/2310.08395", "arxiv", "2310.08395", 0),
    ("https://ar5iv.org/abs/2310.08395", "arxiv", "2310.08395", 0),
    ("https://www.alphaxiv.org/abs/2310.08395v1", "arxiv", "2310.08395", 1),
    ("https://huggingface.co/papers/2310.08395", "arxiv", "2310.08395", 0),
    ("https://arxiv.org/abs/2310.08395?context=cs.LG", "arxiv", "2310.08395", 0),
    ("10.48550/arXiv.2310.08395", "arxiv", "2310.08395", 0),
    ("https://doi.org/10.48550/arxiv.2310.08395", "arxiv", "2310.08395", 0),
    ("doi:10.48550/ARXIV.2310.08395v2", "arxiv", "2310.08395", 2),
    # arXiv before 2007
    ("cs/0112017", "arxiv", "cs/0112017", 0),
    ("cs/0112017v1", "arxiv", "cs/0112017", 1),
    ("arXiv:cs.CL/0112017", "arxiv", "cs/0112017", 0),
    ("cs.CL/0112017v2", "arxiv", "cs/0112017", 2),
    ("hep-th/9901001", "arxiv", "hep-th/9901001", 0),
    ("HEP-TH/9901001", "arxiv", "hep-th/9901001", 0),
    ("math.GT/0309136", "arxiv", "math/0309136", 0),
    ("cond-mat.stat-mech/0408329", "arxiv", "cond-mat/0408329", 0),
    ("astro-ph/0703001", "arxiv", "astro-ph/0703001", 0),
    ("cmp-lg/9404001", "arxiv", "cmp-lg/9404001", 0),
    ("https://arxiv.org/abs/cs/0112017", "arxiv", "cs/0112017", 0),
    ("https://arxiv.org/pdf/hep-th/9901001v3.pdf", "arxiv", "hep-th/9901001", 3),
    ("https://arxiv.org/abs/quant-ph/0201082;", "arxiv", "quant-ph/0201082", 0),
    ("10.48550/arXiv.cs/0112017", "arxiv", "cs/0112017", 0),
    # DOIs
    ("10.1145/3366423.3380296", "doi", "10.1145/3366423.3380296", 0),
    ("doi:10.1145/3366423.3380296", "doi", "10.1145/3366423.3380296", 0),
    ("DOI: 10.1145/3366423.3380296.", "doi", "10.1145/3366423.3380296", 0),
    ("https://doi.org/10.1145/3366423.3380296", "doi", "10.1145/3366423.3380296", 0),
    ("http://dx.doi.org/10.1145/3366423.3380296", "doi", "10.1145/3366423.3380296", 0),
    ("doi.org/10.1145/3366423.3380296", "doi", "10.1145/3366423.3380296", 0),
    ("https://doi.org/10.1145/3366423.3380296?utm_source=x", "doi", "10.1145/3366423.3380296", 0),
    ("https://doi.org/10.1145%2F3366423.3380296", "doi", "10.1145/3366423.3380296", 0),
    ("10.1002/(SICI)1097-4571(199806)49:8<693::AID-ASI4>3.0.CO;2-O", "doi",
     "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o", 0),
    ("https://doi.org/10.1002/(SICI)1097-4571(199806)49:8%3C693::AID-ASI4%3E3.0.CO;2-O", "doi",
     "10.1002/(sici)1097-4571(199806)49:8<693::aid-asi4>3.0.co;2-o", 0),
    ("10.1016/S0140-6736(20)30183-5", "doi", "10.1016/s0140-6736(20)30183-5", 0),
    ("(10.1016/S0140-6736(20)30183-5)", "doi", "10.1016/s0140-6736(20)30183-5", 0),
    ("10.1016/0370-2693(90)90456-B,", "doi", "10.1016/0370-2693(90)90456-b", 0),
    ("10.1103/PhysRevLett.13.508", "doi", "10.1103/physrevlett.13.508", 0),
    ("10.1000.10/123456", "doi", "10.1000.10/123456", 0),
    ("10.1093/bioinformatics/btz682)", "doi", "10.1093/bioinformatics/btz682", 0),
    ("10.3115/1073083.1073135", "doi", "10.3115/1073083.1073135", 0),
    ("10.12688/f1000research.2-1.v1", "doi", "10.12688/f1000research.2-1.v1", 0),
    ("https://dl.acm.org/doi/10.1145/3366423.3380296", "doi", "10.1145/3366423.3380296", 0),
    ("https://dl.acm.org/doi/abs/10.1145/3366423.3380296", "doi", "10.1145/3366423.3380296", 0),
    ("https://dl.acm.org/doi/pdf/10.1145/3366423.3380296?download=true", "doi", "10.1145/3366423.3380296", 0),
    ("https://link.springer.com/chapter/10.1007/978-3-030-58452-8_13", "doi", "10.1007/978-3-030-58452-8_13", 0),
    ("https://link.springer.com/content/pdf/10.1007/978-3-030-58452-8_13.pdf", "doi",
     "10.1007/978-3-030-58452-8_13", 0),
    ("https://onlinelibrary.wiley.com/doi/10.1002/asi.24000/full", "doi", "10.1002/asi.24000", 0),
    ("https://onlinelibrary.wiley.com/doi/epdf/10.1002/asi.24000", "doi", "10.1002/asi.24000", 0),
    ("https://journals.aps.org/prl/abstract/10.1103/PhysRevLett.13.508", "doi", "10.1103/physrevlett.13.508", 0),
    ("https://www.science.org/doi/10.1126/science.aaa8415#abstract", "doi", "10.1126/science.aaa8415", 0),
    ("https://www.biorxiv.org/content/10.1101/2020.03.22.002386v3.full.pdf", "doi", "10.1101/2020.03.22.002386", 0),
    ("https://www.biorxiv.org/content/10.1101/2020.03.22.002386v1", "doi", "10.1101/2020.03.22.002386", 0),
    ("https://pubs.acs.org/doi/full/10.1021/acs.jcim.9b00237", "doi", "10.1021/acs.jcim.9b00237", 0),
    # ACL Anthology
    ("P19-1423", "acl", "P19-1423", 0),
    ("acl:p19-1423", "acl", "P19-1423", 0),
    ("2020.acl-main.1", "acl", "2020.acl-main.1", 0),
    ("ACL: 2020.ACL-main.1.", "acl", "2020.acl-main.1", 0),
    ("2021.findings-emnlp.320", "acl", "2021.findings-emnlp.320", 0),
    ("https://aclanthology.org/P19-1423", "acl", "P19-1423", 0),
    ("https://aclanthology.org/P19-1423.pdf", "acl", "P19-1423", 0),
    ("https://aclanthology.org/P19-1423v2.pdf", "acl", "P19-1423", 0),
    ("https://aclanthology.org/2020.acl-main.1/", "acl", "2020.acl-main.1", 0),
    ("https://aclanthology.org/2020.acl-main.1.bib", "acl", "2020.acl-main.1", 0),
    ("https://www.aclweb.org/anthology/P19-1423/", "acl", "P19-1423", 0),
    ("http://aclweb.org/anthology/papers/P/P19/P19-1423/", "acl", "P19-1423", 0),
    ("aclanthology.org/W19-4330", "acl", "W19-4330", 0),
    # OpenReview, Semantic Scholar, OpenAlex, plain addresses
    ("https://openreview.net/forum?id=SyxS0T4tvS", "openreview", "SyxS0T4tvS", 0),
    ("https://openreview.net/pdf?id=SyxS0T4tvS", "openreview", "SyxS0T4tvS", 0),
    ("https://openreview.net/forum?noteId=x&id=SyxS0T4tvS&referrer=y", "openreview", "SyxS0T4tvS", 0),
    ("openreview:SyxS0T4tvS", "openreview", "SyxS0T4tvS", 0),
    ("CorpusId:52967399", "corpus", "52967399", 0),
    ("corpus id: 52967399", "corpus", "52967399", 0),
    ("https://api.semanticscholar.org/CorpusID:52967399", "corpus", "52967399", 0),
    ("df2b0e26d0599ce3e70df8a9da02e51594e0e992", "s2", "df2b0e26d0599ce3e70df8a9da02e51594e0e992", 0),
    ("https://www.semanticscholar.org/paper/BERT/df2b0e26d0599ce3e70df8a9da02e51594e0e992", "s2",
     "df2b0e26d0599ce3e70df8a9da02e51594e0e992", 0),
    ("W2741809807", "openalex", "W2741809807", 0),
    ("https://openalex.org/W2741809807", "openalex", "W2741809807", 0),
    ("https://example.org/papers/net.pdf", "url", "https://example.org/papers/net.pdf", 0),
    ("https://example.org/papers/net.pdf?v=2", "url", "https://example.org/papers/net.pdf?v=2", 0),
]  # fmt: skip

NOT_PAPERS = [
    "", " ", "a paper about nets", "2313.00001", "2310.0839", "2310.083955", "0703.0001", "1412.10000", "1501.0001",
    "cs/0113017", "foo/0112017", "cs/011201", "arXiv:", "arxiv:P19-1423", "doi:2310.08395", "10.1145", "10.12/abc",
    "https://arxiv.org/list/cs.CL/recent", "https://arxiv.org/", "https://openreview.net/group?id=!", "CorpusId:x",
    "df2b0e26d0599ce3e70df8a9da02e51594e0e9", "https://", "http:///x", "https://[::1", "P19-142", "../../etc/passwd",
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "identifier", "version"), SPELLINGS)
def test_spelling(text: str, kind: str, identifier: str, version: int) -> None:
    found = parse_identifier(text)
    assert (found.ids[0], found.version) == ((kind, identifier), version)


def test_there_are_enough_of_them() -> None:
    assert len({spelling[0] for spelling in SPELLINGS}) >= 80


@pytest.mark.parametrize("text", NOT_PAPERS)
def test_what_is_no_paper_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_identifier(text)
    assert len(str(error.value).splitlines()) == 1


def test_a_doi_of_the_acl_is_its_id_too() -> None:
    assert parse_identifier("https://doi.org/10.18653/v1/P19-1423").ids == (
        ("doi", "10.18653/v1/p19-1423"),
        ("acl", "P19-1423"),
    )


@given(st.text(max_size=200))
def test_any_text_is_a_paper_or_refused(text: str) -> None:
    try:
        found = parse_identifier(text)
    except UsageError:
        return
    assert found.ids
    assert all(name and not any(c.isspace() for c in name) for kind, name in found.ids if kind != "url")


_MONTHS = st.tuples(st.integers(15, 49), st.integers(1, 12), st.integers(0, 99999))
_AROUND = st.sampled_from(["{}", " {} ", "({})", "[{}].", "<{}>", '"{}",', "{};", "{}\n"])
_WAYS = st.sampled_from(
    [
        "{}",
        "arXiv:{}",
        "https://arxiv.org/abs/{}",
        "arxiv.org/pdf/{}.pdf",
        "http://export.arxiv.org/pdf/{}?x=1",
    ]
)


@given(_MONTHS, st.integers(0, 99), _WAYS, _AROUND)
def test_an_arxiv_id_means_the_same_however_it_is_written(
    month: tuple[int, int, int], version: int, way: str, around: str
) -> None:
    name = f"{month[0]}{month[1]:02}.{month[2]:05}"
    spelled = name + (f"v{version}" if version else "")
    assert parse_identifier(around.format(way.format(spelled))) == Identifier((("arxiv", name),), version)


_SUFFIX = st.text(string.ascii_letters + string.digits + "-._;:/<>()", min_size=1, max_size=40)


@given(st.integers(1000, 999_999_999), _SUFFIX)
@settings(max_examples=200)
def test_a_doi_read_twice_is_the_same(registrant: int, suffix: str) -> None:
    try:
        found = parse_identifier(f"10.{registrant}/{suffix}")
    except UsageError:
        return
    assert parse_identifier(found.ids[0][1]).ids == found.ids
    assert parse_identifier(f"https://doi.org/{found.ids[0][1]}").ids == found.ids
