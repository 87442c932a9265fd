"""Questions that ask for a fact of the record, in many wordings, and those that do not."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.requested_facts import requested_facts


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("Who is behind RillNet?", ("authors",)),
        ("By whom was RillNet written?", ("authors",)),
        ("How many authors does RillNet have?", ("authors",)),
        ("Which university are the authors of RillNet from?", ("affiliation",)),
        ("Where do the authors of RillNet work?", ("affiliation",)),
        ("What are the e-mail addresses of the RillNet authors?", ("emails",)),
        ("Give me the journal, the volume and the page range of the 2003 RillNet article.", ("venue",)),
        ("Does RillNet cite KarstMix? And at what conference was it presented?", ("does cite", "venue")),
        ("Which papers here cite RillNet?", ("cited by",)),
        ("What university is Castellanos from?", ("affiliation",)),
        ("Everyone who co-wrote the RillNet paper?", ("authors",)),
        ("Which university do Pla and Amankwah give?", ("affiliation",)),
        ("How many works are listed in the bibliography of RillNet?", ("references",)),
        ("In which year was RillNet printed?", ("year",)),
        ("Is Ada Falk one of the authors of RillNet?", ("authors",)),
        ("Did Falk write the RillNet paper?", ("authors",)),
        ("Did Falk write the code of RillNet?", ()),
        ("How long is Falk's article, in pages?", ("pages",)),
        ("title of the paper by Falk", ("title",)),
        ("What is the paper by Falk and Ek about?", ("abstract",)),
        ("Journal, volume and pages of Falk & Ek on rain?", ("venue",)),
        ("authors and year of the drainage paper?", ("authors", "year")),
        ("pages of code and years of data for RillNet?", ()),
        ("Who signed the editorial on rain, and which institution is he from?", ("authors", "affiliation")),
        ("What optimizer does the paper use that RillNet cites for gating?", ()),
        ("How many of these papers cite RillNet?", ("cited by",)),
        ("Which works are cited by RillNet?", ("cites what",)),
        ("What does RillNet cite?", ("cites what",)),
        ("Which institutions did the data come from?", ()),
        ("On what kind of machine did Pla and co-authors run RillNet?", ()),
        ("How long did it take the authors of RillNet to label the basins?", ()),
        ("What does the email classifier predict?", ()),
        ("Please summarise the article about RillNet.", ("abstract",)),
        ("What is the RillNet paper about?", ("abstract",)),
        ("Summarize Table 2 of RillNet.", ()),
        ("How is the summary of a basin computed?", ()),
        ("RillNet ablations: what is the mean NSE without the abstract?", ()),
        ("From which conference does the RillNet survey take most papers?", ()),
        ("Where was At-Least-N Voting published?", ("venue",)),
        ("Where and when was RillNet demoed?", ("venue",)),
        ("When and where did the RillNet paper come out?", ("venue",)),
        ("In which city was the RillNet paper presented?", ("venue",)),
        ("In which country was the river of RillNet shown?", ()),
        ("Where and when was RillNet trained?", ()),
        ("Length of the reference list in the RillNet paper?", ("references",)),
        ("How long is Falk's bibliography?", ("references",)),
        ("Who wrote the RillNet paper and when?", ("authors", "year")),
        ("full citation of the RillNet paper please", ("authors", "venue")),
        ("How do I cite RillNet?", ("authors", "venue")),
        ("BibTeX for RillNet?", ("authors", "venue")),
        ("What citation does RillNet give for gating?", ()),
        ("Which reference for gating does RillNet give?", ()),
        ("How long is the full reference list of RillNet?", ()),
        ("What is the full reference of RillNet?", ("authors", "venue")),
        ("What bibliographic data is RillNet trained on?", ()),
        ("Where and how are the losses of RillNet shown?", ()),
        ("Where and in which year was RillNet demonstrated?", ("venue",)),
    ],
)
def test_requested_facts(question: str, facts: tuple[str, ...]) -> None:
    assert requested_facts(question) == facts
