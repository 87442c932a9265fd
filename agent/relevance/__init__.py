"""The relevance gate: the probability that a sentence answers the question, or that no sentence does.

question_type  the kind of answer that is asked for     concepts  words used for one another in papers
subject        the papers that the question is about    features  evidence for a sentence
gate           from features to a probability           candidates  the sentences that are considered
"""
