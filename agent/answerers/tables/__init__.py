"""Tables as answers: the cells that a question names, and the probability that they answer it."""
