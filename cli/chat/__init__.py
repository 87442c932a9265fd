"""citehop chat: a conversation in a terminal, or with questions from a pipe."""
