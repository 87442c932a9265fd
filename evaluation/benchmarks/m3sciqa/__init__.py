"""M3SciQA (Li et al., 2024; arXiv 2411.04075): from a figure to a cited paper, and from that paper to an answer.

release     the files of the release: candidates, gold papers, full texts
questions   its questions as examples: visual ones, and combined ones of the validation and test sets
options     what of it is run
rank        first hop: rankings by citehop's reading of the figure, or the released ones
answer      second hop: answers from ranked papers
scoring     scores of both
tables      what a report shows besides means: ways of counting, reading against ranking, published rows
first       the first hop as a task      second      the second hop, and both together
task        all of it put together, ready to run
"""
