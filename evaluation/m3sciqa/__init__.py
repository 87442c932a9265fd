"""M3SciQA (Li et al., 2024; arXiv 2411.04075): from a figure to a cited paper, and from that paper to an answer.

release      files of the release: candidates, gold papers, full texts
questions    its questions as examples: visual ones, and combined ones of the validation and test sets
rank         first hop: rankings by citehop's reading of the figure, without or with models
answer       second hop: answers from ranked papers
scoring      scores of both
tables       tables of a report besides means: ways of counting, reading against ranking
first_hop    the first hop as a task      second_hop    the second hop, and both together
"""
