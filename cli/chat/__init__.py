"""citehop chat: a conversation in a terminal or through a pipe."""
