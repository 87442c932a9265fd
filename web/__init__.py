"""The web page: look at clusters, papers and figures, ask, and check every quote on its page."""
