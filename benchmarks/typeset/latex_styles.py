"""LaTeX styles with the classes and packages of publishers (Debian: texlive-publishers, texlive-latex-extra)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LatexStyle:
    """A document class and the source before the text.

    `front` has the fields <title>, <authors>, <abstract>, <venue> and <year>. `levels` is the number of heading
    levels. With `two` columns, wide floats need the starred form.
    """

    name: str
    options: str
    document_class: str
    preamble: str
    front: str
    levels: int = 2
    two: bool = False
    roman: bool = False
    rules: str = "booktabs"


_PLAIN = r"\title{<title>}\author{<authors>}\date{}\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}"
_HEADER = r"\usepackage{fancyhdr}\pagestyle{fancy}\fancyhead[L]{<venue>, vol.\ 12, <year>}\fancyhead[R]{\thepage}\fancyfoot{}"
STYLES = (
    LatexStyle("article-1", "11pt", "article", "", _PLAIN, levels=3),
    LatexStyle("article-2", "10pt,twocolumn", "article", r"\usepackage{mathptmx}", _PLAIN, two=True),
    LatexStyle(
        "acl90s",
        "11pt,twocolumn",
        "article",
        r"\usepackage{mathptmx}\usepackage[margin=2.4cm]{geometry}\pagestyle{empty}"
        r"\makeatletter\renewcommand\section{\@startsection{section}{1}{0pt}{-2ex}{1ex}{\large\bfseries\raggedright}}"
        r"\renewcommand\subsection{\@startsection{subsection}{2}{0pt}{-1.8ex}{.8ex}{\normalsize\bfseries\raggedright}}\makeatother",
        r"\title{\bf <title>}\author{<authors-and>}\date{}\begin{document}\maketitle\thispagestyle{empty}"
        r"\begin{abstract}<abstract>\end{abstract}",
        two=True,
        rules="grid",
    ),
    LatexStyle(
        "ieee-conference",
        "conference",
        "IEEEtran",
        "",
        r"\title{<title>}\author{\IEEEauthorblockN{<authors>}\IEEEauthorblockA{Regional Office\\Email: office@example.org}}"
        r"\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}"
        r"\begin{IEEEkeywords}offices, surveys\end{IEEEkeywords}",
        levels=3,
        two=True,
        roman=True,
    ),
    LatexStyle(
        "ieee-journal",
        "journal",
        "IEEEtran",
        "",
        r"\title{<title>}\author{<authors>\thanks{The authors are with the Regional Office.}}"
        r"\markboth{<venue>, Vol.~12, No.~3, March~<year>}{Abbott: <title>}"
        r"\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}",
        two=True,
        roman=True,
        rules="grid",
    ),
    LatexStyle(
        "lncs",
        "",
        "llncs",
        r"\pagestyle{plain}",
        r"\title{<title>}\author{<authors-and>}\institute{Regional Office, Northtown}"
        r"\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}",
        levels=3,
    ),
    LatexStyle(
        "elsevier-5p",
        "5p,times,twocolumn,authoryear",
        "elsarticle",
        r"\journal{<venue>}",
        r"\begin{document}\begin{frontmatter}\title{<title>}<author-macros>\address{Regional Office, Northtown}"
        r"\begin{abstract}<abstract>\end{abstract}\end{frontmatter}",
        two=True,
        rules="header",
    ),
    LatexStyle(
        "elsevier-3p",
        "3p,times",
        "elsarticle",
        r"\journal{<venue>}\usepackage[labelsep=newline,singlelinecheck=off,labelfont=bf]{caption}",
        r"\begin{document}\begin{frontmatter}\title{<title>}<author-macros>\address{Regional Office, Northtown}"
        r"\begin{abstract}<abstract>\end{abstract}\end{frontmatter}",
        levels=3,
        rules="header",
    ),
    LatexStyle(
        "revtex-two",
        "aps,prb,reprint",
        "revtex4-2",
        "",
        r"\begin{document}\title{<title>}<author-macros>\affiliation{Regional Office, Northtown}"
        r"\begin{abstract}<abstract>\end{abstract}\maketitle",
        two=True,
        roman=True,
    ),
    LatexStyle(
        "acm",
        "sigconf,nonacm=false",
        "acmart",
        r"\acmYear{<year>}\acmConference[OFFICE '<yy>]{<venue>}{June <year>}{Northtown}\copyrightyear{<year>}",
        r"\title{<title>}<author-macros-acm>\begin{document}\begin{abstract}<abstract>\end{abstract}\maketitle",
        two=True,
    ),
    LatexStyle(
        "apa-manuscript",
        "man,12pt",
        "apa7",
        "",
        r"\title{<title>}\shorttitle{Offices}\author{<authors>}\affiliation{Regional Office}\abstract{<abstract>}"
        r"\begin{document}\maketitle",
        levels=3,
        rules="header",
    ),
    LatexStyle(
        "apa-journal",
        "jou",
        "apa7",
        "",
        r"\title{<title>}\shorttitle{Offices}\author{<authors>}\affiliation{Regional Office}\abstract{<abstract>}"
        r"\begin{document}\maketitle",
        two=True,
    ),
    LatexStyle(
        "ams",
        "",
        "amsart",
        "",
        r"\begin{document}\title{<title>}<author-macros>\begin{abstract}<abstract>\end{abstract}\maketitle",
        rules="grid",
    ),
    LatexStyle(
        "aastex",
        "twocolumn",
        "aastex631",
        "",
        r"\begin{document}\title{<title>}<author-macros>\affiliation{Regional Office, Northtown}"
        r"\begin{abstract}<abstract>\end{abstract}",
        two=True,
    ),
    LatexStyle(
        "mnras",
        "fleqn,usenatbib",
        "mnras",
        "",
        r"\title[Offices]{<title>}\author[Abbott]{<authors>}\date{}\pubyear{<year>}\begin{document}\maketitle"
        r"\begin{abstract}<abstract>\end{abstract}",
        two=True,
    ),
    LatexStyle(
        "humanities",
        "11pt,article",
        "memoir",
        r"\setsecnumdepth{none}\usepackage{mathpazo}\captionnamefont{\scshape}\captiontitlefont{\itshape}\captiondelim{. }",
        r"\title{<title>}\author{<authors>}\date{<year>}\begin{document}\maketitle\noindent <abstract>\par",
        levels=2,
        rules="none",
    ),
    LatexStyle(
        "komascript",
        "",
        "scrartcl",
        r"\usepackage{helvet}" + _HEADER,
        r"\title{<title>}\author{<authors-and>}\date{}\begin{document}\maketitle\begin{abstract}<abstract>\end{abstract}",
        levels=3,
        rules="grid",
    ),
    LatexStyle(
        "springer-journal",
        "10pt,twocolumn",
        "article",
        r"\usepackage{mathptmx}\usepackage[labelfont=bf,labelsep=space,font=small,singlelinecheck=off]{caption}"
        r"\usepackage{titlesec}\titleformat{\section}{\bfseries}{\thesection}{1ex}{}\titleformat{\subsection}{\normalfont}{\thesubsection}{1ex}{}"
        + _HEADER,
        r"\title{\bf\flushleft <title>}\author{<authors-dots>}\date{}\begin{document}\maketitle\thispagestyle{fancy}"
        r"\noindent\textbf{Abstract} <abstract>",
        two=True,
        rules="header",
    ),
    LatexStyle(
        "nature-like",
        "9pt,twocolumn",
        "extarticle",
        r"\usepackage{helvet}\renewcommand{\familydefault}{\sfdefault}"
        r"\usepackage[labelfont=bf,textfont=bf,labelsep=none,justification=raggedright,singlelinecheck=off]{caption}"
        r"\DeclareCaptionLabelSeparator{bar}{ $|$ }\captionsetup{labelsep=bar}\renewcommand{\figurename}{Fig.}"
        r"\setcounter{secnumdepth}{0}\usepackage{titlesec}\titleformat{\subsection}[runin]{\bfseries}{}{0pt}{}[.]"
        r"\titleformat{\section}{\large\bfseries}{}{0pt}{}" + _HEADER,
        r"\title{\bf <title>}\author{<authors>}\date{}\begin{document}\twocolumn[\maketitle\textbf{<abstract>}\bigskip]",
        levels=1,
        two=True,
        rules="header",
    ),
    LatexStyle(
        "thesis-like",
        "12pt",
        "article",
        r"\usepackage[margin=3cm]{geometry}\renewcommand{\baselinestretch}{1.6}"
        r"\usepackage[font=bf]{caption}\renewcommand{\thesection}{\Roman{section}}"
        r"\usepackage{titlesec}\titleformat{\section}{\centering\MakeUppercase}{\thesection.}{1ex}{}"
        r"\titleformat{\subsection}{\itshape}{\Alph{subsection}.}{1ex}{}",
        _PLAIN,
        rules="rows",
    ),
    LatexStyle(
        "economics",
        "11pt",
        "article",
        r"\usepackage{mathptmx}\usepackage[labelsep=newline,labelfont=sc,textfont=sc,justification=centering]{caption}"
        r"\usepackage{titlesec}\titleformat{\section}{\centering\scshape}{\Roman{section}.}{1ex}{}"
        r"\titleformat{\subsection}{\itshape}{\Alph{subsection}.}{1ex}{}\renewcommand{\thetable}{\Roman{table}}",
        r"\title{<title>}\author{<authors-stacked>}\date{}\begin{document}\maketitle\begin{quote}<abstract>\end{quote}",
        roman=True,
    ),
    LatexStyle(
        "review-copy",
        "11pt,a4paper",
        "article",
        r"\usepackage{lineno}\linenumbers\usepackage{mathptmx}",
        _PLAIN,
        levels=3,
    ),
    LatexStyle(
        "medical",
        "10pt,twocolumn",
        "article",
        r"\usepackage{helvet}\usepackage[labelsep=period,labelfont={bf},font={small,sf},justification=raggedright,singlelinecheck=off]{caption}"
        r"\setcounter{secnumdepth}{0}\usepackage{titlesec}\titleformat{\section}{\bfseries\sffamily\MakeUppercase}{}{0pt}{}"
        r"\titleformat{\subsection}{\bfseries\sffamily\small}{}{0pt}{}" + _HEADER,
        r"\title{\sffamily <title>}\author{<authors>}\date{}\begin{document}\maketitle\thispagestyle{fancy}"
        r"\section*{Summary}<abstract>",
        two=True,
        rules="rows",
    ),
)  # fmt: skip
