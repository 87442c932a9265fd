"""Questions that ask for a fact of the record, in many wordings, and those that do not."""

from __future__ import annotations

from time import perf_counter

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
        ("Who wrote the RillNet paper, when?", ("authors", "year")),
        ("Who wrote RillNet and when was that?", ("authors", "year")),
        ("Who and when wrote RillNet?", ("authors", "year")),
        ("Who wrote RillNet and what is its year?", ("authors", "year")),
        ("full citation of the RillNet paper please", ("authors", "venue")),
        ("How do I cite RillNet?", ("authors", "venue")),
        ("BibTeX for RillNet?", ("authors", "venue")),
        ("What citation does RillNet give for gating?", ()),
        ("Which reference for gating does RillNet give?", ()),
        ("How long is the full reference list of RillNet?", ()),
        ("What is the full reference of RillNet?", ("authors", "venue")),
        ("What bibliographic data is RillNet trained on?", ()),
        ("Who wrote RillNet and where do they work?", ("authors", "affiliation")),
        ("who wrote RillNet + affiliation", ("authors", "affiliation")),
        (
            "Who comes last in the author list of RillNet and where is this person?",
            ("authors", "affiliation"),
        ),
        (
            "Who is listed first among the authors of RillNet, and who is his employer?",
            ("authors", "affiliation"),
        ),
        ("For whom was Castellanos working when RillNet came out?", ("affiliation",)),
        ("Which of the RillNet authors is from Oslo?", ("affiliation",)),
        ("Names of the three people behind RillNet, please.", ("authors",)),
        ("How many people are on the author line of RillNet?", ("authors",)),
        ("How many people did the authors of RillNet interview?", ()),
        ('"Message Passing along Drainage Lines" - the four authors?', ("authors",)),
        ("How many basins were chosen by the authors?", ()),
        ("Who made the RillNet model and where do they work?", ("authors", "affiliation")),
        ("Who made the annotations of RillNet?", ()),
        ("Castellanos's mail address in the RillNet paper?", ("emails",)),
        ("email of the first author of RillNet", ("emails",)),
        ("How can I reach the first author of RillNet by e-mail?", ("emails",)),
        ("Where does Núria Pla, the second author of RillNet, work?", ("affiliation",)),
        ("How many raters did RillNet have, and from which university were they?", ()),
        ("Which organisations are behind RillNet?", ("affiliation",)),
        ("Pla's email in the RillNet paper?", ("emails",)),
        ("Pla's email classifier in RillNet?", ()),
        ("Which e-mail corpus does RillNet use?", ()),
        ("Where was the conference with the RillNet paper held?", ("venue",)),
        ("In what city did the workshop of RillNet take place?", ("venue",)),
        ("that short paper on drainage lines - journal, volume and pages?", ("venue",)),
        ("How do the losses of RillNet compare: title and authors?", ()),
        ("When was the RillNet article accepted for publication?", ("dates",)),
        ("When is a basin accepted by RillNet?", ()),
        ("Who paid for the research of Castellanos and Pla?", ("funding",)),
        ("Which foundation supported the RillNet paper?", ("funding",)),
        ("What widths do the filters of RillNet have, and which foundation funded the work?", ()),
        ("What's Núria Pla's mail in the RillNet paper?", ("emails",)),
        ("Is the RillNet paper cited by anyone here?", ("cited by",)),
        ("In which volume did Pla publish RillNet?", ("venue",)),
        ("Name the authors of RillNet and the institution of Pla.", ("authors", "affiliation")),
        ("Which support vectors does RillNet use?", ()),
        ("Where and how are the losses of RillNet shown?", ()),
        ("Where and in which year was RillNet demonstrated?", ("venue",)),
        ("Were the annotators of RillNet contacted by e-mail?", ()),
        ("Were the annotators of RillNet contacted by the authors, whose e-mails they had?", ()),
        ("How many of the users' emails in the RillNet corpus are spam?", ()),
        ("Who paid the annotators of RillNet?", ()),
        ("Who paid for the labels in the work of Pla?", ()),
        ("Which agency of users supported the RillNet authors?", ()),
        ("Which foundation supported the paper on the users of RillNet?", ("funding",)),
        ("Who funded the RillNet project?", ("funding",)),
        ("Who funded RillNet?", ("funding",)),
        ("By whom was the research on users of RillNet funded?", ("funding",)),
        ("email of the one who wrote the paper on users of RillNet", ("emails",)),
        ("e-mail address of the RillNet authors, users asked", ("emails",)),
        ("How do I write to Pla by mail?", ("emails",)),
    ],
)
def test_requested_facts(question: str, facts: tuple[str, ...]) -> None:
    assert requested_facts(question) == facts


@pytest.mark.parametrize(
    "pasted", ["which paper has ", "who wrote and ", "what does who tell ", "the title of ", "to name the "]
)
def test_a_long_question_is_read_by_its_beginning(pasted: str) -> None:
    start = perf_counter()
    requested_facts(pasted * 2000)
    assert perf_counter() - start < 1
    assert requested_facts(f"Who wrote the RillNet paper? {'Rain. ' * 200} How many pages has it?") == (
        "authors",
    )
