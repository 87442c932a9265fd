"""The web page: browse clusters, papers and figures, ask questions, and check every quote on its page."""
