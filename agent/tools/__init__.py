"""An agent for open questions: the model decides which tool to call next, within limits."""
