"""The relevance gate: how likely a passage answers this very question, or none does.

question_type  the kind of answer that is asked for     concepts  words that stand for one another in papers
subject        the papers that the question is about    features  what speaks for a sentence
gate           from features to a probability           candidates  the sentences that are considered
"""
