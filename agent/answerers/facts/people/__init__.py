"""The people of a paper: authors, their affiliations and their e-mail addresses."""
